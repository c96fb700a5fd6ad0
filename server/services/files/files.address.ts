/** Signed addresses: who holds one may put or fetch the bytes of one file of one client, for minutes, and nothing else. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { isUuid, type Uuid } from '../../../core/id.ts';
import type { Instant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { filesConfig, filesOrigin } from './files.settings.ts';

/** What an address is for. */
export type FileUse = 'upload' | 'preview' | 'download';

const MINUTE = 60_000;
/** An upload begins within this time; a large file on a slow line may take longer to come. */
const LIFETIME: Readonly<Record<FileUse, number>> = { upload: 15 * MINUTE, preview: 10 * MINUTE, download: 5 * MINUTE };

export interface SignedAddress {
  readonly url: string;
  readonly expiresAt: Instant;
}

/** What an address says of itself. */
export interface Claimed {
  readonly clientId: Uuid;
  readonly fileId: Uuid;
}

function signature(use: FileUse, clientId: Uuid, fileId: Uuid, expires: number): string {
  const key = Buffer.from(hkdfSync('sha256', filesConfig().secret, clientId, 'quittance files', 32));
  return createHmac('sha256', key).update(`${use}.${clientId}.${fileId}.${expires}`).digest('base64url');
}

/** @returns where the file lies; nobody is served there without a signature. */
export const fileAddress = (clientId: Uuid, fileId: Uuid) => `${filesOrigin()}/f/${clientId}/${fileId}`;

/** @returns an address to put a file to, on the application's origin, or to fetch it from, on the origin of files. */
export function signAddress(use: FileUse, clientId: Uuid, fileId: Uuid): SignedAddress {
  const expiresAt = (now() + LIFETIME[use]) as Instant;
  const query = new URLSearchParams({ use, expires: String(expiresAt), signature: signature(use, clientId, fileId, expiresAt) });
  const place = use === 'upload' ? `${filesConfig().publicUrl}/api/files/upload/${clientId}/${fileId}` : fileAddress(clientId, fileId);
  return { url: `${place}?${query}`, expiresAt };
}

/** @returns what the address is for, or null for one that has ended, was changed or was signed for somebody else. */
export function readAddress(claimed: Claimed, query: unknown, uses: readonly FileUse[]): FileUse | null {
  const given = (query ?? {}) as Record<string, unknown>;
  const use = uses.find((each) => each === given.use);
  const expires = typeof given.expires === 'string' && /^\d{1,15}$/.test(given.expires) ? Number(given.expires) : 0;
  if (use === undefined || typeof given.signature !== 'string' || expires < now()) return null;
  if (!isUuid(claimed.clientId) || !isUuid(claimed.fileId)) return null;
  const [right, said] = [Buffer.from(signature(use, claimed.clientId, claimed.fileId, expires)), Buffer.from(given.signature)];
  return right.length === said.length && timingSafeEqual(right, said) ? use : null;
}
