/** Statements are matched in the background; collections are planned and pre-notified every hour. */
import type { Uuid } from '../../../core/id.ts';
import { defineJob } from '../../platform/jobs.ts';
import { allClients, type Database, inClient } from '../../platform/tenancy.ts';
import { matchStatement } from './bank/matching.logic.ts';
import { matchJob } from './bank/statement.logic.ts';
import { preNotifyDue } from './debit/debit.preNotification.logic.ts';
import { planDueInstalments } from './debit/instalments.mandate.logic.ts';
import { type PaymentCall, queueCall } from './payment/call.logic.ts';
import { readPayment } from './payment/payment.read.logic.ts';
import './providers/calls.ts';

export const statementJob = defineJob<{ clientId: Uuid; statementId: Uuid }>({
  name: matchJob.name,
  run: ({ clientId, statementId }, database) => matchStatement(database, clientId, statementId),
});

/** Plans instalments that fall due and pre-notifies what is planned. */
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

/** Calls of a provider that a release queued as jobs, before there was an outbox for them: they go the way of all others. */
const queuedBefore = (name: string, act: PaymentCall['act']) =>
  defineJob<{ clientId: Uuid; paymentId: Uuid; key?: string }>({
    name,
    run: ({ clientId, paymentId, key }, database) =>
      inClient(database, clientId, async (tx) => {
        const payment = await readPayment(tx, paymentId);
        const once = act === 'closePage' ? `${paymentId}:${payment.externalRef}` : (key ?? paymentId);
        await queueCall(tx, payment, { act, paymentId, ...(key && { key }) }, once);
      }),
  });

export const chargesBefore = queuedBefore('finance.charge', 'charge');
export const refundsBefore = queuedBefore('finance.refund', 'refund');
export const closingsBefore = queuedBefore('finance.closePage', 'closePage');
