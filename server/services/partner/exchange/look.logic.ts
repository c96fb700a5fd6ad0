/**
 * Looks into a partner's folder and takes what is whole: a file that stayed as it is for a while between two looks. A look that breaks off
 * leaves nothing half: the next one begins again.
 */
import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import { Fault, fault, type SaidWords } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { DAY, type Instant, instant, MINUTE } from '../../../../core/time.ts';
import { alone } from '../../../platform/alone.ts';
import { now } from '../../../platform/clock.ts';
import type { Place, PlacedFile } from '../../../platform/delivery/sftp.place.ts';
import { wordsOfSftp } from '../../../platform/delivery/sftp.session.ts';
import { appendEvents } from '../../../platform/events.ts';
import { logger } from '../../../platform/log.ts';
import { type Database, inClient, SYSTEM, type Tx } from '../../../platform/tenancy.ts';
import { getPartner } from '../ground/partner.logic.ts';
import { partnerRemoteFile, type RemoteState } from './exchange.tables.ts';
import { acknowledgeFile } from './file.logic.ts';
import { addReturn } from './in.add.logic.ts';
import { MOST_NAMES, type Outside, openFolder, pinKey } from './look.server.ts';
import { type Exchange, readExchange, writeExchange } from './setting.logic.ts';

type RemoteFile = typeof partnerRemoteFile.$inferSelect;

/** How long a file has to stay as it is, by our clock: two looks in a row may come within a second. */
const SETTLED = 30_000;
const EVERY = 5 * MINUTE;
/** When a file that may still grow is looked at again. */
const AGAIN = MINUTE;
/** Files that one look takes. */
const MOST_TAKEN = 50;
/** What programs call a file that they are still writing. */
const UNFINISHED = /^\.|\.(part|tmp|filepart|partial|crdownload)$|~$/i;
/** A partner's word that it has one of our files: the file's name with this behind it. */
const RECEIPT = /\.(ack|ok)$/i;

/** Looks into a partner's folder, unless somebody does. @param limit bytes of a file */
export async function lookInto(database: Database, clientId: Uuid, partnerId: Uuid, outside: Outside, limit: number): Promise<void> {
  await alone(database, `partner look ${partnerId}`, async () => {
    const exchange = await inClient(database, clientId, (tx) => readExchange(tx, partnerId), { readOnly: true }).catch(() => null);
    if (!exchange?.server) return;
    let error: SaidWords | null = null;
    let isAwaited = false;
    try {
      const folder = await openFolder(exchange, exchange.folderIn, outside);
      try {
        const { fingerprint } = folder;
        if (fingerprint !== null) await inClient(database, clientId, (tx) => pinKey(tx, partnerId, fingerprint));
        isAwaited = await take(database, exchange, folder, limit);
      } finally {
        folder.close();
      }
    } catch (failure) {
      if (!(failure instanceof Fault)) logger.warn({ error: failure, partnerId }, 'a partner’s folder could not be looked into');
      error = wordsOfSftp(failure);
    }
    await inClient(database, clientId, async (tx) => {
      const at = now();
      const { fetches, lastError: before } = await readExchange(tx, partnerId, true);
      const nextLookAt = fetches ? instant(at + (isAwaited ? AGAIN : EVERY)) : null;
      await writeExchange(tx, partnerId, { lastLookAt: at, lastError: error, nextLookAt });
      // Where nothing is fetched, whoever asked for the look sees what came of it.
      if (!fetches || (error === null) === (before === null)) return;
      const { name } = await getPartner(tx, partnerId);
      const away = error && {
        messageType: 'partnerFolderAway' as const,
        payload: { partnerId, name, key: error.key, values: error.values },
      };
      await appendEvents(tx, [away ?? { messageType: 'partnerFolderBack', payload: { partnerId, name } }]);
    });
  });
}

/** @returns whether a file may still grow. */
async function take(database: Database, exchange: Exchange, folder: Place, limit: number): Promise<boolean> {
  const { clientId, partnerId } = exchange as Exchange & { clientId: Uuid; partnerId: Uuid };
  const startedAt = now();
  const found = (await folder.list(MOST_NAMES)).files.filter(({ name }) => !UNFINISHED.test(name)).sort(byTime);
  const open = await inClient(database, clientId, (tx) => remember(tx, partnerId, found, startedAt));
  let taken = 0;
  let isAwaited = false;
  for (const file of open) {
    if (file.foundAt > startedAt - SETTLED || taken >= MOST_TAKEN) {
      isAwaited = true;
      continue;
    }
    if (RECEIPT.test(file.name) && (await receipt(database, clientId, partnerId, file))) continue;
    taken++;
    if (!(await fetchOne(database, clientId, partnerId, folder, file, limit))) isAwaited = true;
  }
  return isAwaited;
}

const byTime = (one: PlacedFile, other: PlacedFile) =>
  Number(one.modified) - Number(other.modified) || one.name.localeCompare(other.name, 'en');

/** Notes what is new, and what has changed since. @returns what is not here yet, the oldest first */
async function remember(tx: Tx, partnerId: Uuid, found: readonly PlacedFile[], at: Instant): Promise<RemoteFile[]> {
  const mine = and(eq(partnerRemoteFile.clientId, tx.clientId), eq(partnerRemoteFile.partnerId, partnerId));
  const known = new Map((await tx.db.select().from(partnerRemoteFile).where(mine)).map((row) => [row.name, row]));
  // A file that was still being written and has gone from the folder is no longer awaited.
  const names = found.map(({ name }) => name);
  await tx.db
    .delete(partnerRemoteFile)
    .where(and(mine, eq(partnerRemoteFile.state, 'seen'), sql`name <> all(${sql.param(names)}::text[])`));
  const open: RemoteFile[] = [];
  for (const { name, size, modified } of found) {
    const before = known.get(name);
    const isSame = before?.size === size && before.modified === modified;
    if (isSame && before.state !== 'seen') continue;
    // The same name with another content is another file.
    const row: RemoteFile = isSame
      ? before
      : { clientId: tx.clientId, partnerId, name, size, modified, foundAt: at, state: 'seen', returnId: null, words: null };
    if (!isSame)
      await tx.db
        .insert(partnerRemoteFile)
        .values(row)
        .onConflictDoUpdate({ target: [partnerRemoteFile.clientId, partnerRemoteFile.partnerId, partnerRemoteFile.name], set: row });
    open.push(row);
  }
  return open;
}

/** For how long a file that was not taken is shown, and how many are. */
const SHOWN = 14 * DAY;
const MOST_SHOWN = 10;

/** @returns what lay in a partner's folder and was not taken, as the contract gives it; the newest first. */
export async function listUntaken(tx: Tx, partnerId: Uuid) {
  const rows = await tx.db
    .select()
    .from(partnerRemoteFile)
    .where(
      and(
        eq(partnerRemoteFile.clientId, tx.clientId),
        eq(partnerRemoteFile.partnerId, partnerId),
        inArray(partnerRemoteFile.state, ['seen', 'repeated', 'refused']),
        gt(partnerRemoteFile.foundAt, instant(now() - SHOWN)),
      ),
    )
    .orderBy(desc(partnerRemoteFile.foundAt), partnerRemoteFile.name)
    .limit(MOST_SHOWN);
  return rows.map(({ name, foundAt, state, words: said }) => ({
    name,
    foundAt,
    isAwaited: state === 'seen',
    errorKey: said?.key ?? null,
    errorValues: said?.values ?? null,
  }));
}

async function note(tx: Tx, { partnerId, name }: RemoteFile, state: RemoteState, more: Partial<RemoteFile> = {}): Promise<void> {
  await tx.db
    .update(partnerRemoteFile)
    .set({ state, ...more })
    .where(and(eq(partnerRemoteFile.clientId, tx.clientId), eq(partnerRemoteFile.partnerId, partnerId), eq(partnerRemoteFile.name, name)));
}

/** @returns whether a file names one of ours that was sent. */
async function receipt(database: Database, clientId: Uuid, partnerId: Uuid, file: RemoteFile): Promise<boolean> {
  const name = file.name.replace(RECEIPT, '').replace(/\.pgp$/, '');
  return inClient(database, clientId, async (tx) => {
    const [ours] = await tx.sql<{ file_id: Uuid }>(
      `select file_id from partner_file where client_id = $1 and partner_id = $2 and display_name = $3 and (status in ('sent', 'acknowledged') or fetched_at is not null)`,
      [tx.clientId, partnerId, name],
    );
    if (!ours) return false;
    await acknowledgeFile(tx, ours.file_id, null);
    await note(tx, file, 'receipt');
    return true;
  });
}

/** @returns false for a file that has changed meanwhile. What is wrong with a file ends it; what is wrong with the server ends the look. */
async function fetchOne(
  database: Database,
  clientId: Uuid,
  partnerId: Uuid,
  folder: Place,
  file: RemoteFile,
  limit: number,
): Promise<boolean> {
  const stillSame = async () => {
    const there = await folder.look(file.name);
    return there?.size === file.size && there.modified === file.modified;
  };
  if (!(await stillSame())) return false;
  try {
    await addReturn(database, clientId, SYSTEM, {
      partnerId,
      fileName: file.name,
      source: 'sftp',
      bytes: await folder.read(file.name),
      limit,
      whole: async (size) => {
        if (size !== file.size || !(await stillSame())) throw fault('UNAVAILABLE', 'fileInterrupted');
      },
      keep: (tx, returnId) => note(tx, file, 'taken', { returnId }),
    });
    return true;
  } catch (error) {
    if (!(error instanceof Fault) || error.words.key === 'fileInterrupted') throw error;
    if (error.code !== 'INVALID_INPUT' && error.code !== 'CONFLICT') throw error;
    const state = error.words.key === 'returnRepeated' ? 'repeated' : 'refused';
    await inClient(database, clientId, async (tx) => {
      await note(tx, file, state, { words: error.words });
      if (state === 'repeated') return;
      const { key, values } = error.words;
      await appendEvents(tx, [
        { messageType: 'partnerReturnFailed', payload: { returnId: null, partnerId, name: file.name, key, values } },
      ]);
    });
    return true;
  }
}
