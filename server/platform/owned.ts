/** A database opened with its owner's address too: what tests and measurements prepare and look at. The product never holds both. */
import pg from 'pg';
import { addressesOf, databaseOf, loginsOf } from './logins.ts';
import { migrateDatabase } from './migrate.ts';
import { type Database, openDatabase, types } from './tenancy.ts';

/** The secret of databases that are made for a test or a measurement. */
export const TEST_SECRET = 'test-secret-test-secret-test-secret';

export interface OwnedDatabase extends Database {
  /** Connection string of the owner. */
  readonly url: string;
  readonly owner: pg.Pool;
}

/**
 * @param url the owner's address of a database that was migrated with TEST_SECRET.
 * @param like the database whose logins are used, where this one is a copy of it.
 */
export function openOwned(
  url: string,
  { like = databaseOf(url), ...options }: Parameters<typeof openDatabase>[1] & { like?: string } = {},
): OwnedDatabase {
  // Other programs may keep the machine busy: a test that fails by its clock says nothing.
  const database = openDatabase(addressesOf(url, loginsOf(TEST_SECRET, like)), { connectTimeout: 120_000, ...options });
  const owner = new pg.Pool({ connectionString: url, max: 12, types });
  owner.on('error', () => {});
  owner.on('connect', (client) => client.on('error', () => {}));
  return { ...database, url, owner, close: async () => void (await Promise.all([database.close(), owner.end()])) };
}

/** Migrates and opens the database of a measurement. @param url the owner's address. */
export async function openMigrated(url: string): Promise<OwnedDatabase> {
  await migrateDatabase(url, { secrets: [TEST_SECRET] });
  return openOwned(url);
}
