/** Who may touch which rows: every transaction names one client, and the database keeps it to that client's rows. */
import net from 'node:net';
import os from 'node:os';
import { NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { fault, notFound } from '../../core/fault.ts';
import { isUuid, type Uuid } from '../../core/id.ts';
import type { Addresses } from './logins.ts';
import { isTracing, traced } from './tracing.ts';

/** Who acts: staff, a program with an API key, a debtor on their page, a strategy, an import, a provider's callback, or the product itself. */
export interface Actor {
  readonly type: 'user' | 'apiKey' | 'debtor' | 'strategy' | 'reaction' | 'import' | 'provider' | 'system';
  readonly id: string | null;
}

export const SYSTEM: Actor = { type: 'system', id: null };

/** A transaction of one client under row-level security. Drizzle for statements that read well in it, `sql` for the set-based ones. */
export interface Tx {
  readonly clientId: Uuid;
  readonly actor: Actor;
  readonly correlationId: Uuid | null;
  readonly db: NodePgDatabase;
  /** A statement with $1-style values. */
  readonly sql: <Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
  /** The same for a statement that is asked for all the time and has few texts: each connection keeps it parsed and planned. */
  readonly prepared: <Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values: unknown[]) => Promise<Row[]>;
  /**
   * What is asked for in many places and is the same for all of them, such as the client's own settings: a transaction that only reads asks once.
   * @param key names what is read. @returns what `read` answered first; a transaction that may write reads each time.
   */
  readonly once: <Result>(key: string, read: () => Promise<Result>) => Promise<Result>;
  /** Has `once` answer from what earlier transactions have read, and adds to it (settled.ts). */
  readonly recall: (answers: Map<string, unknown>) => void;
  /** The raw connection, for COPY. */
  readonly connection: pg.PoolClient;
}

/** As much of a transaction as somebody needs who only reads. */
export type Reading = Pick<Tx, 'clientId' | 'sql'>;

export interface Database {
  /** Connection strings of the product's logins. */
  readonly addresses: Addresses;
  /** The application's connections: bound by row-level security. */
  readonly app: pg.Pool;
  /** The same for transactions that only read: a statement is sent without waiting for the answer to the one before. */
  readonly readers: pg.Pool;
  /** Sign-in's connections. */
  readonly identity: pg.Pool;
  /** Connections of partners' people: they see what was given to their partner, and what everybody needs to work it (partner.sql). */
  readonly partner: { readonly app: pg.Pool; readonly readers: pg.Pool };
  /** Background work's connections: the queue, the list of clients and where something is due; never used to answer a request. */
  readonly worker: pg.Pool;
  /** How long a statement may take, milliseconds, where that is more than requests have (logins.ts). */
  readonly patience?: number;
  /** Of a database as a partner's people see it (partnerReach.ts): whose eyes its transactions have. */
  readonly reach?: Reach;
  readonly close: () => Promise<void>;
}

/** A person of a partner. */
export interface Reach {
  /** The partners they work for in the client. */
  readonly partnerIds: readonly Uuid[];
  readonly userId: Uuid;
  /** The same database as everybody else sees it. */
  readonly whole: Database;
}

/** bigint columns stay exact, and a day is no moment. Of our connections only: libraries on the same driver expect its own types. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, BigInt],
  [pg.types.builtins.DATE, String],
  [pg.types.builtins.TIMESTAMPTZ, readMoment],
]);

/** "2026-11-21 10:00:00.123+00", as sessions in UTC write it, five times as fast as the driver, which reads all other notations. */
function readMoment(text: string): unknown {
  if (text[4] !== '-' || !text.endsWith('+00')) return parseMoment(text);
  const number = (at: number) => (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48;
  const milliseconds = text.length > 22 ? Number(text.slice(20, -3).padEnd(3, '0').slice(0, 3)) : 0;
  return new Date(Date.UTC(number(0) * 100 + number(2), number(5) - 1, number(8), number(11), number(14), number(17), milliseconds));
}
const parseMoment = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text');
/** How our connections read what they get. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS.get(oid)) || pg.types.getTypeParser(oid, format as 'text'),
};

/**
 * Connections that answer queries: few, because more work at once than there are processors only makes every query wait for every other,
 * a small one as long as a large one. Who comes later waits in line; a connection's plans and its view of the shared memory stay warm.
 */
export const READERS = Math.max(3, os.availableParallelism() + 1);

/** How long a request waits for a connection, milliseconds: then the database is away, or has more to do than it can. */
const CONNECT_TIMEOUT = 15_000;

/**
 * Opens the pools of a database. @param addresses connection strings of its logins (logins.ts).
 * @param durable false for work that is begun again from nothing after a crash: commits do not wait for the disk.
 * @param connectTimeout milliseconds that a request waits for a connection.
 */
export function openDatabase(
  addresses: Addresses,
  { poolSize = 20, readers = READERS, durable = true, connectTimeout = CONNECT_TIMEOUT } = {},
): Database {
  const pool = (address: string, max: number, pipelined: pg.PoolConfig = {}) => {
    const created = new pg.Pool({
      connectionString: address,
      max,
      types,
      connectionTimeoutMillis: connectTimeout,
      ...pipelined,
      ...(durable ? {} : { options: '-c synchronous_commit=off' }),
    });
    created.on('error', () => {}); // a killed backend: the next query gets a new connection
    created.on('connect', (client) => client.on('error', () => {}));
    return created;
  };
  const app = pool(addresses.app, poolSize);
  const ahead = { pipeline: true, idleTimeoutMillis: 0, stream: gatheringSocket };
  const reading = pool(addresses.app, readers, ahead);
  const identity = pool(addresses.identity, 4);
  const worker = pool(addresses.worker, 4);
  // Opened when the first of a partner's people comes.
  const partner = { app: pool(addresses.partner, 6), readers: pool(addresses.partner, readers, ahead) };
  const pools = [app, reading, identity, worker, partner.app, partner.readers];
  const close = async () => void (await Promise.all(pools.map((each) => each.end())));
  return { addresses, app, readers: reading, identity, worker, partner, close };
}

/** What is written in one turn of the event loop goes out at once: every write wakes the database up. */
function gatheringSocket(): net.Socket {
  const socket = new net.Socket();
  let gathering = false;
  const gathered = new Proxy(socket.write, {
    apply(write, self, args) {
      if (!gathering) {
        gathering = true;
        socket.cork();
        process.nextTick(() => {
          gathering = false;
          socket.uncork();
        });
      }
      return Reflect.apply(write, self, args);
    },
  });
  // Connecting sets `write` back.
  socket.once('connect', () => {
    socket.write = gathered;
  });
  return socket;
}

/** Statement counter for tests and the bench: called with each statement's text. */
export type StatementProbe = (text: string) => void;
let probe: StatementProbe | null = null;
export function observeStatements(next: StatementProbe | null): void {
  probe = next;
}

interface Options {
  readonly actor?: Actor;
  readonly correlationId?: Uuid | null;
  readonly readOnly?: boolean;
  /** Reads for long, as somebody takes it away: all of one moment, and not on one of the few connections that answer queries. */
  readonly lengthy?: boolean;
  /**
   * Finds all its rows by their keys, with statements of few texts, as debtors' pages do thousands of times an hour: what the database has planned
   * once is right for every account, so each connection keeps it. Of statements that look through many rows it would keep a plan that is wrong for most.
   */
  readonly byKeys?: boolean;
}

/**
 * Runs `work` in a transaction that sees one client's rows. Deadlocks and serialization failures are tried again, so `work` must not
 * have effects outside the database.
 * @throws Fault NOT_FOUND when clientId is no uuid.
 */
export async function inClient<Result>(
  database: Database,
  clientId: Uuid,
  work: (tx: Tx) => Promise<Result>,
  options: Options = {},
): Promise<Result> {
  if (!isUuid(clientId)) throw notFound('clientNotFound');
  const { readOnly = false, lengthy = false, byKeys = false } = options;
  // Only the readers' connections send a statement before the one before is answered.
  const { reach } = database;
  const ahead = readOnly && !lengthy;
  for (let attempt = 1; ; attempt++) {
    const connection = await (ahead ? database.readers : database.app).connect();
    let broken = false;
    try {
      const begin = `begin${lengthy ? ' isolation level repeatable read' : ''}${readOnly ? ' read only' : ''}`;
      const planned = byKeys ? '; set local plan_cache_mode = force_generic_plan' : '';
      const begun = connection.query(
        `${begin}; set local app.client_id = '${clientId}'${reachOf(database)}${limits(database, lengthy)}${planned}`,
      );
      // Whoever reads sends the first statement at once: outside of a begun transaction there is no client, and so nothing to see.
      if (ahead) begun.catch(() => {});
      else await begun;
      const result = await work(transaction(connection, clientId, options));
      await begun;
      const committed = connection.query('commit');
      // Nothing was written, so nothing hangs on the answer; whoever has the connection next sends after it.
      if (ahead) committed.catch(() => {});
      else await committed;
      return result;
    } catch (error) {
      broken = await connection.query('rollback').then(
        () => false,
        () => true,
      );
      if (attempt < 5 && isTransient(error)) continue;
      throw reach && isBeyondReach(error) ? fault('FORBIDDEN', 'partnerReach') : error;
    } finally {
      connection.release(broken);
    }
  }
}

/** Only ids come from outside, and they are checked. */
function reachOf({ reach }: Database): string {
  if (!reach) return '';
  const partnerIds = reach.partnerIds.filter(isUuid);
  return `; set local app.partner_ids = '${partnerIds.join(',')}'; set local app.user_id = '${isUuid(reach.userId) ? reach.userId : ''}'`;
}

/** Whether the database refused because a right is missing: of a row, a column or a whole table. */
function isBeyondReach(error: unknown): boolean {
  const cause = (error as { cause?: unknown })?.cause ?? error;
  return (cause as { code?: string })?.code === '42501';
}

/** Who takes data away at length waits for whoever downloads it, so their transaction may be idle. */
const LENGTHY = 3_600_000;

function limits({ patience }: Database, lengthy: boolean): string {
  if (lengthy) return `; set local statement_timeout = ${LENGTHY}; set local idle_in_transaction_session_timeout = ${LENGTHY}`;
  return patience ? `; set local statement_timeout = ${patience}; set local idle_in_transaction_session_timeout = ${patience}` : '';
}

/** One for all transactions: it remembers how columns are written. */
const dialect = new PgDialect({ casing: 'snake_case' });

/** @returns drizzle on a connection. */
export const drizzleOn = (connection: pg.PoolClient, asked = isTracing() ? watched(connection) : connection): NodePgDatabase =>
  new NodePgDatabase(dialect, new NodePgSession(asked, dialect, undefined, LOGGER), undefined);
const LOGGER = { logger: { logQuery: (text: string) => probe?.(text) } };

function transaction(connection: pg.PoolClient, clientId: Uuid, options: Options): Tx {
  const traced = isTracing() ? watched(connection) : connection;
  const asked = options.byKeys ? keeping(traced) : traced;
  const read = new Map<string, Promise<unknown>>();
  let recalled: Map<string, unknown> | null = null;
  return {
    clientId,
    actor: options.actor ?? SYSTEM,
    correlationId: options.correlationId ?? null,
    connection,
    db: drizzleOn(connection, asked),
    once: async (key, ask) => {
      if (!options.readOnly) return ask();
      if (recalled?.has(key)) return recalled.get(key) as Awaited<ReturnType<typeof ask>>;
      const found = (read.get(key) as ReturnType<typeof ask> | undefined) ?? ask();
      read.set(key, found);
      const answer = await found;
      recalled?.set(key, answer);
      return answer;
    },
    recall: (answers) => {
      recalled = answers;
    },
    sql: async (text, values) => {
      probe?.(text);
      return (await asked.query(text, values as unknown[])).rows as never;
    },
    prepared: async (text, values) => {
      probe?.(text);
      return (await asked.query({ name: nameOf(text), text, values })).rows as never;
    },
  };
}

/** @returns the connection, whose statements stand in the trace by their texts. */
function watched(connection: pg.PoolClient): pg.PoolClient {
  const query = (statement: string | { text: string }, ...values: unknown[]) =>
    traced('statement', { 'db.query.text': typeof statement === 'string' ? statement : statement.text }, () =>
      connection.query(statement as string, ...(values as [unknown[]])),
    );
  return new Proxy(connection, { get: (target, key) => (key === 'query' ? query : Reflect.get(target, key)) });
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
function keeping(connection: pg.PoolClient): pg.PoolClient {
  const query = (statement: string | { text: string }, values: unknown[]) => {
    const asked = typeof statement === 'string' ? { text: statement } : statement;
    const count = (counted.get(asked.text) ?? 0) + 1;
    if (counted.size < MOST_COUNTED || count > 1) counted.set(asked.text, count);
    return connection.query(count < OFTEN ? asked : { ...asked, name: nameOf(asked.text) }, values);
  };
  return { query } as unknown as pg.PoolClient;
}

function isTransient(error: unknown): boolean {
  const cause = (error as { cause?: unknown })?.cause ?? error;
  const code = (cause as { code?: string })?.code;
  return code === '40001' || code === '40P01';
}

/** @returns the ids of all clients, for work that goes client by client: only jobs and start-up use it. */
export async function allClients(database: Database): Promise<Uuid[]> {
  return (await database.worker.query<{ client_id: Uuid }>('select client_id from client order by created_at, client_id')).rows.map(
    (row) => row.client_id,
  );
}
