/** Nodes → the text part of a mail, as Liquid: for mail programs without HTML, and for whoever has it read aloud. */
import { liquidAddress, liquidChip, liquidEach, liquidText, liquidWhen, withoutLiquid } from './liquid.ts';
import { isCode, type Node } from './nodes.ts';
import type { Inline, RichBlock } from './words.ts';

/** @returns the text of a mail; paragraphs are apart by an empty line. */
export const toText = (nodes: readonly Node[]): string => parts(nodes).join('\n\n');

const parts = (nodes: readonly Node[]): string[] => nodes.map(part).filter((text) => text.trim() !== '');

function part(node: Node): string {
  switch (node.node) {
    case 'block':
      return toText(node.nodes);
    case 'columns':
      return toText(node.columns.flatMap(({ nodes }) => nodes));
    case 'when':
      return node.seen ? '' : wrapped(liquidWhen(node.when), toText(node.nodes));
    case 'each':
      return wrapped(liquidEach(node.each), `${toText(node.nodes)}\n`);
    case 'text':
      return node.text.content.map(blockText).join('\n\n');
    case 'button':
      return `${liquidText(node.label)}: ${liquidAddressText(node.href)}`;
    case 'table': {
      const rows = node.rows.map((cells) => cells.map(liquidText).join(node.head.length > 0 ? ' · ' : ': ')).join('\n');
      const heads = node.head.length > 0 ? `${node.head.map(liquidText).join(' · ')}\n` : '';
      return heads + (node.each ? wrapped(liquidEach(node.each), `${rows}\n`) : rows);
    }
    // A picture without words is left out: its words are beside it if it matters.
    case 'image':
      return isCode(node.src) ? '' : liquidText(node.alt);
    case 'line':
      return '---';
    // Who reads the text of a letter is told by its envelope.
    case 'letterhead':
      return node.facts.map((cells) => cells.map(liquidText).join(': ')).join('\n');
    case 'pageFooter':
      return node.text.content.map(blockText).join('\n\n');
    case 'space':
    case 'function':
    case 'pageBreak':
    case 'paymentPart':
      return '';
  }
}

const wrapped = ([before, after]: readonly [string, string], inner: string) => `${before}${inner}${after}`;

const liquidAddressText = (href: string) => (href.startsWith('{{') ? liquidAddress(href) : withoutLiquid(href));

function blockText(block: RichBlock): string {
  if (block.type === 'paragraph' || block.type === 'heading') return lineText(block.content);
  return block.content
    .map(
      ({ content }, at) =>
        `${block.type === 'bulletList' ? '-' : `${at + 1}.`} ${content.map((each) => lineText(each.content)).join('\n')}`,
    )
    .join('\n');
}

/** A link says where it leads. */
function lineText(line: readonly Inline[] = []): string {
  return line
    .map((one) => {
      const said = one.type === 'text' ? withoutLiquid(one.text) : one.type === 'hardBreak' ? '\n' : liquidChip(one.attrs);
      const link = one.marks?.find((mark) => mark.type === 'link');
      return link ? `${said} (${liquidAddressText(link.attrs.href)})` : said;
    })
    .join('');
}
