/** Files for partners as they are kept: asked for, listed, sent, acknowledged, deleted. How one is made: make.logic.ts. */
import { and, desc, eq, sql } from 'drizzle-orm';
import { fault, invalid, notFound, type SaidWords, words } from '../../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../../core/id.ts';
import { money } from '../../../../core/money.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import { enqueue } from '../../../platform/jobs.ts';
import { outboxIdOf, queueRows, retryRows } from '../../../platform/outbox/queue.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { storedAddress } from '../../files/files.bytes.logic.ts';
import { type FileStatus, partnerFile, partnerFileAttachment, partnerFileRow } from './exchange.tables.ts';
import { makeFileJob } from './file.job.logic.ts';
import { type Exchange, exchangeWith, readExchange } from './setting.logic.ts';

export type PartnerFile = typeof partnerFile.$inferSelect;

/** The kind in the outbox. */
export const FILE_DELIVERY = 'partner.file';
const MOST_PAGE = 100;
const MOST_NOTE = 2_000;
const MOST_ITEMS = 200;

/** @throws Fault NOT_FOUND */
export async function readFile(tx: Tx, fileId: Uuid, lock = false): Promise<PartnerFile> {
  const query = tx.db
    .select()
    .from(partnerFile)
    .where(and(eq(partnerFile.clientId, tx.clientId), eq(partnerFile.fileId, fileId)));
  const [row] = isUuid(fileId) ? await (lock ? query.for('update') : query) : [];
  if (!row) throw notFound('fileNotFound');
  return row;
}

/** Writes columns of a file. @param from the states it must still have. @returns whether it had one of them */
export async function writeFileRow(tx: Tx, fileId: Uuid, change: Partial<PartnerFile>, from: readonly FileStatus[]): Promise<boolean> {
  const written = await tx.db
    .update(partnerFile)
    .set(change)
    .where(and(eq(partnerFile.clientId, tx.clientId), eq(partnerFile.fileId, fileId), sql`status = any(${sql.param(from)})`))
    .returning({ fileId: partnerFile.fileId });
  return written.length > 0;
}

/** @param partnerId of one partner; null: of all. @returns files, newest first. @throws Fault INVALID_INPUT */
export async function listFiles(
  tx: Tx,
  partnerId: Uuid | null,
  limit: number,
  offset: number,
): Promise<{ items: PartnerFile[]; total: number }> {
  if (limit < 1 || limit > MOST_PAGE) throw invalid('limit', 'pageSize', { most: MOST_PAGE });
  if (offset < 0) throw invalid('offset', 'pageStart', { first: 0 });
  if (partnerId !== null && !isUuid(partnerId)) throw notFound('partnerNotFound');
  const mine = and(eq(partnerFile.clientId, tx.clientId), partnerId === null ? undefined : eq(partnerFile.partnerId, partnerId));
  const items = await tx.db.select().from(partnerFile).where(mine).orderBy(desc(partnerFile.fileId)).limit(limit).offset(offset);
  return { items, total: await tx.db.$count(partnerFile, mine) };
}

/** @returns what a file says of claims, by their references. @throws Fault NOT_FOUND, INVALID_INPUT */
export async function listItems(tx: Tx, fileId: Uuid, limit: number, offset: number) {
  await readFile(tx, fileId);
  if (limit < 1 || limit > MOST_ITEMS) throw invalid('limit', 'pageSize', { most: MOST_ITEMS });
  if (offset < 0) throw invalid('offset', 'pageStart', { first: 0 });
  const mine = and(eq(partnerFileRow.clientId, tx.clientId), eq(partnerFileRow.fileId, fileId));
  const rows = await tx.db.select().from(partnerFileRow).where(mine).orderBy(partnerFileRow.externalClaimRef).limit(limit).offset(offset);
  const items = rows.map(({ externalClaimRef, change, currency, amount }) => ({
    externalClaimRef,
    change,
    currency,
    amount: money(amount, currency),
  }));
  return { items, total: await tx.db.$count(partnerFileRow, mine) };
}

/**
 * Asks for a file of what has changed for a partner. One that already waits to be made is the one that was asked for.
 * @param isSentAlong it goes by SFTP as soon as it is made. @throws Fault NOT_FOUND, CONFLICT without a server to send to
 */
export async function requestFile(tx: Tx, partnerId: Uuid, isSentAlong: boolean): Promise<PartnerFile> {
  const exchange = await readExchange(tx, partnerId, true);
  if (isSentAlong && exchange.server === null) throw fault('CONFLICT', 'exchangeNoServer');
  return request(tx, exchange, isSentAlong);
}

/** Tells somebody who is a partner no longer what came back, where files go to them by SFTP; whoever gets theirs by hand is told by hand. */
export async function requestLastFile(tx: Tx, partnerId: Uuid): Promise<void> {
  const exchange = await exchangeWith(tx, partnerId, true);
  if (exchange.server !== null) await request(tx, exchange, true);
}

async function request(tx: Tx, { partnerId, fileType }: Exchange, isSentAlong: boolean): Promise<PartnerFile> {
  const [waiting] = await tx.db
    .select()
    .from(partnerFile)
    .where(and(eq(partnerFile.clientId, tx.clientId), eq(partnerFile.partnerId, partnerId), eq(partnerFile.status, 'waiting')));
  const fileId = waiting?.fileId ?? uuidv7();
  if (waiting) {
    if (isSentAlong) await writeFileRow(tx, fileId, { isSentAlong }, ['waiting']);
  } else
    await tx.db.insert(partnerFile).values({
      clientId: tx.clientId,
      fileId,
      partnerId,
      status: 'waiting',
      fileType,
      isSentAlong,
      createdAt: now(),
      createdBy: isUuid(tx.actor.id) ? tx.actor.id : null,
    });
  await enqueue(tx, makeFileJob, { clientId: tx.clientId, fileId }, { key: `${makeFileJob.name}:${fileId}` });
  return readFile(tx, fileId);
}

const SENDABLE: readonly FileStatus[] = ['made', 'unsent', 'sent', 'acknowledged'];

/** The key in the outbox of the newest sending of a file. */
const sendingOf = (fileId: string, sends: number) => `${FILE_DELIVERY}:${fileId}:${sends}`;

/**
 * Puts a file's bytes on their way by SFTP: the same ones however often. One that waits for a retry is retried at once.
 * @throws Fault NOT_FOUND, CONFLICT when it is not made, already on its way, or there is no server
 */
export async function sendFile(tx: Tx, fileId: Uuid): Promise<PartnerFile> {
  const file = await readFile(tx, fileId, true);
  if (file.status === 'sending' && file.lastError !== null) {
    await tryNow(tx, [file]);
    return readFile(tx, fileId);
  }
  if (!SENDABLE.includes(file.status)) throw fault('CONFLICT', 'partnerFileNotNow', { status: STATUS_WORDS[file.status] });
  const exchange = await exchangeWith(tx, file.partnerId);
  if (exchange.server === null) throw fault('CONFLICT', 'exchangeNoServer');
  const sends = file.sends + 1;
  await writeFileRow(tx, fileId, { status: 'sending', sends, lastError: null }, SENDABLE);
  await queueRows(tx, [{ key: sendingOf(fileId, sends), kind: FILE_DELIVERY, request: { fileId } }]);
  return readFile(tx, fileId);
}

/** Retries at once what could not be sent so far: called when the partner's server has been changed. */
export async function resumeSending(tx: Tx, partnerId: Uuid): Promise<void> {
  const waiting = await tx.db
    .select()
    .from(partnerFile)
    .where(and(eq(partnerFile.clientId, tx.clientId), eq(partnerFile.partnerId, partnerId), eq(partnerFile.status, 'sending')));
  await tryNow(tx, waiting);
}

async function tryNow(tx: Tx, files: readonly Pick<PartnerFile, 'fileId' | 'sends'>[]): Promise<void> {
  if (files.length === 0) return;
  for (const { fileId } of files) await writeFileRow(tx, fileId as Uuid, { lastError: null }, ['sending']);
  await retryRows(
    tx,
    FILE_DELIVERY,
    files.map(({ fileId, sends }) => outboxIdOf(tx.clientId, sendingOf(fileId, sends))),
  );
}

const STATUS_WORDS: Readonly<Record<FileStatus, SaidWords>> = {
  waiting: words('partnerFileWaiting'),
  made: words('partnerFileMade'),
  empty: words('partnerFileEmpty'),
  broken: words('partnerFileBroken'),
  sending: words('partnerFileSending'),
  unsent: words('partnerFileUnsent'),
  sent: words('partnerFileSent'),
  acknowledged: words('partnerFileAcknowledged'),
};

/** Who says that a partner has a file: staff, or the partner by a file of its own or a program. */
export interface Acknowledged {
  readonly userId?: Uuid | null;
  /** What the API key is called. */
  readonly keyName?: string | null;
}

/** Notes that the partner has it, once. @param note what there is to say of it, e.g. what the partner refused. @throws Fault NOT_FOUND, INVALID_INPUT, CONFLICT for one that never left */
export async function acknowledgeFile(tx: Tx, fileId: Uuid, note: string | null, by: Acknowledged = {}): Promise<PartnerFile> {
  const file = await readFile(tx, fileId, true);
  if (file.status === 'acknowledged') return file;
  const said = note?.trim() || null;
  if (said !== null && said.length > MOST_NOTE) throw invalid('note', 'atMostCharacters', { number: MOST_NOTE });
  const hasLeft = file.status === 'sent' || (file.fetchedAt !== null && SENDABLE.includes(file.status));
  if (!hasLeft) throw fault('CONFLICT', 'partnerFileNotNow', { status: STATUS_WORDS[file.status] });
  await writeFileRow(
    tx,
    fileId,
    {
      status: 'acknowledged',
      acknowledgedAt: now(),
      acknowledgeNote: said,
      ...(by.userId ? { acknowledgedBy: by.userId } : {}),
      ...(by.keyName ? { acknowledgedWith: by.keyName } : {}),
    },
    SENDABLE,
  );
  await appendEvents(tx, [{ messageType: 'partnerFileAcknowledged', payload: { ...factsOf(file), note: said } }]);
  return readFile(tx, fileId);
}

/** @returns what events say of a file. */
export const factsOf = ({ fileId, partnerId, displayName, itemCount }: PartnerFile) => ({
  fileId,
  partnerId,
  name: displayName,
  itemCount,
});

/**
 * Deletes a file that never left, so that the next one says again what it would have said. Only the newest one of its partner: those after it
 * begin where it ends.
 * @returns what lies to be removed once this is certain. @throws Fault NOT_FOUND, CONFLICT
 */
export async function deleteFile(tx: Tx, fileId: Uuid): Promise<PartnerFile> {
  const { partnerId } = await readFile(tx, fileId);
  // Who makes the next one holds this, and is done before or begins after.
  await readExchange(tx, partnerId, true);
  const file = await readFile(tx, fileId, true);
  if (file.status === 'sending' || file.sentAt !== null || file.fetchedAt !== null || file.status === 'acknowledged')
    throw fault('CONFLICT', 'partnerFileLeft');
  const [later] = await tx.sql(
    `select 1 from partner_file where client_id = $1 and partner_id = $2 and file_id > $3 and status not in ('waiting', 'empty', 'broken') limit 1`,
    [tx.clientId, partnerId, fileId],
  );
  if (later) throw fault('CONFLICT', 'partnerFileLater');
  for (const table of [partnerFileAttachment, partnerFileRow, partnerFile])
    await tx.db.delete(table).where(and(eq(table.clientId, tx.clientId), eq(table.fileId, fileId)));
  await appendEvents(tx, [{ messageType: 'partnerFileDeleted', payload: factsOf(file) }]);
  return file;
}

/** @returns addresses at which a file lies for minutes; that somebody took it is noted: from then on it counts as handed over. @throws Fault NOT_FOUND, CONFLICT */
export async function fetchFile(tx: Tx, fileId: Uuid): Promise<PartnerFile & { fileUrl: string | null; plainUrl: string | null }> {
  const file = await readFile(tx, fileId, true);
  if (file.size === null) return { ...file, fileUrl: null, plainUrl: null };
  if (file.fetchedAt === null) await writeFileRow(tx, fileId, { fetchedAt: now() }, SENDABLE.concat('sending'));
  await appendEvents(tx, [{ messageType: 'partnerFileFetched', payload: factsOf(file) }]);
  const plainUrl = storedAddress(tx.clientId, fileId, file.displayName);
  const fileUrl = file.encryptedId === null ? plainUrl : storedAddress(tx.clientId, file.encryptedId, `${file.displayName}.pgp`);
  return { ...(await readFile(tx, fileId)), fileUrl, plainUrl: file.encryptedId === null ? null : plainUrl };
}

/** @returns a file as the contract gives it. */
export function presentFile(file: PartnerFile & { fileUrl?: string | null; plainUrl?: string | null }) {
  const isOut = file.sentAt !== null || file.fetchedAt !== null || file.status === 'acknowledged' || file.status === 'sending';
  return {
    ...file,
    id: file.fileId,
    fileUrl: file.fileUrl ?? null,
    plainUrl: file.plainUrl ?? null,
    totalAmounts: Object.entries(file.totals).map(([currency, minor]) => ({ currency, totalAmount: money(BigInt(minor), currency) })),
    canDelete: !isOut && file.status !== 'waiting',
    errorKey: file.lastError?.key ?? null,
    errorValues: file.lastError?.values ?? null,
  };
}
