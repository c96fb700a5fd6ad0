/** Bytes that belong to no account's file but lie with the others: files of persons, for a time. */
import type { Uuid } from '../../../core/id.ts';
import { signAddress } from './files.address.ts';
import { dropBytes, openBytes, pathOfBytes, receiveBytes, removeBytes, settleBytes } from './files.store.ts';

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

/** Works on bytes as a file of this machine; a copy of what lies elsewhere goes afterwards. @throws Fault UNAVAILABLE; an error with the code ENOENT */
export async function withStoredPath<Result>(clientId: Uuid, fileId: Uuid, work: (path: string) => Promise<Result>): Promise<Result> {
  const here = pathOfBytes(clientId, fileId);
  if (here !== null) return work(here);
  const copy = await receiveBytes(clientId, fileId, await openBytes(clientId, fileId), Number.MAX_SAFE_INTEGER);
  try {
    return await work(copy.path);
  } finally {
    await dropBytes(copy.path);
  }
}

/** Nothing happens when they are gone already. */
export const removeStoredBytes = (clientId: Uuid, fileId: Uuid): Promise<void> => removeBytes(clientId, fileId);

/** @returns where a PDF that belongs to no account's file is shown for a while: its bytes lie with the files under this id. */
export const previewAddress = (clientId: Uuid, id: Uuid): string => signAddress('preview', clientId, id).url.replace('/f/', '/l/');

/** @returns where such bytes are fetched from for a while, under a name that the address says. */
export const storedAddress = (clientId: Uuid, id: Uuid, name: string): string =>
  `${signAddress('download', clientId, id).url.replace('/f/', '/o/')}&name=${encodeURIComponent(name)}`;
