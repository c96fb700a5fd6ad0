/** Money of a payment that the debtor's bank took back, and that it gave back to us after all. */

import type { Uuid } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import type { CalendarDate } from '../../../../core/time.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { lockClaims } from '../../account/claim/balance.logic.ts';
import { clientToday } from '../agreement/agreement.logic.ts';
import { orderChooser } from '../ground/component.logic.ts';
import { chargedBackKey } from '../ground/keys.ts';
import { readPaymentEntries } from '../ground/read.logic.ts';
import { book, type LedgerEntry } from '../ledger/ledger.logic.ts';
import { reversalOf } from './payment.book.logic.ts';
import { settlePayment } from './payment.logic.ts';
import { lockPayment, type Payment, partsOf } from './payment.read.logic.ts';
import { appendPaymentEvent, setStatus } from './payment.status.logic.ts';

/** It was charged back, and the provider gave the money to us after all. */
const REINSTATED = 'reinstated';

/**
 * The debtor's bank took the money back: what was settled is owed again. A chargeback that is told before the settlement settles first.
 * @param reason the provider's words. @param amount minor units, where the provider tells that it is a part; all of it when null.
 * @throws Fault NOT_FOUND
 */
export async function chargeBack(tx: Tx, paymentId: Uuid, reason: string, amount: bigint | null = null): Promise<Payment> {
  const row = await settlePayment(tx, paymentId);
  // What was given back to us after a chargeback is not taken a second time: a late notice of the first one says so again.
  if (row.status === 'chargedBack' || row.statusReason === REINSTATED) return row;
  const updated = await setStatus(tx, row, 'chargedBack', reason);
  const isPart = amount !== null && amount < row.amount;
  await appendPaymentEvent(tx, 'paymentChargedBack', updated, { reason, ...(isPart && { amount: toDecimal(amount, row.currency) }) });
  await bookChargeback(tx, row, await clientToday(tx), reason, isPart ? amount : null);
  return updated;
}

/**
 * Gives back exactly what a payment put on each component, or a part of it; what staff had taken back already stays as it is.
 * @param reason for people. @param amount minor units; all of it when null.
 */
export async function bookChargeback(tx: Tx, row: Payment, day: CalendarDate, reason: string, amount: bigint | null = null): Promise<void> {
  const taken =
    amount === null ? (await standing(tx, row)).map((entry) => ({ entry, amount: -entry.amount })) : await lastOf(tx, row, amount);
  await book(
    tx,
    taken.map(({ entry, amount: part }) => ({
      accountId: entry.accountId,
      externalClaimRef: entry.externalClaimRef,
      kind: 'chargeback' as const,
      component: entry.component,
      amount: part,
      currency: entry.currency,
      valueDate: day,
      key: chargedBackKey(entry.key),
      description: reason,
      paymentId: row.paymentId,
      // Of an entry that was given back in part the rest still counts as paid.
      reversesEntryId: part === -entry.amount ? entry.entryId : null,
    })),
  );
}

/**
 * A chargeback was taken back, e.g. by a dispute that was won: what it gave back is paid again as of the chargeback's own day. A payment
 * that was not charged back stays as it is. @throws Fault NOT_FOUND
 */
export async function reinstatePayment(tx: Tx, paymentId: Uuid): Promise<Payment> {
  const row = await lockPayment(tx, paymentId);
  if (row.status !== 'chargedBack') return row;
  await lockClaims(tx, [...partsOf(row).keys()], 'all');
  const updated = await setStatus(tx, row, 'settled', REINSTATED);
  await appendPaymentEvent(tx, 'paymentReinstated', updated, {});
  const entries = await readPaymentEntries(tx, row);
  // Each entry as of its own day: it should never have been.
  await book(
    tx,
    entries.filter((entry) => entry.kind === 'chargeback').map((entry) => reversalOf(entry, 'reinstated')),
  );
  return updated;
}

/** @returns the entries a payment made that nothing has taken back: what staff had taken back already stays as it is. */
async function standing(tx: Tx, row: Payment): Promise<LedgerEntry[]> {
  const entries = await readPaymentEntries(tx, row);
  const taken = new Set(entries.map((entry) => entry.reversesEntryId));
  return entries.filter((entry) => entry.kind === 'payment' && !taken.has(entry.entryId));
}

/** @returns which of its entries give a part of a payment back, and how much: like a refund, the claim and the component that money reached last. */
async function lastOf(tx: Tx, row: Payment, amount: bigint): Promise<{ entry: LedgerEntry; amount: bigint }[]> {
  const entries = await standing(tx, row);
  const claims = await lockClaims(tx, [...new Set(entries.map((entry) => entry.externalClaimRef))], 'all');
  const orderOf = await orderChooser(tx);
  const ordered = [...claims]
    .reverse()
    .flatMap((claim) =>
      (['credit', ...[...orderOf(claim).parts].reverse()] as const).flatMap((component) =>
        entries.filter((entry) => entry.externalClaimRef === claim.externalClaimRef && entry.component === component),
      ),
    );
  let rest = amount;
  return ordered
    .map((entry) => {
      const part = rest < -entry.amount ? rest : -entry.amount;
      rest -= part;
      return { entry, amount: part };
    })
    .filter((part) => part.amount > 0n);
}
