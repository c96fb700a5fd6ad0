/** Waiting for so many days after the last of something, however often it happens meanwhile. */
import { z } from 'zod';
import { type Instant, isoInstant } from '../../core/time.ts';
import type { FieldLayout } from '../step.ts';
import type { Context, Decision } from '../types.ts';
import { after } from './waits.ts';

export const sinceFields = {
  days: z.int().min(0).max(3650).default(7),
  workingDays: z.boolean().default(false),
  description: z.string().max(500).default(''),
};
export const sinceLayout = {
  days: { control: 'number', min: 0, max: 3650, unit: 'days' },
  workingDays: { control: 'switch' },
  description: { control: 'textarea' },
} as const satisfies Record<string, FieldLayout>;

/**
 * @param moments of the last ones of each chosen kind; null for none. @param keys the reasons: none ever, waiting, over.
 * @returns the next step once the days have passed since the latest of them, or at once where there is none.
 */
export function sinceLast(
  moments: readonly (Instant | null | undefined)[],
  span: { days: number; workingDays: boolean },
  context: Context,
  keys: { none: string; waiting: string; over: string },
): Decision<'next'> {
  const last = Math.max(...moments.map((moment) => moment ?? Number.NEGATIVE_INFINITY)) as Instant;
  if (!Number.isFinite(last)) return { next: { to: 'next' }, why: { key: keys.none } };
  const until = after(context, span, last);
  const values = { days: span.days, since: isoInstant(last), until: isoInstant(until) };
  if (context.now >= until) return { next: { to: 'next' }, why: { key: keys.over, values } };
  return { next: { to: 'wait', until, reason: { key: keys.waiting, values } } };
}
