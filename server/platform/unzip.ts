/** Reads files out of an archive on the disk, in pieces and within limits (ZIP with its 64-bit extension, APPNOTE 4.3 and 4.5.3). */
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { englishOf, type SaidWords, words } from '../../core/fault.ts';
import type { PlainFaultKey } from '../../core/faultTexts.ts';

/** The archive is none, is damaged, or holds more than may be read. */
export class BadArchive extends Error {
  readonly why: 'broken' | 'encrypted' | 'tooLarge';
  /** What is wrong with it, to be said within a sentence. */
  readonly words: SaidWords;
  constructor(why: BadArchive['why'], said: SaidWords) {
    super(englishOf(said));
    this.why = why;
    this.words = said;
  }
}

interface Entry {
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

export interface Archive {
  readonly names: readonly string[];
  /**
   * @param limit bytes that the file may have unpacked. @returns its bytes in pieces of some 64 kB; nothing when there is no such file.
   * @throws BadArchive while it is read, at the latest behind its last byte.
   */
  read(name: string, limit: number): AsyncGenerator<Buffer>;
}

const MOST_ENTRIES = 10_000;
const LONGEST_DIRECTORY = 8 * 2 ** 20;
/** Bytes that a byte may become once there are many: sheets become 5 to 60, the format can 1,030. */
const MOST_RATIO = 150;
const RATIO_FROM = 16 * 2 ** 20;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const DIRECTORY = 0x02014b50;
const LOCAL = 0x04034b50;
const IN_64 = 0xffffffff;

const broken = (key: PlainFaultKey) => new BadArchive('broken', words(key));

/** Opens an archive by the directory at its end. @throws BadArchive */
export async function openArchive(path: string): Promise<Archive> {
  const file = await open(path);
  let entries: ReadonlyMap<string, Entry>;
  try {
    entries = await readDirectory(file);
  } finally {
    await file.close();
  }
  return {
    names: [...entries.keys()],
    async *read(name, limit) {
      const entry = entries.get(name);
      if (entry) yield* readEntry(path, entry, limit);
    },
  };
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  if (bytesRead < length) throw broken('archiveEndsEarly');
  return buffer;
}

async function readDirectory(file: FileHandle): Promise<Map<string, Entry>> {
  const { size } = await file.stat();
  const tailLength = Math.min(size, 22 + 65_535);
  const tail = await bytesAt(file, size - tailLength, tailLength);
  let at = tail.length - 22;
  while (at >= 0 && tail.readUInt32LE(at) !== END) at--;
  if (at < 0) throw broken('archiveNoDirectory');
  let count = tail.readUInt16LE(at + 10);
  let length = tail.readUInt32LE(at + 12);
  let start = tail.readUInt32LE(at + 16);
  if (at >= 20 && tail.readUInt32LE(at - 20) === LOCATOR_64) {
    const end = await bytesAt(file, toNumber(tail, at - 12), 56);
    if (end.readUInt32LE(0) !== END_64) throw broken('archiveNoDirectory');
    count = toNumber(end, 32);
    length = toNumber(end, 40);
    start = toNumber(end, 48);
  }
  if (count > MOST_ENTRIES || length > LONGEST_DIRECTORY) throw new BadArchive('tooLarge', words('archiveManyFiles'));
  if (start + length > size) throw broken('archiveNoDirectory');
  return parseDirectory(await bytesAt(file, start, length), count);
}

function parseDirectory(directory: Buffer, count: number): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  let at = 0;
  for (let index = 0; index < count; index++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== DIRECTORY) throw broken('archiveDirectoryDamaged');
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28);
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
    const next = extraEnd + directory.readUInt16LE(at + 32);
    if (next > directory.length) throw broken('archiveDirectoryDamaged');
    const [size, packed, offset] = sizes64(directory.subarray(nameEnd, extraEnd), [
      directory.readUInt32LE(at + 24),
      directory.readUInt32LE(at + 20),
      directory.readUInt32LE(at + 42),
    ]);
    entries.set(directory.toString('utf8', at + 46, nameEnd), {
      method: directory.readUInt16LE(at + 10),
      isEncrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
      crc: directory.readUInt32LE(at + 16),
      packed,
      size,
      offset,
    });
    at = next;
  }
  return entries;
}

/** Sizes that do not fit stand in an extra field, in the order of those that do not. */
function sizes64(extra: Buffer, values: [number, number, number]): [number, number, number] {
  if (!values.includes(IN_64)) return values;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let from = at + 4;
    return values.map((value) => {
      if (value !== IN_64) return value;
      if (from + 8 > extra.length) throw broken('archiveDirectoryDamaged');
      from += 8;
      return toNumber(extra, from - 8);
    }) as [number, number, number];
  }
  return values;
}

function toNumber(buffer: Buffer, at: number): number {
  const value = buffer.readBigUInt64LE(at);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw broken('archiveDirectoryDamaged');
  return Number(value);
}

async function* readEntry(path: string, entry: Entry, limit: number): AsyncGenerator<Buffer> {
  if (entry.isEncrypted) throw new BadArchive('encrypted', words('archiveLocked'));
  if (entry.method !== 0 && entry.method !== 8) throw broken('archivePacking');
  const tooLarge = (bytes: number) => bytes > limit || (bytes > RATIO_FROM && bytes > entry.packed * MOST_RATIO);
  if (tooLarge(entry.size)) throw new BadArchive('tooLarge', words('archiveTooMuch'));
  const from = await dataOffset(path, entry);
  let size = 0;
  let crc = 0;
  // What the directory promises is no more than a claim: a file that unpacks to more is cut off.
  for await (const piece of unpacked(path, from, entry)) {
    size += piece.length;
    crc = crc32(piece, crc);
    if (size > entry.size) throw broken('archiveFileLonger');
    yield piece;
  }
  if (size !== entry.size || crc !== entry.crc) throw broken('archiveFileDamaged');
}

async function dataOffset(path: string, { offset }: Entry): Promise<number> {
  const file = await open(path);
  try {
    const local = await bytesAt(file, offset, 30);
    if (local.readUInt32LE(0) !== LOCAL) throw broken('archiveFileDamaged');
    return offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
  } finally {
    await file.close();
  }
}

async function* unpacked(path: string, from: number, { method, packed }: Entry): AsyncGenerator<Buffer> {
  if (packed === 0) return;
  const source = createReadStream(path, { start: from, end: from + packed - 1 });
  const stream = method === 0 ? source : pipeline(source, createInflateRaw({ chunkSize: 65_536 }), () => {});
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) yield piece;
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code?.startsWith('Z_') ? broken('archiveFileDamaged') : error;
  } finally {
    source.destroy();
  }
}
