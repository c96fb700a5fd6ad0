/** What reports and the homepage read of claims, accounts and tasks: sets and sums, never one by one. */
import type { Uuid } from '../../../core/id.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { worksTopic } from './task/task.next.logic.ts';

/** Which claims a report is about; amounts of two currencies are never added together. */
export interface ReportFilter {
  readonly currency: string;
  /** Null: all. */
  readonly portfolios: readonly string[] | null;
  readonly products: readonly string[] | null;
}

/** Takes a value into a statement. @returns its placeholder. */
export type Bind = (value: unknown) => string;

/** @returns the values of a statement, the client's id first, and what takes more. */
export function statementValues(tx: Tx): { values: unknown[]; bind: Bind } {
  const values: unknown[] = [tx.clientId];
  return { values, bind: (value) => `$${values.push(value)}` };
}

/** @returns SQL of the filter's claims, for a `from`: external_claim_ref, account_id, status, balance, due_date, created_at. $1 is the client. @param deleted whether deleted claims are among them: money that came on them stays money in, nothing else of them is in a report. */
export function reportClaims(filter: ReportFilter, bind: Bind, { deleted = false } = {}): string {
  const where = [`client_id = $1 and currency = ${bind(filter.currency)}`];
  if (!deleted) where.push(`status <> 'deleted'`);
  if (filter.portfolios) where.push(`external_portfolio_ref = any(${bind(filter.portfolios)}::text[])`);
  if (filter.products) where.push(`coalesce(product_name, product_reference) = any(${bind(filter.products)}::text[])`);
  return `(select external_claim_ref, account_id, status, balance, due_date, created_at from claim where ${where.join(' and ')})`;
}

/** @returns a condition: the claim of a row with this alias is still open. */
export const claimIsOpen = (alias: string) =>
  `exists (select from claim c where c.client_id = ${alias}.client_id and c.external_claim_ref = ${alias}.external_claim_ref and c.status = 'open')`;

/** What is owed by everybody. */
export interface OpenPortfolio {
  readonly outstanding: readonly { readonly currency: string; readonly amount: bigint }[];
  readonly openClaims: number;
  readonly openAccounts: number;
}

/** @returns the balances of open claims per currency, and how many claims and accounts they are. Reads every claim. */
export async function readOpenPortfolio(tx: Tx): Promise<OpenPortfolio> {
  const rows = await tx.sql<{ currency: string; claims: number; amount: bigint }>(
    `select currency, count(*)::int as claims, sum(balance)::bigint as amount from claim
     where client_id = $1 and status <> 'deleted' and balance > 0 group by 1 order by 3 desc`,
    [tx.clientId],
  );
  const [accounts] = await tx.sql<{ accounts: number }>(
    'select count(*)::int as accounts from account where client_id = $1 and total_amount > 0',
    [tx.clientId],
  );
  return {
    outstanding: rows.map(({ currency, amount }) => ({ currency, amount })),
    openClaims: rows.reduce((sum, row) => sum + row.claims, 0),
    openAccounts: accounts?.accounts ?? 0,
  };
}

/** @returns whether the client has any account, open or not. */
export async function hasAccounts(tx: Tx): Promise<boolean> {
  const [row] = await tx.sql('select 1 from account where client_id = $1 limit 1', [tx.clientId]);
  return row !== undefined;
}

/** @returns how many tasks a person has, may take, and are open in all, without those put off: the totals of the task lists. */
export async function countOpenTasks(tx: Tx, userId: Uuid, at: Instant): Promise<{ own: number; unassigned: number; all: number }> {
  // Alike ones are counted together first: whether somebody works a topic is then asked once a topic, not once a task.
  const [row] = await tx.prepared<{ own: number; unassigned: number; all: number }>(
    `select coalesce(sum(alike), 0)::int as all, coalesce(sum(alike) filter (where t.recipient_id = $2), 0)::int as own,
       coalesce(sum(alike) filter (where t.recipient_id is null and t.status = 'new' and ${worksTopic('$2')}), 0)::int as unassigned
     from (select client_id, topic_id, status, recipient_id, count(*) as alike
       from case_task where client_id = $1 and status <> 'resolved' and (skipped_until is null or skipped_until <= $3) group by 1, 2, 3, 4) t`,
    [tx.clientId, userId, isoInstant(at)],
  );
  return row ?? { own: 0, unassigned: 0, all: 0 };
}

/** @returns reference and main debtor of accounts. */
export async function nameAccounts(
  tx: Tx,
  accountIds: readonly Uuid[],
): Promise<Map<Uuid, { readonly externalAccountRef: string; readonly debtorFullName: string }>> {
  if (accountIds.length === 0) return new Map();
  const rows = await tx.sql<{ account_id: Uuid; external_account_ref: string; debtor_name: string }>(
    'select account_id, external_account_ref, debtor_name from account where client_id = $1 and account_id = any($2::uuid[])',
    [tx.clientId, accountIds],
  );
  return new Map(rows.map((row) => [row.account_id, { externalAccountRef: row.external_account_ref, debtorFullName: row.debtor_name }]));
}

/** @returns the currencies of the client's accounts. */
export async function listCurrencies(tx: Tx): Promise<string[]> {
  const rows = await tx.sql<{ currency: string }>('select distinct currency from account where client_id = $1 order by 1', [tx.clientId]);
  return rows.map((row) => row.currency);
}
