import { describe, expect, it } from 'vitest';
import { formatFor } from './format.ts';

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
