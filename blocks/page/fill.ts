/**
 * Nodes with their placeholders said, their conditions asked and their lists repeated: what is left is words, so whatever shows them can't do
 * anything but show.
 */
import { type Asked, isMet } from '../condition.ts';
import type { List, Node, Place } from '../nodes.ts';
import type { Chip, Inline, RichText } from '../words.ts';

/** Where values come from. */
export interface Filling {
  /** @returns a placeholder's value in its format, or its fallback. */
  readonly text: (chip: Chip['attrs']) => string;
  /** @returns it apart from any language. */
  readonly value: (tag: string) => Asked;
  /** @returns where the values of each of a list come from, as `item.<field>` and all else. */
  readonly each: (list: List) => readonly Filling[];
}

/** A text that holds no placeholder any more. */
type Said = Exclude<Inline, { type: 'placeholder' }>;
type Marks = NonNullable<Said['marks']>;

/** @returns nodes without placeholders, conditions and repetitions; `block` nodes go too. */
export const fillNodes = (nodes: readonly Node[], from: Filling): Node[] => nodes.flatMap((node) => fill(node, from));

function fill(node: Node, from: Filling): Node[] {
  switch (node.node) {
    case 'block':
      return fillNodes(node.nodes, from);
    case 'when':
      return isMet(node.when, from.value) ? fillNodes(node.nodes, from) : [];
    case 'each':
      return from.each(node.each).flatMap((one) => fillNodes(node.nodes, one));
    case 'columns':
      return [{ ...node, columns: node.columns.map(({ width, nodes }) => ({ width, nodes: fillNodes(nodes, from) })) }];
    case 'text':
      return [{ ...node, text: fillRich(node.text, from), place: NOWHERE }];
    case 'button':
      return [{ ...node, label: fillLine(node.label, from), href: fillAddress(node.href, from), place: NOWHERE }];
    case 'image':
      return [{ ...node, alt: fillLine(node.alt, from), src: node.src, href: node.href && fillAddress(node.href, from) }];
    case 'table': {
      const rows = (own: Filling) => node.rows.map((cells) => cells.map((cell) => fillLine(cell, own)));
      return [
        {
          ...node,
          head: node.head.map((cell) => fillLine(cell, from)),
          rows: node.each ? from.each(node.each).flatMap(rows) : rows(from),
          each: null,
        },
      ];
    }
    case 'function':
      return [
        {
          ...node,
          texts: Object.fromEntries(
            Object.entries(node.texts).map(([field, text]) => [field, 'content' in text ? fillRich(text, from) : fillLine(text, from)]),
          ),
        },
      ];
    case 'line':
    case 'space':
      return [node];
    // Paper alone has these.
    case 'letterhead':
    case 'pageBreak':
    case 'pageFooter':
    case 'paymentPart':
      return [];
  }
}

const NOWHERE: Place | null = null;

function fillRich(text: RichText, from: Filling): RichText {
  return {
    ...text,
    content: text.content.map((block) =>
      block.type === 'paragraph' || block.type === 'heading'
        ? { ...block, content: fillLine(block.content ?? [], from) }
        : {
            ...block,
            content: block.content.map((item) => ({
              ...item,
              content: item.content.map((each) => ({ ...each, content: fillLine(each.content ?? [], from) })),
            })),
          },
    ),
  };
}

const fillLine = (line: readonly Inline[], from: Filling): Said[] => line.flatMap((one) => fillInline(one, from));

function fillInline(one: Inline, from: Filling): Said[] {
  const marks = (one.marks ?? []).flatMap((mark): Marks => {
    if (mark.type !== 'link') return [mark];
    const href = fillAddress(mark.attrs.href, from);
    return href === '' ? [] : [{ ...mark, attrs: { href } }];
  });
  const marked = marks.length > 0 ? { marks } : {};
  if (one.type === 'placeholder') {
    const text = from.text(one.attrs);
    return text === '' ? [] : [{ type: 'text', text, ...marked }];
  }
  return [one.type === 'text' ? { type: 'text', text: one.text, ...marked } : { type: 'hardBreak', ...marked }];
}

/** What a page may lead to; anything else that a value holds, such as a script, leads nowhere. */
const LEADS = /^(https?:\/\/|mailto:|tel:|\/(?!\/))[^\s<>"'\\]*$/i;

/** @returns where an address leads; empty: nowhere. */
export function fillAddress(href: string, from: Filling): string {
  const tag = /^\{\{ *([\w.]+) *\}\}$/.exec(href)?.[1];
  const address = tag === undefined ? href : String(from.value(tag) ?? '');
  return LEADS.test(address) ? address : '';
}
