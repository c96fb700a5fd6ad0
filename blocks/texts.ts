/** The texts of a design in one language, by the block and field they belong to, and what is missing or outdated beside the leading language. */
import { z } from 'zod';
import type { Medium } from './design.ts';
import { inlinesOf, plainText, type RichText, richText } from './words.ts';

/** `<block id>.<field>`; `subject` and `preheader` are the message's own. */
export type TextKey = string;

/** The texts that belong to what is written as a whole: those of a mail's envelope, the subject of a letter. A page has none. */
export const ENVELOPE: Readonly<Record<Medium, readonly ('subject' | 'preheader')[]>> = {
  mail: ['subject', 'preheader'],
  paper: ['subject'],
  page: [],
};

export const designTexts = z.record(
  z.string().max(110),
  z.strictObject({
    /** One line with placeholders in it (`inlinesOf`), or rich text. */
    text: z.union([z.string().max(2_000), richText]),
    /** What the leading language said when this was written (`signOf`); absent in the leading language. */
    of: z.string().max(64).optional(),
  }),
);
export type DesignTexts = z.infer<typeof designTexts>;

/** Databases and editors keep the keys of an object in orders of their own. */
const sorted = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** @returns texts as JSON: the same for the same texts, whatever order their keys came in. */
export const writeTexts = (texts: DesignTexts): string => JSON.stringify(texts, sorted);

/** @returns a short sign of a text, to notice that it changed: the same for the same words. */
export function signOf(text: string | RichText): string {
  const said = typeof text === 'string' ? text : JSON.stringify(text, sorted);
  let hash = 0xcbf29ce484222325n;
  for (const letter of said) hash = ((hash ^ BigInt(letter.codePointAt(0)!)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return hash.toString(36);
}

/** @returns whether a text says nothing. */
export const isEmpty = (text: string | RichText) => (typeof text === 'string' ? text : plainText(text)).trim() === '';

/** @returns for each text of the leading language how the other one stands: `missing`, or `outdated` where the leading text changed since. */
export function behind(leading: DesignTexts, other: DesignTexts): ReadonlyMap<TextKey, 'missing' | 'outdated'> {
  const found = new Map<TextKey, 'missing' | 'outdated'>();
  for (const [key, { text }] of Object.entries(leading)) {
    if (isEmpty(text)) continue;
    const own = other[key];
    if (!own || isEmpty(own.text)) found.set(key, 'missing');
    else if (own.of !== undefined && own.of !== signOf(text)) found.set(key, 'outdated');
  }
  return found;
}

/** @returns a line's text as inlines. */
export const lineOf = (text: string) => inlinesOf(text);
