/** The first guess of a mapping: from the names of columns, and from what stands in them. */

import { columnNames, guessEmptyMarks } from './import.columns.ts';
import { FIELDS, type FieldDefinition, fieldOf, type RecordKind } from './import.fields.ts';
import { guessColumns } from './import.guess.columns.ts';
import { type FieldMapping, type Mapping, requiredFields } from './import.mapping.ts';
import type { DetailDefinition } from './import.meta.ts';
import { countFrontColumns } from './import.returned.ts';
import type { Row } from './import.rows.ts';
import { guessDateOrder, guessDecimalMark, looksLikeAmount, looksLikeDate, readYesNo } from './import.values.ts';

export interface Guessed {
  readonly mapping: Mapping;
  /** What the values left open, and 'amount' when several columns could be the amount of the claim. */
  readonly ambiguous: readonly ('dateOrder' | 'decimalMark' | 'amount')[];
}

/** @returns whether the first row names the columns: no figure or day stands in it, and below it there is one. */
export function guessHeader(rows: readonly Row[]): boolean {
  const [first, ...rest] = rows;
  if (!first) return false;
  const figures = (row: Row) => row.cells.some((cell) => /^\s*[-+]?\d/.test(cell) || looksLikeDate(cell));
  if (figures(first)) return false;
  return rest.length === 0 || rest.some(figures) || first.cells.some((cell) => FIELDS.some((field) => field.names.includes(plain(cell))));
}

/** Lines above the names of columns that a guess passes over, at most. */
const MOST_ABOVE = 50;

/**
 * @returns how many lines stand above the names of the columns. What a report says about itself fills few cells, names fill nearly as many as
 * the rows below. 0 where the first full row is no row of names: what stands above it may be rows too.
 */
export function guessSkipRows(rows: readonly Row[]): number {
  const filled = ({ cells }: Row) => cells.filter((cell) => cell.trim() !== '').length;
  const usual = rows.map(filled).sort((a, b) => a - b)[rows.length >> 1] ?? 0;
  const first = rows.slice(0, MOST_ABOVE).findIndex((row) => filled(row) >= Math.max(2, usual * 0.75));
  return first > 0 && guessHeader(rows.slice(first)) ? rows[first]!.number - 1 : 0;
}

/**
 * @param rows the first rows of the file, a header among them if there is one. @param country ISO country: how days are written where values
 * leave it open. @param record what the rows are about, when somebody said so. @param details fields of the client's metadata.
 */
export function guessMapping(
  rows: readonly Row[],
  hasHeader: boolean,
  country: string,
  record?: RecordKind | null,
  details: readonly DetailDefinition[] = [],
): Guessed {
  const columns = columnNames(rows[0]?.cells ?? [], hasHeader);
  const body = hasHeader ? rows.slice(1) : rows;
  const emptyMarks = guessEmptyMarks(body.flatMap((row) => row.cells));
  const says = (cell: string) => cell.trim() !== '' && !emptyMarks.includes(cell.trim());
  const values = columns.map((_, index) => body.map((row) => row.cells[index] ?? '').filter(says));
  const kind = record ?? guessRecord(columns, values, body);
  // A column that is called like a field of the client's metadata means it; every other one is a free field of its own name.
  const known = new Map(
    details.filter(({ records }) => records.includes(kind)).flatMap((each) => each.names.map((name) => [plain(name), each.field])),
  );
  const ours = columns.slice(0, countFrontColumns(columns));
  // Rejected rows that come back may be rejected for their values: only the names tell what a column is.
  const fields = matchColumns(kind, columns, ours.length > 0 ? columns.map(() => []) : values, known);
  const meant = kind === 'claims' ? guessRest(columns, values, fields, known) : { fields: [], amounts: 0 };
  fields.push(...meant.fields);
  // Where nothing else names the account, the debtor's number does.
  if (!fields.some(({ field }) => field === 'account.ref')) {
    const debtor = fields.find(({ field }) => field === 'debtor.ref');
    if (debtor && kind === 'claims') debtor.field = 'account.ref';
  }
  if (kind === 'claims' && !fields.some(({ field }) => field === 'claim.ref')) {
    const composed = composeKey(columns, fields, values, body);
    if (composed) fields.push({ field: 'claim.ref', template: composed });
  }
  const taken = new Set([...fields.map(({ column }) => column), ...ours]);
  const meta = kind === 'claims' ? 'claim.meta.' : kind === 'accounts' ? 'account.meta.' : null;
  if (meta && hasHeader) {
    const free = columns.filter((column) => !taken.has(column));
    const used = new Set<string>();
    for (const column of free) {
      const detail = known.get(plain(column));
      const field = detail && !used.has(detail) ? detail : `${meta}${column}`;
      used.add(field);
      fields.push({ field, column });
    }
  }
  if (kind === 'actions') fields.push(...describeActions(fields, columns, values));
  // Where no name says which columns are days or amounts, all that look like them tell how they are written.
  const texts = (wanted: 'date' | 'amount', looks: (value: string) => boolean) => {
    const named = fields.flatMap(({ field, column }) =>
      column && fieldOf(kind, field)?.kind === wanted ? (values[columns.indexOf(column)] ?? []) : [],
    );
    return named.length > 0 ? named : values.filter((column) => column.length > 0 && column.every(looks)).flat();
  };
  const dateOrder = guessDateOrder(texts('date', looksLikeDate), country === 'US' ? 'MDY' : 'DMY');
  const decimalMark = guessDecimalMark(
    texts('amount', (value) => looksLikeAmount(value) && !looksLikeDate(value)),
    ['US', 'GB', 'IE', 'AU', 'NZ', 'CA', 'IN'].includes(country) ? '.' : ',',
  );
  return {
    mapping: {
      record: kind,
      hasHeader,
      dateOrder: dateOrder.value,
      decimalMark: decimalMark.value,
      createAccounts: true,
      emptyMarks,
      fields,
    },
    ambiguous: [
      ...(dateOrder.ambiguous ? (['dateOrder'] as const) : []),
      ...(decimalMark.ambiguous ? (['decimalMark'] as const) : []),
      ...(meant.amounts > 1 ? (['amount'] as const) : []),
    ],
  };
}

/** Fills what no column's very name fills. Columns of the client's own fields are left to them. */
function guessRest(
  columns: readonly string[],
  values: readonly (readonly string[])[],
  fields: readonly FieldMapping[],
  own: ReadonlyMap<string, string>,
): { fields: FieldMapping[]; amounts: number } {
  const front = countFrontColumns(columns);
  const taken = new Set(
    columns.flatMap((column, at) => (at < front || own.has(plain(column)) || fields.some((each) => each.column === column) ? [at] : [])),
  );
  const meant = guessColumns(columns, values, { columns: taken, fields: new Set(fields.map(({ field }) => field)) });
  return { fields: [...meant.fields].map(([at, field]) => ({ field, column: columns[at]! })), amounts: meant.amounts };
}

const plain = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]/gu, '');

function guessRecord(columns: readonly string[], values: readonly (readonly string[])[], body: readonly Row[]): RecordKind {
  const score = (kind: RecordKind) => {
    const found = new Set(matchColumns(kind, columns, values).map(({ field }) => field));
    const required = requiredFields(kind).filter(({ field }) => field !== 'claim.currency' && field !== 'claim.ref');
    if (!required.every(({ field }) => found.has(field))) return 0;
    const extra = [found.has('claim.ref'), found.has('claim.dueDate'), kind === 'claims' && found.has('payment.amount')];
    return required.length + extra.filter(Boolean).length;
  };
  const best = (['actions', 'payments', 'claims', 'accounts'] as const)
    .map((kind) => ({ kind, score: score(kind) }))
    .sort((a, b) => b.score - a.score)[0];
  if (!best || best.score === 0 || body.length === 0) return 'claims';
  if (best.kind !== 'accounts') return best.kind;
  // A customer's number alone makes a file of accounts only when no column is the amount of a claim, or is called so over what is none.
  if (
    matchColumns(
      'claims',
      columns,
      columns.map(() => []),
    ).some(({ field }) => field === 'claim.amount')
  )
    return 'claims';
  const meant = guessRest(columns, values, matchColumns('claims', columns, values), new Map()).fields;
  return meant.some(({ field }) => field === 'claim.amount') ? 'claims' : 'accounts';
}

/** @param own names of the client's own fields: they come before what else a column of that name may mean, unless it is a field's first name. */
function matchColumns(
  kind: RecordKind,
  columns: readonly string[],
  values: readonly (readonly string[])[],
  own: ReadonlyMap<string, string> = new Map(),
): FieldMapping[] {
  const fields: FieldMapping[] = [];
  const taken = new Set<number>();
  for (const definition of FIELDS) {
    if (!definition.records.includes(kind)) continue;
    // A file of payments calls its amount and day by their plain names.
    const names = kind === 'payments' ? [...definition.names, ...(PAYMENT_NAMES[definition.field] ?? [])] : definition.names;
    const index = names
      .filter((name, place) => place === 0 || !own.has(name))
      .map((name) => columns.findIndex((column, at) => !taken.has(at) && plain(column) === name && fits(definition, values[at] ?? [])))
      .find((at) => at >= 0);
    if (index === undefined) continue;
    taken.add(index);
    fields.push({ field: definition.field, column: columns[index]! });
  }
  return fields;
}

const PAYMENT_NAMES: Readonly<Record<string, readonly string[]>> = {
  'payment.amount': ['amount', 'betrag'],
  'payment.date': ['date', 'datum'],
};

function fits(definition: FieldDefinition, values: readonly string[]): boolean {
  if (values.length === 0) return true;
  const good = (test: (value: string) => boolean) => values.filter(test).length >= values.length * 0.5;
  if (definition.kind === 'amount') return good(looksLikeAmount);
  if (definition.kind === 'date') return good(looksLikeDate);
  if (definition.kind === 'yesNo') return good((value) => readYesNo(value) !== null);
  // "Forderung", "Factura" and "Invoice" may stand over the amount as well as over the number.
  if (definition.field === 'claim.ref') return !good((value) => looksLikeAmount(value) && /[.,]\d{2}\D*$/.test(value));
  return true;
}

/** Where no column names the claim, the account and a day may do so together: "{customer_id}-{bill_period_end}". */
function composeKey(
  columns: readonly string[],
  fields: readonly FieldMapping[],
  values: readonly (readonly string[])[],
  body: readonly Row[],
): string | null {
  const account = fields.find(({ field }) => field === 'account.ref')?.column;
  if (!account) return null;
  for (const [index, column] of columns.entries()) {
    if (!(values[index] ?? []).every(looksLikeDate)) continue;
    const key = (row: Row) => `${row.cells[columns.indexOf(account)]}-${row.cells[index]}`;
    if (new Set(body.map(key)).size === body.length) return `{${account}}-{${column}}`;
  }
  return null;
}

const ACTION_WORDS: readonly [RegExp, string][] = [
  [/broken|gebrochen|defaulted/i, 'promiseBroken'],
  [/promise|arrangement|agreed|zusage|ratenzahlung|vereinbarung/i, 'promise'],
  [/e-?mail/i, 'email'],
  [/sms|text message/i, 'sms'],
  [/letter|reminder|brief|mahnung|notice|dunning/i, 'letter'],
  [/call|phone|anruf|telefon/i, 'call'],
];

/** What the words of an action file mean, and the words themselves as the text. */
function describeActions(fields: FieldMapping[], columns: readonly string[], values: readonly (readonly string[])[]): FieldMapping[] {
  const kind = fields.find(({ field }) => field === 'action.kind');
  if (!kind?.column) return [];
  const choices = fieldOf('actions', 'action.kind')?.choices ?? [];
  const words = [...new Set(values[columns.indexOf(kind.column)] ?? [])].slice(0, 200);
  kind.values = words
    .filter((word) => !choices.includes(word))
    .map((from) => ({ from, to: ACTION_WORDS.find(([pattern]) => pattern.test(from))?.[1] ?? 'note' }));
  return fields.some(({ field }) => field === 'action.text') ? [] : [{ field: 'action.text', column: kind.column }];
}
