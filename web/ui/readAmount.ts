import { toDecimal } from '../../core/money.ts';
import { decimalSign, readAmount as read } from '../../core/readAmount.ts';
import type { Format } from './format.ts';

/**
 * Reads what a person of the locale types: with or without thousands signs, with the locale's decimal sign, or with a point or comma that cannot
 * be a thousands sign. Forms alone need it, so it is no part of the format that every screen loads.
 * @returns plain decimal text, or null when it is no amount of the currency.
 */
export function readAmount(format: Pick<Format, 'locale'>, typed: string, currency: string): string | null {
  const minor = read(typed, currency, decimalSign(new Intl.NumberFormat(format.locale)));
  return minor === null ? null : toDecimal(minor, currency);
}
