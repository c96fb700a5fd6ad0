/** Amounts as people type them. */
import { fromDecimal } from './money.ts';

/** @returns the sign between units and decimals of a locale's numbers: "," for de-DE. */
export function decimalSign(format: Intl.NumberFormat): string {
  return format.formatToParts(0.5).find((part) => part.type === 'decimal')?.value ?? '.';
}

/** Characters of an amount however it is written: beyond them nothing is looked for. */
const LONGEST = 80;

/**
 * Reads what somebody typed in the locale's way or in another one that can mean one amount only: "1,284.60", "1.284,60 €" and "12.5" are
 * understood everywhere, "1.284" only where the locale says which it is. @param decimal the locale's sign. @returns minor units, or null.
 */
export function readAmount(typed: string, currency: string, decimal: string): bigint | null {
  const number = readNumber(typed, decimal, currency);
  return number === null ? null : fromDecimal(number, currency);
}

/**
 * Reads a number as readAmount does, with any decimals. @param currency whose code or sign may stand beside it, in capitals.
 * @returns plain decimal text ("-1284.605"), or null.
 */
export function readNumber(typed: string, decimal: string, currency = ''): string | null {
  if (typed.length > LONGEST) return null;
  const text = bareNumber(typed.replace(/[\s'’\u200e\u200f]/g, ''), currency);
  if (text === null) return null;
  const group = decimal === ',' ? '.' : ',';
  if (isGrouped(text, group, decimal)) return text.replaceAll(group, '').replace(decimal, '.');
  // Both signs, or one of them twice: nobody writes a single amount like that in more than one way.
  if (isGrouped(text, decimal, group) && (text.includes(group) || text.split(decimal).length > 2))
    return text.replaceAll(decimal, '').replace(group, '.');
  // A single sign with one or two digits after it, or after a lone zero, separates decimals in every locale.
  const plain = /^-?(\d+[.,]\d{1,2}|0[.,]\d+)$/.test(text) ? text.replace(group, decimal) : text;
  const read = plain.replace(decimal, '.');
  return plain.includes(group) || !/^-?\d+(\.\d+)?$/.test(read) ? null : read;
}

/** Words people write for a currency, beside its code and its sign. */
const WORDS = /^(euros?|dollars?|pounds?|kronor|kroner|fr|rs|kr|zł|kč|ft)$/iu;
const codes = new Set(Intl.supportedValuesOf('currency'));

/** @returns the number without the currency beside it ("€", "US$", "EUR", "kr."), null when there is anything else: "about 7" is no amount. */
function bareNumber(text: string, currency: string): string | null {
  const [, before = '', number, after = ''] = /^([^\d-]*)(-?\d(?:.*\d)?)([^\d]*)$/su.exec(text) ?? [];
  if (number === undefined) return null;
  // A dash in place of the decimals, as in "50,-", means none.
  return [before, after.replace(/^[.,][-–—]+/u, '')].every((word) => isCurrency(word.replace(/\.$/u, ''), currency)) ? number : null;
}

const isCurrency = (word: string, currency: string) =>
  word === '' || /^[\p{Lu}]{0,3}\p{Sc}$/u.test(word) || codes.has(word) || word.toUpperCase() === currency || WORDS.test(word);

const isGrouped = (text: string, group: string, decimal: string) =>
  new RegExp(`^-?\\d{1,3}(\\${group}\\d{3})+(\\${decimal}\\d+)?$`).test(text);

/** Reads a whole number of at most five digits, with or without a sign between its thousands. @returns null for anything else. */
export function readWhole(typed: string): number | null {
  const text = typed.replace(/[\s'’]/g, '');
  if (typed.length > LONGEST || !/^-?(\d{1,5}|\d{1,2}[.,]\d{3})$/.test(text)) return null;
  return Number(text.replace(/[.,]/, ''));
}
