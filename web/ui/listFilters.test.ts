import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amountRange, dayRange, numberRange, rangeFault, readRange, writeRange } from './listFilters.ts';

it('names what is wrong with a range in an address', () => {
  for (const text of ['abc', '7', 'about 7..', '50..abc', '1..2..3', '..', ''])
    expect([rangeFault('amounts', text), rangeFault('numbers', text), rangeFault('days', text)], text).toEqual([
      'amountWrong',
      'numberWrong',
      'dayWrong',
    ]);
  expect(rangeFault('amounts', '1000..999.99')).toBe('orderWrong');
  expect(rangeFault('days', '2026-02-02..2026-02-01')).toBe('orderWrong');
  expect(rangeFault('days', '2026-02-30..')).toBe('dayWrong');
  expect(rangeFault('several', 'abc')).toBe(null);
});

it('a range with a fault has no ends, so that half of it is no other filter', () => {
  const none = { from: null, to: null };
  expect(amountRange('50..abc')).toEqual(none);
  expect(numberRange('9..1')).toEqual(none);
  expect(dayRange('2026-01-01..soon')).toEqual(none);
});

it('a range that is written is read again without a fault', () => {
  const whole = fc.option(fc.integer({ min: -99_999, max: 99_999 }));
  fc.assert(
    fc.property(whole, whole, (one, other) => {
      const [from, to] = one !== null && other !== null && one > other ? [other, one] : [one, other];
      const text = writeRange({ from: from?.toString() ?? null, to: to?.toString() ?? null });
      if (text === null) return;
      expect(rangeFault('numbers', text)).toBe(null);
      expect(numberRange(text)).toEqual({ from, to });
      expect(writeRange(readRange(text))).toBe(text);
    }),
  );
});
