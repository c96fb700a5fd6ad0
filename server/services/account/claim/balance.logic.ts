/** What the ledger does to claims: locks, balances, resolution, promises. Finance calls it; nobody else writes a balance. */
import { notFound } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import { type CalendarDate, type Instant, instant, isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents, type NewEvent } from '../../../platform/events.ts';
import { together } from '../../../platform/statements.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import type { ClaimStatus, InterestTerms } from '../ground/account.tables.ts';
import { refreshMoney } from '../ground/projection.logic.ts';

/** A claim as finance sees it while nobody else can change it. */
export interface LockedClaim {
  readonly externalClaimRef: string;
  readonly accountId: Uuid;
  readonly currency: string;
  /** Minor units; the ledger's sum. */
  readonly balance: bigint;
  readonly dueDate: CalendarDate | null;
  readonly status: ClaimStatus;
  readonly disputedAt: Instant | null;
  readonly instalmentsPlanEnabled: boolean;
  readonly promiseToPayEnabled: boolean;
  /** invoice, consumerLoan, … */
  readonly type: string;
  readonly productType: string | null;
  /** The claim's own order of allocation (engine/ledger/orders.ts). */
  readonly allocationOrder: string | null;
  readonly interestTerms: InterestTerms | null;
  readonly interestBookedUntil: CalendarDate | null;
}

interface ClaimRow {
  readonly external_claim_ref: string;
  readonly account_id: Uuid;
  readonly currency: string;
  readonly balance: bigint;
  readonly due_date: CalendarDate | null;
  readonly status: ClaimStatus;
  readonly disputed_at: Date | null;
  readonly instalments_plan_enabled: boolean;
  readonly promise_to_pay_enabled: boolean;
  readonly type: string;
  readonly product_type: string | null;
  readonly allocation_order: string | null;
  readonly interest_terms: InterestTerms | null;
  readonly interest_booked_until: CalendarDate | null;
}

const CLAIM_COLUMNS = `external_claim_ref, account_id, currency, balance, due_date, status, disputed_at, instalments_plan_enabled, promise_to_pay_enabled,
  type, product_type, allocation_order, interest_terms, interest_booked_until`;

/** Locks accounts until the transaction ends, in order: whoever changes money of an account holds its lock. */
export async function lockAccounts(tx: Tx, accountIds: readonly Uuid[]): Promise<void> {
  const free = accountIds.filter((id) => !tx.held.has(accountLock(id)));
  if (free.length === 0) return;
  await tx.sql('select 1 from account where client_id = $1 and account_id = any($2::uuid[]) order by account_id for update', [
    tx.clientId,
    free,
  ]);
  for (const id of free) tx.held.add(accountLock(id));
}

const accountLock = (accountId: Uuid) => `account ${accountId}`;
const claimLock = (externalClaimRef: string) => `claim ${externalClaimRef}`;

/** @returns whether the transaction has locked all of these claims before. */
export const holdsClaims = (tx: Tx, externalClaimRefs: readonly string[]): boolean =>
  externalClaimRefs.every((ref) => tx.held.has(claimLock(ref)));

/**
 * Locks claims and their accounts until the transaction ends. Accounts come first and in order, so that two transactions about one account
 * wait for each other instead of dead-locking.
 * @param which 'living' refuses missing and deleted claims; 'all' also gives deleted ones and leaves out missing ones.
 * @returns the claims, oldest due date first. @throws Fault NOT_FOUND
 */
export async function lockClaims(tx: Tx, externalClaimRefs: readonly string[], which: 'living' | 'all' = 'living'): Promise<LockedClaim[]> {
  const refs = [...new Set(externalClaimRefs)];
  if (!holdsClaims(tx, refs))
    tx.later(
      tx.sql(
        `select 1 from account where client_id = $1 and account_id in (select account_id from claim where client_id = $1 and external_claim_ref = any($2))
         order by account_id for update`,
        [tx.clientId, refs],
      ),
    );
  const rows = await tx.sql<ClaimRow & Record<string, unknown>>(
    `select ${CLAIM_COLUMNS} from claim where client_id = $1 and external_claim_ref = any($2) order by external_claim_ref for update`,
    [tx.clientId, refs],
  );
  for (const row of rows) tx.held.add(claimLock(row.external_claim_ref)).add(accountLock(row.account_id));
  if (which === 'living' && (rows.length < refs.length || rows.some((row) => row.status === 'deleted'))) throw notFound('claimNotFound');
  return rows.map(claimOf).sort(oldestFirst);
}

const oldestFirst = (a: LockedClaim, b: LockedClaim) =>
  (a.dueDate ?? '9999').localeCompare(b.dueDate ?? '9999') || a.externalClaimRef.localeCompare(b.externalClaimRef);

const claimOf = (row: ClaimRow): LockedClaim => ({
  externalClaimRef: row.external_claim_ref,
  accountId: row.account_id,
  currency: row.currency,
  balance: row.balance,
  dueDate: row.due_date,
  status: row.status,
  disputedAt: row.disputed_at && instant(row.disputed_at),
  instalmentsPlanEnabled: row.instalments_plan_enabled,
  promiseToPayEnabled: row.promise_to_pay_enabled,
  type: row.type,
  productType: row.product_type,
  allocationOrder: row.allocation_order,
  interestTerms: row.interest_terms,
  interestBookedUntil: row.interest_booked_until,
});

/** @returns the claims of an account as they are, oldest due date first; nothing is locked. Deleted ones are among them. */
export async function readMoneyClaims(tx: Tx, accountId: Uuid): Promise<LockedClaim[]> {
  const rows = await tx.sql<ClaimRow & Record<string, unknown>>(
    `select ${CLAIM_COLUMNS} from claim where client_id = $1 and account_id = $2`,
    [tx.clientId, accountId],
  );
  return rows.map(claimOf).sort(oldestFirst);
}

/** @returns claims that bear interest and are open, whose interest is booked until before a day; at most `limit`, by reference. @param after the last one seen. */
export async function interestBearingClaims(tx: Tx, before: CalendarDate, after: string, limit: number): Promise<string[]> {
  const rows = await tx.sql<{ external_claim_ref: string }>(
    `select external_claim_ref from claim where client_id = $1 and interest_terms is not null and status = 'open'
       and (interest_booked_until is null or interest_booked_until < $2) and external_claim_ref > $3 order by 1 limit $4`,
    [tx.clientId, before, after, limit],
  );
  return rows.map((row) => row.external_claim_ref);
}

/** Says until when the interest of claims is booked; never an earlier day than was said before. */
export async function setInterestBookedUntil(tx: Tx, externalClaimRefs: readonly string[], day: CalendarDate): Promise<void> {
  await tx.sql(
    `update claim set interest_booked_until = $3 where client_id = $1 and external_claim_ref = any($2)
       and (interest_booked_until is null or interest_booked_until < $3)`,
    [tx.clientId, externalClaimRefs, day],
  );
}

/** Sets how money is put on a claim, and what interest it bears. The claim must be locked. */
export async function setClaimTerms(
  tx: Tx,
  externalClaimRef: string,
  terms: { readonly allocationOrder: string | null; readonly interestTerms: InterestTerms | null },
): Promise<void> {
  await tx.sql(
    `update claim set allocation_order = $3, interest_terms = $4::jsonb, revision = revision + 1, updated_at = $5
     where client_id = $1 and external_claim_ref = $2`,
    [tx.clientId, externalClaimRef, terms.allocationOrder, terms.interestTerms && JSON.stringify(terms.interestTerms), isoInstant(now())],
  );
}

/** Minor units added to a claim's balance, and how much of them are fees. */
export interface BalanceDelta {
  readonly externalClaimRef: string;
  readonly amount: bigint;
  readonly fee?: bigint;
}

/**
 * Adds booked amounts to claims: balance += amount. A claim that falls to 0 or below is resolved, one that rises again is reopened;
 * each announces itself. @param deltas minor units per claim; claims may repeat. @param accountIds all accounts of these claims. @param at when it was booked.
 */
export async function applyBalances(tx: Tx, deltas: readonly BalanceDelta[], accountIds: readonly Uuid[], at: Instant): Promise<void> {
  if (deltas.length === 0) return;
  const updating = tx.sql<{
    external_claim_ref: string;
    account_id: Uuid;
    currency: string;
    balance: bigint;
    status: ClaimStatus;
    before: ClaimStatus;
  }>(
    `with delta as (select ref, sum(amount)::bigint as amount, sum(fee)::bigint as fee from unnest($2::text[], $3::bigint[], $4::bigint[]) as d(ref, amount, fee) group by ref),
     old as (select c.external_claim_ref, c.status, d.amount, d.fee from claim c join delta d on d.ref = c.external_claim_ref where c.client_id = $1 order by 1 for update of c)
     update claim c set balance = c.balance + old.amount, total_fees = c.total_fees + old.fee, updated_at = $5,
       status = case when old.status = 'deleted' then 'deleted' when c.balance + old.amount <= 0 then 'resolved' else 'open' end,
       status_reason = case when old.status = 'open' and c.balance + old.amount <= 0 then 'paid' when c.balance + old.amount > 0 then null else c.status_reason end
     from old where c.client_id = $1 and c.external_claim_ref = old.external_claim_ref
     returning c.external_claim_ref, c.account_id, c.currency, c.balance, c.status, old.status as before`,
    [tx.clientId, deltas.map((d) => d.externalClaimRef), deltas.map((d) => d.amount), deltas.map((d) => d.fee ?? 0n), isoInstant(at)],
  );
  const [rows] = await together(updating, refreshMoney(tx, accountIds));
  await appendEvents(
    tx,
    rows
      .filter((row) => row.status !== row.before)
      .map(
        (row): NewEvent => ({
          messageType: row.status === 'resolved' ? 'claimResolved' : 'claimReopened',
          accountId: row.account_id,
          externalClaimRef: row.external_claim_ref,
          emitTime: at,
          payload: { balance: toDecimal(row.balance, row.currency), currency: row.currency },
        }),
      ),
  );
}

/** Sets or clears the day until which an agreement holds, per claim. */
export async function setPromisedUntil(tx: Tx, days: ReadonlyMap<string, CalendarDate | null>): Promise<void> {
  if (days.size === 0) return;
  const rows = await tx.sql<{ account_id: Uuid }>(
    `update claim c set promised_until = d.day from unnest($2::text[], $3::date[]) as d(ref, day)
     where c.client_id = $1 and c.external_claim_ref = d.ref and c.promised_until is distinct from d.day returning c.account_id`,
    [tx.clientId, [...days.keys()], [...days.values()]],
  );
  if (rows.length > 0) await refreshMoney(tx, [...new Set(rows.map((row) => row.account_id))]);
}
