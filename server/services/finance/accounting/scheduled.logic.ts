/** A batch of the schedule that could not even be begun stands in the list as failed, with the reason, and is told to whoever sets it up. */
import type { SaidWords } from '../../../../core/fault.ts';
import { uuidv7 } from '../../../../core/id.ts';
import type { CalendarDate } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { accountingBatch } from './accounting.tables.ts';

/** Notes why the schedule's batch is not there. */
export async function noteScheduled(tx: Tx, untilDay: CalendarDate, said: SaidWords): Promise<void> {
  const batchId = uuidv7();
  await tx.db.insert(accountingBatch).values({ clientId: tx.clientId, batchId, status: 'failed', untilDay, error: said, createdAt: now() });
  const payload = { batchId, untilDay, key: said.key, values: said.values, scheduled: true };
  await appendEvents(tx, [{ messageType: 'accountingBatchFailed', payload }]);
}
