/** Bytes that nobody can fetch are removed at night. */
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Instant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { defineJob } from '../../platform/jobs.ts';
import { unknownArrivals } from '../../platform/receive.ts';
import { allClients, inClient } from '../../platform/tenancy.ts';
import { removeLeftFiles } from './files.logic.ts';
import { filesConfig } from './files.settings.ts';
import { arrivals } from './files.store.ts';

const DAY = 86_400_000;

export const removeLeft = defineJob({
  name: 'files.removeLeft',
  cron: '17 3 * * *',
  run: async (_payload, database) => {
    const before = (now() - DAY) as Instant;
    for (const clientId of await allClients(database)) {
      await inClient(database, clientId, (tx) => removeLeftFiles(tx, before));
      await removeParts(arrivals(clientId));
    }
    await removeParts(unknownArrivals(filesConfig().dataFolder));
  },
});

/** Removes what a process that was killed left of an upload. Real time counts here: it is the time of the files. */
async function removeParts(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.part')) continue;
    const part = path.join(folder, name);
    const age = Date.now() - (await stat(part)).mtimeMs;
    if (age > DAY) await rm(part, { force: true });
  }
}
