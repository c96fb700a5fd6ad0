/** Previews and imports run in the background. A process that dies leaves its import as it is; whoever looks next goes on with it. */
import { Fault, words } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { alone } from '../../platform/alone.ts';
import { defineJob } from '../../platform/jobs.ts';
import { logger } from '../../platform/log.ts';
import { allClients, type Database, inClient } from '../../platform/tenancy.ts';
import { executeImport } from './import.execute.logic.ts';
import { finishImport, readImport } from './import.logic.ts';
import { Interrupted, previewImport, type RunOptions } from './import.run.logic.ts';
import { settleImport } from './import.watch.settle.logic.ts';

export const importJob = defineJob<{ clientId: Uuid; importId: Uuid }>({
  name: 'import.run',
  run: async ({ clientId, importId }, database, signal) => workOn(database, clientId, importId, { signal }),
});

/** Finds imports whose process died. */
export const resumeJob = defineJob<object>({
  name: 'import.resume',
  cron: '* * * * *',
  run: async (_payload, database, signal) => resumeImports(database, { signal }),
});

/** Goes on with every import that nobody works on. */
export async function resumeImports(database: Database, options: RunOptions = {}): Promise<void> {
  for (const clientId of await allClients(database)) {
    const open = await inClient(database, clientId, (tx) =>
      tx.sql<{ import_id: Uuid }>(
        `select import_id from import_run where client_id = $1 and status in ('checking', 'running') order by created_at`,
        [clientId],
      ),
    );
    for (const { import_id } of open) await workOn(database, clientId, import_id, options);
  }
}

/**
 * Checks or runs an import as its status says, unless somebody is at it. What is wrong with the file is kept with the import; a lost
 * database is thrown, so that the job comes again.
 */
export async function workOn(database: Database, clientId: Uuid, importId: Uuid, options: RunOptions = {}): Promise<void> {
  if (!isUuid(clientId) || !isUuid(importId)) return;
  await alone(database, `import run ${importId}`, async () => {
    await perform(database, clientId, importId, options);
    await inClient(database, clientId, (tx) => settleImport(tx, importId));
  });
}

async function perform(database: Database, clientId: Uuid, importId: Uuid, options: RunOptions): Promise<void> {
  const { status } = await inClient(database, clientId, (tx) => readImport(tx, importId), { readOnly: true });
  try {
    if (status === 'checking') await previewImport(database, clientId, importId, options);
    const isRunning =
      status === 'running' ||
      (await inClient(database, clientId, (tx) => readImport(tx, importId), { readOnly: true })).status === 'running';
    if (isRunning) await executeImport(database, clientId, importId, options);
  } catch (error) {
    if (error instanceof Interrupted || options.signal?.aborted) return;
    if (isLostDatabase(error)) throw error;
    if (!(error instanceof Fault)) logger.error({ error, importId }, 'import failed');
    const said = error instanceof Fault ? error.words : words('importBroke');
    await inClient(database, clientId, (tx) => finishImport(tx, importId, 'failed', { error: said }));
  }
}

/** Classes 08, 57P and a broken connection: nothing is known about the file. */
function isLostDatabase(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return /^(08|57P|ECONN|EPIPE)/.test(code ?? '') || /Connection terminated|connection ended/i.test(message ?? '');
}
