/** Files that staff upload: announced with what they are, then their bytes. */
import { Fault, fault } from '../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import { type Actor, type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { fileAddress, signAddress } from './files.address.ts';
import { changeFile, checkedFile, fileEvent, findFile, judgeFile, type NewFile } from './files.logic.ts';
import { filesConfig, filesOrigin } from './files.settings.ts';
import { type Arrived, dropBytes, receiveBytes, settleBytes, tooLarge } from './files.store.ts';
import { addOnFile } from './files.tables.ts';
import { type Refusal, refusedByName } from './files.type.ts';

/** @returns what the addresses of files begin with, whoever they belong to. */
export const filesStart = (): string => `${filesOrigin()}/f/`;

/**
 * Announces a file of the acting user and says where its bytes go.
 * @throws Fault NOT_FOUND, INVALID_INPUT for a kind of file that is never kept, or one that is too large.
 */
export async function createAddOnFile(
  tx: Tx,
  file: NewFile & { mimeType?: string | null; size?: number | null },
  userId: Uuid,
): Promise<{ id: Uuid; fileURL: string; signedURL: string }> {
  const row = await checkedFile(tx, file);
  const refusal = refusedByName(row.name, file.mimeType ?? null);
  if (refusal) throw new Fault('INVALID_INPUT', refusal, 'file');
  if (file.size != null && file.size > filesConfig().filesLimitBytes) throw tooLarge();
  const fileId = uuidv7();
  await tx.db.insert(addOnFile).values({
    ...row,
    clientId: tx.clientId,
    fileId,
    source: 'staff',
    uploadedBy: userId,
    status: 'announced',
    createdAt: now(),
    mimeType: file.mimeType || null,
    size: file.size ?? null,
  });
  await appendEvents(tx, [fileEvent('fileAnnounced', { ...row, fileId }, {})]);
  return { id: fileId, fileURL: fileAddress(tx.clientId, fileId), signedURL: signAddress('upload', tx.clientId, fileId).url };
}

/**
 * Takes the bytes of an announced file. What is refused stays listed with its reason, without its bytes. The same bytes again are answered
 * as the first time: an answer may have been lost; other bytes are not taken.
 * @param sender who sends them, if that is known better than by who announced the file.
 * @throws Fault NOT_FOUND, INVALID_INPUT with the reason, CONFLICT, UNAVAILABLE.
 */
export async function receiveFile(
  database: Database,
  clientId: Uuid,
  fileId: Uuid,
  source: NodeJS.ReadableStream,
  sender?: Actor,
): Promise<void> {
  const before = await inClient(database, clientId, (tx) => findFile(tx, fileId, ['announced', 'stored']));
  const arrived = await receiveBytes(clientId, fileId, source);
  try {
    const announced = before.status === 'announced' ? before : { mimeType: null, size: null };
    const verdict = await judgeFile(arrived, before.name, announced);
    await inClient(database, clientId, (tx) => settle(tx, fileId, arrived, verdict), {
      actor: sender ?? { type: before.source === 'staff' ? 'user' : 'system', id: before.uploadedBy },
    });
    if ('key' in verdict) throw new Fault('INVALID_INPUT', { key: verdict.key, values: verdict.values }, 'file');
  } finally {
    await dropBytes(arrived.path);
  }
}

async function settle(tx: Tx, fileId: Uuid, arrived: Arrived, verdict: { mimeType: string } | Refusal): Promise<void> {
  const row = await findFile(tx, fileId, ['announced', 'stored'], true);
  if (row.status === 'stored') {
    if (row.sha256 !== arrived.sha256) throw fault('CONFLICT', 'fileThere', {}, 'file');
    return;
  }
  if ('key' in verdict) {
    await changeFile(tx, fileId, { status: 'refused', statusReason: verdict.key, size: arrived.size, mimeType: null });
    await appendEvents(tx, [fileEvent('fileRefused', row, { reason: verdict.key, values: verdict.values })]);
    return;
  }
  await settleBytes(tx.clientId, fileId, arrived);
  const { size, sha256 } = arrived;
  await changeFile(tx, fileId, { status: 'stored', storedAt: now(), size, sha256, mimeType: verdict.mimeType });
  await appendEvents(tx, [fileEvent('fileStored', row, { size, sha256, mimeType: verdict.mimeType, documentType: row.documentType })]);
}
