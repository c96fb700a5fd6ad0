/** One account and one claim, with all that a screen shows of them, in one statement each. */
import { invalid, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { type Money, money } from '../../../core/money.ts';
import { type CalendarDate, type Instant, instant } from '../../../core/time.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { ACCOUNT_MONEY, type AccountMoney, readLedger } from '../finance/finance.read.logic.ts';
import { CONTACT_SETTING, type KnownContactSetting } from '../operations/operations.logic.ts';
import { readContactSafety } from './account.safety.logic.ts';
import type { ContactState, claim, contactPoint, debtor } from './account.tables.ts';
import { presentTask, type TaskRow } from './account.task.logic.ts';

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
/** Claims of these types are the account's own bookkeeping, not debts to work on (specification 2, section 4). */
const HIDDEN_CLAIM_TYPES = ['accountProlongation', 'accountRestructuring'];

type Snake<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Capitalize<First> ? (First extends Lowercase<First> ? '' : '_') : ''}${Lowercase<First>}${Snake<Rest>}`
  : '';
/** A row as to_jsonb gives it: snake_case, moments as text, minor units as text. */
type JsonRow<Row> = {
  [Key in keyof Row & string as Snake<Key>]: Row[Key] extends bigint
    ? string
    : Row[Key] extends Instant
      ? string
      : Row[Key] extends Instant | null
        ? string | null
        : Row[Key];
};

export type ClaimJson = JsonRow<typeof claim.$inferSelect>;
type DebtorJson = JsonRow<typeof debtor.$inferSelect>;
type ContactJson = JsonRow<typeof contactPoint.$inferSelect>;

interface AccountRow {
  readonly account_id: Uuid;
  readonly external_account_ref: string;
  readonly currency: string;
  readonly locale: string | null;
  readonly meta: Record<string, unknown>;
  readonly scores: Record<string, number>;
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
  readonly money: AccountMoney;
  readonly setting: KnownContactSetting;
  readonly debtors: DebtorJson[];
  readonly contacts: ContactJson[];
  readonly claims: ClaimJson[];
  readonly tasks: TaskRow[];
}

const CLAIM_JSON = `to_jsonb(c) || jsonb_build_object('amount', c.amount::text, 'balance', c.balance::text, 'total_fees', c.total_fees::text)`;
const DEBTORS = `(select coalesce(jsonb_agg(to_jsonb(d) order by d.position, d.external_debtor_ref), '[]') from debtor d where d.client_id = a.client_id and d.account_id = a.account_id)`;
const CONTACTS = `(select coalesce(jsonb_agg(to_jsonb(p) order by p.kind, p.normalized), '[]') from contact_point p where p.client_id = a.client_id and p.account_id = a.account_id)`;
const ACCOUNT_COLUMNS = `a.account_id, a.external_account_ref, a.currency, a.locale, a.meta, a.scores, a.segment, a.assignee_user_id, a.timezone, a.cease_requested_at, a.opted_out,
  a.created_at, a.updated_at, a.revision, a.debtor_name, a.total_amount, a.active_claims_count`;

/**
 * @param fields the parts wanted; all but the ledger when absent. A part that was not asked for comes back empty.
 * @throws Fault NOT_FOUND, INVALID_INPUT for a field that does not exist
 */
export async function readAccountData(tx: Tx, accountId: Uuid, fields: readonly string[] | null | undefined, now: Instant) {
  const unknown = fields?.find((field) => !FIELDS.includes(field));
  if (unknown !== undefined) throw invalid('fields', `There is no field "${unknown.slice(0, 40)}"; there are ${FIELDS.join(', ')}`);
  const wants = (field: string) => (fields ? fields.includes(field) : field !== 'ledgerEntries' && field !== 'computedLedgerEntries');
  if (!isUuid(accountId)) throw notFound('Account');
  const [row] = await tx.sql<AccountRow>(
    `select ${ACCOUNT_COLUMNS}, ${ACCOUNT_MONEY} as money, ${CONTACT_SETTING} as setting, ${DEBTORS} as debtors, ${CONTACTS} as contacts,
       (select coalesce(jsonb_agg(${CLAIM_JSON} order by (c.status = 'open') desc, c.due_date, c.external_claim_ref), '[]') from claim c
        where c.client_id = a.client_id and c.account_id = a.account_id and c.status <> 'deleted' and c.type <> all($3)) as claims,
       (select coalesce(jsonb_agg(to_jsonb(t) || jsonb_build_object('debtor_name', a.debtor_name) order by t.due_date nulls last, t.created_at), '[]') from case_task t
        where t.client_id = a.client_id and t.account_id = a.account_id and t.status <> 'resolved') as tasks
     from account a where a.client_id = $1 and a.account_id = $2`,
    [tx.clientId, accountId, HIDDEN_CLAIM_TYPES],
  );
  if (!row) throw notFound('Account');
  const ledger = wants('ledgerEntries') || wants('computedLedgerEntries') ? (await readLedger(tx, accountId)).map(presentEntry) : [];
  const oldestOpen = row.claims.find((each) => each.status === 'open') ?? row.claims[0];
  const debtors = presentDebtors(row);
  return {
    id: row.account_id,
    externalAccountRef: row.external_account_ref,
    currency: row.currency,
    locale: row.locale,
    meta: wants('meta') ? row.meta : {},
    scores: wants('scores') ? presentScores(row.scores) : [],
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
    products: wants('products') ? productsOf(row.claims) : [],
    debtors: wants('debtors') ? debtors : [],
    claims: wants('claims') ? row.claims.map((each) => presentClaim(each, debtors[0])) : [],
    tasks: wants('tasks') ? row.tasks.map(presentTask) : [],
    ledgerEntries: ledger,
    computedLedgerEntries: ledger,
    contactSafety:
      wants('contactSafety') && oldestOpen
        ? await readContactSafety(tx, { accountId, externalClaimRef: oldestOpen.external_claim_ref }, now, row.setting)
        : [],
  };
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
  if (!row) throw notFound('Claim');
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
  if (!row) throw notFound('Account');
  if (row.balance === null) throw notFound('Claim');
  const entries = (await readLedger(tx, accountId, externalClaimRef)).map(presentEntry);
  return { entries, balance: entries.at(-1)?.runningBalance ?? money(0n, row.currency) };
}

const moment = (value: string | Date | null): Instant | null => (value === null ? null : instant(value));

const presentScores = (scores: Record<string, number>) => Object.entries(scores).map(([type, value]) => ({ type, value }));

function presentEntry(entry: Awaited<ReturnType<typeof readLedger>>[number]) {
  return { ...entry, amount: money(entry.amount, entry.currency), runningBalance: money(entry.runningBalance, entry.currency) };
}

function productsOf(claims: readonly ClaimJson[]) {
  const byReference = new Map(claims.map((each) => [each.product_reference ?? each.product_name, each] as const));
  byReference.delete(null);
  return [...byReference.values()].map((each) => ({
    productReference: each.product_reference,
    name: each.product_name ?? each.product_reference ?? '',
    type: each.product_type,
  }));
}

/** The claim in the contract's shape. */
export function presentClaim(row: ClaimJson, debtorOfClaim?: ReturnType<typeof presentDebtors>[number]) {
  const sum = (text: string): Money => money(BigInt(text), row.currency);
  return {
    externalClaimRef: row.external_claim_ref,
    accountId: row.account_id,
    type: row.type,
    currency: row.currency,
    amount: sum(row.amount),
    totalAmount: sum(row.balance),
    totalFees: sum(row.total_fees),
    dueDate: row.due_date,
    externalDueDate: row.external_due_date,
    externalPortfolioRef: row.external_portfolio_ref,
    productReference: row.product_reference,
    productName: row.product_name,
    productType: row.product_type,
    paymentReference: row.payment_reference,
    status: row.status,
    statusReason: row.status_reason,
    disputedAt: moment(row.disputed_at),
    segment: row.segment,
    scores: presentScores(row.scores),
    meta: row.meta,
    compoundClaimRefs: [],
    instalmentsPlanEnabled: row.instalments_plan_enabled,
    promiseToPayEnabled: row.promise_to_pay_enabled,
    promisedUntil: row.promised_until,
    createdAt: instant(row.created_at),
    updatedAt: instant(row.updated_at),
    revision: row.revision,
    debtor: debtorOfClaim,
  };
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function presentDebtors({ debtors, contacts }: Pick<AccountRow, 'debtors' | 'contacts'>) {
  return debtors.map((row) => {
    const own = contacts.filter((each) => each.debtor_id === row.debtor_id);
    const first = (kind: ContactJson['kind']) => own.find((each) => each.kind === kind)?.value ?? null;
    const { address } = row;
    return {
      externalDebtorRef: row.external_debtor_ref,
      type: row.type,
      firstName: row.first_name,
      middleName: row.middle_name,
      lastName: row.last_name,
      title: row.title,
      companyName: row.company_name,
      gender: row.gender,
      birthday: row.birthday as CalendarDate | null,
      placeOfBirth: row.place_of_birth,
      deceased: row.deceased,
      meta: row.meta,
      contactInformation: {
        addressLine1: text(address.addressLine1),
        addressLine2: text(address.addressLine2),
        addressLine3: text(address.addressLine3),
        houseNumber: text(address.houseNumber),
        city: text(address.city),
        state: text(address.state),
        suburb: text(address.suburb),
        postalCode: text(address.postalCode),
        country: text(address.country),
        email: first('email'),
        landLine: first('landline'),
        mobileNumber: first('mobile'),
        workPhoneNumber: first('work'),
        additionalAddresses: Array.isArray(address.additionalAddresses) ? address.additionalAddresses : [],
      },
      phones: own.filter((each) => each.kind !== 'email').map((each) => presentPhone(each, row.external_debtor_ref)),
      emails: own.filter((each) => each.kind === 'email').map((each) => presentEmail(each, row.external_debtor_ref)),
    };
  });
}

/** A phone number in the contract's shape; the number is given as it was written. */
export function presentPhone(row: { value: string; kind: string; state: ContactState }, externalDebtorRef: string) {
  return { externalDebtorRef, contactPhoneNumber: row.value, contactPhoneNumberState: row.state, type: row.kind };
}

/** An e-mail address in the contract's shape. */
export function presentEmail(row: { value: string; state: ContactState }, externalDebtorRef: string) {
  return { externalDebtorRef, email: row.value, emailState: row.state };
}
