/** Files of accounts, claims and products: announced, uploaded, looked at, deleted. Their bytes lie outside the database. */

import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { and, count, desc, eq, inArray } from 'drizzle-orm';
import type { EventTypeOf } from '../../../core/events/catalogue.ts';
import type { FILE } from '../../../core/events/file.ts';
import { Fault, fault, invalid, notFound, type SaidWords, words } from '../../../core/fault.ts';
import { fileExtension, fileKind } from '../../../core/fileTypes.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../core/id.ts';
import type { Instant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents, type Besides, composeEvent, type NewEvent } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { findClaimAccountId, requireAccount } from '../account/ground/lookup.logic.ts';
import { type SignedAddress, signAddress } from './files.address.ts';
import { askClamav } from './files.scan.ts';
import { filesConfig } from './files.settings.ts';
import { type Arrived, dropBytes, hasBytes, openBytes, receiveWhole, removeBytes, settleBytes } from './files.store.ts';
import { addOnFile } from './files.tables.ts';
import { decideType } from './files.type.ts';

export type FileRow = typeof addOnFile.$inferSelect;
type Row = FileRow;

/** A file as the contract shows it. */
export type AddOnFile = Omit<Row, 'fileId' | 'sha256' | 'storedAt' | 'deletedAt'> & { readonly id: Uuid; readonly preview: string | null };

const MAX_PAGE = 100;
const MAX_TAGS = 20;
/** Characters of a tag, a document type, a reference. */
const MAX_WORD = 60;

export interface NewFile {
  readonly accountId: Uuid;
  readonly externalClaimRef?: string | null;
  readonly productReference?: string | null;
  readonly name: string;
  readonly documentType?: string | null;
  readonly tags?: readonly string[] | null;
}

/** A file that can go along with a message. */
export interface StoredFile {
  readonly fileId: Uuid;
  readonly accountId: Uuid;
  readonly externalClaimRef: string | null;
  readonly documentType: string | null;
  /** account, claim or product. */
  readonly contextType: string | null;
  readonly name: string;
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
  readonly createdAt: Date;
}

/** @returns the row as the contract gives it. */
export function presentFile({ fileId, sha256: _, storedAt: __, deletedAt: ___, ...row }: Row): AddOnFile {
  return { ...row, id: fileId, preview: row.status === 'stored' ? (fileKind(row.name)?.preview ?? null) : null };
}

/** A name that is safe to show and to keep: the last part of a path, without control and direction characters. */
export function safeFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const clean = last.replace(/[\p{Cc}\p{Cf}]/gu, '').trim();
  const extension = fileExtension(clean);
  return clean.length <= 200 ? clean : `${[...clean].slice(0, 190 - extension.length).join('')}.${extension}`;
}

/** Checks what is said about a file of an account. @throws Fault NOT_FOUND, INVALID_INPUT */
export async function checkedFacts(
  tx: Tx,
  file: Omit<NewFile, 'name'>,
): Promise<Pick<Row, 'externalClaimRef' | 'productReference' | 'contextType' | 'documentType' | 'tags'>> {
  const externalClaimRef = file.externalClaimRef || null;
  const productReference = file.productReference || null;
  if (externalClaimRef !== null && (await findClaimAccountId(tx, externalClaimRef)) !== file.accountId) throw notFound('claimNotFound');
  const tags = [...new Set(file.tags ?? [])];
  if (tags.length > MAX_TAGS || tags.some((tag) => tag.trim() === '' || tag.length > MAX_WORD))
    throw invalid('file.tags', 'tagsMost', { number: MAX_TAGS, length: MAX_WORD });
  if ((file.documentType?.length ?? 0) > MAX_WORD) throw invalid('file.documentType', 'atMostCharacters', { number: MAX_WORD });
  if ((productReference?.length ?? 0) > 200) throw invalid('file.productReference', 'atMostCharacters', { number: 200 });
  return {
    externalClaimRef,
    productReference,
    contextType: productReference !== null ? 'product' : externalClaimRef !== null ? 'claim' : 'account',
    documentType: file.documentType || null,
    tags,
  };
}

/** A new file's row, with what it belongs to. @throws Fault NOT_FOUND, INVALID_INPUT */
export async function checkedFile(
  tx: Tx,
  file: NewFile,
): Promise<Omit<Row, 'clientId' | 'fileId' | 'source' | 'uploadedBy' | 'status' | 'createdAt'>> {
  await requireAccount(tx, file.accountId);
  const name = safeFileName(file.name);
  if (name === '') throw invalid('file.name', 'fileNameMissing');
  return {
    ...(await checkedFacts(tx, file)),
    accountId: file.accountId,
    name,
    extension: fileExtension(name),
    mimeType: null,
    size: null,
    sha256: null,
    statusReason: null,
    revision: 1,
    storedAt: null,
    deletedAt: null,
  };
}

type FileEvent = Extract<EventTypeOf<'account'>, `file${string}`>;

/** An event about a file. */
export function fileEvent<Type extends FileEvent>(
  messageType: Type,
  row: Pick<Row, 'accountId' | 'externalClaimRef' | 'fileId' | 'name'>,
  payload: Besides<Type, typeof FILE>,
): NewEvent {
  const { accountId, externalClaimRef, fileId, name } = row;
  return composeEvent(messageType, { accountId, externalClaimRef }, { fileId, name }, payload);
}

/** @returns why the bytes that came are not kept, or what they are. @throws Fault UNAVAILABLE when the scanner does not answer. */
export async function judgeFile(arrived: Arrived, name: string, announced: { mimeType: string | null; size: number | null }) {
  if (arrived.findings.has('harmful')) return words('fileHarmful', { finding: 'EICAR' });
  if (arrived.size === 0) return words('fileEmpty');
  const clamav = filesConfig().clamav;
  const found = clamav === null ? null : await askClamav(clamav, createReadStream(arrived.path));
  if (found !== null) return words('fileHarmful', { finding: found });
  const type = await decideType(arrived.path, name, announced.mimeType);
  if ('key' in type) return type;
  if (arrived.findings.has('macros') && fileKind(name)?.mayHoldMacros) return words('fileMacros');
  if (announced.size !== null && announced.size !== arrived.size)
    return words('fileSize', { announced: announced.size, size: arrived.size });
  return type;
}

/** Writes columns of a file. */
export async function changeFile(tx: Tx, fileId: Uuid, values: Partial<Row>): Promise<Row> {
  const [row] = await tx.db
    .update(addOnFile)
    .set(values)
    .where(and(eq(addOnFile.clientId, tx.clientId), eq(addOnFile.fileId, fileId)))
    .returning();
  return row!;
}

/** @throws Fault NOT_FOUND, also for a file in another state. */
export async function findFile(tx: Tx, fileId: Uuid, statuses: readonly Row['status'][], lock = false): Promise<Row> {
  const query = tx.db
    .select()
    .from(addOnFile)
    .where(and(eq(addOnFile.clientId, tx.clientId), eq(addOnFile.fileId, fileId), inArray(addOnFile.status, [...statuses])));
  const [row] = isUuid(fileId) ? await (lock ? query.for('update') : query) : [];
  if (!row) throw notFound('fileNotFound');
  return row;
}

/**
 * Keeps a file that the product itself made or received; by the same rules as an upload.
 * @param file source and uploadedBy say who brought it; `fileId` where it has its name already. @throws Fault NOT_FOUND, INVALID_INPUT with the reason, UNAVAILABLE.
 */
export async function keepFile(
  tx: Tx,
  file: NewFile & { readonly source: Row['source']; readonly uploadedBy: string; readonly fileId?: Uuid },
  bytes: Uint8Array,
): Promise<AddOnFile> {
  const { fileId = uuidv7() } = file;
  const row = await checkedFile(tx, file);
  const arrived = await receiveWhole(tx.clientId, fileId, bytes);
  try {
    const verdict = await judgeFile(arrived, row.name, { mimeType: null, size: null });
    if ('key' in verdict) throw new Fault('INVALID_INPUT', { key: verdict.key, values: verdict.values }, 'file');
    const at = now();
    const { size, sha256 } = arrived;
    const kept: Row = {
      ...row,
      clientId: tx.clientId,
      fileId,
      source: file.source,
      uploadedBy: file.uploadedBy,
      status: 'stored',
      createdAt: at,
      storedAt: at,
      size,
      sha256,
      mimeType: verdict.mimeType,
    };
    await tx.db.insert(addOnFile).values(kept);
    await appendEvents(tx, [fileEvent('fileStored', kept, { size, sha256, mimeType: verdict.mimeType, documentType: kept.documentType })]);
    await settleBytes(tx.clientId, fileId, arrived);
    return presentFile(kept);
  } finally {
    await dropBytes(arrived.path);
  }
}

/** Tells that a file which came by itself is not kept, and why. */
export async function tellRefused(
  tx: Tx,
  file: Pick<Row, 'accountId' | 'externalClaimRef' | 'name'>,
  { key, values }: SaidWords,
): Promise<void> {
  await appendEvents(tx, [fileEvent('fileRefused', { ...file, fileId: uuidv7() }, { reason: key, values: values ?? {} })]);
}

/** Removes the bytes of a file that `keepFile` kept in a transaction that failed. */
export const forgetBytes = (clientId: Uuid, fileId: Uuid): Promise<void> => removeBytes(clientId, fileId);

/** What lies in a stored file. @throws Fault NOT_FOUND, also when its bytes are gone. */
export async function readStoredFile(
  tx: Tx,
  fileId: Uuid,
): Promise<{ name: string; mimeType: string; size: number; accountId: Uuid; open: () => Promise<Readable> }> {
  const row = await findFile(tx, fileId, ['stored']);
  if (!(await hasBytes(tx.clientId, fileId))) throw notFound('fileNotFound');
  return {
    name: row.name,
    mimeType: row.mimeType ?? 'application/octet-stream',
    size: row.size ?? 0,
    accountId: row.accountId,
    open: () => openBytes(tx.clientId, fileId),
  };
}

/** @returns those of the files whose bytes are stored, in no order. */
export async function storedFiles(tx: Tx, fileIds: readonly Uuid[]): Promise<Pick<StoredFile, 'fileId' | 'name' | 'mimeType' | 'size'>[]> {
  if (fileIds.length === 0) return [];
  const { fileId, name, mimeType, size } = addOnFile;
  const rows = await tx.db
    .select({ fileId, name, mimeType, size })
    .from(addOnFile)
    .where(and(eq(addOnFile.clientId, tx.clientId), inArray(fileId, [...fileIds]), eq(addOnFile.status, 'stored')));
  return rows.map((row) => ({ ...row, mimeType: row.mimeType ?? 'application/octet-stream', size: row.size ?? 0 }));
}

/** @returns a page of an account's files, newest first; none of an unknown account. @throws Fault INVALID_INPUT */
export async function listAddOnFiles(
  tx: Tx,
  request: { accountId: Uuid; externalClaimRef?: string | null; limit?: number | null; offset?: number | null },
): Promise<{ items: AddOnFile[]; total: number }> {
  const limit = request.limit ?? 50;
  if (limit < 1 || limit > MAX_PAGE) throw invalid('limit', 'pageSize', { most: MAX_PAGE });
  if ((request.offset ?? 0) < 0) throw invalid('offset', 'pageStart', { first: 0 });
  if (!isUuid(request.accountId)) return { items: [], total: 0 };
  const where = and(
    eq(addOnFile.clientId, tx.clientId),
    eq(addOnFile.accountId, request.accountId),
    inArray(addOnFile.status, ['stored', 'refused']),
    request.externalClaimRef ? eq(addOnFile.externalClaimRef, request.externalClaimRef) : undefined,
  );
  const rows = await tx.db
    .select()
    .from(addOnFile)
    .where(where)
    .orderBy(desc(addOnFile.createdAt), desc(addOnFile.fileId))
    .limit(limit)
    .offset(request.offset ?? 0);
  const [all] = await tx.db.select({ total: count() }).from(addOnFile).where(where);
  return { items: rows.map(presentFile), total: all?.total ?? 0 };
}

/** Files of an account that are looked through. */
const MOST_LOOKED = 200;

/** @returns the stored files of accounts, those of each newest first. */
export async function newestFiles(tx: Tx, accountIds: readonly Uuid[]): Promise<StoredFile[]> {
  if (accountIds.length === 0) return [];
  return tx.sql<StoredFile & Record<string, unknown>>(
    `select file_id as "fileId", account_id as "accountId", external_claim_ref as "externalClaimRef", document_type as "documentType",
       context_type as "contextType", name, coalesce(mime_type, 'application/octet-stream') as "mimeType", coalesce(size, 0)::int as size,
       created_at as "createdAt"
     from (select *, row_number() over (partition by account_id order by created_at desc, file_id desc) as place
           from add_on_file where client_id = $1 and account_id = any($2::uuid[]) and status = 'stored') as numbered
     where place <= $3 order by account_id, place`,
    [tx.clientId, accountIds, MOST_LOOKED],
  );
}

/** @throws Fault NOT_FOUND */
export async function getAddOnFile(tx: Tx, fileId: Uuid): Promise<AddOnFile> {
  return presentFile(await findFile(tx, fileId, ['announced', 'stored', 'refused']));
}

/** @returns an address for minutes. @throws Fault NOT_FOUND, INVALID_INPUT when the file cannot be looked at */
export async function getAddOnFileURL(tx: Tx, fileId: Uuid, preview: boolean): Promise<SignedAddress> {
  const row = await findFile(tx, fileId, ['stored']);
  if (preview && fileKind(row.name)?.preview == null) throw invalid('preview', 'fileNoPreview');
  return signAddress(preview ? 'preview' : 'download', tx.clientId, fileId);
}

/** Deletes a file, or clears a refused one away; its bytes go a day later. @throws Fault NOT_FOUND */
export async function deleteAddOnFile(tx: Tx, fileId: Uuid): Promise<AddOnFile> {
  const row = await findFile(tx, fileId, ['stored', 'refused'], true);
  const after = await changeFile(tx, fileId, { status: 'deleted', deletedAt: now() });
  await appendEvents(tx, [fileEvent('fileDeleted', row, {})]);
  return presentFile(after);
}

/** Takes a deletion back. @throws Fault NOT_FOUND when the bytes are gone already. */
export async function restoreAddOnFile(tx: Tx, fileId: Uuid): Promise<AddOnFile> {
  const row = await findFile(tx, fileId, ['deleted'], true);
  const wasRefused = row.statusReason !== null;
  if (!wasRefused && !(await hasBytes(tx.clientId, fileId))) throw fault('NOT_FOUND', 'fileRemoved');
  const after = await changeFile(tx, fileId, { status: wasRefused ? 'refused' : 'stored', deletedAt: null });
  await appendEvents(tx, [fileEvent('fileRestored', row, {})]);
  return presentFile(after);
}

/**
 * Removes what nobody can fetch: bytes of files that were deleted, and announced ones that never came.
 * @param before everything older. @returns how many files lost their bytes.
 */
export async function removeLeftFiles(tx: Tx, before: Instant): Promise<number> {
  const rows = await tx.sql<{ file_id: Uuid }>(
    `update add_on_file set stored_at = null, status = 'deleted', deleted_at = coalesce(deleted_at, $3)
     where client_id = $1 and ((status = 'announced' and created_at < $2) or (status = 'deleted' and deleted_at < $2 and stored_at is not null))
     returning file_id`,
    [tx.clientId, new Date(before), new Date(now())],
  );
  for (const { file_id } of rows) await removeBytes(tx.clientId, file_id);
  return rows.length;
}
