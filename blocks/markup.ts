/** What mails and letters make of nodes alike, before each has its own markup (mjml.ts, paper.ts). */
import { liquidEach, liquidWhen } from './liquid.ts';
import type { Node } from './nodes.ts';
import type { Inline } from './words.ts';

type Group = Extract<Node, { node: 'block' | 'when' | 'each' }>;
type Table = Extract<Node, { node: 'table' }>;

/** @returns whether it only holds other nodes: a block, or nodes under a condition or for each entry of a list. */
export const isGroup = (node: Node): node is Group => node.node === 'block' || node.node === 'when' || node.node === 'each';

/** @param content what its nodes come to. @param raw how Liquid stands where markup is expected. @returns all of them with their condition or repetition around. */
export function groupMarkup(node: Group, content: (nodes: readonly Node[]) => string, raw = (liquid: string) => liquid): string {
  if (node.node === 'block') return content(node.nodes);
  const [before, after] = node.node === 'when' ? liquidWhen(node.when) : liquidEach(node.each);
  return `${raw(before)}${content(node.nodes)}${raw(after)}`;
}

/** @param base this installation's address. @returns the whole address of a picture, which is one of its own or somebody else's. */
export const pictureAddress = (src: string, base: string): string => (src.startsWith('/') ? base + src : src);

/** @param cell markup of a cell at a place of its row, which ends as `end` says. @returns the row of the head, empty without one, and all others. */
export function tableMarkup(
  { head, rows, each, ends }: Table,
  cell: (tag: 'th' | 'td', said: readonly Inline[], end: NonNullable<Table['ends'][number]>, isLast: boolean) => string,
): { readonly head: string; readonly body: string } {
  const row = (tag: 'th' | 'td', cells: Table['head']) =>
    `<tr>${cells.map((said, at) => cell(tag, said, ends[at] ?? 'left', at === cells.length - 1)).join('')}</tr>`;
  const [before, after] = each ? liquidEach(each) : ['', ''];
  return { head: head.length > 0 ? row('th', head) : '', body: `${before}${rows.map((cells) => row('td', cells)).join('')}${after}` };
}
