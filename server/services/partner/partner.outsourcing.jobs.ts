/** Recurring schedules of partners: each is woken at its time, and a sweep finds what came due while nobody worked. */
import type { Uuid } from '../../../core/id.ts';
import { defineJob } from '../../platform/jobs.ts';
import { allClients, inClient } from '../../platform/tenancy.ts';
import { advanceSchedule, duePartners, scheduleDue } from './outsourcing/schedule.logic.ts';

export const scheduleJob = defineJob<{ clientId: Uuid; partnerId: Uuid }>({
  name: scheduleDue.name,
  run: async ({ clientId, partnerId }, database, signal) => {
    while (!signal?.aborted) if ((await inClient(database, clientId, (tx) => advanceSchedule(tx, partnerId))) === 'over') return;
    throw new Error('interrupted; the job goes on when it is tried again');
  },
});

export const scheduleSweepJob = defineJob({
  name: 'partner.scheduleSweep',
  cron: '*/10 * * * *',
  run: async (_payload: object, database) => {
    for (const clientId of await allClients(database))
      for (const partnerId of await inClient(database, clientId, duePartners, { readOnly: true }))
        await scheduleJob.run({ clientId, partnerId }, database, undefined);
  },
});
