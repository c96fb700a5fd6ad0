/** How a client's account screen is laid out: read, checked and saved. */
import { fault, invalid } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { isoInstant } from '../../../../core/time.ts';
import {
  DEFAULT_WIDGETS,
  GRID_COLUMNS,
  isPath,
  MAX_WIDGET_FIELDS,
  MAX_WIDGET_ROW,
  MAX_WIDGET_TEXT,
  MAX_WIDGETS,
  overlapping,
  WIDGET_TYPES,
  type Widget,
  type WidgetType,
} from '../../../../core/widgets.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';

/** Characters that a widget's own settings may take as JSON. */
const MAX_PROPS = 4_000;

/** As the contract gives it. */
export interface WrittenWidget {
  readonly widgetId: string;
  readonly type: string;
  readonly label?: string | null;
  readonly col: number;
  readonly row: number;
  readonly colSpan: number;
  readonly active?: boolean | null;
  readonly props?: unknown;
  readonly fields?: readonly { readonly fieldId: string; readonly label?: string | null; readonly path: string }[] | null;
}

export interface SavedGrid {
  readonly widgets: Widget[];
  readonly revision: number;
}
/** SQL of the layout, as SavedGrid or null, beside an account named a. */
export const WIDGET_GRID = `(select jsonb_build_object('widgets', g.widgets, 'revision', g.revision) from account_widget_grid g where g.client_id = a.client_id)`;

/** @returns the client's layout; the product's own until one was saved. A type that the product does not know any more is left out. */
export function presentWidgetGrid(row: SavedGrid | null | undefined) {
  const own = row?.widgets.filter((each) => WIDGET_TYPES.includes(each.type)) ?? [];
  const widgets = (own.length > 0 ? own : DEFAULT_WIDGETS).map((each) => ({ ...each, fields: [...each.fields] }));
  return { widgets, revision: row?.revision ?? 0, isDefault: own.length === 0 };
}

/** @returns the client's layout. */
export async function readWidgetGrid(tx: Tx) {
  const [row] = await tx.sql<SavedGrid & Record<string, unknown>>(
    'select widgets, revision from account_widget_grid where client_id = $1',
    [tx.clientId],
  );
  return presentWidgetGrid(row);
}

/**
 * Saves the client's layout; none goes back to the product's own.
 * @param revision the state that was edited; null: whatever it is. @throws Fault CONFLICT, INVALID_INPUT naming the widget's field
 */
export async function setWidgetGrid(tx: Tx, written: readonly WrittenWidget[], revision: number | null, userId: Uuid): Promise<void> {
  const widgets = readWidgets(written);
  const saved = await tx.sql(
    `insert into account_widget_grid as g (client_id, widgets, revision, updated_at, updated_by) select $1, $2, 1, $3, $4 where coalesce($5::int, 0) = 0
     or exists (select 1 from account_widget_grid where client_id = $1)
     on conflict (client_id) do update set widgets = excluded.widgets, revision = g.revision + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by
     where $5::int is null or g.revision = $5 returning 1`,
    [tx.clientId, JSON.stringify(widgets), isoInstant(now()), userId, revision],
  );
  if (saved.length === 0) throw fault('CONFLICT', 'layoutChanged', {}, 'revision');
  await appendEvents(tx, [{ messageType: 'accountLayoutChanged', payload: { widgets: widgets.filter((each) => each.active).length } }]);
}

/** @throws Fault INVALID_INPUT naming the first field that is wrong */
function readWidgets(written: readonly WrittenWidget[]): readonly Widget[] {
  if (written.length > MAX_WIDGETS) throw invalid('widgets', 'itemsMost', { number: MAX_WIDGETS });
  const widgets = written.map((each, index) => readWidget(each, `widgets.${index}`));
  for (const [index, widget] of widgets.entries()) {
    if (widgets.findIndex((each) => each.widgetId === widget.widgetId) < index) throw invalid(`widgets.${index}.widgetId`, 'widgetTwice');
    if (widget.type !== 'fields' && widgets.findIndex((each) => each.type === widget.type) < index)
      throw invalid(`widgets.${index}.type`, 'widgetTwice');
  }
  if (widgets.length > 0 && !widgets.some((each) => each.active)) throw invalid('widgets', 'widgetsNone');
  const met = overlapping(widgets);
  if (met) {
    const index = widgets.indexOf(met[1]);
    throw invalid(`widgets.${index}.col`, 'widgetsMeet', { one: nameOf(met[0]), other: nameOf(met[1]) });
  }
  return widgets;
}

const nameOf = (widget: Widget) => widget.label || widget.type;

function readWidget(written: WrittenWidget, path: string): Widget {
  const { type, col, row, colSpan } = written;
  if (!(WIDGET_TYPES as readonly string[]).includes(type)) throw invalid(`${path}.type`, 'widgetUnknown', { type: type.slice(0, 40) });
  if (!/^[\w.-]{1,64}$/.test(written.widgetId)) throw invalid(`${path}.widgetId`, 'widgetIdForm');
  if (col < 0 || col >= GRID_COLUMNS) throw invalid(`${path}.col`, 'between', { least: 0, most: GRID_COLUMNS - 1 });
  if (colSpan < 1 || col + colSpan > GRID_COLUMNS) throw invalid(`${path}.colSpan`, 'between', { least: 1, most: GRID_COLUMNS - col });
  if (row < 0 || row > MAX_WIDGET_ROW) throw invalid(`${path}.row`, 'between', { least: 0, most: MAX_WIDGET_ROW });
  const props = written.props ?? {};
  if (typeof props !== 'object' || Array.isArray(props)) throw invalid(`${path}.props`, 'jsonObject');
  if (JSON.stringify(props).length > MAX_PROPS) throw invalid(`${path}.props`, 'atMostCharacters', { number: MAX_PROPS });
  return {
    widgetId: written.widgetId,
    type: type as WidgetType,
    label: readLabel(written.label, `${path}.label`),
    col,
    row,
    colSpan,
    active: written.active ?? true,
    props: props as Widget['props'],
    fields: readFields(written.fields ?? [], type, `${path}.fields`),
  };
}

function readFields(written: NonNullable<WrittenWidget['fields']>, type: string, path: string): Widget['fields'] {
  if (type !== 'fields' && written.length > 0) throw invalid(path, 'fieldsElsewhere');
  if (written.length > MAX_WIDGET_FIELDS) throw invalid(path, 'itemsMost', { number: MAX_WIDGET_FIELDS });
  return written.map((field, index) => {
    if (!isPath(field.path)) throw invalid(`${path}.${index}.path`, 'pathUnknown', { path: field.path.slice(0, 80) });
    if (written.findIndex((each) => each.fieldId === field.fieldId) < index) throw invalid(`${path}.${index}.fieldId`, 'widgetTwice');
    return { fieldId: field.fieldId.slice(0, 64), label: readLabel(field.label, `${path}.${index}.label`), path: field.path };
  });
}

function readLabel(label: string | null | undefined, field: string): string {
  const text = label?.trim() ?? '';
  if (text.length > MAX_WIDGET_TEXT) throw invalid(field, 'nameLong', { number: MAX_WIDGET_TEXT });
  return text;
}
