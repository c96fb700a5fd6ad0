/** Uploaded files lie in the data folder under names of our own, so that nothing a user writes becomes a path. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Fault } from '../../../core/fault.ts';
import { saying } from '../../../core/faultTexts.ts';
import type { Uuid } from '../../../core/id.ts';
import { readConfig } from '../../platform/config.ts';

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

/** @param limit bytes. */
export function tooLarge(limit: number): Fault {
  return saying('INVALID_INPUT', 'fileTooLarge', { megabytes: Math.floor(limit / 2 ** 20) }, 'file');
}

/** Keeps what a stream brings. Nothing stays when it fails. @param limit bytes. @throws Fault INVALID_INPUT when there are more. */
export async function storeFile(clientId: Uuid, importId: Uuid, source: NodeJS.ReadableStream, limit: number): Promise<StoredFile> {
  const target = importPath(clientId, importId);
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const digest = createHash('sha256');
  let sizeBytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      if (sizeBytes > limit) return done(tooLarge(limit));
      digest.update(chunk);
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
  return { sizeBytes, sha256: digest.digest('hex') };
}

/** Copies a file of this machine, for the command. @throws Fault INVALID_INPUT when it cannot be read. */
export async function copyFile(clientId: Uuid, importId: Uuid, from: string): Promise<StoredFile> {
  return storeFile(clientId, importId, createReadStream(from), Number.MAX_SAFE_INTEGER);
}

export async function removeFile(clientId: Uuid, importId: Uuid): Promise<void> {
  await rm(importPath(clientId, importId), { force: true });
}

/** A name that is safe to show and to keep: the last part of a path, without control and direction characters. */
export function cleanFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const clean = last.replace(/[\p{Cc}\p{Cf}]/gu, '').trim();
  return [...clean].slice(0, 200).join('') || 'file';
}
