/** What tests of the database's own rights stand on: a connection for each duty, with that duty's login. */
import pg from 'pg';
import { addressesOf, type Duty, databaseOf, LOGIN_PURPOSES, loginsOf } from './logins.ts';
import { migrateDatabase } from './migrate.ts';
import { TEST_SECRET } from './owned.ts';
import type { TestHouse } from './testing.ts';

/** @returns a connection for each duty, which whoever asks for them ends. */
export async function connectDuties({ database }: TestHouse): Promise<Record<Duty, pg.Client>> {
  // Rights of the database itself are not part of a copy.
  await migrateDatabase(database.url, { secrets: [TEST_SECRET] });
  const addresses = addressesOf(database.url, loginsOf(TEST_SECRET, databaseOf(database.url)));
  const connections = {} as Record<Duty, pg.Client>;
  for (const duty of LOGIN_PURPOSES) {
    connections[duty] = new pg.Client({ connectionString: addresses[duty] });
    await connections[duty].connect();
  }
  return connections;
}
