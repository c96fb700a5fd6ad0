import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Arrangement, arrangementOf, placed, placeFullWidth, putInto, removeWidget, resize, step, whereIs } from './arrange.ts';
import { DEFAULT_WIDGETS, GRID_COLUMNS, overlapping } from './widgets.ts';

const start = arrangementOf(DEFAULT_WIDGETS);
const spans = (arrangement: Arrangement) => arrangement.map((band) => band.map((lane) => lane.colSpan));

it('reads and writes the default layout unchanged', () => {
  expect(spans(start)).toEqual([[3, 6, 3]]);
  expect(placed(DEFAULT_WIDGETS, start).filter((each) => each.active)).toEqual(DEFAULT_WIDGETS.filter((each) => each.active));
});

it('moves a widget step by step, to full width, and off the screen', () => {
  expect(step(start, 'money', 'up')[0]?.[0]?.ids.slice(0, 2)).toEqual(['money', 'debtor']);
  expect(step(start, 'tasks', 'left')[0]?.[1]?.ids).toEqual(['activity', 'tasks']);
  const across = placeFullWidth(start, 'claims', 0);
  expect(spans(across)).toEqual([[12], [3, 6, 3]]);
  expect(spans(step(across, 'claims', 'down'))).toEqual([[3, 6, 3], [12]]);
  expect(whereIs(step(across, 'claims', 'left'), 'claims')).toEqual({ band: 0, lane: 0, at: 0 });
  expect(whereIs(removeWidget(start, 'claims'), 'claims')).toBeNull();
  // A lane that is left by its last widget gives its columns away.
  expect(spans(removeWidget(start, 'activity'))).toEqual([[9, 3]]);
  expect(spans(step(start, 'debtor', 'left'))).toEqual([[3, 3, 3, 3]]);
});

it('resizes a lane at its neighbour’s expense, down to two columns', () => {
  expect(spans(resize(start, 'activity', 1))).toEqual([[3, 7, 2]]);
  expect(resize(resize(start, 'activity', 1), 'activity', 1)).toEqual(resize(start, 'activity', 1));
  expect(spans(resize(start, 'claims', 1))).toEqual([[3, 5, 4]]);
});

it('keeps every widget once, fills each band and never overlaps, after any change', () => {
  const ids = DEFAULT_WIDGETS.map((each) => each.widgetId);
  const deed = fc.oneof(
    fc.record({ kind: fc.constant('step' as const), id: fc.constantFrom(...ids), to: fc.constantFrom('up', 'down', 'left', 'right') }),
    fc.record({ kind: fc.constant('size' as const), id: fc.constantFrom(...ids), by: fc.constantFrom(1, -1) }),
    fc.record({ kind: fc.constant('across' as const), id: fc.constantFrom(...ids), band: fc.nat(4) }),
    fc.record({ kind: fc.constant('into' as const), id: fc.constantFrom(...ids), band: fc.nat(3), lane: fc.nat(3), at: fc.nat(5) }),
    fc.record({ kind: fc.constant('off' as const), id: fc.constantFrom(...ids) }),
  );
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 30 }), (deeds) => {
      let now = start;
      for (const each of deeds) {
        if (each.kind === 'step') now = step(now, each.id, each.to as 'up');
        else if (each.kind === 'size') now = resize(now, each.id, each.by as 1);
        else if (each.kind === 'across') now = placeFullWidth(now, each.id, each.band);
        else if (each.kind === 'into') now = putInto(now, each.id, each.band, each.lane, each.at);
        else now = removeWidget(now, each.id);
        const shown = now.flat().flatMap((lane) => lane.ids);
        expect(new Set(shown).size).toBe(shown.length);
        for (const band of now) expect(band.reduce((sum, lane) => sum + lane.colSpan, 0)).toBe(GRID_COLUMNS);
        const saved = placed(DEFAULT_WIDGETS, now);
        expect(overlapping(saved)).toBeNull();
        expect(arrangementOf(saved)).toEqual(now);
      }
    }),
  );
});
