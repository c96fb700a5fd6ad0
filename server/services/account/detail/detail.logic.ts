/** One account and one claim, with all that a screen shows of them, in one statement each. */
import { invalid, notFound } from '../../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../../core/id.ts';
import { money } from '../../../../core/money.ts';
import { type Instant, instant } from '../../../../core/time.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { ACCOUNT_MONEY, type AccountMoney, readLedger } from '../../finance/ground/read.logic.ts';
import { CONTACT_SETTING, type KnownContactSetting } from '../../operations/operations.logic.ts';
import { CLAIM_JSON, type ClaimJson, presentClaim, presentScores } from '../claim/claim.present.ts';
import { claimsToSpeakOf } from '../contact/delivery.logic.ts';
import { readContactSafety } from '../contact/safety.logic.ts';
import type { accountProduct } from '../ground/account.tables.ts';
import { CONTACTS, type ContactJson, DEBTORS, type DebtorJson, presentDebtors } from '../ground/debtor.present.ts';
import { type JsonRow, moment } from '../ground/rows.ts';
import { presentTask, type TaskRow } from '../task/task.row.logic.ts';
import { presentWidgetGrid, type SavedGrid, WIDGET_GRID } from './widget.logic.ts';

/** What getAccountDataV2 can be asked for (specification 2, section 9), and what the detail screen adds. */
const FIELDS = [
  'id',
  'meta',
  'scores',
  'assignee',
  'segment',
  'products',
  'currency',
  'ledgerEntries',
  'computedLedgerEntries',
  'debtors',
  'claims',
  'tasks',
  'contactSafety',
];
/** All but the ledger. */
export const PARTS = FIELDS.filter((field) => field !== 'ledgerEntries' && field !== 'computedLedgerEntries');
/** Claims of these types are the account's own bookkeeping, not debts to work on (specification 2, section 4). */
const HIDDEN_CLAIM_TYPES = ['accountProlongation', 'accountRestructuring'];

type ProductJson = JsonRow<typeof accountProduct.$inferSelect>;

interface AccountRow {
  readonly account_id: Uuid;
  readonly external_account_ref: string;
  readonly currency: string;
  readonly locale: string | null;
  readonly meta: Record<string, unknown>;
  readonly scores: Record<string, number>;
  readonly score_meta: Record<string, unknown>;
  readonly portfolios: string[];
  readonly segment: string | null;
  readonly assignee_user_id: Uuid | null;
  readonly timezone: string | null;
  readonly cease_requested_at: Date | null;
  readonly opted_out: string[];
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly revision: number;
  readonly debtor_name: string;
  readonly total_amount: bigint;
  readonly active_claims_count: number;
  readonly outsourced_claims_count: number;
  readonly money: AccountMoney;
  readonly setting: KnownContactSetting;
  readonly debtors: DebtorJson[];
  readonly contacts: ContactJson[];
  readonly claims: ClaimJson[];
  readonly tasks: TaskRow[];
  readonly products: ProductJson[];
  readonly grid: SavedGrid | null;
}

const PRODUCTS = `(select coalesce(jsonb_agg(to_jsonb(h) order by h.product_reference), '[]') from account_product h where h.client_id = a.client_id and h.account_id = a.account_id)`;
const ACCOUNT_COLUMNS = `a.account_id, a.external_account_ref, a.currency, a.locale, a.meta, a.scores, a.score_meta, a.portfolios, a.segment, a.assignee_user_id, a.timezone, a.cease_requested_at, a.opted_out,
  a.created_at, a.updated_at, a.revision, a.debtor_name, a.total_amount, a.active_claims_count, a.outsourced_claims_count`;

/** The claim that has been due longest. */
function oldestOf(claims: readonly ClaimJson[]): ClaimJson | undefined {
  const due = (claim: ClaimJson) => claim.due_date ?? '9999';
  return claims.reduce<ClaimJson | undefined>((oldest, claim) => (oldest && due(oldest) <= due(claim) ? oldest : claim), undefined);
}

/**
 * Open claims come by their reference, the others with the newest due date first (specification 2, sections 4 and 9).
 * @param fields the parts wanted; all but the ledger when absent. A part that was not asked for comes back empty.
 * @throws Fault NOT_FOUND, INVALID_INPUT for a field that does not exist
 */
export async function readAccountData(tx: Tx, accountId: Uuid, fields: readonly string[] | null | undefined, now: Instant) {
  const unknown = fields?.find((field) => !FIELDS.includes(field));
  if (unknown !== undefined) throw invalid('fields', 'unknownOf', { name: unknown.slice(0, 40), choices: FIELDS.join(', ') });
  const wants = (field: string) => (fields ?? PARTS).includes(field);
  if (!isUuid(accountId)) throw notFound('accountNotFound');
  const [row] = await tx.sql<AccountRow>(
    `select ${ACCOUNT_COLUMNS}, ${ACCOUNT_MONEY} as money, ${CONTACT_SETTING} as setting, ${DEBTORS} as debtors, ${CONTACTS} as contacts,
       (select coalesce(jsonb_agg(${CLAIM_JSON} order by (c.status = 'open') desc, case when c.status <> 'open' then c.due_date end desc nulls last, c.external_claim_ref), '[]') from claim c
        where c.client_id = a.client_id and c.account_id = a.account_id and c.status <> 'deleted' and c.type <> all($3)) as claims,
       (select coalesce(jsonb_agg(to_jsonb(t) || jsonb_build_object('debtor_name', a.debtor_name) order by t.due_date nulls last, t.created_at), '[]') from case_task t
        where t.client_id = a.client_id and t.account_id = a.account_id and t.status <> 'resolved') as tasks, ${PRODUCTS} as products, ${WIDGET_GRID} as grid
     from account a where a.client_id = $1 and a.account_id = $2`,
    [tx.clientId, accountId, HIDDEN_CLAIM_TYPES],
  );
  if (!row) throw notFound('accountNotFound');
  const ledger = wants('ledgerEntries') || wants('computedLedgerEntries') ? (await readLedger(tx, accountId)).map(presentEntry) : [];
  const debtors = presentDebtors(row);
  return {
    id: row.account_id,
    externalAccountRef: row.external_account_ref,
    currency: row.currency,
    locale: row.locale,
    meta: wants('meta') ? row.meta : {},
    scores: wants('scores') ? presentScores(row.scores, row.score_meta) : [],
    segment: wants('segment') ? row.segment : null,
    assignee: wants('assignee') && row.assignee_user_id ? { userId: row.assignee_user_id } : null,
    timezone: row.timezone,
    ceaseRequestedAt: moment(row.cease_requested_at),
    optedOut: row.opted_out,
    createdAt: instant(row.created_at),
    updatedAt: instant(row.updated_at),
    revision: row.revision,
    debtorFullName: row.debtor_name,
    totalAmount: money(row.total_amount, row.currency),
    paidAmount: money(BigInt(row.money.paid), row.currency),
    promisedAmount: money(BigInt(row.money.promised), row.currency),
    hasInstalmentsPlan: row.money.hasInstalmentsPlan,
    activeClaimsCount: row.active_claims_count,
    portfolios: row.portfolios,
    products: wants('products') ? productsOf(row.claims, row.products) : [],
    debtors: wants('debtors') ? debtors : [],
    claims: wants('claims') ? row.claims.map((each) => presentClaim(each, debtors[0])) : [],
    tasks: wants('tasks') ? row.tasks.map(presentTask) : [],
    ledgerEntries: ledger,
    computedLedgerEntries: ledger,
    widgetGrid: presentWidgetGrid(row.grid),
    contactSafety: wants('contactSafety') ? await safetyOf(tx, row, now) : [],
  };
}

/** Whether the debtor may be contacted is asked about the claim that has been due longest, of those that are with no partner if there are any. */
async function safetyOf(tx: Tx, row: AccountRow, now: Instant) {
  const oldest = oldestOf(row.claims.filter((each) => each.status === 'open')) ?? oldestOf(row.claims);
  if (!oldest) return [];
  const ours = row.outsourced_claims_count > 0 ? (await claimsToSpeakOf(tx, [row.account_id])).get(row.account_id) : undefined;
  const about = { accountId: row.account_id, externalClaimRef: ours ?? oldest.external_claim_ref };
  return readContactSafety(tx, about, now, row.setting);
}

type ClaimWithAccount = AccountRow & { readonly claim: ClaimJson };

/** @returns the claim with its debtor. @throws Fault NOT_FOUND */
export async function readClaimData(tx: Tx, externalClaimRef: string) {
  const [row] = await tx.sql<ClaimWithAccount>(
    `select ${ACCOUNT_COLUMNS}, ${DEBTORS} as debtors, ${CONTACTS} as contacts, ${CLAIM_JSON} as claim
     from claim c join account a on a.client_id = c.client_id and a.account_id = c.account_id
     where c.client_id = $1 and c.external_claim_ref = $2`,
    [tx.clientId, externalClaimRef],
  );
  if (!row) throw notFound('claimNotFound');
  return presentClaim(row.claim, presentDebtors(row)[0]);
}

/** @returns the account's claims, open ones first, the oldest due first; none for an unknown account. */
export async function readAccountClaims(tx: Tx, accountId: Uuid) {
  return (await readAccountData(tx, accountId, ['claims', 'debtors'], instant(0))).claims;
}

/** @returns entries with running balance and the balance they add up to. @throws Fault NOT_FOUND */
export async function readAccountLedger(tx: Tx, accountId: Uuid, externalClaimRef: string | null) {
  const [row] = isUuid(accountId)
    ? await tx.sql<{ currency: string; balance: bigint | null }>(
        `select a.currency, case when $3::text is null then a.total_amount else (select c.balance from claim c
           where c.client_id = a.client_id and c.external_claim_ref = $3 and c.account_id = a.account_id) end as balance
         from account a where a.client_id = $1 and a.account_id = $2`,
        [tx.clientId, accountId, externalClaimRef],
      )
    : [];
  if (!row) throw notFound('accountNotFound');
  if (row.balance === null) throw notFound('claimNotFound');
  const entries = (await readLedger(tx, accountId, externalClaimRef)).map(presentEntry);
  return { entries, balance: entries.at(-1)?.runningBalance ?? money(0n, row.currency) };
}

function presentEntry(entry: Awaited<ReturnType<typeof readLedger>>[number]) {
  return { ...entry, amount: money(entry.amount, entry.currency), runningBalance: money(entry.runningBalance, entry.currency) };
}

/** Products that claims name, with what the account holds about each; and those that no claim names (any more). */
function productsOf(claims: readonly ClaimJson[], held: readonly ProductJson[]) {
  const named = claims.flatMap((each) => {
    const name = each.product_name ?? each.product_reference;
    return name === null
      ? []
      : [[each.product_reference ?? name, { productReference: each.product_reference, name, type: each.product_type }] as const];
  });
  const byReference = new Map(named);
  const extra = held.map((each) => {
    const known = byReference.get(each.product_reference);
    byReference.delete(each.product_reference);
    return {
      productReference: each.product_reference,
      name: each.name ?? known?.name ?? each.product_reference,
      type: each.type ?? known?.type ?? null,
      code: each.code,
      meta: each.meta,
    };
  });
  return [...[...byReference.values()].map((each) => ({ ...each, code: null, meta: {} })), ...extra];
}
