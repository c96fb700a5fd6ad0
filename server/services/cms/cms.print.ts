/** Letters as PDFs: printed once when they leave, and kept with the account, to the byte. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Fault, fault } from '../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import type { OutgoingFile } from '../../platform/delivery/provider.ts';
import type { RenderedMessage } from '../../platform/delivery.tables.ts';
import { printPdf } from '../../platform/pdf.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { removeStoredBytes, storeBytes } from '../files/files.bytes.logic.ts';
import { keepFile, readStoredFile } from '../files/files.logic.ts';
import type { MessageRow } from './cms.delivered.logic.ts';

/** What letters are called among an account's files, and by rules of attachments. */
export const LETTER_TYPE = 'letter';
const PDF = 'application/pdf';

/**
 * Prints a letter and keeps it under its own id. A further try finds it and sends the same bytes.
 * @returns the PDF, or why there is none: a Fault stays, anything else may be mended.
 */
export async function printLetter(
  database: Database,
  clientId: Uuid,
  row: MessageRow,
  { html, subject, locale }: RenderedMessage,
): Promise<OutgoingFile | Error> {
  try {
    const kept = await inClient(database, clientId, (tx) => readLetter(tx, row.outboxId));
    if (kept) return kept;
    const page = await inClient(database, clientId, (tx) => withPictures(tx, html ?? ''));
    const content = Buffer.from(await printPdf(page, 'own'));
    const name = fileName(subject, locale);
    const file = {
      fileId: row.outboxId,
      accountId: row.accountId,
      externalClaimRef: row.externalClaimRef,
      name,
      documentType: LETTER_TYPE,
    };
    await inClient(database, clientId, (tx) => keepFile(tx, { ...file, source: 'message', uploadedBy: 'letter' }, content));
    return { name, mimeType: PDF, content };
  } catch (error) {
    return error as Error;
  }
}

const fileName = (subject: string, locale: string) =>
  `${
    subject
      .replace(/[\\/:*?"<>|]/g, ' ')
      .trim()
      .slice(0, 100) || locale
  }.pdf`;

/** @returns a letter as it was printed; null before it was. */
export async function readLetter(tx: Tx, outboxId: Uuid): Promise<OutgoingFile | null> {
  const file = await readStoredFile(tx, outboxId).catch((error: unknown) => {
    if (error instanceof Fault && error.code === 'NOT_FOUND') return null;
    throw error;
  });
  return file && { name: file.name, mimeType: file.mimeType, content: await buffer(await file.open()) };
}

const PICTURE = /(<img\b[^>]*?\ssrc=")([^"]*)("[^>]*>)/g;
const ALT = /\salt="([^"]*)"/;
const OWN = /\/pictures\/[0-9a-f-]{36}\/([0-9a-f]{64})\.(png|jpg|gif)$/;

/** Nothing is fetched while a letter is printed: the client's own pictures are put into the page, others are left out with their words in place. */
export async function withPictures(tx: Tx, html: string): Promise<string> {
  const digests = [...html.matchAll(PICTURE)].flatMap(([, , address = '']) => OWN.exec(address)?.[1] ?? []);
  const rows =
    digests.length === 0
      ? []
      : await tx.sql<{ digest: string; type: string; bytes: Buffer }>(
          'select digest, type, bytes from picture where client_id = $1 and digest = any($2::text[])',
          [tx.clientId, digests],
        );
  const known = new Map(
    rows.map(({ digest, type, bytes }) => [digest, `data:image/${type === 'jpg' ? 'jpeg' : type};base64,${bytes.toString('base64')}`]),
  );
  return html.replace(PICTURE, (whole, before: string, address: string, after: string) => {
    if (address.startsWith('data:')) return whole;
    const data = known.get(OWN.exec(address)?.[1] ?? '');
    // A browser would print its sign for a picture that isn't there.
    return data ? before + data + after : `<span>${ALT.exec(whole)?.[1] ?? ''}</span>`;
  });
}

/** Removes what was looked at before a moment. */
export async function removePreviews(tx: Tx, before: Instant): Promise<void> {
  const rows = await tx.sql<{ preview_id: Uuid }>(
    'delete from letter_preview where client_id = $1 and created_at < $2 returning preview_id',
    [tx.clientId, isoInstant(before)],
  );
  for (const { preview_id } of rows) await removeStoredBytes(tx.clientId, preview_id);
}

/** Bytes a preview may have. */
const MOST_PREVIEW = 20 * 2 ** 20;

/** Prints a letter for somebody to look at. @param html filled in. @returns under what its bytes lie for an hour. @throws Fault UNAVAILABLE */
export async function printPreview(transact: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>, html: string): Promise<Uuid> {
  const page = await transact((tx) => withPictures(tx, html));
  const pdf = await printPdf(page, 'own').catch(() => {
    throw fault('UNAVAILABLE', 'letterNotPrinted');
  });
  const previewId = uuidv7();
  await transact(async (tx) => {
    await tx.sql('insert into letter_preview (client_id, preview_id, created_at) values ($1, $2, $3)', [
      tx.clientId,
      previewId,
      isoInstant(now()),
    ]);
    await storeBytes(tx.clientId, previewId, Readable.from([Buffer.from(pdf)]), MOST_PREVIEW);
  });
  return previewId;
}
