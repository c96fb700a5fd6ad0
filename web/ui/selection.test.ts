import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVERYTHING, isSelected, NOTHING, type Selection, select, selectedCount, toggle } from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const chosen = (selection: Selection) => order.filter((id) => isSelected(selection, id)).join('');

describe('a selection', () => {
  it('turns one row, and with Shift all from the last one to it', () => {
    const one = toggle(NOTHING, order, 'b', null);
    expect(chosen(one)).toBe('b');
    const range = toggle(one, order, 'd', 'b');
    expect(chosen(range)).toBe('bcd');
    expect(chosen(toggle(range, order, 'c', 'd'))).toBe('b');
    expect(chosen(toggle(one, order, 'd', 'gone'))).toBe('bd');
  });

  it('of everything that matches knows rows that are not loaded, and loses those turned off', () => {
    expect(selectedCount(EVERYTHING, 1204)).toBe(1204);
    const but = toggle(EVERYTHING, order, 'c', null);
    expect(selectedCount(but, 1204)).toBe(1203);
    expect(chosen(but)).toBe('abde');
    expect(isSelected(but, 'not loaded yet')).toBe(true);
  });

  it('selects exactly what it is told to, from either start', () => {
    const ids = fc.subarray(order);
    fc.assert(
      fc.property(fc.constantFrom(NOTHING, EVERYTHING), fc.array(fc.tuple(ids, fc.boolean()), { maxLength: 6 }), (start, steps) => {
        const expected = new Map(order.map((id) => [id, start.mode === 'all']));
        let selection: Selection = start;
        for (const [which, on] of steps) {
          selection = select(selection, which, on);
          for (const id of which) expected.set(id, on);
        }
        for (const id of order) expect(isSelected(selection, id)).toBe(expected.get(id));
        expect(selectedCount(selection, order.length)).toBe([...expected.values()].filter(Boolean).length);
      }),
    );
  });
});
