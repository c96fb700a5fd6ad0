/** Bytes of add-on files: in the data folder under ids, so that nothing a user writes becomes a path. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Fault } from '../../../core/fault.ts';
import { saying } from '../../../core/faultTexts.ts';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { type Finding, PatternScan } from './files.scan.ts';
import { filesConfig } from './files.settings.ts';

/** @returns where the bytes of a stored file lie. */
export function bytesPath(clientId: Uuid, fileId: Uuid): string {
  return path.join(filesConfig().dataFolder, 'files', clientId, fileId);
}

/** What came, before it is decided whether it is kept. */
export interface Arrived {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly findings: ReadonlySet<Finding>;
}

/**
 * Writes what a stream brings beside the place where it will lie; two streams for one file do not meet. Nothing stays when it fails.
 * @throws Fault INVALID_INPUT when it was interrupted or is larger than the limit of the installation.
 */
export async function receiveBytes(clientId: Uuid, fileId: Uuid, source: NodeJS.ReadableStream): Promise<Arrived> {
  const limit = filesConfig().filesLimitBytes;
  const target = `${bytesPath(clientId, fileId)}.${uuidv7()}.part`;
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const digest = createHash('sha256');
  const scan = new PatternScan();
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > limit) return done(tooLarge());
      digest.update(chunk);
      scan.look(chunk);
      done(null, chunk);
    },
  });
  try {
    await pipeline(source, measure, createWriteStream(target, { mode: 0o600 }));
  } catch (error) {
    await rm(target, { force: true });
    if (error instanceof Fault) throw error;
    throw saying('INVALID_INPUT', 'fileInterrupted', {}, 'file');
  }
  return { path: target, size, sha256: digest.digest('hex'), findings: scan.findings };
}

/** The same for bytes at hand. */
export function receiveWhole(clientId: Uuid, fileId: Uuid, bytes: Uint8Array): Promise<Arrived> {
  return receiveBytes(clientId, fileId, Readable.from([Buffer.from(bytes)]));
}

/** What a file over the limit is answered. */
export const tooLarge = (): Fault =>
  saying('INVALID_INPUT', 'fileTooLarge', { megabytes: Math.floor(filesConfig().filesLimitBytes / 2 ** 20) }, 'file');

/** Puts what came where it stays. */
export async function settleBytes(clientId: Uuid, fileId: Uuid, arrived: Arrived): Promise<void> {
  await rename(arrived.path, bytesPath(clientId, fileId));
}

/** @returns whether the bytes are there. */
export async function hasBytes(clientId: Uuid, fileId: Uuid): Promise<boolean> {
  return stat(bytesPath(clientId, fileId)).then(
    () => true,
    () => false,
  );
}

export function openBytes(clientId: Uuid, fileId: Uuid): NodeJS.ReadableStream {
  return createReadStream(bytesPath(clientId, fileId));
}

export async function dropBytes(file: string): Promise<void> {
  await rm(file, { force: true });
}
