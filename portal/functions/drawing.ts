/** What the functions of the page are drawn with. */
import { type FunctionNode, lineWords, richText } from '../../blocks/pageHtml.ts';
import { type Html, html } from '../../core/html.ts';
import type { Choice } from '../choice.ts';
import type { PortalAccount, PortalFile } from '../facts.ts';
import type { FormKeys, Frame } from '../pages/layout.ts';
import type { FieldProblem } from '../pages/plan.ts';
import type { PortalServices } from '../portal.ts';

/** The page as it is drawn now. */
export interface Drawing {
  readonly frame: Frame & { path: string };
  readonly account: PortalAccount;
  readonly services: PortalServices;
  readonly keys: FormKeys;
  readonly choice: Choice;
  /** Files that the page's blocks show. */
  readonly files: readonly PortalFile[];
  /** What is wrong, beside its field or above the page. */
  readonly problem: string | FieldProblem | null;
  /** The functions of the page, in its order. */
  readonly functions: readonly FunctionNode[];
}

/** @returns what a block says of its own, or the product's words. */
export function own(node: FunctionNode, field: string, words: string): string {
  const text = node.texts[field];
  return (text && !('content' in text) ? lineWords(text).trim() : '') || words;
}

/** @returns a rich text of a block, or the product's words as a paragraph; nothing where there are none either. */
export function ownText(node: FunctionNode, field: string, words: string | null, classes = ''): Html {
  const text = node.texts[field];
  const said = text && 'content' in text ? richText(text, `said ${classes}`.trim()) : html``;
  return said.text !== '' || words === null ? said : html`<p class="${classes}">${words}</p>`;
}

/** @returns a function of the page by its name, when it is on it. */
export const functionOf = ({ functions }: Pick<Drawing, 'functions'>, name: string): FunctionNode | undefined =>
  functions.find((each) => each.name === name);

/** @returns the same of a function that need not be on the page. */
export const ownOf = (node: FunctionNode | undefined, field: string, words: string): string => (node ? own(node, field, words) : words);

/** Where a form's button or field belongs that stands outside of it. */
export const SETTLE = html` form="settle"`;
