/** What nodes ask for and lead to, and which block and field it is in: for checks and for lists of where something is used. */
import type { Condition } from './condition.ts';
import type { List, Node, Place } from './nodes.ts';
import type { Inline, RichText } from './words.ts';

export interface Where {
  readonly blockId: string | null;
  readonly field: string | null;
}

/** A placeholder that is read. */
export interface TagUse extends Where {
  readonly tag: string;
  readonly fallback: boolean;
  /** The list that is repeated around it. */
  readonly list: List | null;
  /** Asked by a condition, which is there for values that may be missing. */
  readonly asked: boolean;
}

/** An address that something leads to. */
export interface LinkUse extends Where {
  readonly href: string;
}

export interface Uses {
  readonly tags: readonly TagUse[];
  readonly links: readonly LinkUse[];
  readonly lists: ReadonlySet<List>;
}

/** An address that is a placeholder as a whole. */
export const tagOfAddress = (href: string): string | null => /^\{\{ *([\w.]+) *\}\}$/.exec(href)?.[1] ?? null;

interface Around extends Where {
  readonly list: List | null;
}

/** @returns what nodes read and where they lead, in their order. */
export function usesOf(nodes: readonly Node[]): Uses {
  const tags: TagUse[] = [];
  const links: LinkUse[] = [];
  const lists = new Set<List>();
  const link = (href: string, around: Around) => {
    if (href === '') return;
    links.push({ href, blockId: around.blockId, field: around.field });
    const tag = tagOfAddress(href);
    if (tag) tags.push({ tag, fallback: false, asked: false, ...around });
  };
  const line = (said: readonly Inline[] | undefined, around: Around) => {
    for (const one of said ?? []) {
      if (one.type === 'placeholder') tags.push({ tag: one.attrs.tag, fallback: one.attrs.fallback !== '', asked: false, ...around });
      for (const mark of one.marks ?? []) if (mark.type === 'link') link(mark.attrs.href, around);
    }
  };
  const rich = (text: RichText, around: Around) => {
    for (const block of text.content) {
      if (block.type === 'paragraph' || block.type === 'heading') line(block.content, around);
      else for (const item of block.content) for (const paragraph of item.content) line(paragraph.content, around);
    }
  };
  const asks = ({ asks }: Condition, around: Around) => {
    for (const { tag } of asks) tags.push({ tag, fallback: true, asked: true, ...around });
  };
  const walk = (node: Node, around: Around): void => {
    const at = (place: Place | null): Around => ({ ...around, field: place?.field ?? null });
    const inside = (each: List | null): Around => {
      if (each) lists.add(each);
      return { ...around, list: each ?? around.list };
    };
    if (node.node === 'block') for (const each of node.nodes) walk(each, { ...around, blockId: node.id });
    else if (node.node === 'columns') for (const { nodes } of node.columns) for (const each of nodes) walk(each, around);
    else if (node.node === 'when') {
      asks(node.when, around);
      for (const each of node.nodes) walk(each, around);
    } else if (node.node === 'each') for (const each of node.nodes) walk(each, inside(node.each));
    else if (node.node === 'text') rich(node.text, at(node.place));
    else if (node.node === 'button') {
      line(node.label, at(node.place));
      link(node.href, { ...around, field: 'href' });
    } else if (node.node === 'image') {
      line(node.alt, { ...around, field: 'alt' });
      link(node.href ?? '', { ...around, field: 'href' });
    } else if (node.node === 'letterhead') {
      line(node.sender, { ...around, field: 'sender' });
      for (const cell of [node.address, ...node.facts.flat()]) line(cell, around);
      rich(node.contact, { ...around, field: 'contact' });
    } else if (node.node === 'pageFooter') rich(node.text, at(node.place));
    else if (node.node === 'table') {
      for (const cell of node.head) line(cell, around);
      for (const cell of node.rows.flat()) line(cell, inside(node.each));
    } else if (node.node === 'function') {
      for (const [field, said] of Object.entries(node.texts)) {
        if ('content' in said) rich(said, { ...around, field });
        else line(said, { ...around, field });
      }
    }
  };
  for (const node of nodes) walk(node, { blockId: null, field: null, list: null });
  return { tags, links, lists };
}
