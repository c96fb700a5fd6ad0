/** Takes everything away into one file, of one moment, while the product runs: tables, sequences, the queue, the files of the store. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { RELEASE } from '../../core/release.ts';
import { ArchiveWriter, RowDigest } from './archive.ts';
import type { Config } from './config.ts';
import { checkRange, readJournal } from './schema.ts';
import { FILE_FOLDERS, type Kept, type Store } from './store.port.ts';
import { storeOf } from './store.ts';

/** Says where files are kept: a restored place is noted anew by its first start. */
const OF_THE_PLACE = ['file_store'];

/** Tables of the queue; which of its own migrations ran is its own affair. */
const QUEUE = ['_private_job_queues', '_private_jobs', '_private_known_crontabs', '_private_tasks'];

export interface Held {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
}

interface Table {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
}

/** @returns tables and the columns that are written, not computed. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and (n.nspname = 'public' and c.relname <> all($2) or n.nspname = 'graphile_worker' and c.relname = any($1))
     group by 1, 2 order by 1, 2`,
    [QUEUE, OF_THE_PLACE],
  );
  return rows;
}

export const nameOf = ({ schema, name }: { schema: string; name: string }) => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
export const columnsOf = (columns: readonly string[]) => columns.map((column) => pg.escapeIdentifier(column)).join(', ');

/** How values are written down, whatever the server's own settings say; and no limit for what takes as long as it takes. */
export const SETTINGS = `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '30s';
  set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601'; set timezone = 'UTC'; set extra_float_digits = 1; set bytea_output = 'hex';
  set client_encoding = 'UTF8'; set quittance.maintenance = 'on'`;

/** @returns the rows of a table as COPY writes them. */
export const copyOut = (client: pg.Client, { columns, ...table }: Table): AsyncIterable<Buffer> =>
  client.query(copyTo(`copy (select ${columnsOf(columns)} from ${nameOf(table)}) to stdout`));

interface Source extends Pick<Config, 'dataFolder' | 'filesStore'> {
  /** The owner's address. */
  readonly url: string;
  readonly secret: string;
}

/**
 * Writes a backup. @param to a file that does not exist yet; it is there when all of it is.
 * @throws Error when the schema is not this release's, or the disk is full
 */
export async function backUp({ url, secret, ...files }: Source, to: string): Promise<Held> {
  const part = `${to}.part`;
  await rm(part, { force: true });
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  let archive: ArchiveWriter | null = null;
  try {
    await client.query(SETTINGS);
    const { isNewer, missing } = await checkRange(client);
    if (isNewer || missing === null || missing.length > 0)
      throw new Error('The schema is not the one of this release: back up with the release that migrated it.');
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query<{ now: Date }>('select now()');
    archive = await ArchiveWriter.create(part, secret, {
      release: RELEASE,
      migration: readJournal().at(-1)?.tag ?? '',
      madeAt: (rows[0]?.now ?? new Date()).toISOString(),
    });
    const tables = await listTables(client);
    let count = 0;
    for (const table of tables) count += await writeTable(client, archive, table);
    await writeSequences(client, archive);
    // After the snapshot: what its rows name is there, and what came later is only more.
    const held = { tables: tables.length, rows: count, files: await writeFiles(archive, storeOf(files)) };
    await archive.note({ kind: 'end', ...held });
    await archive.finish();
    await rename(part, to);
    const folder = await open(path.dirname(to), constants.O_RDONLY);
    await folder.sync().finally(() => folder.close());
    return held;
  } catch (error) {
    await archive?.abandon();
    await rm(part, { force: true });
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

async function writeTable(client: pg.Client, archive: ArchiveWriter, table: Table): Promise<number> {
  await archive.note({ kind: 'table', ...table });
  const digest = new RowDigest();
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of copyOut(client, table)) {
    digest.add(chunk);
    held.push(chunk);
    bytes += chunk.length;
    if (bytes < 1 << 18) continue;
    await archive.data(Buffer.concat(held));
    [held, bytes] = [[], 0];
  }
  await archive.data(Buffer.concat(held));
  await archive.note({ kind: 'rows', rows: digest.rows, digest: digest.digest() });
  return digest.rows;
}

async function writeSequences(client: pg.Client, archive: ArchiveWriter): Promise<void> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
     where schemaname in ('public', 'graphile_worker') and last_value is not null`,
  );
  await archive.note({ kind: 'sequences', sequences: rows });
}

async function writeFiles(archive: ArchiveWriter, store: Store): Promise<number> {
  let count = 0;
  for (const folder of FILE_FOLDERS) for await (const kept of store.list(folder)) if (await writeFile(archive, store, kept)) count++;
  return count;
}

/** @returns false for a file that was removed meanwhile. */
async function writeFile(archive: ArchiveWriter, store: Store, { key, size }: Kept): Promise<boolean> {
  const bytes = await store.open(key).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!bytes) return false;
  await archive.note({ kind: 'file', path: key, size });
  const digest = createHash('sha256');
  let read = 0;
  for await (const chunk of bytes) {
    digest.update(chunk as Buffer);
    read += (chunk as Buffer).length;
    await archive.data(chunk as Buffer);
  }
  if (read !== size) throw new Error(`Of ${key} ${read} of ${size} bytes could be read; run the backup again.`);
  await archive.note({ kind: 'bytes', digest: digest.digest('hex') });
  return true;
}
