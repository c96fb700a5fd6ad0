/** Signed addresses: who holds one may put or fetch the bytes of one file of one client, for minutes, and nothing else. */
import { isUuid, type Uuid } from '../../../core/id.ts';
import type { Instant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { isSignedBy, sign } from '../../platform/keyRing.ts';
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

/** Addresses are signed with a key of their client's. */
const PURPOSE = 'files';
const signedText = (use: FileUse, { clientId, fileId }: Claimed, expires: number) => `${use}.${clientId}.${fileId}.${expires}`;

/** @returns where the file lies; nobody is served there without a signature. */
export const fileAddress = (clientId: Uuid, fileId: Uuid) => `${filesOrigin()}/f/${clientId}/${fileId}`;

/** @returns an address to put a file to, on the application's origin, or to fetch it from, on the origin of files. */
export function signAddress(use: FileUse, clientId: Uuid, fileId: Uuid): SignedAddress {
  const expiresAt = (now() + LIFETIME[use]) as Instant;
  const signature = sign(PURPOSE, signedText(use, { clientId, fileId }, expiresAt), clientId);
  const query = new URLSearchParams({ use, expires: String(expiresAt), signature });
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
  return isSignedBy(PURPOSE, signedText(use, claimed, expires), given.signature, claimed.clientId) ? use : null;
}
