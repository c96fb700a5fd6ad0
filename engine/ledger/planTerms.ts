/** How plans follow what strategies have set for their claims: within the client's own limits, and the stricter of several. */
import type { InstalmentTerms } from '../claimTerms.ts';
import type { Interval } from './plan.ts';

interface Limits {
  readonly minParts: number;
  readonly maxParts: number;
  readonly intervals: readonly Interval[];
  readonly maxFirstDays: number;
  readonly downPayment: boolean;
}

export interface BoundLimits {
  readonly maxParts: number;
  readonly intervals: Interval[];
  /** Decimal text, which no payment is below besides the client's own; null without one. */
  readonly leastParts: readonly string[];
  /** Days until the first payment; null: the interval's usual day. */
  readonly firstDays: number | null;
  /** What is paid first at least, each of them; none where the client allows no down payment. */
  readonly down: readonly NonNullable<InstalmentTerms['downPayment']>[];
}

/** @returns what is left of a client's limits. Where terms leave no interval that the client allows, the client's count. */
export function boundLimits(limits: Limits, terms: readonly InstalmentTerms[]): BoundLimits {
  const most = Math.min(limits.maxParts, ...terms.map(({ parts }) => parts));
  const intervals = limits.intervals.filter((interval) => terms.every((each) => each.interval === interval));
  const days = terms.flatMap(({ firstDays }) => firstDays ?? []);
  return {
    maxParts: Math.max(limits.minParts, most),
    intervals: intervals.length > 0 ? intervals : [...limits.intervals],
    leastParts: terms.flatMap(({ minPart }) => minPart ?? []),
    firstDays: days.length > 0 ? Math.min(limits.maxFirstDays, ...days) : null,
    down: limits.downPayment ? terms.flatMap(({ downPayment }) => downPayment ?? []) : [],
  };
}

/** @param toMinor reads decimal text. @returns minor units that are paid first at least: a share is rounded up, and never all of it. */
export function leastDown(down: BoundLimits['down'], amount: bigint, toMinor: (text: string) => bigint | null): bigint {
  const each = down.map((one) => ('percent' in one ? (amount * BigInt(one.percent) + 99n) / 100n : (toMinor(one.amount) ?? 0n)));
  const most = each.reduce((max, one) => (one > max ? one : max), 0n);
  return most < amount ? most : 0n;
}
