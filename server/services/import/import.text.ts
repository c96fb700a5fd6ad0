/** Bytes of a file become text: which encoding it is in, and whether it is text at all. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { invalid } from '../../../core/fault.ts';

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const SAMPLE = 65_536;

/** What is known about a file before anybody says how to read it. */
export interface TextFacts {
  readonly encoding: Encoding;
  /** Line ends in the file: a first estimate of its rows. */
  readonly lines: number;
}

/**
 * Looks at a whole file once: a byte order mark or the pattern of zero bytes tells UTF-16, valid UTF-8 is UTF-8, and everything else
 * is Windows-1252. @throws Fault INVALID_INPUT for an empty or binary file.
 */
export async function inspectText(path: string): Promise<TextFacts> {
  const start = await readStart(path);
  if (start.length === 0) throw invalid('file', 'fileEmpty');
  const wide = wideEncoding(start);
  if (!wide && isBinary(start)) throw invalid('file', 'fileText');
  let lines = 0;
  let returns = 0;
  let utf8 = true;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
    if (lines === 0) for (let at = chunk.indexOf(13); at >= 0; at = chunk.indexOf(13, at + 1)) returns++;
    if (!wide && utf8) utf8 = decodes(decoder, chunk);
  }
  if (!wide && utf8) utf8 = decodes(decoder);
  return { encoding: wide ?? (utf8 ? 'utf-8' : 'windows-1252'), lines: lines || returns };
}

function decodes(decoder: TextDecoder, chunk?: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE), 0, SAMPLE, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function wideEncoding(start: Buffer): Encoding | null {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  if (start.length < 4) return null;
  // Western text in UTF-16 has a zero in every second byte.
  let even = 0;
  let odd = 0;
  for (let index = 0; index < start.length; index++) if (start[index] === 0) index % 2 === 0 ? even++ : odd++;
  const half = start.length / 2;
  if (odd > half * 0.4 && even < half * 0.1) return 'utf-16le';
  if (even > half * 0.4 && odd < half * 0.1) return 'utf-16be';
  return null;
}

/** More than one in fifty bytes that no text has: pictures, archives and spreadsheets do; a stray zero byte does not make a file binary. */
function isBinary(start: Buffer): boolean {
  if (start.subarray(0, 4).equals(Buffer.from('PK\x03\x04')) || start.subarray(0, 4).toString('latin1') === '%PDF') return true;
  let strange = 0;
  for (const byte of start) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) strange++;
  return strange > start.length / 50;
}

/** @returns the file's text in pieces, without a byte order mark; one of UTF-8 says more than whoever names another encoding. */
export async function* readText(path: string, encoding: Encoding): AsyncGenerator<string> {
  let decoder = new TextDecoder(encoding);
  let isStart = true;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    if (isStart && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf) decoder = new TextDecoder('utf-8');
    isStart = false;
    const text = decoder.decode(chunk, { stream: true });
    if (text) yield text;
  }
  const rest = decoder.decode();
  if (rest) yield rest;
}
