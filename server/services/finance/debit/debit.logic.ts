/** Direct debits: one collection under one mandate, from the plan to what the bank made of it. */
import { and, eq, inArray } from 'drizzle-orm';
import type { EventTypeOf } from '../../../../core/events/catalogue.ts';
import type { DEBIT } from '../../../../core/events/mandate.ts';
import { fault, invalid, notFound } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { fromDecimal, toDecimal } from '../../../../core/money.ts';
import { addDays, type CalendarDate, isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents, type Besides, composeEvent } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { collectingAccount } from '../account/account.logic.ts';
import { firstCollectionDay, onTargetDay } from '../account/sepa.ts';
import { clientToday } from '../agreement/agreement.logic.ts';
import { directDebit } from '../ground/bank.tables.ts';
import { lockDue } from '../ledger/interest.logic.ts';
import { startPayment } from '../payment/payment.logic.ts';
import type { Payment } from '../payment/payment.read.logic.ts';
import { contextOf, isMandateActive, lockMandate, type Mandate, mandateEnd, SEPA } from './mandate.logic.ts';

export type DirectDebit = typeof directDebit.$inferSelect;

/** The payment waits for its file: it is not under way yet, and the debtor may still pay otherwise. */
export const PLANNED = 'planned';
/** Nobody plans further ahead. */
const MOST_DAYS_AHEAD = 366;

export interface NewCollection {
  readonly mandateId: Uuid;
  /** Claims it pays; all open ones of the account when empty. */
  readonly externalClaimRefs: readonly string[];
  /** Minor units; all that is due on the claims when absent. */
  readonly amount?: bigint | null;
  /** The day it shall be collected on; the first possible one when absent. It moves to a day on which banks settle and which can be announced. */
  readonly collectionDate?: CalendarDate | null;
  /** The last one under the mandate, which ends with it. */
  readonly isFinal?: boolean;
  readonly bankAccountId?: Uuid | null;
  readonly idempotencyKey: string;
  readonly instalmentId?: Uuid | null;
}

/** @returns the mandate, held. @throws Fault NOT_FOUND, CONFLICT when nothing can be collected under it */
export async function usableMandate(tx: Tx, mandateId: Uuid): Promise<Mandate> {
  const mandate = await lockMandate(tx, mandateId);
  const today = await clientToday(tx);
  if (!isMandateActive(mandate, now(), today)) {
    const end = mandateEnd(mandate);
    if (end !== null && today > end) throw fault('CONFLICT', 'mandateEnded', { day: end });
    throw fault('CONFLICT', 'mandateOff');
  }
  return mandate;
}

/**
 * Plans a collection. A second call with the same key answers with the first one's.
 * @throws Fault NOT_FOUND, INVALID_INPUT (amount, collectionDate), CONFLICT (mandate disabled, nothing due, no account to collect to)
 */
export async function planCollection(tx: Tx, input: NewCollection): Promise<DirectDebit> {
  const mandate = await usableMandate(tx, input.mandateId);
  if (mandate.providerName !== SEPA) throw fault('CONFLICT', 'mandateSepaOnly');
  const [earlier] = await tx.sql<{ payment_id: Uuid }>('select payment_id from payment where client_id = $1 and idempotency_key = $2', [
    tx.clientId,
    input.idempotencyKey,
  ]);
  if (earlier) return readDirectDebit(tx, earlier.payment_id);
  const account = await collectingAccount(tx, input.bankAccountId ?? null);
  const refs = input.externalClaimRefs.length > 0 ? input.externalClaimRefs : await openClaims(tx, mandate.accountId);
  const claims = await lockDue(tx, refs);
  if (claims.some((claim) => claim.accountId !== mandate.accountId)) throw notFound('claimNotFound');
  if (claims.some((claim) => claim.currency !== 'EUR')) throw fault('CONFLICT', 'sepaEuro');
  if (claims.some((claim) => claim.disputedAt !== null)) throw fault('CONFLICT', 'chosenDisputed');
  const today = await clientToday(tx);
  const wished = input.collectionDate ?? today;
  if (wished < today || wished > addDays(today, MOST_DAYS_AHEAD))
    throw invalid('collectionDate', 'dayBetween', { first: today, last: addDays(today, MOST_DAYS_AHEAD) });
  const due =
    claims.reduce((sum, claim) => sum + (claim.balance > 0n ? claim.balance : 0n), 0n) - (await plannedOn(tx, mandate.accountId, refs));
  if (due <= 0n) throw fault('CONFLICT', 'collectedAlready');
  const amount = input.amount ?? due;
  if (amount > due) throw invalid('amount', 'amountPlanned', { amount: toDecimal(due, 'EUR') });
  const payment = await startPayment(tx, {
    accountId: mandate.accountId,
    externalClaimRefs: refs,
    amount,
    providerName: SEPA,
    method: 'directDebit',
    idempotencyKey: input.idempotencyKey,
    instalmentId: input.instalmentId ?? null,
  });
  await tx.sql('update payment set status_reason = $3, mandate_id = $4, end_to_end_id = $5 where client_id = $1 and payment_id = $2', [
    tx.clientId,
    payment.paymentId,
    PLANNED,
    mandate.mandateId,
    payment.paymentId.replaceAll('-', '').toUpperCase(),
  ]);
  const at = now();
  const row: DirectDebit = {
    clientId: tx.clientId,
    paymentId: payment.paymentId,
    accountId: mandate.accountId,
    mandateId: mandate.mandateId,
    bankAccountId: account.bankAccountId,
    status: 'planned',
    amount: payment.amount,
    currency: payment.currency,
    collectionDate: later(onTargetDay(wished), firstDay(today, account.preNotificationDays)),
    sequenceType: input.isFinal ? 'FNAL' : contextOf(mandate).mandateRepresentation.isOneOff ? 'OOFF' : null,
    announcedAt: null,
    fileId: null,
    returnReason: null,
    createdAt: at,
    updatedAt: at,
  };
  await tx.db.insert(directDebit).values(row);
  await appendDebitEvent(tx, 'directDebitPlanned', row, { mandateReference: mandate.reference });
  return row;
}

const later = (a: CalendarDate, b: CalendarDate) => (a > b ? a : b);

/** @returns the first day that can still be announced in time and that a file can reach. */
export function firstDay(today: CalendarDate, preNotificationDays: number): CalendarDate {
  return onTargetDay(later(addDays(today, preNotificationDays), firstCollectionDay(today)));
}

/** @returns the open claims of an account that nobody disputes, oldest first. @throws Fault CONFLICT when there are none */
export async function openClaims(tx: Tx, accountId: Uuid): Promise<string[]> {
  const rows = await tx.sql<{ ref: string }>(
    `select external_claim_ref as ref from published.claim where client_id = $1 and account_id = $2 and status = 'open' and disputed_at is null order by due_date, external_claim_ref`,
    [tx.clientId, accountId],
  );
  if (rows.length === 0) throw fault('CONFLICT', 'accountNothingDue');
  return rows.map((row) => row.ref);
}

/** Minor units that planned collections already want of these claims. */
async function plannedOn(tx: Tx, accountId: Uuid, refs: readonly string[]): Promise<bigint> {
  const rows = await tx.sql<{ amount: string }>(
    `select part ->> 'amount' as amount from payment p, jsonb_array_elements(p.allocation) part
     where p.client_id = $1 and p.account_id = $2 and p.status = 'processing' and p.status_reason = '${PLANNED}' and part ->> 'externalClaimRef' = any($3)`,
    [tx.clientId, accountId, refs],
  );
  return rows.reduce((sum, row) => sum + (fromDecimal(row.amount, 'EUR') ?? 0n), 0n);
}

/** @throws Fault NOT_FOUND */
export async function readDirectDebit(tx: Tx, paymentId: Uuid, lock = false): Promise<DirectDebit> {
  const query = tx.db
    .select()
    .from(directDebit)
    .where(and(eq(directDebit.clientId, tx.clientId), eq(directDebit.paymentId, paymentId)));
  const [row] = await (lock ? query.for('update') : query);
  if (!row) throw notFound('debitNotFound');
  return row;
}

/** Changes a collection and keeps when. */
export async function setDebit(tx: Tx, row: DirectDebit, values: Partial<DirectDebit>): Promise<DirectDebit> {
  const change = { ...values, updatedAt: now() };
  await tx.db
    .update(directDebit)
    .set(change)
    .where(and(eq(directDebit.clientId, tx.clientId), eq(directDebit.paymentId, row.paymentId)));
  return { ...row, ...change };
}

/** Takes a collection back that no file holds yet. @param reason a word for people and events. @throws Fault NOT_FOUND, CONFLICT */
export async function cancelCollection(tx: Tx, paymentId: Uuid, reason: string): Promise<DirectDebit> {
  const row = await readDirectDebit(tx, paymentId, true);
  if (row.status === 'canceled') return row;
  if (row.status !== 'planned' && row.status !== 'announced') throw fault('CONFLICT', 'debitInFile');
  await tx.sql(
    `update payment set status = 'canceled', status_reason = $3, updated_at = $4 where client_id = $1 and payment_id = $2 and status = 'processing'`,
    [tx.clientId, paymentId, reason, isoInstant(now())],
  );
  const changed = await setDebit(tx, row, { status: 'canceled' });
  await appendDebitEvent(tx, 'directDebitCanceled', changed, { reason });
  return changed;
}

type DebitEvent = Extract<EventTypeOf<'mandate'>, `directDebit${string}`>;

/** One event of a collection's life; with neither an account number nor a name. */
export async function appendDebitEvent<Type extends DebitEvent>(
  tx: Tx,
  messageType: Type,
  row: DirectDebit,
  extra: Besides<Type, typeof DEBIT>,
): Promise<void> {
  const { accountId, paymentId, mandateId, currency, collectionDate } = row;
  const common = { paymentId, mandateId, amount: toDecimal(row.amount, currency), currency, collectionDate };
  await appendEvents(tx, [composeEvent(messageType, { accountId }, common, extra)]);
}

export interface DebitFilter {
  readonly statuses?: readonly string[] | null | undefined;
  readonly accountId?: Uuid | null | undefined;
  readonly bankAccountId?: Uuid | null | undefined;
}

export type ListedDebit = DirectDebit & {
  readonly debtorName: string;
  readonly externalAccountRef: string;
  readonly mandateReference: string;
  readonly payment: Pick<Payment, 'allocation'>;
  /** What became of the pre-notification: sent, queued, failed …; null: none was queued. */
  readonly announcement: string | null;
};

/** @returns collections by the day they are due, at most 500. */
export async function listDirectDebits(tx: Tx, filter: DebitFilter): Promise<ListedDebit[]> {
  const rows = await tx.sql<Record<string, unknown> & { payment_id: Uuid }>(
    `select d.payment_id, a.debtor_name, a.external_account_ref, m.reference, p.allocation,
       (select o.status from outbox o where o.client_id = $1 and o.account_id = d.account_id and o.key = 'prenotification:' || d.payment_id || ':' || d.collection_date) as announcement
     from direct_debit d join published.account a on a.client_id = $1 and a.account_id = d.account_id
       join recurring_payment_mandate m on m.client_id = $1 and m.mandate_id = d.mandate_id
       join payment p on p.client_id = $1 and p.payment_id = d.payment_id
     where d.client_id = $1 and ($2::text[] is null or d.status = any($2)) and ($3::uuid is null or d.account_id = $3) and ($4::uuid is null or d.bank_account_id = $4)
     order by case when d.status in ('planned', 'announced') then 0 else 1 end, d.collection_date, d.payment_id limit 500`,
    [tx.clientId, filter.statuses ?? null, filter.accountId ?? null, filter.bankAccountId ?? null],
  );
  const debits = await tx.db
    .select()
    .from(directDebit)
    .where(
      and(
        eq(directDebit.clientId, tx.clientId),
        inArray(
          directDebit.paymentId,
          rows.map((row) => row.payment_id),
        ),
      ),
    );
  const byId = new Map(debits.map((row) => [row.paymentId, row]));
  return rows.flatMap((row) => {
    const debit = byId.get(row.payment_id);
    return debit
      ? [
          {
            ...debit,
            debtorName: String(row.debtor_name),
            externalAccountRef: String(row.external_account_ref),
            mandateReference: String(row.reference),
            payment: { allocation: row.allocation as Payment['allocation'] },
            announcement: row.announcement === null ? null : String(row.announcement),
          },
        ]
      : [];
  });
}
