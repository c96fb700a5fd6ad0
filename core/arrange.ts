/**
 * Arranging the account screen's widgets: every step leads from one whole layout to another, where nothing is in the way of anything and the
 * lanes of a band fill its twelve columns.
 */
import { bandsOf, GRID_COLUMNS, type Place } from './widgets.ts';

export interface ArrangedLane {
  readonly colSpan: number;
  readonly ids: readonly string[];
}
/** A band of one lane is as wide as the screen; two bands of several lanes never follow each other. */
export type ArrangedBand = readonly ArrangedLane[];
export type Arrangement = readonly ArrangedBand[];

/** Columns that a lane has at least. */
export const LEAST_SPAN = 2;
const MOST_LANES = 4;

/** @returns the widgets that are on, as they stand. */
export function arrangementOf(widgets: readonly Place[]): Arrangement {
  return tidy(
    bandsOf(widgets).map((band) =>
      band.map((lane, at) => ({
        colSpan: (band[at + 1]?.col ?? GRID_COLUMNS) - (at === 0 ? 0 : lane.col),
        ids: lane.widgets.map((each) => each.widgetId),
      })),
    ),
  );
}

/** @returns the widgets at the places of the arrangement; those that are not in it are off. */
export function placed<Each extends Place>(widgets: readonly Each[], arrangement: Arrangement): Each[] {
  const places = new Map<string, Pick<Place, 'col' | 'row' | 'colSpan'>>();
  let row = 0;
  for (const band of arrangement) {
    let col = 0;
    for (const { colSpan, ids } of band) {
      for (const [at, id] of ids.entries()) places.set(id, { col, row: row + at, colSpan });
      col += colSpan;
    }
    row += Math.max(...band.map((lane) => lane.ids.length));
  }
  return widgets.map((each) => {
    const place = places.get(each.widgetId);
    return place ? { ...each, ...place, active: true } : { ...each, active: false };
  });
}

/** Empty lanes go, freed columns go to the widest lane, a wide band holds one widget, and bands of lanes that meet become one. */
function tidy(bands: readonly (readonly ArrangedLane[])[]): Arrangement {
  const whole = bands
    .map((band) => filled(band.filter((lane) => lane.ids.length > 0)))
    .flatMap((band) =>
      band.length === 1 ? band[0]!.ids.map((id) => [{ colSpan: GRID_COLUMNS, ids: [id] }]) : band.length === 0 ? [] : [band],
    );
  const merged: ArrangedLane[][] = [];
  for (const band of whole) {
    const last = merged.at(-1);
    if (!last || band.length === 1 || last.length === 1) merged.push([...band]);
    else
      for (const [at, lane] of band.entries()) {
        const into = Math.min(at, last.length - 1);
        last[into] = { ...last[into]!, ids: [...last[into]!.ids, ...lane.ids] };
      }
  }
  return merged;
}

function filled(lanes: readonly ArrangedLane[]): ArrangedLane[] {
  const spare = GRID_COLUMNS - lanes.reduce((sum, lane) => sum + lane.colSpan, 0);
  if (spare === 0 || lanes.length === 0) return [...lanes];
  const widest = lanes.reduce((best, lane, at) => (lane.colSpan > lanes[best]!.colSpan ? at : best), 0);
  return lanes.map((lane, at) => (at === widest ? { ...lane, colSpan: lane.colSpan + spare } : lane));
}

interface Where {
  readonly band: number;
  readonly lane: number;
  readonly at: number;
}

/** @returns where a widget stands; null when it is off. */
export function whereIs(arrangement: Arrangement, id: string): Where | null {
  for (const [band, lanes] of arrangement.entries())
    for (const [lane, { ids }] of lanes.entries()) if (ids.includes(id)) return { band, lane, at: ids.indexOf(id) };
  return null;
}

const without = (arrangement: Arrangement, id: string): ArrangedLane[][] =>
  arrangement.map((band) => band.map((lane) => ({ ...lane, ids: lane.ids.filter((each) => each !== id) })));

/** Takes a widget from the screen. */
export function removeWidget(arrangement: Arrangement, id: string): Arrangement {
  return tidy(without(arrangement, id));
}

/** Puts a widget (on, or elsewhere) into a lane. @param at its place among the others there; the end when left out. */
export function putInto(arrangement: Arrangement, id: string, band: number, lane: number, at?: number): Arrangement {
  const bands = without(arrangement, id);
  const target = bands[band]?.[lane];
  if (!target) return arrangement;
  const ids = [...target.ids];
  ids.splice(at ?? ids.length, 0, id);
  bands[band]![lane] = { ...target, ids };
  return tidy(bands);
}

/** Makes a widget a band of its own, across everything. @param band before which one; behind all when it is past the end. */
export function placeFullWidth(arrangement: Arrangement, id: string, band: number): Arrangement {
  const bands = without(arrangement, id);
  bands.splice(Math.min(band, bands.length), 0, [{ colSpan: GRID_COLUMNS, ids: [id] }]);
  return tidy(bands);
}

export type Step = 'up' | 'down' | 'left' | 'right';

/** One step of a widget, for the keyboard. @returns the same arrangement where there is no way. */
export function step(arrangement: Arrangement, id: string, direction: Step): Arrangement {
  const where = whereIs(arrangement, id);
  if (!where) return arrangement;
  const band = arrangement[where.band]!;
  if (direction === 'up' || direction === 'down') return stepAlong(arrangement, id, where, direction === 'up' ? -1 : 1);
  if (band.length === 1) return joinNext(arrangement, id, where.band, direction === 'left');
  const to = where.lane + (direction === 'left' ? -1 : 1);
  if (band[to]) return putInto(arrangement, id, where.band, to, Math.min(where.at, band[to].ids.length));
  return newLane(arrangement, id, where, direction === 'left');
}

function stepAlong(arrangement: Arrangement, id: string, where: Where, by: -1 | 1): Arrangement {
  const band = arrangement[where.band]!;
  if (band.length > 1) {
    const { ids } = band[where.lane]!;
    return ids[where.at + by] ? putInto(arrangement, id, where.band, where.lane, where.at + by) : arrangement;
  }
  const other = arrangement[where.band + by];
  if (!other) return arrangement;
  const bands = [...arrangement];
  bands[where.band] = other;
  bands[where.band + by] = band;
  return tidy(bands);
}

/** A new lane at an edge of the band, its columns taken from the widest one. */
function newLane(arrangement: Arrangement, id: string, where: Where, atStart: boolean): Arrangement {
  const band = arrangement[where.band]!;
  if (band.length >= MOST_LANES || band[where.lane]!.ids.length === 1) return arrangement;
  const widest = band.reduce((best, lane, at) => (lane.colSpan > band[best]!.colSpan ? at : best), 0);
  const span = Math.min(3, band[widest]!.colSpan - LEAST_SPAN);
  if (span < LEAST_SPAN) return arrangement;
  const bands = without(arrangement, id);
  const lanes = bands[where.band]!;
  lanes[widest] = { ...lanes[widest]!, colSpan: lanes[widest]!.colSpan - span };
  lanes.splice(atStart ? 0 : lanes.length, 0, { colSpan: span, ids: [id] });
  return tidy(bands);
}

/** A wide widget steps beside what follows it, or what is before it when it is the last. */
function joinNext(arrangement: Arrangement, id: string, band: number, atStart: boolean): Arrangement {
  const neighbour = arrangement[band + 1] ? band + 1 : band - 1;
  const other = arrangement[neighbour];
  if (!other) return arrangement;
  if (other.length > 1) return putInto(arrangement, id, neighbour, atStart ? 0 : other.length - 1, neighbour > band ? 0 : undefined);
  const half = GRID_COLUMNS / 2;
  const [mine, theirs] = [
    { colSpan: half, ids: [id] },
    { colSpan: half, ids: other[0]!.ids },
  ];
  const bands = arrangement.filter((_, at) => at !== band && at !== neighbour).map((each) => [...each]);
  bands.splice(Math.min(band, neighbour), 0, atStart ? [mine, theirs] : [theirs, mine]);
  return tidy(bands);
}

/** Gives the widget's lane a column from its neighbour, or one to it. @returns the same arrangement where there is none to give. */
export function resize(arrangement: Arrangement, id: string, by: 1 | -1): Arrangement {
  const where = whereIs(arrangement, id);
  const band = where && arrangement[where.band];
  if (!where || !band || band.length === 1) return arrangement;
  const neighbour = band[where.lane + 1] ? where.lane + 1 : where.lane - 1;
  const sizes = band.map((lane, at) => lane.colSpan + (at === where.lane ? by : at === neighbour ? -by : 0));
  if (sizes.some((size) => size < LEAST_SPAN)) return arrangement;
  return arrangement.map((each, at) => (at === where.band ? each.map((lane, index) => ({ ...lane, colSpan: sizes[index]! })) : each));
}
