/** Money that is paid back to the debtor. */
import { fault, invalid, notFound } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import { allocateRefund, COMPONENTS } from '../../../../engine/ledger/allocate.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { lockAccounts, lockClaims } from '../../account/claim/balance.logic.ts';
import { orderChooser } from '../ground/component.logic.ts';
import { readEntries, readEntriesByKey } from '../ground/read.logic.ts';
import { type Booking, readBooking } from '../ledger/booking.logic.ts';
import { book, type LedgerEntry } from '../ledger/ledger.logic.ts';
import { queueCall } from './call.logic.ts';
import { paymentNet, reversalOf } from './payment.book.logic.ts';
import { type Payment, readPayment } from './payment.read.logic.ts';

/**
 * Pays a settled payment back: the credit first, then the part it was put on last.
 * @param amount minor units; all that was not paid back yet when null.
 * @throws Fault NOT_FOUND, INVALID_INPUT (amount, valueDate, description), CONFLICT when nothing of it is here any more
 */
export async function refundPayment(tx: Tx, input: Booking & { paymentId: Uuid; amount: bigint | null }): Promise<LedgerEntry[]> {
  await lockAccounts(tx, [input.accountId]);
  const earlier = await readEntriesByKey(tx, input.accountId, input.idempotencyKey);
  if (earlier.length > 0) return earlier;
  const row = await readPayment(tx, input.paymentId);
  if (row.accountId !== input.accountId) throw notFound('paymentNotFound');
  const net = await paymentNet(tx, row);
  const claims = await lockClaims(tx, [...net.keys()], 'all');
  const orderOf = await orderChooser(tx);
  const left = [...net.values()].reduce((sum, each) => COMPONENTS.reduce((all, component) => all + each[component], sum), 0n);
  if (left <= 0n) throw fault('CONFLICT', 'paymentGone');
  const amount = input.amount ?? left;
  const { valueDate, description } = await readBooking(tx, input, () => {
    if (amount <= 0n) throw invalid('amount', 'amountZero');
    if (amount > left) throw invalid('amount', 'refundMore', { amount: toDecimal(left, row.currency), currency: row.currency });
  });

  let rest = amount;
  // The claim that was paid last gives back first.
  const given = [...claims].reverse().map((claim) => {
    const booked = net.get(claim.externalClaimRef);
    const whole = booked ? COMPONENTS.reduce((sum, component) => sum + positive(booked[component]), 0n) : 0n;
    const part = rest < whole ? rest : whole;
    rest -= part;
    return { claim, parts: booked && allocateRefund(allPositive(booked), part, orderOf(claim)) };
  });
  const entries = await book(
    tx,
    given.flatMap(({ claim, parts }) =>
      COMPONENTS.filter((component) => (parts?.[component] ?? 0n) > 0n).map((component) => ({
        accountId: row.accountId,
        externalClaimRef: claim.externalClaimRef,
        kind: 'refund' as const,
        component,
        amount: parts?.[component] ?? 0n,
        currency: row.currency,
        valueDate,
        key: `${input.idempotencyKey}:${claim.externalClaimRef}:${component}`,
        description,
        paymentId: row.paymentId,
      })),
    ),
  );
  await appendEvents(tx, [
    {
      messageType: 'paymentRefunded',
      accountId: row.accountId,
      externalClaimRef: claims.length === 1 ? (claims[0]?.externalClaimRef ?? null) : null,
      emitTime: now(),
      payload: {
        paymentId: row.paymentId,
        amount: toDecimal(amount, row.currency),
        currency: row.currency,
        claimRefs: claims.map((claim) => claim.externalClaimRef),
        reason: description,
      },
    },
  ]);
  return entries;
}

/**
 * The same, and has the provider pay the money back once the transaction is committed, where it can (providers/port.ts).
 * Money that came by bank or was booked by hand is paid back by staff, who book it here with a reason.
 * @param byHand the money was paid back already, outside of the product. @throws as refundPayment
 */
export async function orderRefund(
  tx: Tx,
  input: Parameters<typeof refundPayment>[1],
  byHand: boolean,
  canRefund: boolean,
): Promise<LedgerEntry[]> {
  await lockAccounts(tx, [input.accountId]);
  const isRepeated = (await readEntriesByKey(tx, input.accountId, input.idempotencyKey)).length > 0;
  const entries = await refundPayment(tx, input);
  if (canRefund && !byHand && !isRepeated) {
    const { paymentId, idempotencyKey: key } = input;
    await queueCall(tx, await readPayment(tx, paymentId), { act: 'refund', paymentId, key }, key);
  }
  return entries;
}

/** The provider did not pay back what was booked as paid back: takes that back, once. @param key of the refund. @param reason the provider's words. */
export async function reverseRefund(tx: Tx, row: Payment, key: string, reason: string): Promise<void> {
  await lockAccounts(tx, [row.accountId]);
  const taken = new Set((await readEntries(tx, row.accountId)).map((entry) => entry.reversesEntryId));
  const made = (await readEntriesByKey(tx, row.accountId, key)).filter((entry) => entry.kind === 'refund' && !taken.has(entry.entryId));
  const back = await book(
    tx,
    made.map((entry) => reversalOf(entry, reason)),
  );
  if (back.length === 0) return;
  await appendEvents(tx, [
    {
      messageType: 'paymentRefundFailed',
      accountId: row.accountId,
      payload: {
        paymentId: row.paymentId,
        amount: toDecimal(
          back.reduce((sum, entry) => sum - entry.amount, 0n),
          row.currency,
        ),
        currency: row.currency,
        providerName: row.providerName,
        claimRefs: [...new Set(back.map((entry) => entry.externalClaimRef))],
        reason,
      },
    },
  ]);
}

const positive = (amount: bigint) => (amount > 0n ? amount : 0n);
const allPositive = (sums: Record<LedgerEntry['component'], bigint>) => ({
  costs: positive(sums.costs),
  interest: positive(sums.interest),
  principal: positive(sums.principal),
  credit: positive(sums.credit),
});
