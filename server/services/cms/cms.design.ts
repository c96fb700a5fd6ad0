/**
 * Mails and letters made of blocks: a design, the texts of one language and the client's brand become MJML or a page to print, and a text part, with
 * placeholders as Liquid. It is what users write, so it runs in a thread (cms.thread.ts).
 */
import type { Brand } from '../../../blocks/brand.ts';
import { type Check, checkDesign } from '../../../blocks/checks.ts';
import { allBlocks, type Design, type Medium } from '../../../blocks/design.ts';
import { draw, type SharedBlock } from '../../../blocks/draw.ts';
import { liquidText } from '../../../blocks/liquid.ts';
import { toMjml } from '../../../blocks/mjml.ts';
import { toPaper } from '../../../blocks/paper.ts';
import { readDesign } from '../../../blocks/read.ts';
import { wordsIn } from '../../../blocks/said.ts';
import { toText } from '../../../blocks/text.ts';
import { type DesignTexts, designTexts, lineOf } from '../../../blocks/texts.ts';
import { type SaidWords, words } from '../../../core/fault.ts';
import { isFaultKey } from '../../../core/faultTexts.ts';
import type { ContentType } from '../../../core/messageChannels.ts';
import type { Placeholder } from './cms.placeholders.ts';
import { problemOf, type TemplateProblem } from './cms.problems.ts';
import { oneLine } from './cms.text.ts';

/** What the texts of one language stand in. */
export interface DesignParts {
  /** As it came. */
  readonly design: unknown;
  readonly brand: Brand;
  /** The client's shared blocks that it names, with their texts in this language. */
  readonly shared: Readonly<Record<string, SharedBlock>>;
  /** The leading language's texts as JSON; null where these are they. */
  readonly leading: string | null;
  /** Whether everything that keeps a design from being saved counts; a preview shows what is there so far. */
  readonly strict: boolean;
  /** This installation's address, for pictures. */
  readonly base: string;
}

/** One language of a design. */
export interface DesignSource {
  readonly locale: string;
  /** What the texts are without, if they are. */
  readonly subject: string;
  /** Its texts as JSON. */
  readonly content: string;
  readonly parts?: DesignParts;
}

/** What a design comes to in one language, or why it comes to nothing. */
export type WrittenDesign =
  | { readonly problems: TemplateProblem[] }
  | {
      readonly problems?: never;
      readonly subject: string;
      /** MJML of a mail, HTML of a letter. */
      readonly source: string;
      readonly text: string;
      /** Those that belong to its blocks. */
      readonly texts: DesignTexts;
    };

/** What content of a type is read on, where it can be made of blocks. */
const MEDIA: Partial<Record<ContentType, Medium>> = { email: 'mail', letter: 'paper' };

/** @returns what a design of this type of content is read on; null for content without designs. */
export const mediumOf = (type: ContentType): Medium | null => MEDIA[type] ?? null;

/** @param placeholders those that messages of this kind have. */
export function writeDesign(
  { locale, subject, content, parts }: DesignSource,
  medium: Medium,
  placeholders: readonly Placeholder[],
): WrittenDesign {
  if (!parts) return { problems: [problemOf(locale, 'format', words('designMissing'))] };
  const { brand, strict, base } = parts;
  const read = readDesign(parts.design, medium);
  // Said once for all languages: the design is the same in each.
  if (read.problems.length > 0)
    return { problems: read.problems.map(({ blockId, ...said }) => problemOf(null, fieldOf(blockId, null), said)) };
  const { design } = read;
  const parsed = readTexts(content);
  if (!parsed) return { problems: [problemOf(locale, 'content', words('designTexts'))] };
  const texts = ofBlocks(design, subject.trim() && !parsed.subject ? { ...parsed, subject: { text: subject } } : parsed);
  const shared = (name: string) => (Object.hasOwn(parts.shared, name) ? parts.shared[name]! : null);
  const leading = parts.leading === null ? null : readTexts(parts.leading);
  const checks = strict ? checkDesign(design, texts, { locale, leading, placeholders, brand, words: [], shared }) : [];
  const errors = checks.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return { problems: errors.map((check) => problemOf(locale, fieldOf(check.blockId, check.field), saidOf(check))) };
  const nodes = draw(design, texts, { brand, word: wordsIn(locale), shared });
  const [title, preheader] = [lineIn(texts, 'subject'), lineIn(texts, 'preheader')];
  return {
    subject: oneLine(liquidText(lineOf(title))),
    source: medium === 'paper' ? toPaper(nodes, { brand, locale, title, base }) : toMjml(nodes, { brand, locale, title, preheader, base }),
    text: toText(nodes),
    texts,
  };
}

/** @returns texts from JSON; null for what are none. */
export function readTexts(json: string): DesignTexts | null {
  try {
    return designTexts.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

/** @returns the texts that something shows; those of blocks that were taken out go. */
export function ofBlocks(design: Design, texts: DesignTexts): DesignTexts {
  const ids = new Set(allBlocks(design).map(({ id }) => id));
  return Object.fromEntries(Object.entries(texts).filter(([key]) => !key.includes('.') || ids.has(key.slice(0, key.indexOf('.')))));
}

function lineIn(texts: DesignTexts, field: string): string {
  const text = texts[field]?.text;
  return typeof text === 'string' ? text : '';
}

/** Where a problem stands: a block and its field; a block as a whole; the message. */
export function fieldOf(blockId: string | null, field: string | null): string {
  return [blockId === null && field === null ? 'content' : blockId, field].filter((part) => part !== null).join('.');
}

/** Checks whose words a refusal says otherwise than the editor. */
const SAID_OTHERWISE: Readonly<Record<string, string>> = { placeholderUnknown: 'placeholderForeign' };

/** @returns a check as a refusal says it; core/faultTexts/design.ts has a text for each that is an error. */
export function saidOf({ key, values }: Check): SaidWords {
  const said = SAID_OTHERWISE[key] ?? key;
  if (!isFaultKey(said)) throw new Error(`no words for the check ${said}`);
  return { key: said, values };
}
