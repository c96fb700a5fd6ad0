/** Accounts, debtors and claims by the ten thousand: what the import reads before it decides. */
import type { Uuid } from '../../../../core/id.ts';
import type { Reading, Tx } from '../../../platform/tenancy.ts';
import { CLAIM_TEXT_COLUMNS, CLAIM_TEXTS } from './claimTexts.logic.ts';
import type { AccountState, ClaimState, DebtorState } from './states.logic.ts';

/** @returns accounts by their reference, without debtors. */
export async function readImportAccounts(tx: Reading, refs: readonly string[]): Promise<Map<string, AccountState>> {
  const rows = await tx.sql<AccountState & { debtors: null }>(
    `select account_id as "accountId", external_account_ref as ref, currency, locale, segment, timezone, meta, import_digest as digest, null as debtors
     from account where client_id = $1 and external_account_ref = any($2)`,
    [tx.clientId, refs],
  );
  return new Map(rows.map((row) => [row.ref, row]));
}

/** Reads the debtors of accounts into their states. */
export async function readImportDebtors(tx: Tx, accounts: readonly AccountState[]): Promise<void> {
  const byId = new Map(accounts.map((account) => [account.accountId, account]));
  for (const account of accounts) account.debtors = [];
  const rows = await tx.sql<DebtorState & { accountId: Uuid }>(
    `select d.account_id as "accountId", d.debtor_id as "debtorId", external_debtor_ref as ref, position, type, first_name as "firstName", middle_name as "middleName",
       last_name as "lastName", title, company_name as "companyName", place_of_birth as "placeOfBirth", gender, birthday, address, meta,
       coalesce((select jsonb_agg(jsonb_build_object('kind', kind, 'value', value, 'normalized', normalized)) from contact_point p
         where p.client_id = $1 and p.account_id = d.account_id and p.debtor_id = d.debtor_id), '[]') as contacts
     from debtor d where client_id = $1 and account_id = any($2) order by position, debtor_id`,
    [tx.clientId, [...byId.keys()]],
  );
  for (const { accountId, ...debtor } of rows) byId.get(accountId)?.debtors?.push(debtor);
}

/** @returns digests of the imported values by claim reference: what most rows of a repeated import need to know. */
export async function readClaimDigests(tx: Reading, refs: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await tx.sql<{ ref: string; digest: string | null }>(
    'select external_claim_ref as ref, import_digest as digest from claim where client_id = $1 and external_claim_ref = any($2)',
    [tx.clientId, refs],
  );
  return new Map(rows.map((row) => [row.ref, row.digest]));
}

const CLAIM = `c.external_claim_ref as ref, c.account_id as "accountId", a.external_account_ref as "accountRef", c.currency, c.amount, c.balance, c.total_fees as fees,
  c.due_date as "dueDate", ${CLAIM_TEXTS.map((name) => `c.${CLAIM_TEXT_COLUMNS[name]} as "${name}"`).join(', ')}, c.meta, c.status, c.disputed_at is not null as disputed, c.import_digest as digest`;

/** @returns whole claims by reference. @param lock accounts first, then claims, both in order: as everybody does who books. */
export async function readImportClaims(tx: Tx, refs: readonly string[], lock: boolean): Promise<Map<string, ClaimState>> {
  if (refs.length === 0) return new Map();
  if (lock)
    await tx.sql(
      `select 1 from account where client_id = $1 and account_id in (select account_id from claim where client_id = $1 and external_claim_ref = any($2)) order by account_id for update`,
      [tx.clientId, refs],
    );
  const rows = await tx.sql<ClaimState & Record<string, unknown>>(
    `select ${CLAIM} from claim c join account a on a.client_id = $1 and a.account_id = c.account_id
     where c.client_id = $1 and c.external_claim_ref = any($2) order by c.external_claim_ref ${lock ? 'for update of c' : ''}`,
    [tx.clientId, refs],
  );
  return new Map(rows.map((row) => [row.ref, row]));
}

/** @returns the claims of accounts that are not deleted, oldest due date first: the order in which a payment without a claim is spread. */
export async function readClaimsOfAccounts(tx: Tx, accountIds: readonly Uuid[], lock: boolean): Promise<ClaimState[]> {
  if (accountIds.length === 0) return [];
  if (lock)
    await tx.sql('select 1 from account where client_id = $1 and account_id = any($2) order by account_id for update', [
      tx.clientId,
      accountIds,
    ]);
  return tx.sql<ClaimState & Record<string, unknown>>(
    `select ${CLAIM} from claim c join account a on a.client_id = $1 and a.account_id = c.account_id
     where c.client_id = $1 and c.account_id = any($2) and c.status <> 'deleted' and c.balance > 0 order by c.due_date nulls last, c.external_claim_ref ${lock ? 'for update of c' : ''}`,
    [tx.clientId, accountIds],
  );
}
