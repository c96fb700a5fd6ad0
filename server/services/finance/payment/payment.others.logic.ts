/** What one arrived payment means for the other attempts to pay the same claims. */
import { toDecimal } from '../../../../core/money.ts';
import { DAY, instant, isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { together } from '../../../platform/statements.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { raiseDebtorTask } from '../../account/task/request.logic.ts';
import { type Payment, partsOf, readPayment, STARTED } from './payment.read.logic.ts';
import { appendPaymentEvent, orderClosing } from './payment.status.logic.ts';

/** How long a provider's page can be paid on at most; Stripe's end by themselves after a day. */
export const PAGE_LIFETIME = DAY;

/** Why an attempt ended: its claims were paid by another one. */
export const PAID_OTHERWISE = 'paidOtherwise';

const refsOf = (payments: readonly Payment[]) => [...new Set(payments.flatMap((each) => [...partsOf(each).keys()]))];
const SHARES = `exists (select from jsonb_array_elements(p.allocation) part where part ->> 'externalClaimRef' = any($3))`;

/**
 * Cancels what debtors began for the same claims and have not paid, and has the pages closed, also those that still take another card after a
 * declined one. An attempt that another transaction holds is left to it: waiting here for a payment while holding its account would deadlock.
 * @param settled payments that have just arrived; their accounts are locked.
 */
export async function cancelOtherPayments(tx: Tx, settled: readonly Payment[]): Promise<void> {
  const parameters = [
    tx.clientId,
    [...new Set(settled.map((each) => each.accountId))],
    refsOf(settled),
    settled.map((each) => each.paymentId),
  ];
  const own = `p.client_id = $1 and p.account_id = any($2::uuid[]) and p.mandate_id is null and not (p.payment_id = any($4::uuid[])) and ${SHARES}`;
  const canceling = tx.sql<{ id: Payment['paymentId'] }>(
    `update payment set status = 'canceled', status_reason = '${PAID_OTHERWISE}', updated_at = $5 where client_id = $1 and payment_id in (
       select p.payment_id from payment p where ${own} and p.status = 'processing' and p.status_reason = '${STARTED}' for update skip locked)
     returning payment_id as id`,
    [...parameters, isoInstant(now())],
  );
  const finding = tx.sql<{ id: Payment['paymentId'] }>(
    `select p.payment_id as id from payment p where ${own} and p.status = 'declined' and p.external_ref is not null and p.created_at > $5`,
    [...parameters, isoInstant(instant(now() - PAGE_LIFETIME))],
  );
  const [canceled, declined] = await together(canceling, finding);
  for (const { id } of canceled) {
    const row = await readPayment(tx, id);
    await appendPaymentEvent(tx, 'paymentCanceled', row, { reason: PAID_OTHERWISE });
    await orderClosing(tx, row);
  }
  for (const { id } of declined) await orderClosing(tx, await readPayment(tx, id));
}

/**
 * Asks staff to look at money that came twice: another payment of the same claims had arrived since this one began, and more came than was due.
 * @param overpaid minor units that stay as a credit.
 */
export async function reportDouble(tx: Tx, row: Payment, overpaid: bigint): Promise<void> {
  const [other] = await tx.sql<{ amount: bigint; provider_name: string }>(
    `select p.amount, p.provider_name from payment p where p.client_id = $1 and p.account_id = $2 and ${SHARES} and p.payment_id <> $4
       and p.status = 'settled' and p.updated_at >= $5 order by p.updated_at desc limit 1`,
    [tx.clientId, row.accountId, refsOf([row]), row.paymentId, isoInstant(row.createdAt)],
  );
  if (!other) return;
  const refs = refsOf([row]);
  await raiseDebtorTask(tx, {
    accountId: row.accountId,
    externalClaimRef: refs.length === 1 ? (refs[0] ?? null) : null,
    matter: 'paidTwice',
    values: {
      amount: toDecimal(row.amount, row.currency),
      provider: row.providerName,
      otherAmount: toDecimal(other.amount, row.currency),
      otherProvider: other.provider_name,
      credit: toDecimal(overpaid, row.currency),
      currency: row.currency,
      refs: refs.join(', '),
    },
    key: `double:${row.paymentId}`,
  });
}
