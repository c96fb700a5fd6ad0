/** Watched folders on the outside: set up, tried out, looked into, and what became of their files. */
import { and, desc, eq } from 'drizzle-orm';
import { englishOf, Fault, fault } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { readConfig } from '../../platform/config.ts';
import { wordsOfSftp } from '../../platform/delivery/sftp.session.ts';
import { checkServer } from '../../platform/delivery/sftp.setting.ts';
import { afterReading } from '../../platform/guard.ts';
import { outboundOf } from '../../platform/outbound.ts';
import type { Tx } from '../../platform/tenancy.ts';
import type { MutationResolvers, QueryResolvers } from './import.graphql.ts';
import { listMappings } from './import.logic.ts';
import { askForLook } from './import.watch.jobs.ts';
import {
  deleteWatch,
  keyFor,
  listWatches,
  readWatch,
  readWatchInput,
  saveWatch,
  secretsFor,
  secretsOf,
  type WatchRow,
  whyIgnored,
} from './import.watch.logic.ts';
import { MOST_FILES, openPlace } from './import.watch.look.ts';
import { importWatchFile, importWatchLook } from './import.watch.tables.ts';

const SHOWN_FILES = 20;
/** While somebody waits, milliseconds. */
const TEST_PATIENCE = { answer: 15_000, stall: 15_000 };

export const watchQueries: QueryResolvers = {
  listImportWatches: async (_, __, { tx }) => shown(tx, await listWatches(tx)),
  getImportWatch: async (_, { watchId }, { tx }) => one(tx, await readWatch(tx, watchId)),
  getWatchPlaces: async (_, { clientId }) => {
    const { watchFolders } = readConfig();
    return { hasFolders: watchFolders !== null, folder: watchFolders === null ? null : clientId };
  },
  listWatchedFiles: async (_, { watchId, limit, offset }, { tx }) => {
    await readWatch(tx, watchId);
    const mine = and(eq(importWatchFile.clientId, tx.clientId), eq(importWatchFile.watchId, watchId));
    const items = await tx.db
      .select()
      .from(importWatchFile)
      .where(mine)
      .orderBy(desc(importWatchFile.foundAt), desc(importWatchFile.fileId))
      .limit(Math.min(100, Math.max(1, limit ?? 50)))
      .offset(Math.max(0, offset ?? 0));
    return {
      items: items.map((file) => ({
        ...file,
        reason: file.reason && englishOf(file.reason),
        reasonKey: file.reason?.key ?? null,
        reasonValues: file.reason?.values ?? null,
      })),
      total: await tx.db.$count(importWatchFile, mine),
    };
  },
  listWatchLooks: async (_, { watchId }, { tx }) => {
    await readWatch(tx, watchId);
    const looks = await tx.db
      .select()
      .from(importWatchLook)
      .where(and(eq(importWatchLook.clientId, tx.clientId), eq(importWatchLook.watchId, watchId)))
      .orderBy(desc(importWatchLook.startedAt), desc(importWatchLook.lookId))
      .limit(100);
    return looks.map((look) => ({
      ...look,
      error: look.error && englishOf(look.error),
      errorKey: look.error?.key ?? null,
      errorValues: look.error?.values ?? null,
    }));
  },
};

export const watchMutations: MutationResolvers = {
  saveImportWatch: async (_, { watchId, watch, secrets, forgetKey, revision }, { tx, identity }) =>
    one(
      tx,
      await saveWatch(
        tx,
        { watchId: watchId ?? null, watch: plain(watch), secrets: secrets ?? {}, forgetKey: forgetKey ?? false, revision },
        identity.userId,
        outboundOf(readConfig()),
      ),
    ),
  deleteImportWatch: async (_, { watchId }, { tx }) => {
    await deleteWatch(tx, watchId);
    return true;
  },
  testImportWatch: async (_, { watchId, watch, secrets }, { tx }) => {
    const saved = watchId ? await readWatch(tx, watchId) : null;
    const wanted = readWatchInput(plain(watch));
    const { server } = wanted;
    const config = readConfig();
    if (server) await checkServer(server, outboundOf(config), 'watch.server.');
    const proof = server ? secretsFor(saved, server, secrets ?? {}) : {};
    const place = { clientId: tx.clientId, folder: wanted.folder, fingerprint: server ? keyFor(saved, server) : null };
    return afterReading(async () => {
      try {
        const opened = await openPlace(place, server, proof, { config, patience: TEST_PATIENCE });
        try {
          const { files, isCut } = await opened.list(MOST_FILES);
          const first = files.sort((one, other) => one.name.localeCompare(other.name, 'en')).slice(0, SHOWN_FILES);
          return {
            fingerprint: opened.fingerprint,
            total: files.length,
            isCut,
            files: first.map(({ name, size }) => ({ name, sizeBytes: size, ignored: whyIgnored(name, wanted) })),
          };
        } finally {
          opened.close();
        }
      } catch (error) {
        if (error instanceof Fault) throw error;
        const { key, values } = wordsOfSftp(error);
        throw fault('UNAVAILABLE', key, values as never);
      }
    });
  },
  lookNow: async (_, { watchId }, { tx, identity }) => {
    const watch = await readWatch(tx, watchId);
    await askForLook(tx, watchId, identity.userId);
    return one(tx, watch);
  },
};

/** Absent is null, for one who reads it. */
const plain = (watch: object) => ({ server: null, marker: null, everyMinutes: null, ...watch });

async function one(tx: Tx, row: WatchRow) {
  const [watch] = await shown(tx, [row]);
  return watch!;
}

async function shown(tx: Tx, rows: readonly WatchRow[]) {
  const names = new Map((await listMappings(tx)).map(({ mappingId, name }) => [mappingId, name]));
  const counts = await tx.sql<{ watch_id: Uuid; open: number; waiting: number; failed: number }>(
    `select watch_id, count(*) filter (where state not in ('done', 'failed', 'repeated'))::int as open,
       count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'failed')::int as failed
     from import_watch_file where client_id = $1 and watch_id = any($2::uuid[]) group by 1`,
    [tx.clientId, rows.map(({ watchId }) => watchId)],
  );
  return rows.map((row) => {
    const count = counts.find(({ watch_id }) => watch_id === row.watchId);
    const secrets = secretsOf(row);
    return {
      ...row,
      user: row.username,
      hasPassword: secrets.password !== undefined,
      hasPrivateKey: secrets.privateKey !== undefined,
      mappingName: names.get(row.mappingId) ?? null,
      lastError: row.lastError && englishOf(row.lastError),
      lastErrorKey: row.lastError?.key ?? null,
      lastErrorValues: row.lastError?.values ?? null,
      openFiles: count?.open ?? 0,
      waitingFiles: count?.waiting ?? 0,
      failedFiles: count?.failed ?? 0,
    };
  });
}
