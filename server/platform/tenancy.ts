/** Who may touch which rows: every transaction names one client, and the database keeps it to that client's rows. */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { notFound } from '../../core/fault.ts';
import { isUuid, type Uuid } from '../../core/id.ts';

/** Who acts: staff, a debtor on their page, a strategy, an import, a provider's callback, or the product itself. */
export interface Actor {
  readonly type: 'user' | 'debtor' | 'strategy' | 'import' | 'provider' | 'system';
  readonly id: string | null;
}

export const SYSTEM: Actor = { type: 'system', id: null };

/** A transaction of one client under row-level security. Drizzle for statements that read well in it, `sql` for the set-based ones. */
export interface Tx {
  readonly clientId: Uuid;
  readonly actor: Actor;
  readonly correlationId: Uuid | null;
  readonly db: NodePgDatabase;
  /** A prepared-by-text statement with $1-style values. */
  readonly sql: <Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
  /** The raw connection, for COPY. */
  readonly connection: pg.PoolClient;
}

export interface Database {
  /** Connection string of the owner. */
  readonly url: string;
  /** The application's connections: bound by row-level security. */
  readonly app: pg.Pool;
  /** The same for transactions that only read: a statement is sent without waiting for the answer to the one before. */
  readonly readers: pg.Pool;
  /** Sign-in's connections. */
  readonly identity: pg.Pool;
  /** The owner: migrations, jobs and the list of clients; never used to answer a request. */
  readonly owner: pg.Pool;
  readonly close: () => Promise<void>;
}

/** bigint columns stay exact, and a day is no moment. Of our connections only: libraries on the same driver expect its own types. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, BigInt],
  [pg.types.builtins.DATE, String],
]);
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS.get(oid)) || pg.types.getTypeParser(oid, format as 'text'),
};

/**
 * Opens the pools of a database. @param url connection string of the schema's owner.
 * @param durable false for work that is begun again from nothing after a crash: commits do not wait for the disk.
 */
export function openDatabase(url: string, { poolSize = 20, durable = true } = {}): Database {
  const pool = (role: string | null, max: number, pipeline = false) => {
    const settings = [...(role ? [`role=${role}`] : []), ...(durable ? [] : ['synchronous_commit=off'])];
    const created = new pg.Pool({
      connectionString: url,
      max,
      types,
      pipeline,
      ...(settings.length > 0 ? { options: settings.map((setting) => `-c ${setting}`).join(' ') } : {}),
    });
    created.on('error', () => {}); // a killed backend: the next query gets a new connection
    created.on('connect', (client) => client.on('error', () => {}));
    return created;
  };
  const app = pool('quittance_app', poolSize);
  const readers = pool('quittance_app', poolSize, true);
  const identity = pool('quittance_identity', 4);
  const owner = pool(null, 12);
  const pools = [app, readers, identity, owner];
  return { url, app, readers, identity, owner, close: async () => void (await Promise.all(pools.map((each) => each.end()))) };
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
  if (!isUuid(clientId)) throw notFound('Client');
  const { readOnly = false } = options;
  for (let attempt = 1; ; attempt++) {
    const connection = await (readOnly ? database.readers : database.app).connect();
    let broken = false;
    try {
      const begun = connection.query(`begin${readOnly ? ' read only' : ''}; set local app.client_id = '${clientId}'`);
      // Whoever reads sends the first statement at once: outside of a begun transaction there is no client, and so nothing to see.
      if (readOnly) begun.catch(() => {});
      else await begun;
      const result = await work(transaction(connection, clientId, options));
      await begun;
      await connection.query('commit');
      return result;
    } catch (error) {
      broken = await connection.query('rollback').then(
        () => false,
        () => true,
      );
      if (attempt < 5 && isTransient(error)) continue;
      throw error;
    } finally {
      connection.release(broken);
    }
  }
}

function transaction(connection: pg.PoolClient, clientId: Uuid, options: Options): Tx {
  return {
    clientId,
    actor: options.actor ?? SYSTEM,
    correlationId: options.correlationId ?? null,
    connection,
    db: drizzle(connection, { casing: 'snake_case', ...(probe ? { logger: { logQuery: (text: string) => probe?.(text) } } : {}) }),
    sql: async (text, values) => {
      probe?.(text);
      return (await connection.query(text, values as unknown[])).rows as never;
    },
  };
}

function isTransient(error: unknown): boolean {
  const cause = (error as { cause?: unknown })?.cause ?? error;
  const code = (cause as { code?: string })?.code;
  return code === '40001' || code === '40P01';
}

/** @returns the ids of all clients, for work that goes client by client. Runs as the owner: only jobs and start-up use it. */
export async function allClients(database: Database): Promise<Uuid[]> {
  return (await database.owner.query<{ client_id: Uuid }>('select client_id from client order by created_at, client_id')).rows.map(
    (row) => row.client_id,
  );
}
