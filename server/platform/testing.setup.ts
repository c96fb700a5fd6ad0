/** Starts one throw-away Postgres for the whole test run and migrates the database that test files copy. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { migrateDatabase } from './migrate.ts';
import { TEST_SECRET } from './owned.ts';
import { startPostgres } from './postgres.ts';
import { CLUSTER_FILE } from './testing.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quittance-test-'));
  chmodSync(folder, 0o755);
  const postgres = await startPostgres({ folder, throwaway: true });
  await migrateDatabase(postgres.url, { secrets: [TEST_SECRET] });
  writeFileSync(CLUSTER_FILE, postgres.url);
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
    rmSync(CLUSTER_FILE, { force: true });
  };
}
