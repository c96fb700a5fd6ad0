/** The registry of mail blocks: the one list that palette, panel, canvas, checks and output read. */
import type { MailBlock } from './block.ts';
import { button } from './mail/button.ts';
import { columns } from './mail/columns.ts';
import { text } from './mail/text.ts';

/** In the palette's order. */
export const mailBlocks: readonly MailBlock[] = [columns, text, button];

const byType = new Map<string, MailBlock>(mailBlocks.map((block) => [block.type, block]));

/** @returns the block of a type, or undefined when the product has none of that name. */
export const mailBlock = (type: string): MailBlock | undefined => byType.get(type);
