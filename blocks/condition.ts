/** Whether a block is in a message: asked of the placeholders when the message is made. */
import { z } from 'zod';
import { NUMBER, TAG } from './words.ts';

export const CONDITION_OPERATIONS = ['there', 'missing', 'equals', 'differs', 'above', 'below'] as const;

export const condition = z.strictObject({
  match: z.enum(['every', 'any']),
  asks: z
    .array(
      z.strictObject({
        tag: z.string().max(200).regex(TAG),
        operation: z.enum(CONDITION_OPERATIONS),
        value: z.string().max(200).default(''),
      }),
    )
    .min(1)
    .max(10),
});
export type Condition = z.infer<typeof condition>;

/** What a condition compares: text, or a number; '' and null: there is none. */
export type Asked = string | number | boolean | null | undefined;

/** @param read what a placeholder's value is apart from any language: a decimal, a day. @returns whether a condition holds, as messages ask it. */
export function isMet({ match, asks }: Condition, read: (tag: string) => Asked): boolean {
  const holds = ({ tag, operation, value }: Condition['asks'][number]) => answer(read(tag) ?? '', operation, value);
  return match === 'every' ? asks.every(holds) : asks.some(holds);
}

function answer(own: string | number | boolean, operation: (typeof CONDITION_OPERATIONS)[number], value: string): boolean {
  const isBlank = own === false || String(own).trim() === '';
  if (operation === 'there') return !isBlank;
  if (operation === 'missing') return isBlank;
  const isNumber = NUMBER.test(value) && !isBlank && Number.isFinite(Number(own));
  if (operation === 'above' || operation === 'below')
    return isNumber && (operation === 'above' ? Number(own) > Number(value) : Number(own) < Number(value));
  const isSame = isNumber ? Number(own) === Number(value) : String(own) === value;
  return isSame === (operation === 'equals');
}
