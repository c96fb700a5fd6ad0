/** What an uploaded file is: a text, or a workbook of a spreadsheet. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { invalid } from '../../../core/fault.ts';
import type { ImportFacts } from './import.logic.ts';
import { guessSeparator, readFirstRows } from './import.rows.ts';
import { inspectText } from './import.text.ts';
import { countSheetRows, readSheetNames } from './import.workbook.ts';

const ARCHIVE = Buffer.from('PK\x03\x04');
/** Old files of Excel begin with this, and so do new ones behind a password (MS-CFB 2.2). */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** The name of the stream that holds what is behind a password (MS-OFFCRYPTO 2.3.4.4). */
const LOCKED = Buffer.from('EncryptedPackage', 'utf16le');

/** Looks at a whole file once. @throws Fault INVALID_INPUT when it is empty, or neither a text nor a workbook that can be read. */
export async function inspectFile(path: string): Promise<ImportFacts> {
  const start = await startOf(path);
  if (start.equals(COMPOUND)) throw invalid('file', (await holds(path, LOCKED)) ? 'workbookLocked' : 'workbookOld');
  if (start.subarray(0, ARCHIVE.length).equals(ARCHIVE)) return inspectWorkbook(path);
  const { encoding, lines } = await inspectText(path);
  return { encoding, separator: await guessSeparator(path, encoding), lines };
}

async function inspectWorkbook(path: string): Promise<ImportFacts> {
  // What goes out of it, such as rejected rows, is text.
  const text = { encoding: 'utf-8', separator: ',' } as const;
  const sheets = await readSheetNames(path);
  for (const sheet of sheets) {
    const [first] = await readFirstRows(path, { ...text, skipRows: 0, sheet: { name: sheet, decimalMark: '.' } }, 1);
    if (first) return { ...text, lines: await countSheetRows(path, sheet), sheets, sheet };
  }
  throw invalid('file', 'workbookEmpty');
}

async function startOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(COMPOUND.length), 0, COMPOUND.length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function holds(path: string, wanted: Buffer): Promise<boolean> {
  let before: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    const piece = Buffer.concat([before, chunk]);
    if (piece.includes(wanted)) return true;
    before = piece.subarray(-wanted.length);
  }
  return false;
}
