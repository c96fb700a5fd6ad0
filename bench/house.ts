/** The server over a seeded embedded database, for measurements from outside. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer as createSocket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type Uuid, uuidv7 } from '../core/id.ts';
import { buildWebApp } from '../scripts/build.ts';
import { WEB_OUTPUT } from '../scripts/targets.ts';
import { mountPages } from '../server/pages.ts';
import { readConfig } from '../server/platform/config.ts';
import { notePurpose } from '../server/platform/installation.ts';
import { type OwnedDatabase, openMigrated } from '../server/platform/owned.ts';
import { startPostgres } from '../server/platform/postgres.ts';
import { createServer } from '../server/server.ts';

export interface BenchServer {
  readonly port: number;
  /** Of somebody who has the role in the client. */
  readonly token: string;
  /** Where the database lies. */
  readonly folder: string;
  readonly database: OwnedDatabase;
}

interface Wanted {
  readonly name: string;
  readonly clientId: Uuid;
  readonly role: string;
  /** Fills a database that has no accounts yet. */
  readonly seed: (database: OwnedDatabase) => Promise<void>;
  /** With the staff application, for a browser. */
  readonly pages?: boolean;
  /** With the debtor's page alone. */
  readonly portal?: boolean;
}

/** One address and one person ask as many people would. */
const UNLIMITED = { RATE_PER_ADDRESS: '1000000', RATE_PER_PERSON: '1000000' };

/**
 * Starts database and server, measures, and clears everything away; KEEP=<folder> keeps the database there and uses it again.
 */
export async function withServer(
  { name, clientId, role, seed, pages = false, portal = pages }: Wanted,
  measure: (server: BenchServer) => Promise<void>,
): Promise<void> {
  const folder = process.env.KEEP ?? mkdtempSync(path.join(os.tmpdir(), `quittance-${name}-`));
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const postgres = await startPostgres({ folder });
  try {
    const database = await openMigrated(postgres.url);
    await notePurpose(database, 'test');
    const { rowCount } = await database.owner.query('select 1 from account limit 1');
    if (!rowCount) await seed(database);
    if (pages) await buildWebApp();
    const port = await freePort();
    const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'error', PORT: String(port), ...UNLIMITED });
    const mount: Parameters<typeof createServer>[2] = (app, tokens) => mountPages(app, tokens, database, config, pages ? WEB_OUTPUT : null);
    const web = await createServer(database, config, portal ? mount : undefined);
    await web.app.listen({ host: '127.0.0.1', port });
    const { token } = await web.tokens.sign({
      userId: uuidv7(),
      email: 'bench@bench.example',
      name: 'Bench',
      groups: [{ clientId, role, partnerId: null }],
    });
    await measure({ port, token, folder, database });
    await web.close();
    await database.close();
  } finally {
    await postgres.stop();
    if (!process.env.KEEP) rmSync(folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const socket = createSocket();
  await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve));
  const { port } = socket.address() as AddressInfo;
  await new Promise((resolve) => socket.close(resolve));
  return port;
}
