/**
 * The list of erasures outside the database: a file each, so that none is half written and several processes write side by side. It holds
 * ids, never what was erased. A restored backup knows nothing of what was erased after it was made; this list does.
 */
import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { RETENTION_KINDS } from '../../../core/retention.ts';
import { logger } from '../../platform/log.ts';

const entry = z.object({
  clientId: z.string().refine(isUuid),
  erasureId: z.string().refine(isUuid),
  kind: z.enum(RETENTION_KINDS),
  before: z.number().nullable(),
  accountIds: z.array(z.string().refine(isUuid)),
  externalDebtorRef: z.string().nullable(),
  /** Milliseconds. */
  erasedAt: z.number(),
});
export type JournalEntry = Readonly<z.infer<typeof entry>>;

/** Writes an erasure down and waits for the disk. @throws Error when the folder cannot be written: then nothing is erased. */
export async function noteErasure(folder: string, noted: JournalEntry): Promise<void> {
  const place = path.join(folder, noted.clientId);
  await mkdir(place, { recursive: true, mode: 0o700 });
  const target = path.join(place, `${noted.erasureId}.json`);
  const file = await open(`${target}.part`, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(noted));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${target}.part`, target);
}

/** @returns what was erased of a client, in the order in which it was. Files that cannot be read are told in the log. */
export async function readJournal(folder: string, clientId: Uuid): Promise<JournalEntry[]> {
  const place = path.join(folder, clientId);
  const names = (await readdir(place).catch(() => [])).filter((name) => name.endsWith('.json'));
  const entries: JournalEntry[] = [];
  for (const name of names) {
    try {
      const read = entry.parse(JSON.parse(await readFile(path.join(place, name), 'utf8')));
      if (read.clientId === clientId) entries.push(read);
    } catch (error) {
      logger.error({ error, file: path.join(place, name) }, 'an entry of the list of erasures cannot be read');
    }
  }
  return entries.sort((one, other) => one.erasedAt - other.erasedAt);
}
