/** New blocks: their fields' defaults, and what their texts begin with in each language. */

import { blockType } from './catalogue.ts';
import type { DesignBlock } from './design.ts';
import { saidIn } from './said.ts';
import { type RichText, richTextOf } from './words.ts';

/** @returns a new block with its defaults; slots are empty. @throws Error for a type that the product doesn't have. */
export function startBlock(type: string, id: string): DesignBlock {
  const block = blockType(type);
  if (!block) throw new Error(`no block of type ${type}`);
  const { version, fields, slots } = block;
  return {
    id,
    type,
    v: version,
    fields: fields.parse({}),
    ...(slots.length > 0 ? { slots: Object.fromEntries(slots.map((name) => [name, []])) } : {}),
  };
}

/** @returns what a field of a new block says, in a language; empty where it begins empty. */
export function startText(type: string, field: string, locale: string): string | RichText {
  const said = saidIn(locale).starts[`${type}.${field}`];
  if (blockType(type)?.texts[field]?.kind !== 'rich') return typeof said === 'string' ? said : '';
  return richTextOf(...(typeof said === 'string' ? [said] : (said ?? [''])));
}
