/** Blocks on the clipboard: text that any design of this product can take, checked like everything that comes from outside. */
import { z } from 'zod';
import { type Design, FORMAT } from '../../../blocks/design.ts';
import { type DesignProblem, readDesign } from '../../../blocks/read.ts';
import { designTexts } from '../../../blocks/texts.ts';
import { LOCALES } from '../../../core/locale.ts';
import { type Piece, renewed } from './written.ts';

const MARK = 'quittance-blocks';

const form = z.strictObject({
  [MARK]: z.literal(1),
  design: z.unknown(),
  texts: z.partialRecord(z.enum(LOCALES), designTexts),
});

/** @returns a piece as text. */
export function toClipboard({ blocks, texts }: Piece, medium: Design['medium']): string {
  return JSON.stringify({ [MARK]: 1, design: { format: FORMAT, medium, blocks }, texts });
}

/** @returns the blocks of a text under new ids; what is wrong with them; null when the text holds no blocks at all. */
export function fromClipboard(text: string, medium: Design['medium']): Piece | { readonly problems: readonly DesignProblem[] } | null {
  if (!text.startsWith(`{"${MARK}"`)) return null;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = form.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const values = { path: issue?.path.join('.') ?? '', reason: issue?.message ?? '' };
    return { problems: [{ blockId: null, key: 'designForm', values }] };
  }
  const { design, problems } = readDesign(parsed.data.design, medium);
  return problems.length > 0 ? { problems } : renewed({ blocks: design.blocks, texts: parsed.data.texts });
}
