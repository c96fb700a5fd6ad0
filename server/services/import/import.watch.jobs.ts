/** Watched folders are looked into when their time has come, and goes on with what a process that died has left. */
import { isUuid, type Uuid } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config.ts';
import { defineJob, enqueue } from '../../platform/jobs.ts';
import { allClients, inClient, type Tx } from '../../platform/tenancy.ts';
import { lookInto } from './import.watch.look.ts';
import { advanceWatch } from './import.watch.settle.logic.ts';

export const lookJob = defineJob<{ clientId: Uuid; watchId: Uuid; userId: Uuid | null }>({
  name: 'import.look',
  run: async ({ clientId, watchId, userId }, database) => {
    if (isUuid(clientId) && isUuid(watchId)) await lookInto(database, clientId, watchId, { config: readConfig(), userId });
  },
});

/** Asks for a look, soon and once. @param userId null: the schedule */
export async function askForLook(tx: Tx, watchId: Uuid, userId: Uuid | null): Promise<void> {
  await enqueue(tx, lookJob, { clientId: tx.clientId, watchId, userId }, { key: `${lookJob.name}:${watchId}` });
}

/** Finds folders whose time has come, and files whose process has died between two steps. */
export const watchJob = defineJob<object>({
  name: 'import.watch',
  cron: '* * * * *',
  run: async (_payload, database) => {
    for (const clientId of await allClients(database)) {
      const { due, open } = await inClient(
        database,
        clientId,
        async (tx) => ({
          due: await tx.sql<{ watch_id: Uuid }>(
            'select watch_id from import_watch where client_id = $1 and is_active and next_look_at <= $2',
            [clientId, isoInstant(now())],
          ),
          open: await tx.sql<{ watch_id: Uuid }>(
            `select distinct watch_id from import_watch_file where client_id = $1 and state not in ('seen', 'done', 'failed', 'repeated')`,
            [clientId],
          ),
        }),
        { readOnly: true },
      );
      for (const { watch_id } of open) await inClient(database, clientId, (tx) => advanceWatch(tx, watch_id));
      for (const { watch_id } of due) await inClient(database, clientId, (tx) => askForLook(tx, watch_id, null));
    }
  },
});
