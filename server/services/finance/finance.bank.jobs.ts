/** Statements are matched in the background; collections are planned and announced every hour. */
import type { Uuid } from '../../../core/id.ts';
import { readConfig } from '../../platform/config.ts';
import { defineJob } from '../../platform/jobs.ts';
import { allClients, type Database, inClient } from '../../platform/tenancy.ts';
import { matchStatement } from './bank/matching.logic.ts';
import { matchJob } from './bank/statement.logic.ts';
import { preNotifyDue } from './debit/debit.preNotification.logic.ts';
import { planDueInstalments } from './debit/instalments.mandate.logic.ts';
import { closePageJob } from './payment/payment.status.logic.ts';
import { refundJob } from './payment/refund.logic.ts';
import { closeReplaced } from './providers/page.job.logic.ts';
import { refundQueued } from './providers/refund.job.logic.ts';
import { chargeJob, chargeQueued } from './providers/stripe.logic.ts';

export const statementJob = defineJob<{ clientId: Uuid; statementId: Uuid }>({
  name: matchJob.name,
  run: ({ clientId, statementId }, database) => matchStatement(database, clientId, statementId),
});

/** Plans instalments that fall due and announces what is planned. */
export async function reviewDirectDebits(database: Database, clientId: Uuid): Promise<void> {
  await inClient(database, clientId, planDueInstalments);
  await inClient(database, clientId, preNotifyDue);
}

export const directDebitJob = defineJob({
  name: 'finance.directDebits',
  cron: '17 * * * *',
  run: async (_payload: object, database) => {
    for (const clientId of await allClients(database)) await reviewDirectDebits(database, clientId);
  },
});

export const chargeMandateJob = defineJob<{ clientId: Uuid; paymentId: Uuid }>({
  name: chargeJob.name,
  run: ({ clientId, paymentId }, database) => chargeQueued(database, clientId, paymentId),
});

export const refundPaymentJob = defineJob<{ clientId: Uuid; paymentId: Uuid; key: string }>({
  name: refundJob.name,
  run: ({ clientId, paymentId, key }, database) => refundQueued({ database, config: readConfig() }, clientId, paymentId, key),
});

export const closePaymentPageJob = defineJob<{ clientId: Uuid; paymentId: Uuid }>({
  name: closePageJob.name,
  run: ({ clientId, paymentId }, database) => closeReplaced({ database, config: readConfig() }, clientId, paymentId),
});
