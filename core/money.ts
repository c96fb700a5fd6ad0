/** Money is an integer number of minor units (cents) of one currency; nothing here ever touches a float. */

/** An amount in minor units (bigint) with its ISO 4217 currency code. */
export interface Money {
  readonly minor: bigint;
  readonly currency: string;
}

/** Minor-unit digits of the currencies that do not have two (ISO 4217). */
const EXPONENTS: Record<string, number> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
};

/** @returns how many digits after the point the currency has. */
export function exponentOf(currency: string): number {
  return EXPONENTS[currency] ?? 2;
}

/** @param currency three capital letters, e.g. EUR @returns the amount as money. */
export function money(minor: bigint, currency: string): Money {
  return { minor, currency };
}

/** @returns the amount as a plain decimal string: 128460n EUR is "1284.60", 500n JPY is "500". */
export function toDecimal(minor: bigint, currency: string): string {
  const digits = exponentOf(currency);
  if (digits === 0) return minor.toString();
  const sign = minor < 0n ? '-' : '';
  const text = (minor < 0n ? -minor : minor).toString().padStart(digits + 1, '0');
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/**
 * Reads a plain decimal string ("1284.60", "-3", "0.5") exactly.
 * @returns minor units, or null when it is no number or has more digits than the currency (nothing is rounded silently).
 */
export function fromDecimal(text: string, currency: string): bigint | null {
  const match = /^([+-]?)(\d{1,15})(?:\.(\d+))?$/.exec(text.trim());
  if (!match) return null;
  const digits = exponentOf(currency);
  const fraction = (match[3] ?? '').replace(/0+$/, '');
  if (fraction.length > digits) return null;
  const minor = BigInt(match[2]! + fraction.padEnd(digits, '0'));
  return match[1] === '-' ? -minor : minor;
}

/**
 * Splits an amount into n parts that differ by at most one minor unit; the earlier parts carry the odd cents.
 * @returns n parts whose sum is exactly the amount. @throws RangeError when n is not a positive integer.
 */
export function split(minor: bigint, parts: number): bigint[] {
  if (!Number.isInteger(parts) || parts < 1) throw new RangeError('parts must be a positive integer');
  const n = BigInt(parts);
  const base = minor / n;
  const rest = minor - base * n;
  const step = rest < 0n ? -1n : 1n;
  const odd = Number(rest < 0n ? -rest : rest);
  return Array.from({ length: parts }, (_, index) => base + (index < odd ? step : 0n));
}

/** Making a format costs a hundred times what using it does. */
const formats = new Map<string, Intl.NumberFormat>();

/** @returns the amount as people of the locale read it, e.g. "1.284,60 €" for de-DE. */
export function formatMoney(minor: bigint, currency: string, locale: string): string {
  // Intl takes decimal strings, so large amounts keep every cent.
  const value = toDecimal(minor, currency) as unknown as number;
  const key = `${locale} ${currency}`;
  let format = formats.get(key);
  if (!format) {
    const digits = exponentOf(currency);
    format = new Intl.NumberFormat(locale.replace('_', '-'), {
      style: 'currency',
      currency,
      // Intl's own idea of a currency's digits rounds some of them away.
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    formats.set(key, format);
  }
  return format.format(value);
}
