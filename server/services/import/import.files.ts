/** Uploaded files lie in the data folder under names of our own, so that nothing a user writes becomes a path. */
import { createReadStream, existsSync } from 'node:fs';
import { link, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { readConfig } from '../../platform/config.ts';
import { receiveTo } from '../../platform/receive.ts';
import { storeOf } from '../../platform/store.ts';

let dataFolder: string | null = null;

/** Says where files lie when the environment does not. */
export function useImportFolder(folder: string): void {
  dataFolder = folder;
}

/** @returns the path of a stored file. */
export function importPath(clientId: Uuid, importId: Uuid): string {
  return path.join(dataFolder ?? readConfig().dataFolder, 'imports', clientId, importId);
}

export interface StoredFile {
  readonly sizeBytes: number;
  readonly sha256: string;
}

const storeHere = () => storeOf({ ...readConfig(), ...(dataFolder === null ? {} : { dataFolder }) });
const keyOf = (clientId: Uuid, importId: Uuid) => `imports/${clientId}/${importId}`;

/** Keeps what a stream brings. Nothing stays when it fails. @param limit bytes. @throws Fault INVALID_INPUT, UNAVAILABLE */
export async function storeFile(clientId: Uuid, importId: Uuid, source: NodeJS.ReadableStream, limit: number): Promise<StoredFile> {
  const target = importPath(clientId, importId);
  const { size, sha256 } = await receiveTo(target, source, limit);
  const store = storeHere();
  // Kept elsewhere as well as here: it is read at once, and perhaps imported by another machine.
  if (store.pathOf(keyOf(clientId, importId)) === null) {
    const copy = `${target}.kept`;
    await link(target, copy);
    await store.keep(keyOf(clientId, importId), copy).catch(async (error) => {
      await Promise.all([rm(copy, { force: true }), rm(target, { force: true })]);
      throw error;
    });
  }
  return { sizeBytes: size, sha256 };
}

/** @returns the path of a stored file, fetched from where it is kept when it does not lie here. @throws an error with the code ENOENT, Fault UNAVAILABLE */
export async function localFile(clientId: Uuid, importId: Uuid): Promise<string> {
  const target = importPath(clientId, importId);
  const store = storeHere();
  if (store.pathOf(keyOf(clientId, importId)) !== null || existsSync(target)) return target;
  const partial = `${target}.${uuidv7()}.part`;
  await receiveTo(partial, await store.open(keyOf(clientId, importId)), Number.MAX_SAFE_INTEGER);
  await rename(partial, target);
  return target;
}

/** Copies a file of this machine, for the command. @throws Fault INVALID_INPUT when it cannot be read. */
export async function copyFile(clientId: Uuid, importId: Uuid, from: string): Promise<StoredFile> {
  return storeFile(clientId, importId, createReadStream(from), Number.MAX_SAFE_INTEGER);
}

/** Removes a file, here and where it is kept. */
export async function removeFile(clientId: Uuid, importId: Uuid): Promise<void> {
  await rm(importPath(clientId, importId), { force: true });
  await storeHere().remove(keyOf(clientId, importId));
}

/** A name that is safe to show and to keep: the last part of a path, without control and direction characters. */
export function cleanFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const clean = last.replace(/[\p{Cc}\p{Cf}]/gu, '').trim();
  return [...clean].slice(0, 200).join('') || 'file';
}
