/** What other rooms may read of the ledger. */
import { and, asc, eq } from 'drizzle-orm';
import { notFound } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { type CalendarDate, type Instant, instant } from '../../../../core/time.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { type Component, type EntryKind, ledgerEntry } from './finance.tables.ts';

/** Entries one answer holds; the balance counts all of them, and each carries the running balance of its place. */
const MAX_ENTRIES = 5000;

/** An account's money beside its balance, minor units as text: what ACCOUNT_MONEY gives. */
export interface AccountMoney {
  /** Payments less what was refunded, charged back, or taken back as booked wrong. */
  readonly paid: string;
  /** What active promises to pay add up to. */
  readonly promised: string;
  readonly hasInstalmentsPlan: boolean;
}

/** An expression for a statement over `account a`: reads the account's money without a statement of its own. */
export const ACCOUNT_MONEY = `(select jsonb_build_object(
  'paid', coalesce((select -sum(e.amount) from ledger_entry e
     where e.client_id = a.client_id and e.account_id = a.account_id and (e.kind in ('payment', 'refund', 'chargeback') or e.kind = 'correction' and e.contra = 'bank')), 0)::text,
  'promised', coalesce((select sum(p.amount) from promise_to_pay p
     where p.client_id = a.client_id and p.account_id = a.account_id and p.status = 'active'), 0)::text,
  'hasInstalmentsPlan', exists (select from instalments_plan i where i.client_id = a.client_id and i.account_id = a.account_id and i.status = 'active')))`;

export interface LedgerRow {
  readonly entryId: Uuid;
  readonly externalClaimRef: string;
  readonly kind: EntryKind;
  readonly amount: bigint;
  readonly currency: string;
  readonly valueDate: CalendarDate;
  readonly bookedAt: Instant;
  readonly description: string;
  readonly paymentId: Uuid | null;
  readonly reversesEntryId: Uuid | null;
  readonly component: Component;
  /** The account on the other side. */
  readonly contra: string;
  /** Sum of all entries up to and with this one, in the order of booking. */
  readonly runningBalance: bigint;
}

/**
 * @returns the entries of an account, or of one of its claims, in the order of booking: the newest 5,000, each with the balance after it.
 * The last one's running balance is the balance.
 */
export async function readLedger(tx: Tx, accountId: Uuid, externalClaimRef: string | null = null): Promise<LedgerRow[]> {
  const rows = await tx.sql<Omit<LedgerRow, 'bookedAt'> & { bookedAt: Date }>(
    `select * from (
       select entry_id as "entryId", external_claim_ref as "externalClaimRef", kind, amount, currency, value_date as "valueDate", booked_at as "bookedAt",
         description, payment_id as "paymentId", reverses_entry_id as "reversesEntryId", component, contra,
         (sum(amount) over (order by booked_at, entry_id))::bigint as "runningBalance"
       from ledger_entry where client_id = $1 and account_id = $2 and ($3::text is null or external_claim_ref = $3)
       order by booked_at desc, entry_id desc limit ${MAX_ENTRIES}) newest
     order by "bookedAt", "entryId"`,
    [tx.clientId, accountId, externalClaimRef],
  );
  return rows.map((row) => ({ ...row, bookedAt: instant(row.bookedAt) }));
}

/** @returns every entry of an account, or of one of its claims, in the order of booking. */
export async function readEntries(
  tx: Tx,
  accountId: Uuid,
  externalClaimRef: string | null = null,
): Promise<(typeof ledgerEntry.$inferSelect)[]> {
  return tx.db
    .select()
    .from(ledgerEntry)
    .where(
      and(
        eq(ledgerEntry.clientId, tx.clientId),
        eq(ledgerEntry.accountId, accountId),
        externalClaimRef === null ? undefined : eq(ledgerEntry.externalClaimRef, externalClaimRef),
      ),
    )
    .orderBy(asc(ledgerEntry.bookedAt), asc(ledgerEntry.entryId));
}

/** @returns what an action of a key has booked on the account: the same press of a button answers the same. The account must be locked. */
export async function readEntriesByKey(tx: Tx, accountId: Uuid, key: string): Promise<(typeof ledgerEntry.$inferSelect)[]> {
  return (await readEntries(tx, accountId)).filter((row) => row.key === key || row.key.startsWith(`${key}:`));
}

/** @returns every entry about a payment, in the order of booking: what it put into the ledger, and what gave that back. */
export async function readPaymentEntries(
  tx: Tx,
  { accountId, paymentId }: { readonly accountId: Uuid; readonly paymentId: Uuid },
): Promise<(typeof ledgerEntry.$inferSelect)[]> {
  return tx.db
    .select()
    .from(ledgerEntry)
    .where(and(eq(ledgerEntry.clientId, tx.clientId), eq(ledgerEntry.accountId, accountId), eq(ledgerEntry.paymentId, paymentId)))
    .orderBy(asc(ledgerEntry.bookedAt), asc(ledgerEntry.entryId));
}

/** @param fallback of an account that is none; null: it must be there. @returns the currency of an account. @throws Fault NOT_FOUND */
export async function currencyOf(tx: Tx, accountId: Uuid, fallback: string | null = null): Promise<string> {
  const [row] = await tx.sql<{ currency: string }>('select currency from published.account where client_id = $1 and account_id = $2', [
    tx.clientId,
    accountId,
  ]);
  const currency = row?.currency ?? fallback;
  if (!currency) throw notFound('accountNotFound');
  return currency;
}

/** The account on the other side of what a settlement forgives. */
export const SETTLEMENT_LOSS = 'loss:settlement';

/**
 * @returns what debtors are told that an entry is. Only a settlement waives; any other write-off is bookkeeping and promises nothing
 * (docs/decisions/money.md).
 */
export function kindForDebtors(entry: Pick<typeof ledgerEntry.$inferSelect, 'kind' | 'contra'>) {
  return entry.kind === 'writeOff' && entry.contra === SETTLEMENT_LOSS ? 'waiver' : entry.kind;
}
