import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDecimal } from './money.ts';
import { decimalSign, readAmount, readNumber, readWhole } from './readAmount.ts';

const LOCALES = ['en-US', 'de-DE', 'es-ES', 'nl-NL'];
const signs = LOCALES.map((locale) => decimalSign(new Intl.NumberFormat(locale)));

describe('a number', () => {
  it('keeps all decimals, in the reader’s format or any unambiguous one', () => {
    for (const decimal of signs) {
      expect(readNumber('1.284,605', decimal)).toBe('1284.605');
      expect(readNumber('-0.1234', decimal)).toBe('-0.1234');
      for (const wrong of ['', '-', 'many', '1..2', '12 people', '1.2.3']) expect(readNumber(wrong, decimal), wrong).toBeNull();
    }
    expect([readNumber('1.284', ','), readNumber('1.284', '.'), readNumber('1,284', '.')]).toEqual(['1284', '1.284', '1284']);
  });
});

describe('an amount', () => {
  it('is read in another country’s format if it is unambiguous', () => {
    for (const decimal of signs) {
      expect(readAmount('1.000,50', 'EUR', decimal)).toBe(100_050n);
      expect(readAmount('1,000.50', 'EUR', decimal)).toBe(100_050n);
      expect(readAmount('1.000.000', 'EUR', decimal)).toBe(100_000_000n);
      for (const wrong of ['abc', '1.000,50.2', '1.00,5', '1,0000.5', '']) expect(readAmount(wrong, 'EUR', decimal), wrong).toBeNull();
    }
    expect(readAmount('1.284', 'EUR', '.')).toBeNull();
  });

  it('may include its currency, and no other word', () => {
    for (const typed of ['€ 7', '7 €', 'US$ 7', 'R$7', 'EUR 7', '7 eur', '7 Euro', 'kr. 7', '7,-', '€ 7,–'])
      expect(readAmount(typed, 'EUR', ','), typed).toBe(700n);
    for (const typed of ['about 7', 'ca. 7', '7 to 9', '7 days', '> 7', '7?', 'x7', '7-', '(7)'])
      expect(readAmount(typed, 'EUR', ','), typed).toBeNull();
  });

  it('is never read as a different amount, in any locale', () => {
    const whose = fc.constantFrom(...LOCALES);
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 13n), fc.constantFrom('EUR', 'JPY'), whose, whose, (minor, currency, writer, reader) => {
        const digits = { style: 'currency', currency, useGrouping: 'always' } as const;
        const text = new Intl.NumberFormat(writer, digits).format(toDecimal(minor, currency) as `${number}`);
        const read = readAmount(text, currency, decimalSign(new Intl.NumberFormat(reader)));
        // A single sign before three digits may be either: then it is asked for, not guessed.
        if (read === null) expect(text).toMatch(/^\D*\d{1,3}[.,]\d{3}\D*$/);
        else expect(read).toBe(minor);
      }),
    );
  });
});

it('a whole number is read with and without a sign between its thousands', () => {
  expect(['30', '-5', '1.000', '1,000', ' 1 000 '].map(readWhole)).toEqual([30, -5, 1000, 1000, 1000]);
  expect(['', 'abc', '1.5', '3 days', '123456', '1.0000'].map(readWhole)).toEqual([null, null, null, null, null, null]);
  fc.assert(fc.property(fc.integer({ min: -99_999, max: 99_999 }), (whole) => readWhole(String(whole)) === whole));
});
