/** Batches for the client's bookkeeping are made in the background, and each month's by itself where the client wants it. */
import { Fault } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { defineJob } from '../../platform/jobs.ts';
import { allClients, type Database, inClient } from '../../platform/tenancy.ts';
import { isMonthDue, makeBatchJob, requestBatch } from './accounting/batch.logic.ts';
import './accounting/delivery.ts';
import { makeBatch } from './accounting/make.logic.ts';
import { noteScheduled } from './accounting/scheduled.logic.ts';

export const accountingJob = defineJob<{ clientId: Uuid; batchId: Uuid }>({
  name: makeBatchJob.name,
  run: ({ clientId, batchId }, database) => makeBatch(database, clientId, batchId),
});

/** Asks for the batch of a client's last month, if its day has come. A month in which nothing was booked has none. */
export async function scheduleMonth(database: Database, clientId: Uuid): Promise<void> {
  const last = await inClient(database, clientId, isMonthDue);
  if (last === null) return;
  try {
    await inClient(database, clientId, (tx) => requestBatch(tx, null, last, null));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.words.key === 'accountingNothing' || error.words.key === 'accountingBusy') return;
    await inClient(database, clientId, (tx) => noteScheduled(tx, last, error.words));
  }
}

/** Every hour, because midnight comes at another hour in each client's zone. */
export const accountingScheduleJob = defineJob({
  name: 'finance.accounting.schedule',
  cron: '41 * * * *',
  run: async (_payload: object, database) => {
    for (const clientId of await allClients(database)) await scheduleMonth(database, clientId);
  },
});
