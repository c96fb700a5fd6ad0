/** The files of a batch as they were written, piece by piece. */
import { gunzipSync } from 'node:zlib';
import { notFound } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { type Database, inClient, type Tx } from '../../../platform/tenancy.ts';
import { zipper } from '../../../platform/zip.ts';
import type { AccountingBatch } from './batch.logic.ts';

interface Place {
  readonly batchId: Uuid;
  readonly fileNumber: number;
}

async function readPiece(tx: Tx, { batchId, fileNumber }: Place, partNumber: number): Promise<Buffer | null> {
  const [row] = await tx.sql<{ bytes: Buffer }>(
    'select bytes from accounting_part where client_id = $1 and batch_id = $2 and file_number = $3 and part_number = $4',
    [tx.clientId, batchId, fileNumber, partNumber],
  );
  return row ? gunzipSync(row.bytes) : null;
}

/** @returns a file's bytes; each piece is read when it is wanted. */
export async function* readFileBytes(tx: Tx, place: Place): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const piece = await readPiece(tx, place, part);
    if (piece === null) return;
    yield piece;
  }
}

/** The same with a transaction of its own for each piece: whoever takes them may be slow. */
export async function* readFileApart(database: Database, clientId: Uuid, place: Place): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const piece = await inClient(database, clientId, (tx) => readPiece(tx, place, part), { readOnly: true });
    if (piece === null) return;
    yield piece;
  }
}

/** @returns all files of a batch in one archive. */
export async function* readArchive(tx: Tx, { batchId, files }: AccountingBatch): AsyncGenerator<Buffer> {
  const archive = zipper();
  for (const [fileNumber, { name }] of files.entries()) yield* archive.file(name, readFileBytes(tx, { batchId, fileNumber }));
  yield archive.end();
}

/** @throws Fault NOT_FOUND for a file that the batch does not have */
export function fileOf(batch: AccountingBatch, fileNumber: number): AccountingBatch['files'][number] {
  const file = batch.files[fileNumber];
  if (!file) throw notFound('accountingBatchNotFound');
  return file;
}
