import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exponentOf, toDecimal } from '../../core/money.ts';
import { formatFor } from './format.ts';
import { readAmount } from './readAmount.ts';

const berlin = formatFor('de-DE', 'Europe/Berlin');
const newYork = formatFor('en-US', 'America/New_York');
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('money', () => {
  it('is written exactly, however large, in the currency’s own decimals', () => {
    expect(plain(berlin.money('1284.60', 'EUR'))).toBe('1.284,60 €');
    expect(newYork.money('9007199254740993.07', 'EUR')).toBe('€9,007,199,254,740,993.07');
    expect(plain(newYork.money('500', 'JPY'))).toBe('¥500');
    expect(plain(newYork.money('-3.1', 'KWD'))).toContain('3.100');
  });
  it('leaves the currency to the column’s header', () => {
    expect(berlin.amount('1284.60', 'EUR')).toBe('1.284,60');
    expect(newYork.amount('-12.5', 'EUR')).toBe('-12.50');
    expect(berlin.currencySign('EUR')).toBe('€');
    expect(berlin.header('Saldo', 'EUR')).toBe('Saldo\u00a0€');
  });
  it('is read as it is written, in every locale and currency', () => {
    const currencies = fc.constantFrom('EUR', 'JPY', 'KWD', 'IQD', 'ISK', 'USD');
    const locales = fc.constantFrom('en-US', 'en-GB', 'de-DE', 'es-ES', 'nl-NL');
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 14n), 10n ** 14n), currencies, locales, (minor, currency, locale) => {
        const format = formatFor(locale, 'UTC');
        const amount = toDecimal(minor, currency);
        expect(readAmount(format, format.amount(amount, currency), currency)).toBe(amount);
        expect((format.amount(amount, currency).split(/[.,](?=\d+$)/)[1] ?? '').length).toBe(
          exponentOf(currency) || (Math.abs(Number(minor)) < 1000 ? 0 : 3),
        );
      }),
    );
  });
  it('is read from what people type, and never guessed', () => {
    expect(['1.284,60', '1284,6', '1284.60', ' 1 284,60 €', '0.5'].map((typed) => readAmount(berlin, typed, 'EUR'))).toEqual([
      '1284.60',
      '1284.60',
      '1284.60',
      '1284.60',
      '0.50',
    ]);
    expect(['1,284.60', '€1,284.60', '1284,60', '1.5'].map((typed) => readAmount(newYork, typed, 'EUR'))).toEqual([
      '1284.60',
      '1284.60',
      '1284.60',
      '1.50',
    ]);
    expect([readAmount(berlin, '1.284', 'EUR'), readAmount(newYork, '1.284', 'KWD')]).toEqual(['1284.00', '1.284']);
    for (const wrong of ['', 'ten', '1,2,3', '1.28.4', '1,284', '12.345.6', '5,001'])
      expect(readAmount(berlin, wrong, 'EUR'), wrong).toBeNull();
    expect([readAmount(berlin, '10,5', 'JPY'), readAmount(newYork, '0.001', 'EUR')]).toEqual([null, null]);
  });
});

describe('time', () => {
  it('is told in the client’s zone; a calendar day is the same everywhere', () => {
    expect(berlin.date('2026-11-21T23:30:00Z', 'long')).toBe('22.11.2026, 00:30');
    expect(berlin.dayOf('2026-11-21T23:30:00Z')).toBe('2026-11-22');
    expect(newYork.dayOf('2026-11-21T23:30:00Z')).toBe('2026-11-21');
    expect(newYork.date('2026-11-21')).toBe('Nov 21, 2026');
  });
  it('gives nothing for what is no date', () => {
    expect([berlin.date('soon'), berlin.date(null), berlin.relative(undefined)]).toEqual(['', '', '']);
  });
  it('is told relative to now by days of the client’s calendar', () => {
    const now = Date.parse('2026-11-21T10:00:00Z');
    expect(newYork.relative('2026-11-21T08:00:00Z', now)).toBe('2 hr. ago');
    expect(newYork.relative('2026-11-21T10:20:00Z', now)).toBe('in 20 min.');
    expect(berlin.relative('2026-11-20T22:30:00Z', now)).toBe('gestern');
    expect(berlin.relative('2026-11-20T23:30:00Z', now)).toBe('vor 10 Std.');
    expect(newYork.relative('2026-11-21', now)).toBe('today');
    expect(newYork.relative('2026-11-12', now)).toBe('Nov 12');
    expect(newYork.relative('2025-11-12', now)).toBe('Nov 12, 2025');
  });
});
