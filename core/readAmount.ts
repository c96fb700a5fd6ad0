/** Amounts as people type them. */
import { fromDecimal } from './money.ts';

/** @returns the sign between units and decimals of a locale's numbers: "," for de-DE. */
export function decimalSign(format: Intl.NumberFormat): string {
  return format.formatToParts(0.5).find((part) => part.type === 'decimal')?.value ?? '.';
}

/** Characters of an amount however it is written: beyond them nothing is looked for. */
const LONGEST = 80;

/**
 * Reads what somebody typed: "1,284.60", "1.284,60 €" and "12.5" where "," separates decimals are all understood; nothing is guessed that
 * could be two amounts. @param decimal the locale's sign. @returns minor units, or null.
 */
export function readAmount(typed: string, currency: string, decimal: string): bigint | null {
  if (typed.length > LONGEST) return null;
  const text = typed.replace(/[\s'’]/g, '').replace(/^[^\d-]+|[^\d]+$/g, '');
  const group = decimal === ',' ? '.' : ',';
  const grouped = new RegExp(`^-?\\d{1,3}(\\${group}\\d{3})+(\\${decimal}\\d+)?$`).test(text);
  // A single sign with one or two digits after it, or after a lone zero, separates decimals in every locale.
  const plain = grouped ? text.replaceAll(group, '') : /^-?(\d+[.,]\d{1,2}|0[.,]\d+)$/.test(text) ? text.replace(group, decimal) : text;
  return plain.includes(group) ? null : fromDecimal(plain.replace(decimal, '.'), currency);
}
