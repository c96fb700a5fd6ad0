/** How statements go to the database: kept parsed where they come often, counted for tests, in the trace. */
import { sql } from 'drizzle-orm';
import { NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgPreparedQuery, type PreparedQueryConfig } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { isTracing, traced } from './tracing.ts';

/** Statement counter for tests and the bench: called with each statement's text. */
export type StatementProbe = (text: string) => void;
let probe: StatementProbe | null = null;
export function observeStatements(next: StatementProbe | null): void {
  probe = next;
}

/** As much of a connection as statements need. */
export type Asked = Pick<pg.PoolClient, 'query'>;

/** One for all transactions: it remembers how columns are written. */
const dialect = new PgDialect({ casing: 'snake_case' });
const LOGGER = { logger: { logQuery: (text: string) => probe?.(text) } };

/** @returns drizzle on a connection. */
export const drizzleOn = (asked: Asked): NodePgDatabase =>
  new NodePgDatabase(dialect, new NodePgSession(asked as pg.PoolClient, dialect, undefined, LOGGER), undefined);

/** @returns what the statements of a transaction are asked of. @param byKeys whether those that come often are kept planned (tenancy.ts). */
export function askedOf(connection: pg.PoolClient, byKeys: boolean): Asked {
  const asked = isTracing() ? watched(connection) : connection;
  return byKeys ? keeping(asked) : asked;
}

/** Asks for rows. @param kept whether the connection keeps the statement parsed, however often it comes. */
export async function rowsOf<Row>(asked: Asked, text: string, values: unknown[] | undefined, kept = false): Promise<Row[]> {
  probe?.(text);
  const { rows } = await (kept ? asked.query({ name: nameOf(text), text, values: values ?? [] }) : asked.query(text, values as unknown[]));
  return rows as Row[];
}

/** @returns the connection, whose statements stand in the trace by their texts. */
function watched(connection: pg.PoolClient): Asked {
  const query = (statement: string | { text: string }, ...values: unknown[]) =>
    traced('statement', { 'db.query.text': typeof statement === 'string' ? statement : statement.text }, () =>
      connection.query(statement as string, ...(values as [unknown[]])),
    );
  return { query } as unknown as Asked;
}

/** Statements that connections keep, at most; each takes some memory in each of them. */
const KEPT_STATEMENTS = 400;
const names = new Map<string, string>();

/** @returns the name of a statement to keep; none when there are too many already. */
function nameOf(text: string): string | undefined {
  if (!names.has(text) && names.size < KEPT_STATEMENTS) names.set(text, `q${names.size}`);
  return names.get(text);
}

/** A statement that came this often is worth keeping. */
const OFTEN = 10;
const MOST_COUNTED = 2000;
const counted = new Map<string, number>();

/** @returns a connection that keeps every statement which comes often parsed and planned: planning takes longer than most of them. */
function keeping(asked: Asked): Asked {
  const query = (statement: string | { text: string }, values: unknown[]) => {
    const config = typeof statement === 'string' ? { text: statement } : statement;
    const count = (counted.get(config.text) ?? 0) + 1;
    if (counted.size < MOST_COUNTED || count > 1) counted.set(config.text, count);
    return asked.query(count < OFTEN ? config : { ...config, name: nameOf(config.text) }, values);
  };
  return { query } as unknown as Asked;
}

/**
 * Waits for statements that were sent together. @returns their answers.
 * @throws the failure of the first in the list that has failed, when all are answered: what follows in a transaction is refused because of it.
 */
export async function together<Asked extends readonly unknown[]>(
  ...asked: Asked
): Promise<{ -readonly [Key in keyof Asked]: Awaited<Asked[Key]> }> {
  const answers = await Promise.allSettled(asked);
  for (const answer of answers) if (answer.status === 'rejected') throw answer.reason;
  return answers.map((answer) => (answer as PromiseFulfilledResult<unknown>).value) as {
    -readonly [Key in keyof Asked]: Awaited<Asked[Key]>;
  };
}

/** As much of a transaction as a declared statement needs. */
interface Asking {
  readonly clientId: string;
  readonly connection: pg.PoolClient;
}

type Prepared<Rows> = PgPreparedQuery<PreparedQueryConfig & { execute: Rows }>;

let serial = 0;

/**
 * Declares a statement that is put together once for each connection, which also keeps it parsed: putting the text together takes drizzle longer
 * than the database takes to answer.
 * @param build says it with `given(name)` in place of values; `given('clientId')` is the transaction's client.
 * @returns what asks it with values by these names, and gives its rows.
 */
export function defineStatement<Rows, Values extends Readonly<Record<string, unknown>>>(
  build: (
    db: NodePgDatabase,
    given: (name: 'clientId' | (keyof Values & string)) => ReturnType<typeof sql.placeholder>,
  ) => {
    readonly prepare: (name: string) => Prepared<Rows>;
  },
): (tx: Asking, values: Values) => Promise<Rows> {
  const name = `statement${serial++}`;
  const known = new WeakMap<pg.PoolClient, Prepared<Rows>>();
  return async (tx, values) => {
    const prepared = known.get(tx.connection) ?? build(drizzleOn(askedOf(tx.connection, false)), sql.placeholder).prepare(name);
    known.set(tx.connection, prepared);
    return prepared.execute({ clientId: tx.clientId, ...values });
  };
}
