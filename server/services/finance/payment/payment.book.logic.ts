/** What payments put into the ledger: on the components of their claims, in the order that holds for each. */
import type { CalendarDate } from '../../../../core/time.ts';
import { add, allocate, COMPONENTS, NOTHING, owed } from '../../../../engine/ledger/allocate.ts';
import type { DebtPart } from '../../../../engine/ledger/orders.ts';
import { together } from '../../../platform/statements.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { type LockedClaim, lockClaims } from '../../account/claim/balance.logic.ts';
import { orderChooser, readSums } from '../ground/component.logic.ts';
import { settledKey } from '../ground/keys.ts';
import { readPaymentEntries } from '../ground/read.logic.ts';
import { accrueInterest } from '../ledger/interest.logic.ts';
import { book, type LedgerEntry } from '../ledger/ledger.logic.ts';
import type { Payment } from './payment.read.logic.ts';

/** A payment with what it is for: minor units per claim. */
export interface Bookable {
  readonly row: Pick<Payment, 'accountId' | 'paymentId' | 'currency' | 'method'>;
  readonly parts: ReadonlyMap<string, bigint>;
  readonly valueDate: CalendarDate;
}

/**
 * Books payments that arrived, set-based, earlier days first. Interest until each day is booked before, so that money can be put on it.
 * @param designation the part the payer named. The payments must be locked. @param locked all of their claims, where they are locked already.
 */
export async function bookPayments(
  tx: Tx,
  payments: readonly Bookable[],
  designation: DebtPart | null = null,
  locked?: readonly LockedClaim[],
): Promise<void> {
  const days = [...new Set(payments.map((each) => each.valueDate))].sort();
  for (const day of days) {
    const due = payments.filter((each) => each.valueDate === day);
    const refs = due.flatMap((each) => [...each.parts.keys()]);
    // What an earlier day has booked may have changed them.
    await bookDay(tx, due, (days.length === 1 && locked) || (await lockClaims(tx, refs, 'all')), day, designation);
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
  const [sums, orderOf] = await together(readSums(tx, accountIds, refs), orderChooser(tx));
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
    claims,
  );
  // Money of an earlier day than interest is booked for: less interest has run since.
  if (claims.some((claim) => claim.interestBookedUntil !== null && claim.interestBookedUntil > valueDate))
    await accrueInterest(tx, claims, valueDate);
}

/** @returns the entry that takes another one back, once. @param description for people. */
export const reversalOf = (entry: LedgerEntry, description: string) => ({
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
  const net = new Map<string, Record<LedgerEntry['component'], bigint>>();
  for (const entry of await readPaymentEntries(tx, row)) {
    const sums = net.get(entry.externalClaimRef) ?? { ...NOTHING };
    sums[entry.component] -= entry.amount;
    net.set(entry.externalClaimRef, sums);
  }
  return net;
}
