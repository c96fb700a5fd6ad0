/**
 * Where files are kept: in the data folder, which every process must share, or in a bucket of S3-compatible storage (FILES_STORE). A file's
 * key is made of ids, so nothing a user writes becomes a path.
 */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { uuidv7 } from '../../core/id.ts';
import type { Config } from './config.ts';
import { StartRefusal } from './installation.ts';
import { storeFault } from './receive.ts';
import type { Kept, Store } from './store.port.ts';
import { bucketStore } from './store.s3.ts';
import type { Database } from './tenancy.ts';

function folderStore(folder: string): Store {
  const at = (key: string) => path.join(folder, key);
  const failing = (error: unknown): never => {
    throw storeFault(error) ?? error;
  };
  return {
    place: folder,
    keep: async (key, file) => {
      await mkdir(path.dirname(at(key)), { recursive: true, mode: 0o700 }).catch(failing);
      await rename(file, at(key)).catch(failing);
    },
    open: async (key) => {
      const bytes = createReadStream(at(key));
      // Open: from here on its bytes stay readable, even when it is removed meanwhile.
      await once(bytes, 'open');
      return bytes;
    },
    list: (name) => walk(folder, name),
    has: (key) =>
      stat(at(key)).then(
        () => true,
        () => false,
      ),
    remove: (key) => rm(at(key), { force: true }).catch(failing),
    pathOf: at,
  };
}

/** @throws Error at a link: its bytes lie elsewhere, and whoever takes everything away would leave them. */
async function* walk(root: string, folder: string): AsyncGenerator<Kept> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const entry of entries) {
    const key = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(root, key);
    else if (entry.isSymbolicLink()) throw new Error(`${path.join(root, key)} is a link. Put the files themselves there and try again.`);
    else if (entry.isFile() && !entry.name.endsWith('.part')) {
      const found = await stat(path.join(root, key)).catch(() => null);
      if (found) yield { key, size: found.size };
    }
  }
}

const stores = new Map<string, Store>();

/** @returns the store of an installation: one for all who ask. */
export function storeOf(config: Pick<Config, 'filesStore' | 'dataFolder'>): Store {
  const name = config.filesStore?.place ?? config.dataFolder;
  const found = stores.get(name) ?? (config.filesStore ? bucketStore(config.filesStore) : folderStore(config.dataFolder));
  stores.set(name, found);
  return found;
}

/** The file by which a process knows that it keeps files where the others do. */
const MARK = 'files-of-this-installation';

/**
 * What every start does: the first notes the place where files are kept, the others look whether theirs is the same. Without it, a worker
 * with a folder of its own fails at the first import. @throws StartRefusal naming the place and what to do
 */
export async function requireSameStore(database: Database, config: Config): Promise<void> {
  const store = storeOf(config);
  await database.app.query('insert into file_store (mark) values ($1) on conflict do nothing', [(await readMark(store)) ?? uuidv7()]);
  const { rows } = await database.app.query<{ mark: string }>('select mark from file_store');
  const mark = rows[0]?.mark ?? '';
  for (let tries = 0; ; tries++) {
    const present = await readMark(store);
    // Of processes that start together one writes the mark; the others find it a moment later, or have another place.
    const { rowCount } = await database.app.query('update file_store set is_marked = true where not is_marked');
    if (present === mark) return;
    if (present === null && rowCount) return writeMark(store, config, mark);
    if (present !== null || tries === 10) throw elsewhere(store, present, mark);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

const elsewhere = (store: Store, present: string | null, mark: string) =>
  new StartRefusal(
    `Files are not kept in ${store.place}: this installation keeps them elsewhere, and ${present === null ? 'its mark is missing here' : 'another installation keeps its own here'}. ` +
      'Give web and worker processes one QUITTANCE_DATA folder, or FILES_STORE. ' +
      `If the files were moved here, put the text ${mark} into ${store.place}/${MARK} and start again.`,
  );

async function readMark(store: Store): Promise<string | null> {
  const local = store.pathOf(MARK);
  try {
    if (local !== null) return (await readFile(local, 'utf8')).trim();
    let text = '';
    for await (const chunk of await store.open(MARK)) text += chunk;
    return text.trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new StartRefusal(`The place where files are kept, ${store.place}, cannot be read: ${(error as Error).message}`);
  }
}

async function writeMark(store: Store, config: Config, mark: string): Promise<void> {
  const file = path.join(config.dataFolder, `${MARK}.${uuidv7()}`);
  try {
    await mkdir(config.dataFolder, { recursive: true });
    await writeFile(file, `${mark}\n`, { mode: 0o600 });
    await store.keep(MARK, file);
  } catch (error) {
    throw new StartRefusal(`The place where files are kept, ${store.place}, cannot be written to: ${(error as Error).message}`);
  } finally {
    await rm(file, { force: true }).catch(() => {});
  }
}
