/** Many rows at once: COPY into a temporary table, so that a handful of set-based statements can write them. */
import { finished } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { uuidv7 } from '../../core/id.ts';
import type { Tx } from './tenancy.ts';

export type CopyValue = string | number | bigint | boolean | null | undefined;

const SPECIAL = /[\\\n\r\t]/;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** @returns a text, or null, as one value of Postgres' COPY text format. It must not hold a zero character. */
export function copyText(value: string | null | undefined): string {
  if (value === null || value === undefined) return '\\N';
  return SPECIAL.test(value) ? value.replace(/[\\\n\r\t]/g, (char) => ESCAPES[char] ?? char) : value;
}

/** @returns one line of the format. */
export function copyLine(values: readonly CopyValue[]): string {
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

  /** @param line of copyLine, or values of copyText between tabs and a line end. */
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

/** @returns a list of texts as one value of copyLine. */
export function copyArray(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/** Tables that a transaction has filled before; all others are empty. */
const staged = new WeakMap<Tx, Set<string>>();

/**
 * Fills a temporary table that the end of the transaction empties.
 * @param columns its definition, e.g. "n integer, ref text": always the same for one name.
 */
export async function stage(tx: Tx, table: string, columns: string, { pieces }: CopyPieces): Promise<void> {
  await tx.sql(`create temporary table if not exists ${table} (${columns}) on commit delete rows`);
  const used = staged.get(tx);
  if (used?.has(table)) await tx.sql(`truncate ${table}`);
  staged.set(tx, (used ?? new Set()).add(table));
  if (pieces.length === 0) return;
  const stream = tx.connection.query(copyFrom(`copy ${table} from stdin`));
  for (const piece of pieces) stream.write(piece);
  stream.end();
  await finished(stream);
}

/** Fills a temporary table with rows made for the purpose. @param columns as of `stage`. */
export async function stageRows(tx: Tx, table: string, columns: string, rows: Iterable<readonly CopyValue[]>): Promise<void> {
  const lines = new CopyLines();
  for (const row of rows) lines.add(copyLine(row));
  await stage(tx, table, columns, lines.finish());
}

/**
 * Ids for the many rows of one statement: one UUIDv7, counted up in its random part, so that rows written together lie together on disk.
 * @param n the SQL of a number that differs from row to row. @returns the SQL of a uuid.
 */
export function idSeries(n: string): string {
  const first = uuidv7();
  return `('${first.slice(0, 24)}' || lpad(to_hex(${Number.parseInt(first.slice(24, 35), 16)}::bigint * 8 + ${n}), 12, '0'))::uuid`;
}
