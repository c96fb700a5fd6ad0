/**
 * Default interest: simple, by the day, act/365, on the principal alone (§ 289 BGB: no interest on interest), at a fixed rate or above the
 * base rate of each day (§ 288, § 247 BGB). It is reckoned as an exact fraction from the first day on and rounded once, half up, at the day
 * asked for: what is booked is the difference to what was booked before, so it is the same sum in one piece or in many.
 */
import { addDays, type CalendarDate, daysBetween } from '../../core/time.ts';

/** A base rate from its day on, in hundredths of a percent a year. */
export interface BaseRate {
  readonly from: CalendarDate;
  readonly basisPoints: number;
}

const rate = (from: string, basisPoints: number): BaseRate => ({ from: from as CalendarDate, basisPoints });

/** The base rate of § 247 BGB as the Deutsche Bundesbank has announced it. A client adds what comes later. */
export const BASE_RATES: readonly BaseRate[] = [
  rate('2002-01-01', 257),
  rate('2002-07-01', 247),
  rate('2003-01-01', 197),
  rate('2003-07-01', 122),
  rate('2004-01-01', 114),
  rate('2004-07-01', 113),
  rate('2005-01-01', 121),
  rate('2005-07-01', 117),
  rate('2006-01-01', 137),
  rate('2006-07-01', 195),
  rate('2007-01-01', 270),
  rate('2007-07-01', 319),
  rate('2008-01-01', 332),
  rate('2008-07-01', 319),
  rate('2009-01-01', 162),
  rate('2009-07-01', 12),
  rate('2011-07-01', 37),
  rate('2012-01-01', 12),
  rate('2013-01-01', -13),
  rate('2013-07-01', -38),
  rate('2014-01-01', -63),
  rate('2014-07-01', -73),
  rate('2015-01-01', -83),
  rate('2016-07-01', -88),
  rate('2023-01-01', 162),
  rate('2023-07-01', 312),
  rate('2024-01-01', 362),
  rate('2024-07-01', 337),
  rate('2025-01-01', 227),
  rate('2025-07-01', 127),
];

export interface InterestTerms {
  readonly kind: 'fixed' | 'aboveBase';
  /** Hundredths of a percent a year: the rate, or what is added to the base rate. */
  readonly basisPoints: number;
  /** The first day that bears interest. */
  readonly from: CalendarDate;
}

/** A change of the principal; it bears on the days after its own, so that the day of a payment still bears interest. */
export interface PrincipalChange {
  readonly day: CalendarDate;
  /** The principal from then on, minor units; below zero counts as none. */
  readonly principal: bigint;
}

/** Hundredths of a percent a year, in days of a year of 365: what sums of principal × rate × days are divided by. */
const DIVISOR = 10_000n * 365n;

/** @param own rates of a client: they take the place of those of the same day. @returns all, by their day. */
export function ratesWith(own: readonly BaseRate[]): BaseRate[] {
  const byDay = new Map([...BASE_RATES, ...own].map((each) => [each.from, each]));
  return [...byDay.values()].sort((a, b) => a.from.localeCompare(b.from));
}

/** @returns hundredths of a percent a year that hold on a day, never below zero. @param rates by their day. */
export function rateOn(day: CalendarDate, terms: InterestTerms, rates: readonly BaseRate[]): number {
  if (terms.kind === 'fixed') return Math.max(0, terms.basisPoints);
  const base = rates.findLast((each) => each.from <= day);
  return Math.max(0, (base?.basisPoints ?? 0) + terms.basisPoints);
}

/** @returns the interest of a period in exact parts of a minor unit: divide by DIVISOR. */
function fraction(changes: readonly PrincipalChange[], terms: InterestTerms, rates: readonly BaseRate[], until: CalendarDate): bigint {
  const end = addDays(until, 1);
  if (end <= terms.from) return 0n;
  // The days on which something changes cut the period into stretches of one principal and one rate.
  const cuts = new Set<CalendarDate>([terms.from]);
  const sorted = [...changes].sort((a, b) => a.day.localeCompare(b.day));
  for (const change of sorted) cuts.add(addDays(change.day, 1));
  if (terms.kind === 'aboveBase') for (const each of rates) cuts.add(each.from);
  const starts = [...cuts].filter((day) => day >= terms.from && day < end).sort();
  return starts.reduce((sum, start, index) => {
    const days = daysBetween(start, starts[index + 1] ?? end);
    const principal = sorted.findLast((change) => change.day < start)?.principal ?? 0n;
    return principal <= 0n ? sum : sum + principal * BigInt(rateOn(start, terms, rates)) * BigInt(days);
  }, 0n);
}

/** Half up, as commerce rounds. */
const rounded = (parts: bigint, divisor: bigint) => (2n * parts + divisor) / (2n * divisor);

/**
 * @param changes what the principal was from when on. @param rates by their day (ratesWith).
 * @returns minor units of interest from the terms' first day until a day, both counted.
 */
export function interestUntil(
  changes: readonly PrincipalChange[],
  terms: InterestTerms,
  rates: readonly BaseRate[],
  until: CalendarDate,
): bigint {
  return rounded(fraction(changes, terms, rates, until), DIVISOR);
}

/** @returns interest of one day on a principal as decimal text with four more digits than the minor unit's own, e.g. "12.3456" cents. */
export function interestPerDay(principal: bigint, terms: InterestTerms, rates: readonly BaseRate[], day: CalendarDate): string {
  if (principal <= 0n || day < terms.from) return '0';
  const parts = rounded(principal * BigInt(rateOn(day, terms, rates)) * 10_000n, DIVISOR);
  return `${parts / 10_000n}.${(parts % 10_000n).toString().padStart(4, '0')}`;
}
