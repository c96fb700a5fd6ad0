/** The work list of bank transactions: what people decide about those that no rule was sure of, and how they take it back. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { fault, invalid, notFound } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import { type CalendarDate, type Instant, instant, isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import { digestsOf } from '../../../platform/seal.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { openFor } from '../account/secrets.ts';
import { type BankEntryStatus, bankEntry } from '../ground/bank.tables.ts';
import { bookArrivals } from '../payment/arrival.logic.ts';
import { bookChargeback } from '../payment/chargeback.logic.ts';
import { readPayment } from '../payment/payment.read.logic.ts';
import { readAccounts } from './candidates.logic.ts';
import { arrivalKey, type Told } from './entry.types.ts';
import { weigh } from './match.ts';
import { returnPayment } from './return.logic.ts';

export type BankEntry = typeof bankEntry.$inferSelect;

/** One part of a bank transaction: to an account, and to some of its claims when they are named. Minor units. */
export interface EntryPart {
  readonly accountId: Uuid;
  readonly externalClaimRefs: readonly string[];
  readonly amount: bigint;
}

const PAGE = 100;

/** @returns a row as it is stored, with its IBAN opened. */
const openEntryRow = (row: BankEntry): BankEntry => ({
  ...row,
  counterpartyIban: openFor('entry', row.clientId, row.entryId, row.counterpartyIban),
});

export interface EntryFilter {
  readonly statementId?: Uuid | null | undefined;
  readonly statuses?: readonly string[] | null | undefined;
  readonly offset?: number | null | undefined;
}

/** @returns bank transactions by value date, a hundred at a time, and how many there are. */
export async function listEntries(tx: Tx, filter: EntryFilter): Promise<{ entries: BankEntry[]; total: number }> {
  const where = and(
    eq(bankEntry.clientId, tx.clientId),
    filter.statementId ? eq(bankEntry.statementId, filter.statementId) : undefined,
    filter.statuses ? inArray(bankEntry.status, filter.statuses as BankEntryStatus[]) : undefined,
  );
  const [count] = await tx.db.select({ total: sql<number>`count(*)::int` }).from(bankEntry).where(where);
  const entries = await tx.db
    .select()
    .from(bankEntry)
    .where(where)
    .orderBy(asc(bankEntry.valueDate), asc(bankEntry.statementId), asc(bankEntry.position))
    .limit(PAGE)
    .offset(Math.max(0, filter.offset ?? 0));
  return { entries: entries.map(openEntryRow), total: count?.total ?? 0 };
}

/** @throws Fault NOT_FOUND */
export async function readEntry(tx: Tx, entryId: Uuid, lock = false): Promise<BankEntry> {
  const query = tx.db
    .select()
    .from(bankEntry)
    .where(and(eq(bankEntry.clientId, tx.clientId), eq(bankEntry.entryId, entryId)));
  const [row] = await (lock ? query.for('update') : query);
  if (!row) throw notFound('bankEntryNotFound');
  return openEntryRow(row);
}

/**
 * Books a bank transaction where people say, whole: the parts add up to it.
 * @throws Fault NOT_FOUND, INVALID_INPUT (parts), CONFLICT when somebody else decided meanwhile
 */
export async function bookEntry(tx: Tx, entryId: Uuid, revision: number, parts: readonly EntryPart[], userId: Uuid): Promise<BankEntry> {
  const entry = await openEntry(tx, entryId, revision);
  if (entry.amount <= 0n) throw fault('CONFLICT', 'entryWentOut');
  if (parts.length === 0) throw invalid('parts', 'partsWhich');
  const total = parts.reduce((sum, part) => sum + part.amount, 0n);
  if (parts.some((part) => part.amount <= 0n)) throw invalid('parts', 'partsZero');
  if (total !== entry.amount)
    throw invalid('parts', 'partsSum', {
      parts: toDecimal(total, entry.currency),
      amount: toDecimal(entry.amount, entry.currency),
      currency: entry.currency,
    });
  const accounts = await readAccounts(tx, [...new Set(parts.map((part) => part.accountId))]);
  const arrived = await bookArrivals(
    tx,
    parts.map((part, index) => {
      const account = accounts.get(part.accountId);
      if (!account) throw notFound('accountNotFound');
      const own = account.claims.map((claim) => claim.externalClaimRef);
      if (part.externalClaimRefs.some((ref) => !own.includes(ref))) throw notFound('claimNotFound');
      const open = account.claims.filter((claim) => claim.balance > 0n).map((claim) => claim.externalClaimRef);
      const refs = part.externalClaimRefs.length > 0 ? part.externalClaimRefs : open.length > 0 ? open : own.slice(-1);
      if (refs.length === 0) throw fault('CONFLICT', 'accountNoClaim', { account: account.externalAccountRef });
      return {
        accountId: part.accountId,
        externalClaimRefs: refs,
        amount: part.amount,
        currency: entry.currency,
        valueDate: entry.valueDate,
        key: arrivalKey(entry, index),
        method: 'bankTransfer',
        externalRef: detailsOf(entry).bankRef,
      };
    }),
    true,
  );
  if (arrived.some((each) => each.paymentId === null)) throw invalid('parts', 'partsCurrency', { currency: entry.currency });
  const payments = arrived.map((each, index) => ({
    paymentId: each.paymentId,
    accountId: parts[index]?.accountId,
    amount: String(parts[index]?.amount),
  }));
  return decided(tx, entry, 'booked', userId, {
    accountId: parts.length === 1 ? (parts[0]?.accountId ?? null) : null,
    paymentId: payments.length === 1 ? (payments[0]?.paymentId ?? null) : null,
    explanation: { ...entry.explanation, payments },
  });
}

/** Takes a bank transaction as the return of a payment. @throws Fault NOT_FOUND, CONFLICT */
export async function bookReturn(tx: Tx, entryId: Uuid, revision: number, paymentId: Uuid, userId: Uuid): Promise<BankEntry> {
  const entry = await openEntry(tx, entryId, revision);
  if (entry.amount >= 0n) throw fault('CONFLICT', 'returnWentOut');
  const [known] = await tx.sql<{ account_id: Uuid; amount: bigint; currency: string; status: string }>(
    'select account_id, amount, currency, status from payment where client_id = $1 and payment_id = $2',
    [tx.clientId, paymentId],
  );
  if (!known) throw notFound('paymentNotFound');
  if (known.status === 'chargedBack') throw fault('CONFLICT', 'paymentReturned');
  if (known.currency !== entry.currency) throw fault('CONFLICT', 'paymentCurrency', { currency: known.currency });
  if (known.amount > -entry.amount) throw fault('CONFLICT', 'returnLess');
  await returnPayment(tx, paymentId, entry.returnReason, {
    charge: -entry.amount - known.amount,
    currency: entry.currency,
    key: entry.key,
  });
  return decided(tx, entry, 'booked', userId, { accountId: known.account_id, paymentId });
}

/** Leaves a bank transaction out of the debtors' money. @param note why, for whoever looks later. @throws Fault NOT_FOUND, INVALID_INPUT (note), CONFLICT */
export async function ignoreEntry(tx: Tx, entryId: Uuid, revision: number, note: string, userId: Uuid): Promise<BankEntry> {
  const entry = await openEntry(tx, entryId, revision);
  const text = note.trim();
  if (text === '' || text.length > 500) throw invalid('note', 'ignoreWhy');
  return decided(tx, entry, 'ignored', userId, { note: text });
}

/**
 * Takes a decision back: what was booked is booked back, and the bank transaction is open again. A return stays: the bank decided it.
 * @throws Fault NOT_FOUND, CONFLICT
 */
export async function undoEntry(tx: Tx, entryId: Uuid, revision: number, userId: Uuid): Promise<BankEntry> {
  const entry = await readEntry(tx, entryId, true);
  current(entry, revision);
  if (entry.status !== 'booked' && entry.status !== 'ignored') throw fault('CONFLICT', 'entryUndecided');
  if (entry.status === 'booked' && entry.amount < 0n) throw fault('CONFLICT', 'returnStays');
  if (entry.status === 'booked' && entry.endToEndId !== null && (await isCollection(tx, entry.paymentId)))
    throw fault('CONFLICT', 'collectionStays');
  for (const paymentId of paymentsOf(entry)) await undoPayment(tx, paymentId, entry.valueDate);
  return decided(tx, entry, 'ambiguous', userId, {
    accountId: null,
    paymentId: null,
    note: null,
    explanation: { ...entry.explanation, payments: null, signs: [], doubt: 'undone' },
  });
}

/** @returns how an account that people look up fits a bank transaction. @throws Fault NOT_FOUND */
export async function weighAccount(tx: Tx, entryId: Uuid, accountId: Uuid) {
  const entry = await readEntry(tx, entryId);
  const account = (await readAccounts(tx, [accountId])).get(accountId);
  if (!account) throw notFound('accountNotFound');
  return weigh({ amount: entry.amount, name: entry.counterpartyName }, { ...account, hits: [] }, (minor) =>
    toDecimal(minor, entry.currency),
  );
}

export interface ReturnCandidate {
  readonly paymentId: Uuid;
  readonly accountId: Uuid;
  readonly externalAccountRef: string;
  readonly debtorName: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly createdAt: Instant;
}

/** @returns settled or pending bank payments that a bank transaction may be the return of: of its sum, or of its sum without the bank's charge. */
export async function returnCandidates(tx: Tx, entryId: Uuid): Promise<ReturnCandidate[]> {
  const entry = await readEntry(tx, entryId);
  const taken = entry.amount < 0n ? -entry.amount : entry.amount;
  const charge = BigInt(detailsOf(entry).charge ?? '0');
  const rows = await tx.sql<Omit<ReturnCandidate, 'createdAt'> & { createdAt: Date }>(
    `select p.payment_id as "paymentId", p.account_id as "accountId", a.external_account_ref as "externalAccountRef", a.debtor_name as "debtorName",
       p.amount, p.currency, p.created_at as "createdAt"
     from payment p join published.account a on a.client_id = $1 and a.account_id = p.account_id
     where p.client_id = $1 and p.amount in ($2, $3) and p.currency = $5 and p.status in ('settled', 'processing') and p.provider_name in ('bank', 'sepaDirectDebit')
     order by (a.account_id in (select account_id from bank_entry e where e.client_id = $1 and e.counterparty_iban_digest = any($4) and e.account_id is not null)) desc, p.created_at desc limit 20`,
    [
      tx.clientId,
      taken,
      taken - charge,
      entry.counterpartyIban === null ? [] : digestsOf('iban', tx.clientId, entry.counterpartyIban),
      entry.currency,
    ],
  );
  return rows.map((row) => ({ ...row, createdAt: instant(row.createdAt) }));
}

const detailsOf = (entry: BankEntry) => entry.explanation as unknown as Told;

function paymentsOf(entry: BankEntry): Uuid[] {
  const split = (entry.explanation?.payments ?? null) as readonly { paymentId: Uuid }[] | null;
  return split ? split.map((each) => each.paymentId) : entry.paymentId ? [entry.paymentId] : [];
}

/** Books a payment back as of its own day: it never was this account's, so that no interest ran, and no bank returned it. */
async function undoPayment(tx: Tx, paymentId: Uuid, valueDate: CalendarDate): Promise<void> {
  const row = await readPayment(tx, paymentId);
  if (row.status !== 'settled') throw fault('CONFLICT', 'paymentMovedOn');
  await tx.sql(
    `update payment set status = 'canceled', status_reason = 'undone', updated_at = $3 where client_id = $1 and payment_id = $2`,
    [tx.clientId, paymentId, isoInstant(now())],
  );
  await appendEvents(tx, [
    {
      messageType: 'paymentCanceled',
      accountId: row.accountId,
      payload: {
        paymentId,
        amount: toDecimal(row.amount, row.currency),
        currency: row.currency,
        providerName: row.providerName,
        method: row.method,
        reason: 'undone',
      },
    },
  ]);
  await bookChargeback(tx, row, valueDate, 'undone');
}

async function isCollection(tx: Tx, paymentId: Uuid | null): Promise<boolean> {
  const rows = await tx.sql('select 1 from direct_debit where client_id = $1 and payment_id = $2', [tx.clientId, paymentId]);
  return rows.length > 0;
}

async function openEntry(tx: Tx, entryId: Uuid, revision: number): Promise<BankEntry> {
  const entry = await readEntry(tx, entryId, true);
  current(entry, revision);
  if (entry.status !== 'ambiguous' && entry.status !== 'unmatched' && entry.status !== 'ignored')
    throw fault('CONFLICT', entry.status === 'new' ? 'entryUndecided' : 'entryDecided');
  return entry;
}

function current(entry: BankEntry, revision: number): void {
  if (entry.revision !== revision) throw fault('CONFLICT', 'entryDecided', {}, 'revision');
}

async function decided(tx: Tx, entry: BankEntry, status: BankEntryStatus, userId: Uuid, values: Partial<BankEntry>): Promise<BankEntry> {
  const isOpen = status === 'ambiguous';
  const [row] = await tx.db
    .update(bankEntry)
    .set({ ...values, status, decidedBy: isOpen ? null : userId, decidedAt: isOpen ? null : now(), revision: entry.revision + 1 })
    .where(and(eq(bankEntry.clientId, tx.clientId), eq(bankEntry.entryId, entry.entryId)))
    .returning();
  if (!row) throw notFound('bankEntryNotFound');
  await appendEvents(tx, [
    {
      messageType: 'bankEntryDecided',
      accountId: row.accountId ?? entry.accountId,
      payload: {
        entryId: entry.entryId,
        decision: isOpen ? 'undone' : status,
        amount: toDecimal(entry.amount, entry.currency),
        currency: entry.currency,
        valueDate: entry.valueDate,
        ...(values.note ? { note: values.note } : {}),
      },
    },
  ]);
  return openEntryRow(row);
}
