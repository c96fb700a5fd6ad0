/** Bytes of add-on files: received into the data folder, looked at, and kept under ids, so that nothing a user writes becomes a path. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Fault } from '../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { tooLarge as over, type Received, receiveTo } from '../../platform/receive.ts';
import { storeOf } from '../../platform/store.ts';
import { type Finding, PatternScan } from './files.scan.ts';
import { filesConfig } from './files.settings.ts';

/** @returns what the store calls a file. */
export const keyOf = (clientId: Uuid, fileId: Uuid): string => `files/${clientId}/${fileId}`;

/** @returns where files of a client wait until it is decided whether they are kept. */
export const arrivals = (clientId: Uuid): string => path.join(filesConfig().dataFolder, 'files', clientId);

/** What came, before it is decided whether it is kept. */
export interface Arrived extends Received {
  readonly path: string;
  readonly findings: ReadonlySet<Finding>;
}

/**
 * Writes what a stream brings beside the place where it will lie; two streams for one file do not meet. Nothing stays when it fails.
 * @throws Fault INVALID_INPUT when it was interrupted or is larger than the limit of the installation; UNAVAILABLE when the disk is full.
 */
export async function receiveBytes(
  clientId: Uuid,
  fileId: Uuid,
  source: NodeJS.ReadableStream,
  limit = filesConfig().filesLimitBytes,
): Promise<Arrived> {
  const target = path.join(arrivals(clientId), `${fileId}.${uuidv7()}.part`);
  const scan = new PatternScan();
  const received = await receiveTo(target, source, limit, (chunk) => scan.look(chunk));
  return { ...received, path: target, findings: scan.findings };
}

/** The same for bytes at hand. */
export function receiveWhole(clientId: Uuid, fileId: Uuid, bytes: Uint8Array): Promise<Arrived> {
  return receiveBytes(clientId, fileId, Readable.from([Buffer.from(bytes)]));
}

/** What a file over the limit is answered. */
export const tooLarge = (): Fault => over(filesConfig().filesLimitBytes);

/** Puts what came where it stays. @throws Fault UNAVAILABLE */
export const settleBytes = (clientId: Uuid, fileId: Uuid, arrived: Arrived): Promise<void> =>
  storeOf(filesConfig()).keep(keyOf(clientId, fileId), arrived.path);

/** @returns whether the bytes are there. */
export const hasBytes = (clientId: Uuid, fileId: Uuid): Promise<boolean> => storeOf(filesConfig()).has(keyOf(clientId, fileId));

/** @returns where the bytes lie on this machine; null when they lie elsewhere. */
export const pathOfBytes = (clientId: Uuid, fileId: Uuid): string | null => storeOf(filesConfig()).pathOf(keyOf(clientId, fileId));

/** @throws Fault UNAVAILABLE */
export const openBytes = (clientId: Uuid, fileId: Uuid): Promise<Readable> => storeOf(filesConfig()).open(keyOf(clientId, fileId));

/** Removes the bytes of a kept file. */
export const removeBytes = (clientId: Uuid, fileId: Uuid): Promise<void> => storeOf(filesConfig()).remove(keyOf(clientId, fileId));

/** Removes what came and was not kept. */
export async function dropBytes(file: string): Promise<void> {
  await rm(file, { force: true });
}
