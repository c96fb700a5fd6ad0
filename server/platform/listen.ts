/** What one process tells all others through the database (LISTEN and NOTIFY): delivered when the telling transaction commits. */
import { EventEmitter } from 'node:events';
import pg from 'pg';
import type { Database } from './tenancy.ts';

/** How long a lost listening connection waits before it is opened again, milliseconds. */
const AGAIN_MS = 500;

export interface Listening<Notice> {
  readonly notices: EventEmitter<{ notice: [Notice]; gap: [] }>;
  /** False while the connection is lost: notices may be missed. */
  readonly isUp: () => boolean;
  readonly stop: () => Promise<void>;
}

/** Listens on one connection for the whole process; a lost one is opened again, and 'gap' then says that notices may have been missed. */
export async function listen<Notice>(database: Database, channel: string): Promise<Listening<Notice>> {
  const notices: Listening<Notice>['notices'] = new EventEmitter();
  notices.setMaxListeners(0);
  let [stopped, up] = [false, false];
  let client: pg.Client | null = null;
  const again = () => {
    up = false;
    if (!stopped) setTimeout(() => void connect().catch(again), AGAIN_MS).unref();
  };
  const connect = async (): Promise<void> => {
    // It says nothing for hours: without the system's own probes, a connection that a firewall forgot would look whole.
    const next = new pg.Client({ connectionString: database.addresses.app, keepAlive: true, connectionTimeoutMillis: 15_000 });
    next.on('notification', (message) => notices.emit('notice', JSON.parse(message.payload ?? '{}') as Notice));
    next.on('error', () => {});
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
    } catch (error) {
      await next.end().catch(() => {});
      throw error;
    }
    if (stopped) return next.end();
    // Only one that listened is opened again by its end: one that never came so far is by its failure, and must not be twice.
    next.once('end', again);
    const isAgain = client !== null;
    client = next;
    up = true;
    if (isAgain) notices.emit('gap');
  };
  await connect();
  return {
    notices,
    isUp: () => up,
    stop: async () => {
      stopped = true;
      await client?.end();
    },
  };
}
