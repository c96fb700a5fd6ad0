/**
 * How Stripe counts money (docs.stripe.com/currencies, read in November 2026): in the smallest unit of each currency, which is not always ISO
 * 4217's. Króna and shilling are counted in hundredths although they have none, the ariary in whole ones; what has three digits ends in 0.
 */
import { invalid } from '../../../../core/fault.ts';
import { exponentOf, toDecimal } from '../../../../core/money.ts';

const WHOLE: ReadonlySet<string> = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const THOUSANDTHS: ReadonlySet<string> = new Set('BHD JOD KWD OMR TND'.split(' '));

/** @returns how many digits after the point Stripe counts in. */
const digitsAtStripe = (currency: string): number => (WHOLE.has(currency) ? 0 : THOUSANDTHS.has(currency) ? 3 : 2);

/** @param minor minor units of ISO 4217. @returns what Stripe is asked for. @throws Fault INVALID_INPUT (amount) for what Stripe cannot count */
export function toStripe(minor: bigint, currency: string): number {
  const digits = digitsAtStripe(currency);
  const shift = digits - exponentOf(currency);
  const factor = 10n ** BigInt(Math.abs(shift));
  const amount = shift >= 0 ? minor * factor : minor / factor;
  const isExact = shift >= 0 || amount * factor === minor;
  if (!isExact || (digits === 3 && amount % 10n !== 0n) || amount > BigInt(Number.MAX_SAFE_INTEGER))
    throw invalid('amount', 'stripeAmount', { amount: toDecimal(minor, currency), currency });
  return Number(amount);
}

/** @returns minor units of ISO 4217, rounded down, and whether that is exact. */
export function fromStripe(amount: number | bigint, currency: string): { minor: bigint; isExact: boolean } {
  const shift = digitsAtStripe(currency) - exponentOf(currency);
  const factor = 10n ** BigInt(Math.abs(shift));
  if (shift <= 0) return { minor: BigInt(amount) * factor, isExact: true };
  const minor = BigInt(amount) / factor;
  return { minor, isExact: minor * factor === BigInt(amount) };
}

/** An amount as Stripe tells it. */
export interface StripeAmount {
  readonly amount: bigint;
  /** ISO 4217; null where the notice names none. */
  readonly currency: string | null;
}

/** @returns whether Stripe tells of exactly this sum, currency included. */
export function isSum(told: StripeAmount, minor: bigint, currency: string): boolean {
  if (told.currency !== currency) return false;
  const read = fromStripe(told.amount, currency);
  return read.isExact && read.minor === minor;
}
