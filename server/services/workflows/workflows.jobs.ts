/** Background work of workflows: one drain per client, and a sweep that finds whatever nobody drains. */
import type { Uuid } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { defineJob, enqueue } from '../../platform/jobs.ts';
import { inClient } from '../../platform/tenancy.ts';
import { advanceWorkflows } from './workflows.advance.logic.ts';
import { wakeWorkflows, workflowsAdvance } from './workflows.run.logic.ts';

/** Advances a client's workflows until nothing is due, then asks to be called when the next one is. */
export const advanceJob = defineJob<{ clientId: Uuid }>({
  name: workflowsAdvance.name,
  run: async ({ clientId }, database, signal) => {
    const runAt = await advanceWorkflows(database, clientId, signal);
    if (runAt === null) return;
    await inClient(database, clientId, (tx) =>
      enqueue(tx, workflowsAdvance, { clientId }, { runAt, key: `${workflowsAdvance.name}:later:${clientId}` }),
    );
  },
});

/** Every minute: a drain for each client with due workflows. It brings back what a killed process held, and what came due while none ran. */
export const sweepJob = defineJob({
  name: 'workflows.sweep',
  cron: '* * * * *',
  run: async (_payload, database) => {
    const { rows } = await database.worker.query<{ client_id: Uuid }>(
      `select c.client_id from published.client_key c where exists (select 1 from workflow w where w.client_id = c.client_id and w.wake_at <= $1)`,
      [isoInstant(now())],
    );
    for (const { client_id } of rows) await inClient(database, client_id, wakeWorkflows);
  },
});
