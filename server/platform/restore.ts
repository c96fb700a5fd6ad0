/** Brings a backup back into an empty place. Until all of it is there and compared, no process starts over it. */
import { createHash } from 'node:crypto';
import { type FileHandle, lstat, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Header, type Note, RowDigest, readArchive, readHeader } from './archive.ts';
import { columnsOf, copyOut, type Held, listTables, nameOf, SETTINGS } from './backup.ts';
import type { Config } from './config.ts';
import { migrateDatabase } from './migrate.ts';
import { migrations } from './migrations.ts';
import { FILE_FOLDERS, isKey } from './store.port.ts';
import { storeOf } from './store.ts';

interface Place extends Pick<Config, 'dataFolder' | 'filesStore'> {
  /** The owner's address. */
  readonly url: string;
  /** QUITTANCE_SECRET and earlier ones: the backup was made under one of them. */
  readonly archiveSecrets: readonly string[];
  /** What the logins follow from (connect.ts). */
  readonly secrets: readonly string[];
}

/**
 * Restores a backup and compares every table and every file with it.
 * @param finish runs when everything is there, before a process may start: erasures made since are made again.
 * @throws Error when the place is not empty, the secret or the release does not fit, or anything differs
 */
export async function restore(place: Place, from: string, finish: () => Promise<void> = async () => {}): Promise<Held> {
  const { header } = await readHeader(from);
  const until = migrations().find(({ tag }) => tag === header.migration);
  if (!until)
    throw new Error(`This backup was made by a newer release (${header.release}, ${header.migration}). Restore it with that release.`);
  // Whoever has the wrong secret learns it before anything is written.
  for await (const _ of readArchive(from, place.archiveSecrets)) break;
  await clear(place, header);
  let held: Held = { tables: 0, rows: 0, files: 0 };
  await migrateDatabase(place.url, {
    until,
    isRestore: true,
    fill: async (client) => {
      await client.query('update drizzle.schema_range set restoring = $1', [`backup of ${header.madeAt}`]);
      await client.query(SETTINGS);
      held = await fill(client, place, from);
      // Whoever held a job or a queue was another process in another place.
      await client.query(
        `update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null;
         update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null; analyze`,
      );
    },
  });
  await migrateDatabase(place.url, { secrets: place.secrets, isRestore: true });
  await finish();
  await withClient(place.url, (client) => client.query('update drizzle.schema_range set restoring = null'));
  return held;
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Tables that a start fills by itself, before anybody used the place. */
const OF_A_START = ['installation', 'pool_key', 'pool_secret'];

/** Empties a place that nobody used, or in which a restore did not finish. @throws Error when it holds anything else. */
async function clear({ url, ...files }: Place, header: Header): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(SETTINGS);
    const { rows } = await client.query<{ is_there: boolean }>(`select to_regclass('drizzle.schema_range') is not null as is_there`);
    const marks = rows[0]?.is_there
      ? (await client.query<{ restoring: string | null }>('select restoring from drizzle.schema_range')).rows
      : [];
    if (!marks[0]?.restoring) {
      for (const table of await listTables(client)) {
        if (table.schema !== 'public' || OF_A_START.includes(table.name)) continue;
        const { rowCount } = await client.query(`select 1 from ${nameOf(table)} limit 1`);
        if (rowCount)
          throw new Error(`The database is not empty (${table.name}). A backup of ${header.madeAt} goes into an empty one only.`);
      }
      // With a bucket, the data folder still holds what was fetched from it.
      for (const store of [storeOf(files), storeOf({ ...files, filesStore: null })])
        for (const folder of FILE_FOLDERS)
          for await (const { key } of store.list(folder))
            throw new Error(`${store.place} is not empty (${key}). A backup of ${header.madeAt} goes into an empty place only.`);
    }
    await client.query(
      `begin; drop schema if exists graphile_worker cascade; drop schema if exists drizzle cascade; drop schema if exists published cascade;
       drop schema public cascade;
       create schema public; grant usage on schema public to public; commit`,
    );
  });
}

async function fill(client: pg.Client, place: Place, from: string): Promise<Held> {
  const frames = readArchive(from, place.archiveSecrets);
  try {
    return await fillFrom(client, place, frames);
  } finally {
    await frames.return(undefined); // closes the file where something was wrong
  }
}

async function fillFrom(client: pg.Client, place: Place, frames: ReturnType<typeof readArchive>): Promise<Held> {
  const next = async () => {
    const { value, done } = await frames.next();
    if (done) throw new Error('The backup ends too early. Take another one.');
    return value;
  };
  const known = new Set((await listTables(client)).map(nameOf));
  let [tables, rows, files] = [0, 0, 0];
  for (;;) {
    const note = await next();
    if (Buffer.isBuffer(note)) throw new Error('The backup is not readable: bytes of nothing.');
    if (note.kind === 'table') {
      if (!known.has(nameOf(note))) throw new Error(`The backup names a table that its release does not have (${nameOf(note)}).`);
      rows += await fillTable(client, note, next);
      tables++;
    } else if (note.kind === 'file') {
      await writeFile(place, note.path, next);
      files++;
    } else if (note.kind === 'sequences') {
      for (const { name, value } of note.sequences) await client.query('select setval($1::regclass, $2::bigint)', [name, value]);
    } else if (note.kind === 'end') {
      if (note.tables !== tables || note.rows !== rows || note.files !== files) throw new Error('The backup holds less than it says.');
      return { tables, rows, files };
    }
  }
}

type Next = () => Promise<Note | Buffer>;

/** @returns how many rows there are now. @throws Error when they are not those of the backup. */
async function fillTable(client: pg.Client, table: Note & { kind: 'table' }, next: Next): Promise<number> {
  const sink = client.query(copyFrom(`copy ${nameOf(table)} (${columnsOf(table.columns)}) from stdin`));
  const done = finished(sink);
  done.catch(() => {});
  let frame = await next();
  for (; Buffer.isBuffer(frame); frame = await next())
    if (!sink.write(frame)) await Promise.race([new Promise((resolve) => sink.once('drain', resolve)), done]);
  sink.end();
  await done;
  const present = new RowDigest();
  for await (const chunk of copyOut(client, table)) present.add(chunk);
  if (frame.kind !== 'rows' || present.rows !== frame.rows || present.digest() !== frame.digest)
    throw new Error(`The table ${table.name} is not what the backup holds.`);
  return present.rows;
}

/**
 * Puts a file where this place keeps its files, and reads it back. @param place through whose data folder it comes, wherever it stays.
 * @throws Error when the name leads out of the place, or what is there is not what the backup holds
 */
async function writeFile(place: Place, name: string, next: Next): Promise<void> {
  if (!isKey(name)) throw new Error(`The backup names a file outside of the place for files (${JSON.stringify(name)}).`);
  const store = storeOf(place);
  const arriving = `${await folderOf(place.dataFolder, name)}/${path.basename(name)}.restored.part`;
  await rm(arriving, { force: true });
  const file: FileHandle = await open(arriving, 'wx', 0o600);
  let frame = await next();
  try {
    for (; Buffer.isBuffer(frame); frame = await next()) await file.writeFile(frame);
    await file.sync();
  } finally {
    await file.close();
  }
  await store.keep(name, arriving);
  const digest = createHash('sha256');
  for await (const chunk of await store.open(name)) digest.update(chunk as Buffer);
  if (frame.kind !== 'bytes' || digest.digest('hex') !== frame.digest) throw new Error(`The file ${name} is not what the backup holds.`);
}

/** @returns the folder of a file, made if need be. @throws Error when a link leads it elsewhere: only files and imports themselves may be links. */
async function folderOf(dataFolder: string, name: string): Promise<string> {
  const [first = '', ...rest] = path.dirname(name).split('/');
  let folder = path.join(dataFolder, first);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const part of rest) {
    folder = path.join(folder, part);
    await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    if (!(await lstat(folder)).isDirectory()) throw new Error(`${folder} is a link or a file. Remove it and try again.`);
  }
  return folder;
}
