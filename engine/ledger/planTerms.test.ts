/** Plans follow what strategies set, within the client's limits. */
import { expect, it } from 'vitest';
import type { InstalmentTerms } from '../claimTerms.ts';
import { boundLimits, leastDown } from './planTerms.ts';

const limits = { minParts: 2, maxParts: 12, intervals: ['weekly', 'monthly'] as const, maxFirstDays: 45, downPayment: true };
const terms = (over: Partial<InstalmentTerms> = {}): InstalmentTerms => ({
  parts: 6,
  interval: 'monthly',
  minPart: null,
  downPayment: null,
  firstDays: null,
  ...over,
});

it('takes the stricter of strategy and client, and the client’s where they contradict each other', () => {
  expect(boundLimits(limits, [terms()])).toMatchObject({ maxParts: 6, intervals: ['monthly'], firstDays: null });
  expect(boundLimits(limits, [terms({ parts: 24, firstDays: 90 })])).toMatchObject({ maxParts: 12, firstDays: 45 });
  expect(boundLimits(limits, [terms({ parts: 1 })]).maxParts).toBe(2);
  expect(boundLimits(limits, [terms({ interval: 'everyTwoWeeks' })]).intervals).toEqual(['weekly', 'monthly']);
  expect(boundLimits(limits, [terms({ parts: 6 }), terms({ parts: 4, interval: 'weekly' })])).toMatchObject({
    maxParts: 4,
    intervals: ['weekly', 'monthly'],
  });
  expect(boundLimits({ ...limits, downPayment: false }, [terms({ downPayment: { percent: 20 } })]).down).toEqual([]);
});

it('asks for the largest down payment, rounded up, and never for all', () => {
  const toMinor = (text: string) => BigInt(text) * 100n;
  expect(leastDown([{ percent: 20 }], 10_001n, toMinor)).toBe(2_001n);
  expect(leastDown([{ percent: 20 }, { amount: '30' }], 10_000n, toMinor)).toBe(3_000n);
  expect(leastDown([{ amount: '200' }], 10_000n, toMinor)).toBe(0n);
});
