/** What the blocks of debtors' pages have in common: the portal draws what they do, from their settings and texts. */
import { type ZodObject, type ZodType, z } from 'zod';
import { type Block, defineBlock, type TextField } from '../block.ts';

/** How a link to another page looks: in a line with others, as a button, or as a card with a heading and a text. */
export const LOOKS = ['link', 'button', 'card'] as const;
export const look = z.enum(LOOKS);

/** A text that is the product's own in the debtor's language while nothing is written. */
export const ownLine: TextField = { kind: 'line', most: 300, optional: true };
export const ownText: TextField = { kind: 'rich', most: 5_000, optional: true };

/** Heading and text of a card, and what leads on. */
export const LEADING_ON = { title: ownLine, text: ownText, label: ownLine };

/** Declares a block of pages whose drawing is the portal's, by the block's type. */
export function pageBlock<Shape extends ZodObject<Record<string, ZodType>>>(
  block: Pick<Block<Shape>, 'type' | 'icon' | 'once' | 'fields' | 'layout' | 'texts'>,
): Block<Shape> {
  const { type, texts } = block;
  return defineBlock({
    ...block,
    media: ['page'],
    version: 1,
    upgrades: [],
    group: 'actions',
    top: false,
    slots: [],
    draw: (fields, { line, rich }) => [
      {
        node: 'function',
        name: type,
        fields,
        texts: Object.fromEntries(Object.entries(texts).map(([field, { kind }]) => [field, kind === 'rich' ? rich(field) : line(field)])),
      },
    ],
  });
}
