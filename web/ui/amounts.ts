/** Reckoning with amounts as the Money scalar gives them: exact, in the currency's minor units. */
import { fromDecimal, toDecimal } from '../../core/money.ts';

/** @param amount plain decimal text of the Money scalar. @throws RangeError for what is no amount of the currency. */
export function minorOf(amount: string, currency: string): bigint {
  const minor = fromDecimal(amount, currency);
  if (minor === null) throw new RangeError(`“${amount}” is not a valid ${currency} amount`);
  return minor;
}

/** @returns what the amounts add up to, as plain decimal text. */
export function sumOf(amounts: readonly string[], currency: string): string {
  return toDecimal(
    amounts.reduce((sum, amount) => sum + minorOf(amount, currency), 0n),
    currency,
  );
}

/** @returns how much of the whole the part is, from 0 to 1 in thousandths; 0 of nothing. */
export function shareOf(part: bigint, whole: bigint): number {
  return whole > 0n && part > 0n ? Number((part * 1000n) / whole) / 1000 : 0;
}
