/** The server over a seeded embedded database, for measurements from outside. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Uuid, uuidv7 } from '../core/id.ts';
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
}

/**
 * Starts database and server, measures, and clears everything away; KEEP=<folder> keeps the database there and uses it again.
 * @param seed fills a database that has no accounts yet.
 */
export async function withServer(
  { name, clientId, role, seed }: { name: string; clientId: Uuid; role: string; seed: (database: OwnedDatabase) => Promise<void> },
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
    const web = await createServer(database, readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'error' }));
    await web.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = web.app.server.address() as { port: number };
    const { token } = await web.tokens.sign({
      userId: uuidv7(),
      email: 'bench@bench.example',
      name: 'Bench',
      groups: [{ clientId, role, partnerId: null }],
    });
    await measure({ port, token, folder });
    await web.close();
    await database.close();
  } finally {
    await postgres.stop();
    if (!process.env.KEEP) rmSync(folder, { recursive: true, force: true });
  }
}
