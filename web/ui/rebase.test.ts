import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changedParts, type Edited, rebase } from './rebase.ts';

interface Parts {
  readonly name: string;
  readonly tags: readonly string[];
  readonly zone: string;
}
const start: Parts = { name: 'A', tags: ['x'], zone: 'Z' };
const edited = (part: Partial<Parts>, met: Edited<Parts>['met'] = []): Edited<Parts> => ({ start, draft: { ...start, ...part }, met });

it('keeps what one changed and takes everything else', () => {
  const theirs = { name: 'A', tags: ['x', 'y'], zone: 'Z' };
  expect(rebase(edited({ name: 'B' }), theirs)).toEqual({ start: theirs, draft: { ...theirs, name: 'B' }, met: [] });
});

it('names what both changed, until it is the same', () => {
  const theirs = { ...start, name: 'C' };
  const both = rebase(edited({ name: 'B', zone: 'Y' }), theirs);
  expect(both).toEqual({ start: theirs, draft: { name: 'B', tags: ['x'], zone: 'Y' }, met: ['name'] });
  expect(rebase(both, { ...theirs, tags: [] }).met).toEqual(['name']);
  expect(rebase(both, { ...theirs, name: 'B' })).toMatchObject({ met: [], draft: { name: 'B' } });
  // Both did the same.
  expect(rebase(edited({ name: 'C' }), theirs)).toEqual({ start: theirs, draft: theirs, met: [] });
});

it('never loses a change, neither one’s own nor theirs, without a word', () => {
  const parts = fc.record({ name: fc.constantFrom('A', 'B', 'C'), tags: fc.subarray(['x', 'y']), zone: fc.constantFrom('Z', 'Y') });
  fc.assert(
    fc.property(parts, parts, parts, (from, mine, theirs) => {
      const after = rebase({ start: from, draft: mine, met: [] }, theirs);
      const [own, others] = [changedParts({ start: from, draft: mine }), changedParts({ start: from, draft: theirs })];
      for (const part of ['name', 'tags', 'zone'] as const) {
        expect(after.draft[part]).toEqual(own.includes(part) ? mine[part] : theirs[part]);
        const differs = JSON.stringify(mine[part]) !== JSON.stringify(theirs[part]);
        expect(after.met.includes(part)).toBe(own.includes(part) && others.includes(part) && differs);
      }
    }),
  );
});
