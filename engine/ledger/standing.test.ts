import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CalendarDate } from '../../core/time.ts';
import { AGREEMENT_KINDS, type AgreementKind, conflictsOf, type Standing } from './standing.ts';

const until = '2026-12-01' as CalendarDate;
const refs = fc.uniqueArray(fc.constantFrom<string>('A', 'B', 'C', 'D'), { minLength: 1 });
const asked = fc.record({ kind: fc.constantFrom(...AGREEMENT_KINDS), claimRefs: refs });

/** Agreements made one after the other, as the rules have it. */
function agreeOn(wishes: readonly { kind: AgreementKind; claimRefs: readonly string[] }[]): Standing[] {
  let standing: Standing[] = [];
  wishes.forEach(({ kind, claimRefs }, index) => {
    const { ends, refusedBy } = conflictsOf(kind, claimRefs, standing);
    if (refusedBy) return;
    standing = [...standing.filter((each) => !ends.includes(each)), { kind, id: String(index), claimRefs, amount: 1n, until }];
  });
  return standing;
}

it('never leaves a claim with two contradictory agreements', () => {
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 12 }), (wishes) => {
      const standing = agreeOn(wishes);
      for (const ref of ['A', 'B', 'C', 'D']) {
        const kinds = standing.filter((each) => each.claimRefs.includes(ref)).map((each) => each.kind);
        const binding = kinds.filter((kind) => kind !== 'promise');
        expect(binding.length).toBeLessThanOrEqual(1);
        if (binding.length === 1) expect(kinds).toEqual(binding);
      }
    }),
  );
});

it('leaves agreements on other claims alone', () => {
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 8 }), asked, (wishes, wish) => {
      const standing = agreeOn(wishes);
      const { ends, refusedBy } = conflictsOf(wish.kind, wish.claimRefs, standing);
      for (const each of [...ends, ...(refusedBy ? [refusedBy] : [])])
        expect(each.claimRefs.some((ref) => wish.claimRefs.includes(ref))).toBe(true);
    }),
  );
});

it('allows several promises, ends them for a plan, and refuses one during a plan', () => {
  const promise: Standing = { kind: 'promise', id: '1', claimRefs: ['A'], amount: 100n, until };
  const plan: Standing = { ...promise, kind: 'plan', id: '2' };
  expect(conflictsOf('promise', ['A'], [promise])).toEqual({ ends: [], refusedBy: null });
  expect(conflictsOf('plan', ['A', 'B'], [promise])).toEqual({ ends: [promise], refusedBy: null });
  expect(conflictsOf('promise', ['A'], [plan])).toEqual({ ends: [], refusedBy: plan });
  expect(conflictsOf('settlement', ['A'], [plan])).toEqual({ ends: [plan], refusedBy: null });
});
