/** What threads do with the files of banks; called by name from bank/file.logic.ts. */
import { createReadStream } from 'node:fs';
import { type CamtEnd, type CamtStatement, type CamtTransaction, readCamt } from './camt.ts';
import { type Refused, readStatusReport } from './status.ts';

export type CamtPart = CamtStatement | CamtTransaction | CamtEnd;

/** Parts that come at once. */
const TOGETHER = 500;
/** Bytes: an entry that is gathered over many reads is put together anew with each. */
const READ = 2 ** 20;

/** @param path of a camt file. */
export const camt = (path: string): AsyncGenerator<CamtPart[]> => gather(readCamt(createReadStream(path, { highWaterMark: READ })));

/** @param path of a pain.002 file. */
export const status = (path: string): AsyncGenerator<Refused[]> =>
  gather(readStatusReport(createReadStream(path, { highWaterMark: READ })));

async function* gather<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part[]> {
  let together: Part[] = [];
  for await (const part of parts) {
    together.push(part);
    if (together.length < TOGETHER) continue;
    yield together;
    together = [];
  }
  if (together.length > 0) yield together;
}
