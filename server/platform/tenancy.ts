/** Who may touch which rows: every transaction names one client, and the database keeps it to that client's rows. */
import net from 'node:net';
import os from 'node:os';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { fault, notFound } from '../../core/fault.ts';
import { isUuid, type Uuid } from '../../core/id.ts';
import { announce, announced, type Notice } from './announce.ts';
import type { Addresses } from './logins.ts';
import { askedOf, drizzleOn, rowsOf } from './statements.ts';

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
  /** Takes a statement that was sent and whose answer nobody needs: if it fails, whatever comes after it fails with its error, the commit at the latest. */
  readonly later: (answer: Promise<unknown>) => void;
  /** Does some of the work so that it can be taken back by itself. @throws what `work` throws, when all that it wrote is taken back. */
  readonly attempt: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Tells all processes something once the transaction is committed (announce.ts). */
  readonly notify: (channel: string, payload: string) => void;
  /** What the transaction has locked until its end, by names that whoever locks it gives it. */
  readonly held: Set<string>;
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
  /** The application's connections: bound by row-level security. On all of them a statement may be sent before the one before is answered. */
  readonly app: pg.Pool;
  /** The same for transactions that only read. */
  readonly readers: pg.Pool;
  /** The same for programs, which write by the thousand: nobody else waits for them. */
  readonly writers: pg.Pool;
  /** Sign-in's connections. */
  readonly identity: pg.Pool;
  /** Connections of partners' people: they see what was given to their partner, and what everybody needs to work it (partner.sql). */
  readonly partner: Readonly<Record<'app' | 'readers' | 'writers', pg.Pool>>;
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

/** The same for programs that write: some of their transactions wait for the disk, or for one another. */
const WRITERS = Math.max(8, 4 * os.availableParallelism());

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
  const ahead = { pipeline: true, stream: gatheringSocket };
  const warm = { ...ahead, idleTimeoutMillis: 0 };
  const app = pool(addresses.app, poolSize, ahead);
  const reading = pool(addresses.app, readers, warm);
  const writers = pool(addresses.app, WRITERS, ahead);
  const identity = pool(addresses.identity, 4);
  const worker = pool(addresses.worker, 4);
  // Opened when the first of a partner's people comes.
  const theirs = pool(addresses.partner, 6, ahead);
  const partner = { app: theirs, readers: pool(addresses.partner, readers, warm), writers: theirs };
  const pools = [app, reading, writers, identity, worker, partner.app, partner.readers];
  const close = async () => {
    await announced(reading);
    await Promise.all(pools.map((each) => each.end()));
  };
  return { addresses, app, readers: reading, writers, identity, worker, partner, close };
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
        setImmediate(() => {
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
  const { readOnly = false, lengthy = false, byKeys = false, actor = SYSTEM } = options;
  const { reach } = database;
  const isQuick = readOnly && !lengthy;
  const wholeReaders = (reach?.whole ?? database).readers;
  const pool = isQuick ? database.readers : actor.type === 'apiKey' && !readOnly ? database.writers : database.app;
  for (let attempt = 1; ; attempt++) {
    const connection = await pool.connect();
    let broken = false;
    const [sent, told]: [Promise<unknown>[], Notice[]] = [[], []];
    try {
      const begin = `begin${lengthy ? ' isolation level repeatable read' : ''}${readOnly ? ' read only' : ''}`;
      const planned = byKeys ? '; set local plan_cache_mode = force_generic_plan' : '';
      const begun = connection.query(
        `${begin}; set local app.client_id = '${clientId}'${reachOf(database)}${limits(database, lengthy)}${planned}`,
      );
      // The first statement goes out with it: outside of a begun transaction there is no client, and so nothing to see and nothing to write.
      begun.catch(() => {});
      const tx = transaction(connection, clientId, { sent, told }, options);
      const result = await work(tx);
      await begun;
      const committed = connection.query('commit');
      // Nothing was written, so nothing hangs on the answer; whoever has the connection next sends after it.
      if (isQuick) committed.catch(() => {});
      else await ended(committed, sent);
      announce(wholeReaders, told);
      return result;
    } catch (error) {
      const cause = await causeOf(error, sent);
      broken = await connection.query('rollback').then(
        () => false,
        () => true,
      );
      if (attempt < 5 && TRANSIENT.includes(codeOf(cause))) continue;
      throw reach && codeOf(cause) === BEYOND_REACH ? fault('FORBIDDEN', 'partnerReach') : cause;
    } finally {
      connection.release(broken);
    }
  }
}

/** @throws Error unless all of it is committed: after a statement that failed the database makes a rollback of a commit, without a word. */
async function ended(committed: Promise<pg.QueryResult>, sent: readonly Promise<unknown>[]): Promise<void> {
  const { command } = await committed;
  for (const answer of sent) await answer;
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back by an error that nobody passed on');
}

/** Only ids come from outside, and they are checked. */
function reachOf({ reach }: Database): string {
  if (!reach) return '';
  const partnerIds = reach.partnerIds.filter(isUuid);
  return `; set local app.partner_ids = '${partnerIds.join(',')}'; set local app.user_id = '${isUuid(reach.userId) ? reach.userId : ''}'`;
}

/** The database refused because a right is missing: of a row, a column or a whole table. */
const BEYOND_REACH = '42501';

/** Who takes data away at length waits for whoever downloads it, so their transaction may be idle. */
const LENGTHY = 3_600_000;

function limits({ patience }: Database, lengthy: boolean): string {
  if (lengthy) return `; set local statement_timeout = ${LENGTHY}; set local idle_in_transaction_session_timeout = ${LENGTHY}`;
  return patience ? `; set local statement_timeout = ${patience}; set local idle_in_transaction_session_timeout = ${patience}` : '';
}

/** What a transaction leaves to its end: answers that nobody waits for before, and what it tells when it has ended well. */
interface Rest {
  readonly sent: Promise<unknown>[];
  readonly told: Notice[];
}

function transaction(connection: pg.PoolClient, clientId: Uuid, { sent, told }: Rest, options: Options): Tx {
  const asked = askedOf(connection, options.byKeys ?? false);
  const read = new Map<string, Promise<unknown>>();
  const held = new Set<string>();
  let recalled: Map<string, unknown> | null = null;
  return {
    clientId,
    actor: options.actor ?? SYSTEM,
    correlationId: options.correlationId ?? null,
    connection,
    held,
    db: drizzleOn(asked),
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
    sql: (text, values) => rowsOf(asked, text, values),
    prepared: (text, values) => rowsOf(asked, text, values, true),
    later: (answer) => {
      answer.catch(() => {});
      sent.push(answer);
    },
    notify: (channel, payload) => void told.push({ channel, payload }),
    attempt: async (work) => {
      const [before, untold, locked] = [sent.length, told.length, new Set(held)];
      await rowsOf(asked, 'savepoint attempt', undefined);
      try {
        const result = await work();
        await rowsOf(asked, 'release savepoint attempt', undefined);
        return result;
      } catch (error) {
        const cause = await causeOf(error, sent.slice(before));
        sent.length = before;
        told.length = untold;
        held.clear();
        for (const each of locked) held.add(each);
        await rowsOf(asked, 'rollback to savepoint attempt', undefined);
        await rowsOf(asked, 'release savepoint attempt', undefined);
        throw cause;
      }
    },
  };
}

const ABORTED = '25P02';

/** @returns the failure that everything after it was refused for; the error itself when it is no such refusal. */
async function causeOf(error: unknown, sent: readonly Promise<unknown>[]): Promise<unknown> {
  if (codeOf(error) !== ABORTED) return error;
  const [failed] = (await Promise.allSettled(sent)).filter(({ status }) => status === 'rejected');
  return (failed as PromiseRejectedResult | undefined)?.reason ?? error;
}

/** @returns the database's own code of what went wrong, if it was that. */
function codeOf(error: unknown): string | undefined {
  const cause = (error as { cause?: unknown })?.cause ?? error;
  return (cause as { code?: string })?.code;
}

const TRANSIENT: readonly unknown[] = ['40001', '40P01'];

/** @returns the ids of all clients, for work that goes client by client: only jobs and start-up use it. */
export async function allClients(database: Database): Promise<Uuid[]> {
  return (await database.worker.query<{ client_id: Uuid }>('select client_id from client order by created_at, client_id')).rows.map(
    (row) => row.client_id,
  );
}
