import fc from 'fast-check';
import { expect, it } from 'vitest';
import { takeUp, toKeep } from './kept.ts';

const saved = { amount: '100', note: '', refs: ['A', 'B'] };
const kept = (draft: typeof saved, omit?: (keyof typeof saved)[]) => JSON.stringify(toKeep({ start: saved, draft, met: [] }, omit));

it('keeps what was changed and gives it back on top of what is there now', () => {
  const stored = kept({ ...saved, note: 'Late' });
  expect(JSON.parse(stored)).toEqual({ start: { note: '' }, draft: { note: 'Late' }, met: [] });
  expect(takeUp(stored, saved)).toEqual({ start: saved, draft: { ...saved, note: 'Late' }, met: [] });
  const theirs = { ...saved, amount: '80' };
  expect(takeUp(stored, theirs)).toEqual({ start: theirs, draft: { ...theirs, note: 'Late' }, met: [] });
});

it('names what somebody else saved too', () => {
  const theirs = { ...saved, note: 'Early' };
  expect(takeUp(kept({ ...saved, note: 'Late' }), theirs)).toEqual({ start: theirs, draft: { ...saved, note: 'Late' }, met: ['note'] });
});

it('still names what somebody else saved before the page was left', () => {
  const theirs = { ...saved, note: 'Early' };
  const left = JSON.stringify(toKeep({ start: theirs, draft: { ...saved, note: 'Late' }, met: ['note'] }));
  expect(takeUp(left, theirs)).toMatchObject({ draft: { note: 'Late' }, met: ['note'] });
});

it('keeps nothing of what is not to be kept, of an unchanged form, and of fields that are gone', () => {
  expect(toKeep({ start: saved, draft: saved, met: [] })).toBeNull();
  expect(toKeep({ start: saved, draft: { ...saved, note: 'secret' }, met: [] }, ['note'])).toBeNull();
  expect(takeUp(null, saved)).toBeNull();
  expect(takeUp('not JSON', saved)).toBeNull();
  expect(takeUp(JSON.stringify({ start: { old: 1 }, draft: { old: 2 } }), saved)).toBeNull();
});

it('gives back whatever was typed', () => {
  const form = fc.record({ amount: fc.string(), note: fc.string(), refs: fc.array(fc.string()) });
  fc.assert(
    fc.property(form, form, (start, draft) => {
      const keep = toKeep({ start, draft, met: [] });
      expect(takeUp(keep && JSON.stringify(keep), start)?.draft ?? start).toEqual(draft);
    }),
  );
});
