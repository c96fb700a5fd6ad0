/** Starts one throw-away Postgres for the whole test run and migrates the database that test files copy. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { databaseOf, loginsOf } from './logins.ts';
import { migrateDatabase } from './migrate.ts';
import { TEST_SECRET } from './owned.ts';
import { startPostgres } from './postgres.ts';
import { CLUSTER_FILE } from './testing.ts';

const MEMORY = '/dev/shm';
const PREFIX = 'quittance-test-';
/** What the databases of a run and their log need at most, several times over; bytes. */
const ROOM = 4 * 2 ** 30;

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Each project of a run asks for it.
  if (existsSync(CLUSTER_FILE)) return;
  const folder = newFolder();
  chmodSync(folder, 0o755);
  const postgres = await startPostgres({ folder, throwaway: true });
  await migrateDatabase(postgres.url, { secrets: [TEST_SECRET] });
  await derivePasswordsQuickly(postgres.url);
  writeFileSync(CLUSTER_FILE, postgres.url);
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
    rmSync(CLUSTER_FILE, { force: true });
  };
}

/** A run opens thousands of connections: each would derive its password in 4,096 rounds, here and in the server. */
async function derivePasswordsQuickly(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set scram_iterations = 1');
  const owner = { name: client.user ?? '', password: client.password ?? '' };
  for (const { name, password } of [owner, ...Object.values(loginsOf(TEST_SECRET, databaseOf(url)))])
    await client.query(`alter role ${pg.escapeIdentifier(name)} password ${pg.escapeLiteral(password)}`);
  await client.end();
}

/**
 * A database is about seven hundred files, and every test file makes one: on a disk's file system that costs half a second of
 * processor time, in memory a twentieth of it. Where memory is short, or programs may not run from there, it is the disk.
 */
function newFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize > ROOM && process.availableMemory() > 2 * ROOM) {
      removeLeftovers();
      const folder = mkdtempSync(path.join(MEMORY, PREFIX));
      const probe = path.join(folder, 'probe');
      writeFileSync(probe, '#!/bin/sh\n', { mode: 0o755 });
      if (spawnSync(probe).status === 0) return folder;
      rmSync(folder, { recursive: true });
    }
  } catch {
    // No such place, or not for us.
  }
  return mkdtempSync(path.join(os.tmpdir(), PREFIX));
}

/** A run that was killed leaves its folder, and memory is dearer than a disk: after a day nobody needs it. */
function removeLeftovers(): void {
  for (const name of readdirSync(MEMORY).filter((each) => each.startsWith(PREFIX))) {
    const folder = path.join(MEMORY, name);
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > 24 * 3_600_000) rmSync(folder, { recursive: true, force: true });
  }
}
