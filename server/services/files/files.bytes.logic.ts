/** Bytes that belong to no account's file but lie with the others: files of persons, for a time. */
import type { Uuid } from '../../../core/id.ts';
import { signAddress } from './files.address.ts';
import { dropBytes, openBytes, receiveBytes, removeBytes, settleBytes } from './files.store.ts';

/** Keeps what a stream brings, under an id that the caller notes first. @param limit bytes. @throws Fault as receiveBytes and settleBytes */
export async function storeBytes(
  clientId: Uuid,
  fileId: Uuid,
  source: NodeJS.ReadableStream,
  limit: number,
): Promise<{ size: number; sha256: string }> {
  const arrived = await receiveBytes(clientId, fileId, source, limit);
  try {
    await settleBytes(clientId, fileId, arrived);
  } finally {
    await dropBytes(arrived.path);
  }
  return { size: arrived.size, sha256: arrived.sha256 };
}

/** @throws Fault UNAVAILABLE */
export const openStoredBytes = (clientId: Uuid, fileId: Uuid) => openBytes(clientId, fileId);

/** Nothing happens when they are gone already. */
export const removeStoredBytes = (clientId: Uuid, fileId: Uuid): Promise<void> => removeBytes(clientId, fileId);

/** @returns where a PDF that belongs to no account's file is shown for a while: its bytes lie with the files under this id. */
export const previewAddress = (clientId: Uuid, id: Uuid): string => signAddress('preview', clientId, id).url.replace('/f/', '/l/');
