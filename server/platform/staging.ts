/** Many rows at once: COPY into a temporary table, so that a handful of set-based statements can write them. */
import { finished } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { uuidv7 } from '../../core/id.ts';
import type { Tx } from './tenancy.ts';

export type CopyValue = string | number | bigint | boolean | null | undefined;

const SPECIAL = /[\\\n\r\t]/;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** @returns a text, or null, as one value of Postgres' COPY text format. It must not hold a zero character. */
function copyText(value: string | null | undefined): string {
  if (value === null || value === undefined) return '\\N';
  return SPECIAL.test(value) ? value.replace(/[\\\n\r\t]/g, (char) => ESCAPES[char] ?? char) : value;
}

/** @returns one line of the format. */
function copyLine(values: readonly CopyValue[]): string {
  let line = '';
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (index > 0) line += '\t';
    if (value === null || value === undefined || typeof value === 'string') line += copyText(value);
    else if (typeof value === 'boolean') line += value ? 't' : 'f';
    else line += value.toString();
  }
  return `${line}\n`;
}

/** Text of one piece: what is sent at once. */
const PIECE = 1 << 16;

/** Lines as bytes, each piece with a memory of its own: a thread can hand it to another one. */
export interface CopyPieces {
  readonly count: number;
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
}

/** Lines that are made long before they are sent: kept as bytes, which take a fifth of what text in the making takes. */
export class CopyLines {
  private readonly pieces: Uint8Array<ArrayBuffer>[] = [];
  count = 0;
  private text = '';

  /** @param line of copyLine. */
  add(line: string): void {
    this.count++;
    this.text += line;
    if (this.text.length > PIECE) this.close();
  }

  /** @returns all lines that were added. */
  finish(): CopyPieces {
    this.close();
    return { count: this.count, pieces: this.pieces };
  }

  private close(): void {
    if (this.text === '') return;
    const piece = Buffer.allocUnsafeSlow(Buffer.byteLength(this.text));
    piece.write(this.text);
    this.pieces.push(piece);
    this.text = '';
  }
}

/** @returns a list of texts as one value of a column. */
export function copyArray(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/** What each column of a staged table is: its type in SQL, and what a row says in it. */
export type StagedColumns<Row> = Readonly<Record<string, readonly [type: string, value: (row: Row) => CopyValue]>>;

/** A temporary table that COPY fills, declared once: the order of its columns is nobody's business. */
export interface StagedTable<Row> {
  readonly name: string;
  /** The names of its columns, between commas. */
  readonly columns: string;
  /** The same with their types. */
  readonly definition: string;
  /** @returns a row as one line of COPY. */
  readonly line: (row: Row) => string;
}

/** Declares a temporary table. @param name always of the same columns. */
export function stagedTable<Row>(name: string, columns: StagedColumns<Row>): StagedTable<Row> {
  const values = Object.values(columns).map(([, value]) => value);
  return {
    name,
    columns: namesOf(columns),
    definition: Object.entries(columns)
      .map(([column, [type]]) => `${column} ${type}`)
      .join(', '),
    line: (row) => copyLine(values.map((value) => value(row))),
  };
}

/** @returns the names of columns, between commas. */
export const namesOf = (columns: Readonly<Record<string, unknown>>): string => Object.keys(columns).join(', ');

/** Tables that a transaction has filled before; all others are empty. */
const staged = new WeakMap<Tx, Set<string>>();

/** Fills a temporary table that the end of the transaction empties. @param pieces lines of the table. */
export async function stage<Row>(tx: Tx, { name, columns, definition }: StagedTable<Row>, { pieces }: CopyPieces): Promise<void> {
  await tx.sql(`create temporary table if not exists ${name} (${definition}) on commit delete rows`);
  const used = staged.get(tx);
  if (used?.has(name)) await tx.sql(`truncate ${name}`);
  staged.set(tx, (used ?? new Set()).add(name));
  if (pieces.length === 0) return;
  // All before it is answered, and nothing may be sent until it is: what follows COPY on the connection is taken for its rows.
  const connection = tx.connection as typeof tx.connection & { pipeline: boolean };
  connection.pipeline = false;
  try {
    const stream = connection.query(copyFrom(`copy ${name} (${columns}) from stdin`));
    for (const piece of pieces) stream.write(piece);
    stream.end();
    await finished(stream);
  } finally {
    connection.pipeline = true;
  }
}

/** Fills a temporary table with rows made for the purpose. */
export async function stageRows<Row>(tx: Tx, table: StagedTable<Row>, rows: Iterable<Row>): Promise<void> {
  const lines = new CopyLines();
  for (const row of rows) lines.add(table.line(row));
  await stage(tx, table, lines.finish());
}

/**
 * Ids for the many rows of one statement: one UUIDv7, counted up in its random part, so that rows written together lie together on disk.
 * @param n the SQL of a number that differs from row to row. @returns the SQL of a uuid.
 */
export function idSeries(n: string): string {
  const first = uuidv7();
  return `('${first.slice(0, 24)}' || lpad(to_hex(${Number.parseInt(first.slice(24, 35), 16)}::bigint * 8 + ${n}), 12, '0'))::uuid`;
}
