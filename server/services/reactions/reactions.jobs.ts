/** Every hour: what is due in so many days, for the clients with a rule that asks for it. */
import { defineJob } from '../../platform/jobs.ts';
import { allClients, inClient } from '../../platform/tenancy.ts';
import { tellOfDue } from './reactions.due.logic.ts';

export const dueJob = defineJob({
  name: 'reactions.due',
  cron: '7 * * * *',
  run: async (_payload: object, database, signal) => {
    for (const clientId of await allClients(database)) {
      if (signal?.aborted) return;
      await inClient(database, clientId, tellOfDue);
    }
  },
});
