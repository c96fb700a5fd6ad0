/** Brings a database to the newest schema: roles, generated migrations, the job queue's own tables, rights and functions. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';

const ROLES = ['quittance_app', 'quittance_identity'];
/** Two processes that start together migrate one after the other. */
const LOCK = 7_201_453;

/** @param url connection string of the owner, who must be allowed to create roles the first time. */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    for (const role of ROLES) {
      // Roles belong to the whole cluster: another database of it may have made them already, even just now.
      await client.query(`do $$ begin create role ${role} nologin; exception when duplicate_object or unique_violation then null; end $$`);
    }
    await client.query('create extension if not exists btree_gin; create extension if not exists unaccent');
    await migrate(drizzle(client), { migrationsFolder: path.join(import.meta.dirname, 'migrations') });
    await runMigrations({ connectionString: url });
    await client.query(readFileSync(path.join(import.meta.dirname, 'database.sql'), 'utf8'));
  } finally {
    await client.end();
  }
}
