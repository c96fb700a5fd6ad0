import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bandsOf, DEFAULT_WIDGETS, isPath, overlapping, type Place, valueAt } from './widgets.ts';

const at = (widgetId: string, col: number, row: number, colSpan: number, active = true): Place => ({ widgetId, col, row, colSpan, active });
const shape = (widgets: readonly Place[]) =>
  bandsOf(widgets).map((band) =>
    band.map(({ col, colSpan, widgets: stacked }) => [col, colSpan, stacked.map((each) => each.widgetId).join('')]),
  );

describe('the grid', () => {
  it('stacks widgets that start in one column, and starts a new band at a full-width widget', () => {
    expect(shape([at('c', 9, 0, 3), at('b', 0, 1, 2), at('a', 0, 0, 3), at('x', 0, 2, 12), at('d', 0, 3, 6), at('e', 6, 3, 6)])).toEqual([
      [
        [0, 3, 'ab'],
        [9, 3, 'c'],
      ],
      [[0, 12, 'x']],
      [
        [0, 6, 'd'],
        [6, 6, 'e'],
      ],
    ]);
    expect(shape([at('a', 0, 0, 3, false)])).toEqual([]);
  });

  it('is by default one band of three lanes, without overlaps', () => {
    expect(bandsOf(DEFAULT_WIDGETS).map((band) => band.map(({ col, colSpan }) => [col, colSpan]))).toEqual([
      [
        [0, 3],
        [3, 6],
        [9, 3],
      ],
    ]);
    expect(overlapping(DEFAULT_WIDGETS)).toBeNull();
  });

  it('finds overlaps: a place used twice, or a lane that reaches into the next', () => {
    const ids = (widgets: readonly Place[]) => overlapping(widgets)?.map((each) => each.widgetId);
    expect(ids([at('a', 0, 0, 3), at('b', 0, 0, 3)])).toEqual(['a', 'b']);
    expect(ids([at('a', 0, 5, 6), at('b', 3, 0, 6)])).toEqual(['a', 'b']);
    expect(ids([at('a', 0, 0, 6), at('x', 0, 1, 12), at('b', 3, 2, 6)])).toBeUndefined();
    expect(ids([at('a', 0, 0, 6), at('b', 3, 0, 6, false)])).toBeUndefined();
  });

  it('shows every widget that is on exactly once, whatever is saved', () => {
    const widgets = fc.array(
      fc.record({ col: fc.nat(11), row: fc.nat(5), colSpan: fc.integer({ min: 1, max: 12 }), active: fc.boolean() }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(widgets, (list) => {
        const named = list.map((each, index) => ({ ...each, widgetId: String(index) }));
        const shown = bandsOf(named).flatMap((band) => band.flatMap((lane) => lane.widgets.map((each) => each.widgetId)));
        expect(shown.sort()).toEqual(
          named
            .filter((each) => each.active)
            .map((each) => each.widgetId)
            .sort(),
        );
        // Without anything in the way, the lanes of a band fit beside each other.
        if (overlapping(named) === null)
          for (const band of bandsOf(named))
            for (const [i, lane] of band.entries())
              expect(lane.col).toBeGreaterThanOrEqual(i === 0 ? 0 : band[i - 1]!.col + band[i - 1]!.colSpan);
      }),
    );
  });
});

describe('a path', () => {
  it('starts with a part of the account and names what is below', () => {
    for (const path of ['debtors.0.birthday', 'meta.region', 'claims.0.dueDate', 'totalAmount', 'meta.Meter no'])
      expect(isPath(path)).toBe(true);
    for (const path of ['', 'debtors..0', 'nothing.0', 'meta.__proto__', 'claims[0]', ' meta', 'meta.constructor.name'])
      expect(isPath(path)).toBe(false);
  });

  it('leads to its value, or to none', () => {
    const account = { debtors: [{ birthday: '1988-03-14' }], meta: { region: 'North' } };
    expect(valueAt(account, 'debtors.0.birthday')).toBe('1988-03-14');
    expect(valueAt(account, 'meta.region')).toBe('North');
    expect(valueAt(account, 'debtors.1.birthday')).toBeUndefined();
    expect(valueAt(account, 'meta.toString')).toBeUndefined();
  });
});
