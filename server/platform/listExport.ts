/**
 * Lists as files for a spreadsheet: POST /api/export/<list>. A list declares its name, permission, arguments, columns and rows; this door
 * checks, notes who took what, and streams CSV or XLSX row by row: the file's size costs neither the database nor this process memory.
 */
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import { coerceInputValue, type GraphQLSchema, parseType, typeFromAST } from 'graphql';
import { type FaultWords, fillWords, invalid, notFound } from '../../core/fault.ts';
import type { Permission } from '../../core/holds.ts';
import type { Uuid } from '../../core/id.ts';
import { exponentOf, type Money, toDecimal } from '../../core/money.ts';
import type { Action, Domain } from '../../core/permissions.ts';
import { type CalendarDate, type Instant, isoInstant } from '../../core/time.ts';
import { localDate, wallClock } from '../../core/zone.ts';
import { admitRequest } from './admit.ts';
import { now } from './clock.ts';
import { BYTE_ORDER_MARK, csvCell, csvLine } from './csv.ts';
import { appendEvents } from './events.ts';
import { answerFault } from './http.ts';
import type { Tokens } from './identity.ts';
import { logger } from './log.ts';
import { type Database, inClient, type Tx } from './tenancy.ts';
import { Turns } from './turns.ts';
import { DAY_FORMAT, MOMENT_FORMAT, moneyFormat, NUMBER_FORMAT, writeXlsx, type XlsxCell } from './xlsx.ts';

/** Rows one fetch takes out of a cursor. */
const FETCH = 2_000;
/** A reader that takes nothing for so long loses the connection, and with it the database's cursor; ms. */
const STALLED = 60_000;
/** Room for 10,000 ids. */
const MOST_BODY = 1024 * 1024;
const MOST_HEADER = 200;
const MIME = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
type Format = keyof typeof MIME;

/** One reason of a row: in English, apart from any language where it was kept so, and the field it is about where that has to be said. */
export interface ExportReason {
  readonly reason: string;
  readonly words?: FaultWords | null | undefined;
  readonly field?: string;
}

/**
 * What a row says in one column; null and undefined: nothing. `words` are names of the contract, which the reader's language may replace;
 * `reasons` are refusals, said by the texts of their keys where the reader gives them.
 */
export type ListColumn<Row> =
  | { readonly kind: 'reasons'; readonly value: (row: Row) => readonly ExportReason[] | null | undefined }
  | { readonly kind: 'text' | 'words'; readonly value: (row: Row) => string | null | undefined }
  | { readonly kind: 'number'; readonly value: (row: Row) => number | bigint | null | undefined }
  | { readonly kind: 'money'; readonly value: (row: Row) => Money | null | undefined }
  | { readonly kind: 'day'; readonly value: (row: Row) => CalendarDate | null | undefined }
  | { readonly kind: 'moment'; readonly value: (row: Row) => Instant | Date | null | undefined };

/** Who asks, and when. */
export interface ExportReader {
  readonly userId: Uuid;
  readonly permissions: readonly Permission[];
  readonly at: Instant;
}

export interface ListExport<Wanted, Row, D extends Domain = Domain> {
  /** In the address and the file's name. */
  readonly name: string;
  readonly permission: { readonly domain: D; readonly action: Action<D> };
  /** The service whose contract the arguments' types are of, and the arguments: {filter: 'ClaimFilter', order: 'ClaimOrderField'}. */
  readonly service: string;
  readonly takes: Readonly<Record<string, string>>;
  /** Appended with what was asked for; `listExported` when left out. */
  readonly event?: 'accountsExported' | 'auditExported';
  /** In the order of the file; money needs a column of its currency beside it in CSV. */
  readonly columns: Readonly<Record<string, ListColumn<Row>>>;
  /** Refuses what cannot be before anything is written. @throws Fault naming the argument. */
  readonly check?: (tx: Tx, wanted: Wanted, reader: ExportReader) => Promise<void> | void;
  /** @returns all rows in the order asked for, some at a time. */
  readonly rows: (tx: Tx, wanted: Wanted, reader: ExportReader) => AsyncIterable<readonly Row[]>;
}

type AnyList = ListExport<Record<string, unknown>, unknown>;
const lists = new Map<string, AnyList>();

/** Declares a list. A service does so in a module that its resolvers import. */
export function defineListExport<Wanted, Row, D extends Domain>(list: ListExport<Wanted, Row, D>): void {
  if (lists.has(list.name)) throw new Error(`the export of ${list.name} is defined twice`);
  lists.set(list.name, list as unknown as AnyList);
}

/** @returns the names of all lists that can be had, in order. */
export function exportedLists(): string[] {
  return [...lists.keys()].sort();
}

/** Reads a statement through a cursor, some rows at a time. @param name of the cursor, free in its transaction. */
export async function* fetchRows<Row extends object>(tx: Tx, name: string, select: string, values: unknown[]): AsyncGenerator<Row[]> {
  await tx.sql(`declare ${name} no scroll cursor for ${select}`, values);
  for (;;) {
    const rows = await tx.sql<Row & Record<string, unknown>>(`fetch ${FETCH} from ${name}`);
    if (rows.length === 0) return;
    yield rows;
  }
}

/** @param texts of refusals by their keys, and of fields by their names. @returns reasons as one text; in English where there are no texts. */
export function sayReasons(reasons: readonly ExportReason[], texts: Readonly<Record<string, string>>): string {
  const textOf = (key: string) => (Object.hasOwn(texts, key) ? texts[key] : undefined);
  return reasons
    .map(({ reason, words, field }) => {
      const said = words ? fillWords(words, textOf) : reason;
      return field === undefined ? said : `${textOf(field) ?? field}: ${said}`;
    })
    .join('; ');
}

/** @returns texts by their keys as a reader sends them; what is no text is taken as one. */
export function readTexts(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries((typeof value === 'object' && value) || {}).map(([name, text]) => [name, String(text)]));
}

/** A column as it was asked for: its key, how it is called, and how its words are said. */
interface Chosen {
  readonly key: string;
  readonly column: ListColumn<unknown>;
  readonly header: string;
  readonly words: Readonly<Record<string, string>>;
}

/** Files that one person takes away at once: each has a connection of the database for as long as its reader takes. */
const exporting = new Turns(3);

/** Adds the address. @param schemaOf a service's contract. @param zoneOf the time zone of a transaction's client. */
export async function mountListExports(
  app: FastifyInstance,
  parts: {
    readonly database: Database;
    readonly tokens: Tokens;
    readonly schemaOf: (service: string) => GraphQLSchema;
    readonly zoneOf: (tx: Tx) => Promise<string>;
  },
): Promise<void> {
  const { database, tokens } = parts;
  await app.register(async (scope) => {
    scope.setErrorHandler((error, _request, reply) => answerFault(error, reply));
    scope.post<{ Params: { list: string } }>('/api/export/:list', { config: { mostBytes: MOST_BODY } }, async (request, reply) => {
      const list = lists.get(request.params.list);
      const body = (request.body ?? {}) as Record<string, unknown>;
      if (!list) throw notFound('listNotFound');
      const { domain, action } = list.permission;
      const admitted = await admitRequest(database, tokens, request, body.clientId, domain, action);
      const { identity, clientId, actor, permissions, database: seen, demanding } = admitted;
      const format = readFormat(body.format);
      const chosen = readColumns(list, body.columns);
      const wanted = readArguments(list, parts.schemaOf(list.service), body);
      const reader = { userId: identity.userId, permissions, at: now() };
      const record = async (tx: Tx) => {
        await list.check?.(tx, wanted, reader);
        const payload = { list: list.name, format, columns: chosen.map(({ key }) => key), ...inShort(wanted) };
        await appendEvents(tx, [{ messageType: list.event ?? 'listExported', payload }]);
        return parts.zoneOf(tx);
      };
      const zone = await demanding(() => inClient(seen, clientId, record, { actor }));
      const file = new PassThrough();
      const leave = await exporting.take(identity.userId);
      // Nothing to tell when the reader goes away; a defect ends the file early, which the browser reports.
      inClient(seen, clientId, (tx) => pipeline(Readable.from(write(list.rows(tx, wanted, reader), chosen, format, zone)), file), {
        readOnly: true,
        lengthy: true,
      })
        .catch((error: Error & { code?: string }) => {
          file.destroy(error);
          if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') logger.error({ error, list: list.name }, 'export failed');
        })
        .finally(leave);
      reply.raw.setTimeout(STALLED, () => reply.raw.destroy());
      reply.header('content-type', MIME[format]);
      reply.header('content-disposition', `attachment; filename="${list.name}-${localDate(reader.at, zone)}.${format}"`);
      reply.header('x-content-type-options', 'nosniff');
      reply.header('cache-control', 'no-store');
      return reply.send(file);
    });
  });
}

function readFormat(value: unknown): Format {
  if (value == null) return 'csv';
  if (value === 'csv' || value === 'xlsx') return value;
  throw invalid('format', 'oneOf', { choices: 'csv, xlsx' });
}

/** What shows on the list, in its order and language; all columns when nothing is said. */
function readColumns(list: AnyList, value: unknown): Chosen[] {
  if (value == null) return Object.entries(list.columns).map(([key, column]) => ({ key, column, header: key, words: {} }));
  if (!Array.isArray(value) || value.length === 0) throw invalid('columns', 'columnsNone');
  return value.map((each: { key?: unknown; header?: unknown; words?: unknown } | null) => {
    const key = String(each?.key);
    const column = Object.hasOwn(list.columns, key) ? list.columns[key] : undefined;
    if (!column) throw invalid('columns', 'unknownOf', { name: key.slice(0, 60), choices: Object.keys(list.columns).join(', ') });
    return {
      key,
      column,
      header: String(each?.header ?? key).slice(0, MOST_HEADER),
      words: readTexts(each?.words),
    };
  });
}

/** @returns the arguments as GraphQL would hand them to a resolver. @throws Fault INVALID_INPUT naming what is wrong. */
function readArguments(list: AnyList, schema: GraphQLSchema, body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(list.takes).flatMap(([name, typeName]) => {
      if (body[name] == null) return [];
      const type = typeFromAST(schema, parseType(typeName) as never);
      if (!type) throw new Error(`the service ${list.service} has no type ${typeName}`);
      const value = coerceInputValue(body[name], type as never, (path, _value, error) => {
        throw invalid([name, ...path].join('.'), 'valueWrong', { reason: error.message });
      });
      return [[name, value]];
    }),
  );
}

/** What the event says of the arguments: long lists by their length. */
function inShort(wanted: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(wanted, (_, value) => (Array.isArray(value) && value.length > 20 ? value.length : value)));
}

async function* write(
  batches: AsyncIterable<readonly unknown[]>,
  chosen: readonly Chosen[],
  format: Format,
  zone: string,
): AsyncGenerator<string | Buffer> {
  const headers = chosen.map(({ header }) => header);
  if (format === 'xlsx') {
    const cells = async function* () {
      for await (const rows of batches) yield rows.map((row) => chosen.map((each) => xlsxCell(each, row, zone)));
    };
    yield* writeXlsx(headers, cells());
    return;
  }
  yield BYTE_ORDER_MARK + csvLine(headers.map(csvCell));
  for await (const rows of batches) yield rows.map((row) => csvLine(chosen.map((each) => csvText(each, row)))).join('');
}

/** Text is made inert; numbers, days and moments are ours and stay as they are, a minus too. */
function csvText({ column, words }: Chosen, row: unknown): string {
  const value = column.value(row);
  if (value == null) return '';
  if (column.kind === 'money') return toDecimal((value as Money).minor, (value as Money).currency);
  if (column.kind === 'moment') return isoInstant(Number(value) as Instant);
  if (column.kind === 'text') return csvCell(String(value));
  if (column.kind === 'reasons') return csvCell(sayReasons(value as readonly ExportReason[], words));
  return column.kind === 'words' ? csvCell(words[String(value)] ?? String(value)) : String(value);
}

const DAY = 86_400_000;
/** Days since 1899-12-30, as spreadsheets count. */
const serial = (milliseconds: number) => String(milliseconds / DAY + 25_569);

function xlsxCell({ column, words }: Chosen, row: unknown, zone: string): XlsxCell {
  const value = column.value(row);
  if (value == null) return null;
  switch (column.kind) {
    case 'money': {
      const { minor, currency } = value as Money;
      return { number: toDecimal(minor, currency), format: moneyFormat(exponentOf(currency), currency) };
    }
    case 'number':
      return { number: String(value), format: NUMBER_FORMAT };
    case 'day':
      return { number: serial(Date.parse(`${value as string}T00:00:00Z`)), format: DAY_FORMAT };
    case 'moment': {
      // A spreadsheet knows no zones: it shows the client's time.
      const at = Number(value) as Instant;
      return { number: serial(Math.round(wallClock(at, zone) / 1000) * 1000), format: MOMENT_FORMAT };
    }
    case 'reasons':
      return sayReasons(value as readonly ExportReason[], words);
    case 'words':
      return words[String(value)] ?? String(value);
    default:
      return String(value);
  }
}
