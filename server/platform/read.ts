/** Statements that are written with drizzle and asked for all the time: putting the text together takes drizzle longer than the database takes to answer. */
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgPreparedQuery, PreparedQueryConfig } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { drizzleOn, type Tx } from './tenancy.ts';

type Prepared<Rows> = PgPreparedQuery<PreparedQueryConfig & { execute: Rows }>;

let serial = 0;

/**
 * Declares a statement that is put together once for each connection, which also keeps it parsed.
 * @param build says it with `given(name)` in place of values; `given('clientId')` is the transaction's client.
 * @returns what asks for its rows with values by these names.
 */
export function defineRead<Rows, Values extends Readonly<Record<string, unknown>>>(
  build: (
    db: NodePgDatabase,
    given: (name: 'clientId' | (keyof Values & string)) => ReturnType<typeof sql.placeholder>,
  ) => {
    readonly prepare: (name: string) => Prepared<Rows>;
  },
): (tx: Tx, values: Values) => Promise<Rows> {
  const name = `read${serial++}`;
  const known = new WeakMap<pg.PoolClient, Prepared<Rows>>();
  return async (tx, values) => {
    const prepared = known.get(tx.connection) ?? build(drizzleOn(tx.connection), sql.placeholder).prepare(name);
    known.set(tx.connection, prepared);
    return prepared.execute({ clientId: tx.clientId, ...values });
  };
}
