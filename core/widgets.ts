/**
 * The account screen's grid: twelve columns, in bands of lanes. Widgets that begin in the same column stack in one lane, in the order of their
 * rows; a widget across all columns is a band of its own, and what stands below it begins new lanes.
 */
export const GRID_COLUMNS = 12;
export const MAX_WIDGETS = 60;
export const MAX_WIDGET_ROW = 999;
export const MAX_WIDGET_FIELDS = 40;
export const MAX_WIDGET_TEXT = 80;

/** What a widget can show. Only "fields" may stand there more than once. */
export const WIDGET_TYPES = [
  'debtor',
  'money',
  'contact',
  'safety',
  'paymentPage',
  'activity',
  'claims',
  'tasks',
  'workflows',
  'financialInformation',
  'metadata',
  'scores',
  'products',
  'portfolios',
  'assignment',
  'files',
  'mandates',
  'agreements',
  'fields',
] as const;
export type WidgetType = (typeof WIDGET_TYPES)[number];

/** One value of the account under a name. @example { fieldId: 'f1', label: 'Born', path: 'debtors.0.birthday' } */
export interface WidgetField {
  readonly fieldId: string;
  readonly label: string;
  readonly path: string;
}

/** Where a widget stands, and what it shows (specification 2, section 3). */
export interface Widget {
  readonly widgetId: string;
  readonly type: WidgetType;
  /** Its heading; empty: the product's own word for it. */
  readonly label: string;
  /** 0 to 11. */
  readonly col: number;
  readonly row: number;
  /** 1 to 12. */
  readonly colSpan: number;
  readonly active: boolean;
  readonly props: Readonly<Record<string, unknown>>;
  readonly fields: readonly WidgetField[];
}

const place = (type: WidgetType, col: number, row: number, colSpan: number, active = true): Widget => ({
  widgetId: type,
  type,
  label: '',
  col,
  row,
  colSpan,
  active,
  props: {},
  fields: [],
});

/** The product's own layout, which holds until a client saves one. */
export const DEFAULT_WIDGETS: readonly Widget[] = [
  place('debtor', 0, 0, 3),
  place('money', 0, 1, 3),
  place('contact', 0, 2, 3),
  place('safety', 0, 3, 3),
  place('paymentPage', 0, 4, 3),
  place('metadata', 0, 5, 3),
  place('financialInformation', 0, 6, 3),
  place('scores', 0, 7, 3),
  place('products', 0, 8, 3),
  place('assignment', 0, 9, 3, false),
  place('portfolios', 0, 10, 3, false),
  place('activity', 3, 0, 6),
  place('claims', 9, 0, 3),
  place('tasks', 9, 1, 3),
  place('workflows', 9, 2, 3),
  place('mandates', 9, 3, 3),
  place('agreements', 9, 4, 3),
  place('files', 9, 5, 3, false),
];

export interface Lane<Each extends Place = Widget> {
  readonly col: number;
  /** As wide as its widest widget. */
  readonly colSpan: number;
  readonly widgets: readonly Each[];
}
/** What places a widget. */
export type Place = Pick<Widget, 'widgetId' | 'col' | 'row' | 'colSpan' | 'active'>;
export type Band<Each extends Place = Widget> = readonly Lane<Each>[];

const isWhole = ({ colSpan }: Place) => colSpan === GRID_COLUMNS;

/** @returns the bands from the top, each with its lanes from the left. Widgets that are switched off are left out. */
export function bandsOf<Each extends Place>(widgets: readonly Each[]): readonly Band<Each>[] {
  const bands: Each[][] = [];
  let open = false;
  for (const widget of widgets.filter((each) => each.active).sort((a, b) => a.row - b.row || a.col - b.col)) {
    if (!open || isWhole(widget)) bands.push([]);
    bands.at(-1)!.push(widget);
    open = !isWhole(widget);
  }
  return bands.map((band) =>
    [...Map.groupBy(band, ({ col }) => col)]
      .sort(([one], [other]) => one - other)
      .map(([col, stacked]) => ({ col, colSpan: Math.max(...stacked.map((each) => each.colSpan)), widgets: stacked })),
  );
}

/** @returns the first two widgets that stand in each other's way: at one place, or in one band with columns in common but another beginning. */
export function overlapping<Each extends Place>(widgets: readonly Each[]): readonly [Each, Each] | null {
  for (const band of bandsOf(widgets)) {
    for (const [at, lane] of band.entries()) {
      const twice = lane.widgets.find((each, index) => lane.widgets[index + 1]?.row === each.row);
      if (twice) return [twice, lane.widgets[lane.widgets.indexOf(twice) + 1]!];
      const next = band[at + 1];
      const wide = lane.widgets.find((each) => next && each.col + each.colSpan > next.col);
      if (wide) return [wide, next!.widgets[0]!];
    }
  }
  return null;
}

/** Parts of an account that a path may begin with. */
export const PATH_ROOTS = [
  'externalAccountRef',
  'currency',
  'locale',
  'segment',
  'timezone',
  'createdAt',
  'updatedAt',
  'debtorFullName',
  'totalAmount',
  'paidAmount',
  'promisedAmount',
  'activeClaimsCount',
  'ceaseRequestedAt',
  'optedOut',
  'meta',
  'scores',
  'products',
  'portfolios',
  'debtors',
  'claims',
] as const;

/** @returns whether the text is a path into an account: names and places in lists, divided by dots, beginning with one of PATH_ROOTS. */
export function isPath(path: string): boolean {
  const parts = path.split('.');
  return (
    path.length <= 200 &&
    parts.every((part) => /^[^\s.[\]]+(?: [^\s.[\]]+)*$/.test(part)) &&
    (PATH_ROOTS as readonly string[]).includes(parts[0]!) &&
    !parts.some((part) => part === '__proto__' || part === 'constructor' || part === 'prototype')
  );
}

/** @returns the value at a path; undefined where there is none. */
export function valueAt(account: unknown, path: string): unknown {
  let value: unknown = account;
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}
