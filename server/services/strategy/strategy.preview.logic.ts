/** Drawings of strategies: an address for one upload, the upload itself, and the data: address that a save takes over. */
import { createHash, randomUUID } from 'node:crypto';
import { fault, invalid, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../core/id.ts';
import { type Instant, isoInstant, MINUTE } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';

/** Minutes in which an address takes its upload. */
const UPLOAD_MINUTES = 10;
/** Lists carry the drawings, so they stay small. */
export const MAX_PREVIEW_BYTES = 64 * 1024;

/** The first bytes of the allowed formats: the content decides, not the header of the request. */
const FORMATS: readonly (readonly [string, (bytes: Buffer) => boolean])[] = [
  ['image/png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))],
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['image/webp', (bytes) => bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP'],
];

const digest = (code: string) => createHash('sha256').update(code).digest('base64url');

/** @returns an address that takes one upload; only its digest is kept. Earlier uploads that nobody saved are thrown away. */
export async function createPreview(tx: Tx): Promise<{ previewId: Uuid; url: string }> {
  const previewId = uuidv7();
  const code = randomUUID();
  const at = now();
  await tx.sql('delete from strategy_preview where client_id = $1 and expires_at < $2', [tx.clientId, isoInstant(at)]);
  await tx.sql('insert into strategy_preview (client_id, preview_id, code_digest, created_at, expires_at) values ($1, $2, $3, $4, $5)', [
    tx.clientId,
    previewId,
    digest(code),
    isoInstant(at),
    isoInstant((at + UPLOAD_MINUTES * MINUTE) as Instant),
  ]);
  return { previewId, url: `/api/strategy/previews/${tx.clientId}/${previewId}/${code}` };
}

/** @throws Fault NOT_FOUND for a wrong, used or expired address, INVALID_INPUT for what is no small picture. */
export async function storePreview(tx: Tx, previewId: string, code: string, bytes: Buffer): Promise<void> {
  if (bytes.length > MAX_PREVIEW_BYTES) throw invalid('preview', 'previewLarge', { kilobytes: MAX_PREVIEW_BYTES / 1024 });
  const format = FORMATS.find(([, matches]) => matches(bytes));
  if (!format) throw invalid('preview', 'previewImage');
  const rows = isUuid(previewId)
    ? await tx.sql(
        `update strategy_preview set content_type = $4, content = $5
         where client_id = $1 and preview_id = $2 and code_digest = $3 and content is null and expires_at >= $6 returning preview_id`,
        [tx.clientId, previewId, digest(code), format[0], bytes, isoInstant(now())],
      )
    : [];
  if (rows.length === 0) throw notFound('uploadNotFound');
}

/** @returns the uploaded drawing as a data: address, and forgets the upload. @throws Fault NOT_FOUND, CONFLICT when nothing was uploaded. */
export async function readPreview(tx: Tx, previewId: string): Promise<string> {
  const [row] = isUuid(previewId)
    ? await tx.sql<{ content_type: string | null; content: Buffer | null }>(
        'delete from strategy_preview where client_id = $1 and preview_id = $2 returning content_type, content',
        [tx.clientId, previewId],
      )
    : [];
  if (!row) throw notFound('previewNotFound');
  if (!row.content) throw fault('CONFLICT', 'previewMissing', {}, 'previewId');
  return `data:${row.content_type};base64,${row.content.toString('base64')}`;
}
