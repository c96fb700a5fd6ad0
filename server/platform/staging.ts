/** Many rows at once: COPY into a temporary table, so that a handful of set-based statements can write them. */
import { finished } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { uuidv7 } from '../../core/id.ts';
import type { Tx } from './tenancy.ts';

export type CopyValue = string | number | bigint | boolean | null | undefined;

const SPECIAL = /[\\\n\r\t]/;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** @returns one line of Postgres' COPY text format. Text must not hold a zero character. */
export function copyLine(values: readonly CopyValue[]): string {
  let line = '';
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (index > 0) line += '\t';
    if (value === null || value === undefined) line += '\\N';
    else if (typeof value === 'string') line += SPECIAL.test(value) ? value.replace(/[\\\n\r\t]/g, (char) => ESCAPES[char] ?? char) : value;
    else if (typeof value === 'boolean') line += value ? 't' : 'f';
    else line += value.toString();
  }
  return `${line}\n`;
}

/** @returns a list of texts as one value of copyLine. */
export function copyArray(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/** Tables that a transaction has filled before; all others are empty. */
const staged = new WeakMap<Tx, Set<string>>();

/**
 * Fills a temporary table that the end of the transaction empties.
 * @param columns its definition, e.g. "n integer, ref text": always the same for one name. @param lines of copyLine.
 */
export async function stage(tx: Tx, table: string, columns: string, lines: readonly string[]): Promise<void> {
  await tx.sql(`create temporary table if not exists ${table} (${columns}) on commit delete rows`);
  const used = staged.get(tx);
  if (used?.has(table)) await tx.sql(`truncate ${table}`);
  staged.set(tx, (used ?? new Set()).add(table));
  if (lines.length === 0) return;
  const stream = tx.connection.query(copyFrom(`copy ${table} from stdin`));
  // Pieces of about 1 MB: one string of a whole chunk would be held three times over.
  let piece = '';
  for (const line of lines) {
    piece += line;
    if (piece.length > 1_000_000) {
      stream.write(piece);
      piece = '';
    }
  }
  stream.end(piece);
  await finished(stream);
}

/**
 * Ids for the many rows of one statement: one UUIDv7, counted up in its random part, so that rows written together lie together on disk.
 * @param n the SQL of a number that differs from row to row. @returns the SQL of a uuid.
 */
export function idSeries(n: string): string {
  const first = uuidv7();
  return `('${first.slice(0, 24)}' || lpad(to_hex(${Number.parseInt(first.slice(24, 35), 16)}::bigint * 8 + ${n}), 12, '0'))::uuid`;
}
