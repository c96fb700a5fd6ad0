/** When endpoints are sent to: soon after something was queued, when a pause is over, and every minute for what a killed process left. */
import type { Uuid } from '../../../core/id.ts';
import { readConfig } from '../../platform/config.ts';
import { defineJob } from '../../platform/jobs.ts';
import { allClients, inClient } from '../../platform/tenancy.ts';
import { sendJobName } from './webhook-subscription.row.logic.ts';
import { sendDue } from './webhook-subscription.send.ts';
import { findDue, forgetOld, giveUpPaused } from './webhook-subscription.sweep.logic.ts';

defineJob<{ clientId: Uuid; endpointId: Uuid }>({
  name: sendJobName.name,
  run: async ({ clientId, endpointId }, database, signal) => {
    const done = sendDue(database, clientId, endpointId, readConfig());
    // A worker's jobs are few: none of them waits for an endpoint. Whoever runs due work without a worker wants it done.
    if (!signal) await done;
  },
});

export const sweepJob = defineJob({
  name: 'webhooks.sweep',
  cron: '* * * * *',
  run: async (_payload: object, database, signal) => {
    for (const clientId of await allClients(database)) {
      if (signal?.aborted) return;
      const due = await inClient(database, clientId, async (tx) => {
        await giveUpPaused(tx);
        return findDue(tx);
      });
      const sent = due.map((endpointId) => sendDue(database, clientId, endpointId, readConfig()));
      if (!signal) await Promise.all(sent);
    }
  },
});

export const forgetJob = defineJob({
  name: 'webhooks.forget',
  cron: '23 3 * * *',
  run: async (_payload: object, database, signal) => {
    for (const clientId of await allClients(database)) while (!signal?.aborted && (await inClient(database, clientId, forgetOld)) > 0);
  },
});
