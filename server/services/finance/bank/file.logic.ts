/** Files of banks. Whatever they hold, a thread reads them, within limits of time and memory. */
import { type Share, threadPieces } from '../../../platform/threads.ts';
import type { Refused } from './status.ts';
import type { CamtPart } from './thread.ts';

const MODULE = import.meta.resolve('./thread.ts');
/** Milliseconds of a processor until the next parts are read: a piece of the longest kind takes some seconds. */
const LIMITS = { time: 20_000, field: 'file', tooLong: 'fileTooLong', tooLarge: 'fileTooComplex' } as const;

const camt = threadPieces<string, CamtPart[]>(MODULE, 'camt', LIMITS);
const status = threadPieces<string, Refused[]>(MODULE, 'status', LIMITS);

/** Reads a camt file. @param use is handed its statements, each followed by its bank transactions and its end. @throws Fault INVALID_INPUT (file) */
export const readCamtFile = (share: Share, path: string, use: (part: CamtPart) => Promise<void>): Promise<void> =>
  camt(share, path, async (parts) => {
    for (const part of parts) await use(part);
  });

/** Reads a pain.002 file. @returns what it refuses. @throws Fault INVALID_INPUT (file) */
export async function readStatusFile(share: Share, path: string): Promise<Refused[]> {
  const refused: Refused[] = [];
  await status(share, path, async (parts) => void refused.push(...parts));
  return refused;
}
