/**
 * Runs the generated migrations, and keeps a running product running meanwhile: a file is a row of short transactions that never queue
 * for a lock, indexes are built beside the writers, and a killed run goes on where it stopped. Compatible with drizzle's own list.
 */
import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { withLockRetries } from './lockRetries.ts';
import { readJournal } from './schema.ts';

export interface Migration {
  readonly tag: string;
  /** When it was generated; the order of migrations, and how drizzle's list names them. */
  readonly when: number;
  readonly hash: string;
  readonly statements: readonly string[];
}

export const MIGRATIONS_FOLDER = path.join(import.meta.dirname, 'migrations');

/** @returns all migrations of this release, oldest first. */
export function migrations(): Migration[] {
  const tags = readJournal();
  return readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).map((file, index) => ({
    tag: tags[index]?.tag ?? '',
    when: file.folderMillis,
    hash: file.hash,
    statements: file.sql.map((statement) => statement.trim()).filter((statement) => statement !== ''),
  }));
}

/** Part of a migration: statements of one transaction, one that runs outside of any, or one that is repeated until nothing is left. */
export type Part =
  | { readonly kind: 'transaction'; readonly statements: readonly string[] }
  | { readonly kind: 'concurrent' | 'batches'; readonly statement: string };

/** The comment before a statement that changes a batch of rows; it runs until it changes none. */
const BATCHES = /^--\s*in batches\b/im;
const CONCURRENT = /\b(?:create\s+(?:unique\s+)?index|drop\s+index|reindex\s+\w+)\s+concurrently\b/i;

/** @returns the parts of a migration in their order. */
export function partsOf(statements: readonly string[]): Part[] {
  const parts: Part[] = [];
  let open: string[] = [];
  const close = () => {
    if (open.length > 0) parts.push({ kind: 'transaction', statements: open });
    open = [];
  };
  for (const statement of statements) {
    const kind = CONCURRENT.test(statement) ? 'concurrent' : BATCHES.test(statement) ? 'batches' : null;
    if (!kind) {
      open.push(statement);
      continue;
    }
    close();
    parts.push({ kind, statement });
  }
  close();
  return parts;
}

/** Runs what is missing. @param until the last one to run. The caller holds the lock of migrations. */
export async function applyMigrations(client: pg.Client, until?: Migration, all: readonly Migration[] = migrations()): Promise<void> {
  await client.query(`
    create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
    create table if not exists drizzle.schema_range (
      one boolean primary key default true check (one), works_from bigint, rights text, restoring text,
      migration text, parts integer not null default 0);
    insert into drizzle.schema_range default values on conflict do nothing`);
  const { rows } = await client.query<{ last: string | null }>('select max(created_at)::text as last from drizzle.__drizzle_migrations');
  const last = Number(rows[0]?.last ?? 0);
  const missing = all.filter(({ when }) => when > last && (!until || when <= until.when));
  if (last === 0 && missing.length > 0) return applyAtOnce(client, missing);
  for (const migration of missing) await applyOne(client, migration);
}

/** A new database has nobody who waits: all in one transaction is fastest, and leaves nothing when it fails. */
async function applyAtOnce(client: pg.Client, missing: readonly Migration[]): Promise<void> {
  await withLockRetries(client, async () => {
    for (const { statements, hash, when } of missing) {
      for (const statement of statements) await client.query(statement.replace(/\bconcurrently\b/gi, ''));
      await note(client, hash, when);
    }
  });
}

async function applyOne(client: pg.Client, { hash, when, statements }: Migration): Promise<void> {
  const { rows } = await client.query<{ migration: string | null; parts: number }>('select migration, parts from drizzle.schema_range');
  const done = rows[0]?.migration === hash ? rows[0].parts : 0;
  const parts = partsOf(statements);
  const progress = (count: number) => client.query('update drizzle.schema_range set migration = $1, parts = $2', [hash, count]);
  for (const [index, part] of parts.entries()) {
    if (index < done) continue;
    const isLast = index === parts.length - 1;
    const finish = async () => {
      await progress(index + 1);
      if (isLast) await note(client, hash, when);
    };
    if (part.kind === 'transaction') {
      await withLockRetries(client, async () => {
        for (const statement of part.statements) await client.query(statement);
        await finish();
      });
      continue;
    }
    if (part.kind === 'concurrent') await buildIndex(client, part.statement);
    else await inBatches(client, part.statement);
    await withLockRetries(client, finish);
  }
}

const note = (client: pg.Client, hash: string, when: number) =>
  client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, when]);

/** An index that was being built when its process was killed is there and not valid; it is removed and built again. */
async function buildIndex(client: pg.Client, statement: string): Promise<void> {
  const [, name] = /index\s+concurrently\s+(?:if\s+(?:not\s+)?exists\s+)?"?(\w+)"?/i.exec(statement) ?? [];
  const { rowCount } = await client.query(
    'select 1 from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname = $1 and not i.indisvalid',
    [name],
  );
  if (rowCount) await client.query(`drop index concurrently if exists "${name}"`);
  await client.query(statement);
}

/** Each batch is a transaction of its own: nobody waits for more than its rows. */
async function inBatches(client: pg.Client, statement: string): Promise<void> {
  for (let changed = -1; changed !== 0; ) {
    await withLockRetries(client, async () => {
      changed = (await client.query(statement)).rowCount ?? 0;
    });
  }
}
