/** The append-only ledger: what is booked stays booked, once per key, and a claim's balance is the sum of its entries. */
import { invalid, notFound } from '../../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import { type CalendarDate, type Instant, isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { applyBalances, type LockedClaim, lockClaims } from '../../account/claim/balance.logic.ts';
import { reviewAgreements } from '../agreement/agreement.logic.ts';
import { reviewSettlements } from '../agreement/settlement.review.ts';
import type { Component, EntryKind, ledgerEntry } from '../ground/finance.tables.ts';

export type LedgerEntry = typeof ledgerEntry.$inferSelect;

export interface NewEntry {
  readonly accountId: Uuid;
  readonly externalClaimRef: string;
  readonly kind: EntryKind;
  /** Minor units: positive is owed by the debtor, negative reduces the debt. */
  readonly amount: bigint;
  readonly currency: string;
  readonly valueDate: CalendarDate;
  /** What makes this booking happen once within the client. */
  readonly key: string;
  readonly description?: string;
  readonly paymentId?: Uuid | null;
  readonly reversesEntryId?: Uuid | null;
  /** The claim's account; the kind's own when absent: costs of a fee, interest of interest, else principal. */
  readonly component?: Component;
  /** The other side; the kind's own when absent. */
  readonly contra?: string;
  /** When it entered the books; the platform clock's moment when absent. */
  readonly bookedAt?: Instant;
}

const COMPONENT_OF: Partial<Record<EntryKind, Component>> = { fee: 'costs', interest: 'interest' };
/** Every account of a client's books beside its claims. */
const CONTRA_OF: Record<EntryKind, string> = {
  principal: 'opening',
  fee: 'income:costs',
  interest: 'income:interest',
  payment: 'bank',
  refund: 'bank',
  chargeback: 'bank',
  writeOff: 'loss:writeOff',
  correction: 'correction',
};

/**
 * Appends entries, set-based. An entry whose key is already booked changes nothing, whatever it says.
 * Updates balances (account.balance.logic) and judges the promises and plans of the claims it touches.
 * @param locked the claims, where they are locked already. @returns the entries that were new.
 * @throws Fault NOT_FOUND for an unknown claim, INVALID_INPUT (accountId, currency, amount)
 */
export async function book(tx: Tx, entries: readonly NewEntry[], locked?: readonly LockedClaim[]): Promise<LedgerEntry[]> {
  if (entries.length === 0) return [];
  const refs = entries.map((entry) => entry.externalClaimRef);
  const claims = new Map((locked ?? (await lockClaims(tx, refs, 'all'))).map((claim) => [claim.externalClaimRef, claim]));
  for (const entry of entries) {
    const claim = claims.get(entry.externalClaimRef);
    if (!claim) throw notFound('claimNotFound');
    if (claim.accountId !== entry.accountId) throw invalid('accountId', 'claimElsewhere', { claim: entry.externalClaimRef });
    if (claim.currency !== entry.currency)
      throw invalid('currency', 'claimCurrency', { claim: entry.externalClaimRef, own: claim.currency, other: entry.currency });
    if (entry.amount === 0n) throw invalid('amount', 'amountNotZero');
  }
  const at = now();
  const rows = entries.map(
    (entry): LedgerEntry => ({
      description: '',
      paymentId: null,
      reversesEntryId: null,
      bookedAt: at,
      component: COMPONENT_OF[entry.kind] ?? 'principal',
      contra: CONTRA_OF[entry.kind],
      ...entry,
      clientId: tx.clientId,
      entryId: uuidv7(),
    }),
  );
  const column = <Key extends keyof LedgerEntry>(key: Key) => rows.map((row) => row[key]);
  const inserted = await tx.sql<{ entry_id: Uuid }>(
    `insert into ledger_entry (client_id, entry_id, account_id, external_claim_ref, kind, amount, currency, value_date, booked_at, key, description, payment_id, reverses_entry_id, component, contra)
     select $1, * from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::date[], $9::timestamptz[], $10::text[], $11::text[], $12::uuid[], $13::uuid[], $14::text[], $15::text[])
     on conflict (client_id, key) do nothing returning entry_id`,
    [
      tx.clientId,
      column('entryId'),
      column('accountId'),
      column('externalClaimRef'),
      column('kind'),
      column('amount'),
      column('currency'),
      column('valueDate'),
      rows.map((row) => isoInstant(row.bookedAt)),
      column('key'),
      column('description'),
      column('paymentId'),
      column('reversesEntryId'),
      column('component'),
      column('contra'),
    ],
  );
  const fresh = new Set(inserted.map((row) => row.entry_id));
  const booked = rows.filter((row) => fresh.has(row.entryId));
  if (booked.length === 0) return [];
  await appendEvents(
    tx,
    booked.map((entry) => ({
      messageType: 'ledgerEntryBooked',
      accountId: entry.accountId,
      externalClaimRef: entry.externalClaimRef,
      emitTime: entry.bookedAt,
      payload: {
        entryId: entry.entryId,
        kind: entry.kind,
        amount: toDecimal(entry.amount, entry.currency),
        currency: entry.currency,
        valueDate: entry.valueDate,
        description: entry.description,
        paymentId: entry.paymentId,
        component: entry.component,
      },
    })),
  );
  const deltas = booked.map((entry) => ({
    externalClaimRef: entry.externalClaimRef,
    amount: entry.amount,
    // A fee that is taken back is no fee any more.
    fee: entry.contra === CONTRA_OF.fee ? entry.amount : 0n,
  }));
  const accountIds = [...new Set(booked.map((entry) => entry.accountId))];
  await applyBalances(tx, deltas, accountIds, at);
  if (await reviewAgreements(tx, accountIds)) await reviewSettlements(tx, accountIds, book);
  return booked;
}
