/**
 * The columns that hold sealed values, each declared once, and what seals them anew: what is still clear after an upgrade, and what is under
 * an earlier secret when the secret is rotated. It works in small batches beside whoever reads and writes, and can be killed at any time:
 * a row that was not reached is simply found again.
 */
import type { PoolClient, QueryResultRow } from 'pg';
import type { Uuid } from '../../core/id.ts';
import { keyRing } from './keyRing.ts';
import { digestOf, isSealed, openEarlier, SEALED, type SealedPlace, seal, unseal } from './seal.ts';
import { allClients, type Database, inClient } from './tenancy.ts';

export interface SealedColumn {
  readonly table: string;
  /** The primary key after client_id, with the types of Postgres. */
  readonly key: readonly { readonly column: string; readonly type: 'uuid' | 'text' }[];
  /** The column of the key that names the row within its place; none: the client has one row. */
  readonly row: string | null;
  readonly column: string;
  /** Where in a jsonb column; [] is the whole of it. None: a column of text. */
  readonly path?: readonly string[];
  /** The column with the digest of a value that is searched for. */
  readonly digest?: string;
  /** What a value without a key id is: clear, or sealed in the earlier form and bound to its scope or row. */
  readonly before: 'clear' | 'sealedForScope' | 'sealedForRow';
  /** Rows of one transaction, where they are large. */
  readonly batch?: number;
  /** A table of the user pool, which belongs to no client. */
  readonly isPool?: boolean;
}

const declared: SealedColumn[] = [];

/** Declares a column; every table that keeps sealed values says so beside its tables. */
export function defineSealed(column: SealedColumn): SealedColumn {
  declared.push(column);
  return column;
}

/** @returns all declared columns. */
export const sealedColumns = (): readonly SealedColumn[] => declared;

/** @returns the name under which a column's values are sealed. */
export const nameOf = ({ table, column, path }: SealedColumn): string => [table, column, ...(path ?? [])].join('.');

/** @returns where a value of a declared column belongs. @param row what names its row; empty where a client has one */
export const placeIn = (column: SealedColumn, scope: string, row = ''): SealedPlace => ({ column: nameOf(column), scope, row });

/** Which rows to seal anew: those that no key has sealed, or all that the newest key has not. */
export type Which = 'unsealed' | 'notNewest';

/** Rows of one transaction: it ends within a moment, so that nobody waits for it. */
const BATCH = 500;
type Query = <Row extends QueryResultRow>(text: string, values: unknown[]) => Promise<Row[]>;
type Found = { key: string[]; value: string };

const stored = ({ column, path }: SealedColumn) => (path ? `(t.${column} #>> '{${path.join(',')}}')` : `t.${column}`);
const written = ({ column, path }: SealedColumn) =>
  !path ? 'v.fresh' : path.length === 0 ? 'to_jsonb(v.fresh)' : `jsonb_set(t.${column}, '{${path.join(',')}}', to_jsonb(v.fresh))`;

/** SQL of the rows that are to be sealed anew. */
function wanted(column: SealedColumn, which: Which): string {
  const value = stored(column);
  const pattern = which === 'unsealed' ? SEALED : SEALED.replace('[A-Za-z0-9_-]{8}', keyRing().newest.id);
  return `${value} <> '' and ${value} !~ '${pattern}'`;
}

/** A value as it was before it was sealed anew. @throws Error when no secret opens it */
function open(column: SealedColumn, place: SealedPlace, value: string): string {
  if (isSealed(value)) return unseal(value, place);
  if (column.before === 'clear') return value;
  return openEarlier(value, place.column, column.before === 'sealedForRow' ? place.row : place.scope);
}

/** One batch after a key. @returns the last key looked at, null at the end, and how many rows were written */
async function sealBatch(query: Query, column: SealedColumn, scope: string, which: Which, after: readonly string[] | null) {
  const size = column.batch ?? BATCH;
  const own = column.isPool ? 'true' : 't.client_id = $1';
  const bound = column.isPool ? [] : [scope];
  const keys = column.key.map((each) => `t.${each.column}`).join(', ');
  const next = after ? `and (${keys}) > (${column.key.map((each, n) => `$${bound.length + n + 1}::${each.type}`).join(', ')})` : '';
  const rows = await query<Found>(
    `select array[${column.key.map((each) => `t.${each.column}::text`).join(', ')}]::text[] as key, ${stored(column)} as value
     from ${column.table} t where ${own} ${next} and ${wanted(column, which)} ${keys ? `order by ${keys}` : ''} limit ${size}`,
    [...bound, ...(after ?? [])],
  );
  if (rows.length === 0) return { last: null, written: 0 };
  const rowAt = column.key.findIndex((each) => each.column === column.row);
  const changed = rows.map(({ key, value }) => {
    const place = placeIn(column, scope, key[rowAt] ?? '');
    const text = open(column, place, value);
    return { key, value, fresh: seal(text, place), digest: column.digest ? digestOf('iban', scope, text) : null };
  });
  // What somebody wrote meanwhile is theirs, and sealed by them.
  const done = await query(
    `update ${column.table} t set ${column.column} = ${written(column)} ${column.digest ? `, ${column.digest} = v.digest` : ''}
     from (select * from unnest($${bound.length + 1}::text[], $${bound.length + 2}::text[], $${bound.length + 3}::text[]${column.key
       .map((each, n) => `, $${bound.length + 4 + n}::${each.type}[]`)
       .join('')}) as u(value, fresh, digest${column.key.map((_, n) => `, k${n}`).join('')})) v
     where ${own} ${column.key.map((each, n) => `and t.${each.column} = v.k${n}`).join(' ')} and ${stored(column)} = v.value returning 1`,
    [
      ...bound,
      changed.map((each) => each.value),
      changed.map((each) => each.fresh),
      changed.map((each) => each.digest),
      ...column.key.map((_, n) => changed.map((each) => each.key[n])),
    ],
  );
  return { last: rows.length < size ? null : (rows.at(-1)?.key ?? null), written: done.length };
}

/** Runs work on the tables of one client, or of the user pool. */
async function within<Result>(database: Database, scope: Uuid | 'pool', work: (query: Query) => Promise<Result>): Promise<Result> {
  if (scope !== 'pool') return inClient(database, scope, (tx) => work((text, values) => tx.sql(text, values)));
  const connection: PoolClient = await database.identity.connect();
  try {
    await connection.query('begin');
    const result = await work(async (text, values) => (await connection.query(text, values)).rows as never);
    await connection.query('commit');
    return result;
  } catch (error) {
    await connection.query('rollback').catch(() => {});
    throw error;
  } finally {
    connection.release();
  }
}

async function scopesOf(database: Database, column: SealedColumn): Promise<(Uuid | 'pool')[]> {
  return column.isPool ? ['pool'] : allClients(database);
}

/**
 * Seals anew what is clear, or what is not under the newest secret. @param told after each batch: the column, and rows written so far
 * @param only one client, without the user pool. @returns rows written. @throws Error when no secret of the ring opens a value
 */
export async function sealAnew(
  database: Database,
  which: Which,
  { told = () => {}, signal, only }: { told?: (column: string, rows: number) => void; signal?: AbortSignal; only?: Uuid } = {},
): Promise<number> {
  let total = 0;
  for (const column of declared) {
    let rows = 0;
    for (const scope of only ? (column.isPool ? [] : [only]) : await scopesOf(database, column))
      for (let after: readonly string[] | null = null, more = true; more; more = after !== null) {
        signal?.throwIfAborted();
        const { last, written: count } = await within(database, scope, (query) => sealBatch(query, column, scope, which, after));
        after = last;
        rows += count;
        if (count > 0) told(nameOf(column), rows);
      }
    total += rows;
  }
  return total;
}

const sealedClients = new WeakMap<Database, Set<Uuid>>();

/** Seals what an earlier release left clear in a client's rows, for work that finds them by digest. This process looks once. */
export async function sealClient(database: Database, clientId: Uuid): Promise<void> {
  const done = sealedClients.get(database) ?? new Set();
  if (done.has(clientId)) return;
  await sealAnew(database, 'unsealed', { only: clientId });
  sealedClients.set(database, done.add(clientId));
}

/** @returns how many values there are by the id of the key that sealed them; '' counts those without one. */
export async function countByKey(database: Database): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const column of declared)
    for (const scope of await scopesOf(database, column)) {
      const rows = await within(database, scope, (query) =>
        query<{ id: string; count: number }>(
          `select case when ${stored(column)} ~ '${SEALED}' then substr(${stored(column)}, 4, 8) else '' end as id, count(*)::int as count
           from ${column.table} t where ${column.isPool ? 'true' : 't.client_id = $1'} and ${stored(column)} <> '' group by 1`,
          column.isPool ? [] : [scope],
        ),
      );
      for (const { id, count } of rows) counts.set(id, (counts.get(id) ?? 0) + count);
    }
  return counts;
}
