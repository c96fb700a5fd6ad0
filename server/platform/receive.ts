/** Takes what a stream brings onto the disk, whoever sends it: measured, digested, and told apart why it failed. */
import { createHash } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Fault, fault } from '../../core/fault.ts';
import { logger } from './log.ts';

export interface Received {
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
}

/** What a file over a limit is answered. @param limit bytes. */
export const tooLarge = (limit: number): Fault =>
  fault('INVALID_INPUT', 'fileTooLarge', { megabytes: Math.floor(limit / 2 ** 20) }, 'file');

/** What a disk says when it can keep nothing more, and what staff are told. */
const DISK = new Map<string, 'storeFull' | 'storeReadOnly'>([
  ['ENOSPC', 'storeFull'],
  ['EDQUOT', 'storeFull'],
  ['EFBIG', 'storeFull'],
  ['EROFS', 'storeReadOnly'],
  ['EACCES', 'storeReadOnly'],
  ['EPERM', 'storeReadOnly'],
  ['ENOTDIR', 'storeReadOnly'],
  ['EMFILE', 'storeFull'],
  ['ENFILE', 'storeFull'],
  ['EIO', 'storeReadOnly'],
]);

/** @returns where bytes wait, under names that end with ".part", whose sender is not known yet; a night job removes what was left there. */
export const unknownArrivals = (dataFolder: string): string => path.join(dataFolder, 'arrivals');

/**
 * @returns a fault for staff when the place where files are kept failed, null for any other error. The log says where and why: an
 * administrator needs it, whoever uploads does not.
 */
export function storeFault(error: unknown): Fault | null {
  const { code = '', path: place, syscall } = error as NodeJS.ErrnoException;
  const key = DISK.get(code);
  if (!key) return null;
  logger.error({ code, path: place, syscall }, 'files cannot be kept');
  return fault('UNAVAILABLE', key, {}, 'file');
}

/**
 * Writes a stream to a file. Nothing stays when it fails. @param limit bytes. @param look sees every piece as it comes.
 * @throws Fault INVALID_INPUT when it is larger than the limit or was interrupted; UNAVAILABLE when the disk is full or cannot be written to.
 */
export async function receiveTo(
  target: string,
  source: NodeJS.ReadableStream,
  limit: number,
  look: (chunk: Buffer) => void = () => {},
): Promise<Received> {
  const digest = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > limit) return done(tooLarge(limit));
      digest.update(chunk);
      look(chunk);
      done(null, chunk);
    },
  });
  try {
    // At once: a stream that breaks off while a folder is made must find somebody who listens.
    mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
    await pipeline(source, measure, createWriteStream(target, { mode: 0o600 }));
  } catch (error) {
    await rm(target, { force: true }).catch(() => {});
    if (error instanceof Fault) throw error;
    throw storeFault(error) ?? fault('INVALID_INPUT', 'fileInterrupted', {}, 'file');
  }
  return { size, sha256: digest.digest('hex') };
}
