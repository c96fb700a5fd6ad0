import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Given, type Group, type Share, shareOut, sharesProblem, WHOLE } from './shares.ts';

/** Shares of one to eight partners, in hundredths of a percent. */
const shares = fc.uniqueArray(fc.integer({ min: 1, max: WHOLE - 1 }), { minLength: 0, maxLength: 7 }).map((cuts) => {
  const ends = [...cuts].sort((a, b) => a - b).concat(WHOLE);
  return ends.map((end, index): Share => ({ partnerId: `p${index}`, basisPoints: end - (ends[index - 1] ?? 0) }));
});
const groupsOf = (sizes: readonly number[], from = 0) =>
  sizes.map((claims, index): Group => ({ key: `d${String(from + index).padStart(6, '0')}`, claims, boundTo: null }));
const totalOf = (given: Given) => Object.values(given).reduce((sum, count) => sum + count, 0);
/** How far the partner that is furthest from its share is from it, in claims. */
const furthest = (list: readonly Share[], given: Given) =>
  Math.max(...list.map(({ partnerId, basisPoints }) => Math.abs((given[partnerId] ?? 0) - (basisPoints * totalOf(given)) / WHOLE)));

describe('shares', () => {
  it('hold to less than one claim at any time, however the claims come', () => {
    fc.assert(
      fc.property(shares, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 }), (list, chunks) => {
        let given: Given = {};
        let count = 0;
        for (const chunk of chunks) {
          given = shareOut(list, given, groupsOf(Array(chunk).fill(1), count)).given;
          count += chunk;
          expect(totalOf(given)).toBe(count);
          expect(furthest(list, given)).toBeLessThan(1);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('are exact over any multiple of what makes them whole, and the same all at once as one at a time', () => {
    const list = [
      { partnerId: 'a', basisPoints: 3300 },
      { partnerId: 'b', basisPoints: 3300 },
      { partnerId: 'c', basisPoints: 3400 },
    ];
    expect(shareOut(list, {}, groupsOf(Array(100_000).fill(1))).given).toEqual({ a: 33_000, b: 33_000, c: 34_000 });
    let given: Given = {};
    for (let n = 0; n < 1000; n++) given = shareOut(list, given, groupsOf([1], n)).given;
    expect(given).toEqual({ a: 330, b: 330, c: 340 });
    expect(shareOut(list, {}, groupsOf(Array(1000).fill(1))).given).toEqual(given);
  });

  it('keep a debtor’s claims together, and are off by less than twice what the largest debtor has', () => {
    fc.assert(
      fc.property(shares, fc.array(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 20 }), { maxLength: 8 }), (list, chunks) => {
        let given: Given = {};
        let from = 0;
        for (const sizes of chunks) {
          const groups = groupsOf(sizes, from);
          const done = shareOut(list, given, groups);
          expect([...done.partnerOf.keys()].sort()).toEqual(groups.map(({ key }) => key));
          for (const { partnerId } of list) {
            const own = groups.filter(({ key }) => done.partnerOf.get(key) === partnerId).reduce((sum, { claims }) => sum + claims, 0);
            expect((done.given[partnerId] ?? 0) - (given[partnerId] ?? 0)).toBe(own);
          }
          given = done.given;
          from += sizes.length;
          expect(furthest(list, given)).toBeLessThan(2 * Math.max(1, ...chunks.flat()));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('leave debtors where they are, make up for it with the next ones, and give the same answer again', () => {
    fc.assert(
      fc.property(shares, fc.integer({ min: 1, max: 60 }), (list, bound) => {
        const at = list[0]!.partnerId;
        const first = shareOut(
          list,
          {},
          groupsOf(Array(bound).fill(1)).map((group) => ({ ...group, boundTo: at })),
        );
        expect(first.given[at]).toBe(bound);
        expect(shareOut(list, {}, groupsOf([1]))).toEqual(shareOut(list, {}, groupsOf([1])));
        // As many claims as it takes for the share of that partner to be what it has.
        const enough = Math.ceil((bound * WHOLE) / list[0]!.basisPoints);
        fc.pre(enough < 20_000);
        expect(furthest(list, shareOut(list, first.given, groupsOf(Array(enough).fill(1), bound)).given)).toBeLessThan(1.5);
        // Who is no partner of the rule binds nobody.
        expect(list.map(({ partnerId }) => partnerId)).toContain(
          shareOut(list, {}, [{ key: 'd', claims: 1, boundTo: 'somebody else' }]).partnerOf.get('d'),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('are refused unless they are whole together, each once', () => {
    const share = (partnerId: string, basisPoints: number) => ({ partnerId, basisPoints });
    expect(sharesProblem([])).toBe('none');
    expect(sharesProblem([share('a', 5000), share('a', 5000)])).toBe('twice');
    expect(sharesProblem([share('a', 5000), share('b', 4999)])).toBe('sum');
    expect(sharesProblem([share('a', 10_000), share('b', 0)])).toBe('sum');
    expect(sharesProblem([share('a', 3333.5), share('b', 6666.5)])).toBe('sum');
    expect(sharesProblem([share('a', 3333), share('b', 6667)])).toBe(null);
  });
});
