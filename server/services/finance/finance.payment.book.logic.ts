/** What payments put into the ledger: on the components of their claims, in the order that holds for each. */
import { and, eq, inArray } from 'drizzle-orm';
import type { CalendarDate } from '../../../core/time.ts';
import { add, allocate, COMPONENTS, NOTHING, owed } from '../../../engine/ledger/allocate.ts';
import type { DebtPart } from '../../../engine/ledger/orders.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { type LockedClaim, lockClaims } from '../account/account.balance.logic.ts';
import { orderChooser, readSums } from './finance.component.logic.ts';
import { accrueInterest } from './finance.interest.logic.ts';
import { chargedBackKey, settledKey } from './finance.keys.ts';
import { book, type LedgerEntry } from './finance.logic.ts';
import { ledgerEntry, type payment } from './finance.tables.ts';

type Payment = typeof payment.$inferSelect;

/** A payment with what it is for: minor units per claim. */
export interface Bookable {
  readonly row: Pick<Payment, 'accountId' | 'paymentId' | 'currency' | 'method'>;
  readonly parts: ReadonlyMap<string, bigint>;
  readonly valueDate: CalendarDate;
}

/**
 * Books payments that arrived, set-based, earlier days first. Interest until each day is booked before, so that money can be put on it.
 * @param designation the part the payer named. The payments must be locked.
 */
export async function bookPayments(tx: Tx, payments: readonly Bookable[], designation: DebtPart | null = null): Promise<void> {
  const days = [...new Set(payments.map((each) => each.valueDate))].sort();
  for (const day of days) {
    const due = payments.filter((each) => each.valueDate === day);
    const claims = await lockClaims(
      tx,
      due.flatMap((each) => [...each.parts.keys()]),
      'all',
    );
    await bookDay(tx, due, claims, day, designation);
  }
}

async function bookDay(
  tx: Tx,
  payments: readonly Bookable[],
  claims: readonly LockedClaim[],
  valueDate: CalendarDate,
  designation: DebtPart | null,
): Promise<void> {
  await accrueInterest(tx, claims, valueDate);
  const refs = claims.map((claim) => claim.externalClaimRef);
  const accountIds = [...new Set(payments.map((each) => each.row.accountId))];
  const [sums, orderOf] = [await readSums(tx, accountIds, refs), await orderChooser(tx)];
  const byRef = new Map(claims.map((claim) => [claim.externalClaimRef, claim]));
  await book(
    tx,
    payments.flatMap(({ row, parts }) =>
      [...parts].flatMap(([externalClaimRef, amount]) => {
        const claim = byRef.get(externalClaimRef);
        if (!claim) return [];
        const order = orderOf(claim);
        const before = sums.get(externalClaimRef) ?? NOTHING;
        const given = allocate(owed(before, order), amount, order, designation);
        const taken = COMPONENTS.filter((component) => given[component] > 0n);
        // Another payment of the same call finds what this one has left.
        sums.set(
          externalClaimRef,
          taken.reduce((rest, component) => add(rest, component, -given[component]), before),
        );
        return taken.map((component) => ({
          accountId: row.accountId,
          externalClaimRef,
          kind: 'payment' as const,
          component,
          amount: -given[component],
          currency: row.currency,
          valueDate,
          key: settledKey(row.paymentId, externalClaimRef, component),
          description: row.method,
          paymentId: row.paymentId,
        }));
      }),
    ),
  );
  // Money of an earlier day than interest is booked for: less interest has run since.
  if (claims.some((claim) => claim.interestBookedUntil !== null && claim.interestBookedUntil > valueDate))
    await accrueInterest(tx, claims, valueDate);
}

/** @returns the entries a payment made that nothing has taken back. */
async function standing(tx: Tx, row: Payment): Promise<LedgerEntry[]> {
  const entries = await tx.db
    .select()
    .from(ledgerEntry)
    .where(and(eq(ledgerEntry.clientId, tx.clientId), eq(ledgerEntry.accountId, row.accountId), eq(ledgerEntry.paymentId, row.paymentId)));
  const taken = new Set(entries.map((entry) => entry.reversesEntryId));
  return entries.filter((entry) => entry.kind === 'payment' && !taken.has(entry.entryId));
}

/** Gives back exactly what a payment put on each component; what staff had taken back already stays as it is. @param reason for people. */
export async function bookChargeback(tx: Tx, row: Payment, day: CalendarDate, reason: string): Promise<void> {
  const entries = await standing(tx, row);
  await book(
    tx,
    entries.map((entry) => ({
      accountId: entry.accountId,
      externalClaimRef: entry.externalClaimRef,
      kind: 'chargeback' as const,
      component: entry.component,
      amount: -entry.amount,
      currency: entry.currency,
      valueDate: day,
      key: chargedBackKey(entry.key),
      description: reason,
      paymentId: row.paymentId,
      reversesEntryId: entry.entryId,
    })),
  );
}

/** Takes the chargeback of a payment back, each entry as of its own day: it should never have been. */
export async function bookReinstatement(tx: Tx, row: Payment): Promise<void> {
  const entries = await tx.db
    .select()
    .from(ledgerEntry)
    .where(
      and(
        eq(ledgerEntry.clientId, tx.clientId),
        eq(ledgerEntry.accountId, row.accountId),
        eq(ledgerEntry.paymentId, row.paymentId),
        eq(ledgerEntry.kind, 'chargeback'),
      ),
    );
  await book(
    tx,
    entries.map((entry) => takingBack(entry, 'reinstated')),
  );
}

/** @returns the entry that takes another one back, once. @param description for people. */
export const takingBack = (entry: LedgerEntry, description: string) => ({
  accountId: entry.accountId,
  externalClaimRef: entry.externalClaimRef,
  kind: 'correction' as const,
  component: entry.component,
  contra: entry.contra,
  amount: -entry.amount,
  currency: entry.currency,
  valueDate: entry.valueDate,
  key: `${entry.key}:takenBack`,
  description,
  paymentId: entry.paymentId,
  reversesEntryId: entry.entryId,
});

/** @returns what a payment's entries add up to by claim and component, paid back and taken back ones included; above zero is paid. */
export async function paymentNet(tx: Tx, row: Payment): Promise<Map<string, Record<LedgerEntry['component'], bigint>>> {
  const entries = await tx.db
    .select()
    .from(ledgerEntry)
    .where(
      and(
        eq(ledgerEntry.clientId, tx.clientId),
        eq(ledgerEntry.accountId, row.accountId),
        eq(ledgerEntry.paymentId, row.paymentId),
        inArray(ledgerEntry.kind, ['payment', 'refund', 'chargeback', 'correction']),
      ),
    );
  const net = new Map<string, Record<LedgerEntry['component'], bigint>>();
  for (const entry of entries) {
    const sums = net.get(entry.externalClaimRef) ?? { ...NOTHING };
    sums[entry.component] -= entry.amount;
    net.set(entry.externalClaimRef, sums);
  }
  return net;
}
