/** Sums in parts: instalment plans and loans of equal payments. Minor units; the parts always add up to the sum exactly. */
import { split } from '../../core/money.ts';
import { addDays, addMonths, type CalendarDate } from '../../core/time.ts';

export type Interval = 'weekly' | 'everyTwoWeeks' | 'monthly';
export const INTERVALS: readonly Interval[] = ['weekly', 'everyTwoWeeks', 'monthly'];

/** @returns the day of the n-th payment (0 is the first). Months keep the first one's day: 31 January, 28 February, 31 March. */
export function dayOfPart(first: CalendarDate, interval: Interval, n: number): CalendarDate {
  return interval === 'monthly' ? addMonths(first, n) : addDays(first, n * (interval === 'weekly' ? 7 : 14));
}

export interface PlanWish {
  readonly amount: bigint;
  /** The first payment when it differs from the others; 0 without one. */
  readonly downPayment: bigint;
  /** Payments besides the down payment. */
  readonly parts: number;
  readonly interval: Interval;
  readonly first: CalendarDate;
}

export interface PlannedPart {
  readonly amount: bigint;
  readonly dueDate: CalendarDate;
}

/**
 * Splits a sum: the down payment on the first day, the rest in parts that differ by at most one minor unit, of which the first carry the
 * odd ones. @throws RangeError when parts is no positive integer
 */
export function planParts({ amount, downPayment, parts, interval, first }: PlanWish): PlannedPart[] {
  const rest = split(amount - downPayment, parts);
  const all = downPayment > 0n ? [downPayment, ...rest] : rest;
  return all.map((part, n) => ({ amount: part, dueDate: dayOfPart(first, interval, n) }));
}

export interface LoanPart {
  readonly number: number;
  readonly payment: bigint;
  readonly interest: bigint;
  readonly principal: bigint;
  /** What is left after it. */
  readonly rest: bigint;
}

const halfUp = (top: bigint, bottom: bigint) => (2n * top + bottom) / (2n * bottom);

/**
 * A loan paid back in equal monthly payments, reckoned with whole numbers: the payment is the annuity P·q^n·(q−1)/(q^n−1), rounded half up;
 * each month's interest is a twelfth of the yearly rate on what is left, rounded half up; the last payment is what is left with its interest.
 * @param basisPoints nominal rate, hundredths of a percent a year. @param months 1 or more. @throws RangeError
 */
export function annuity(principal: bigint, basisPoints: number, months: number): LoanPart[] {
  if (!Number.isInteger(months) || months < 1) throw new RangeError('months must be a positive integer');
  if (!Number.isInteger(basisPoints) || basisPoints < 0) throw new RangeError('basisPoints must be zero or more');
  const year = 120_000n;
  const monthly = BigInt(basisPoints);
  const grown = (year + monthly) ** BigInt(months);
  const still = year ** BigInt(months);
  const payment = monthly === 0n ? halfUp(principal, BigInt(months)) : halfUp(principal * monthly * grown, year * (grown - still));
  let rest = principal;
  return Array.from({ length: months }, (_, index) => {
    const interest = halfUp(rest * monthly, year);
    const usual = payment - interest;
    const paid = index === months - 1 || usual > rest ? rest : usual;
    rest -= paid;
    return { number: index + 1, payment: paid + interest, interest, principal: paid, rest };
  });
}
