/** Accounts, debtors and claims by the ten thousand: read and written set-based, for the import. */
import type { Uuid } from '../../../core/id.ts';
import { toDecimal } from '../../../core/money.ts';
import { type CalendarDate, type Instant, isoInstant } from '../../../core/time.ts';
import { appendEventsFrom } from '../../platform/events.ts';
import { type CopyValue, copyLine, idSeries, stage } from '../../platform/staging.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { LABELS, PROJECTED, projectionValues, refreshAccounts, STAGED_PROJECTION } from './account.projection.logic.ts';
import type { ClaimStatus } from './account.tables.ts';

type Texts = Readonly<Record<string, string>>;

export interface DebtorState {
  debtorId: Uuid;
  ref: string;
  /** 0 is the main debtor. */
  position: number;
  type: 'person' | 'company';
  firstName: string | null;
  middleName: string | null;
  lastName: string | null;
  title: string | null;
  companyName: string | null;
  placeOfBirth: string | null;
  gender: 'M' | 'F' | null;
  birthday: CalendarDate | null;
  address: Texts;
  meta: Texts;
  contacts: { kind: string; value: string; normalized: string }[];
}

/** An account as the import knows it; `debtors` is null until somebody needs to compare them. */
export interface AccountState {
  accountId: Uuid;
  ref: string;
  currency: string;
  locale: string | null;
  segment: string | null;
  timezone: string | null;
  meta: Texts;
  /** Of the rows that said something about the account last. */
  digest: string | null;
  debtors: DebtorState[] | null;
}

export interface ClaimState {
  ref: string;
  accountId: Uuid;
  accountRef: string;
  currency: string;
  /** Minor units. */
  amount: bigint;
  balance: bigint;
  fees: bigint;
  dueDate: CalendarDate | null;
  type: string;
  portfolio: string | null;
  productReference: string | null;
  productName: string | null;
  productType: string | null;
  paymentReference: string | null;
  segment: string | null;
  meta: Texts;
  status: ClaimStatus;
  disputed: boolean;
  digest: string | null;
}

/** @returns accounts by their reference, without debtors. */
export async function readImportAccounts(tx: Tx, refs: readonly string[]): Promise<Map<string, AccountState>> {
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
export async function readClaimDigests(tx: Tx, refs: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await tx.sql<{ ref: string; digest: string | null }>(
    'select external_claim_ref as ref, import_digest as digest from claim where client_id = $1 and external_claim_ref = any($2)',
    [tx.clientId, refs],
  );
  return new Map(rows.map((row) => [row.ref, row.digest]));
}

const CLAIM = `c.external_claim_ref as ref, c.account_id as "accountId", a.external_account_ref as "accountRef", c.currency, c.amount, c.balance, c.total_fees as fees,
  c.due_date as "dueDate", c.type, c.external_portfolio_ref as portfolio, c.product_reference as "productReference", c.product_name as "productName",
  c.product_type as "productType", c.payment_reference as "paymentReference", c.segment, c.meta, c.status, c.disputed_at is not null as disputed, c.import_digest as digest`;

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

const at = (moment: Instant) => `'${isoInstant(moment)}'::timestamptz`;

/**
 * Writes debtors and contacts of new accounts, and what changed about known ones. New accounts themselves are written by `completeAccounts`
 * once their claims are there, so that each is written once.
 */
export async function writeImportAccounts(
  tx: Tx,
  created: readonly AccountState[],
  changed: readonly { account: AccountState; fields: readonly string[] }[],
  moment: Instant,
): Promise<void> {
  const accountLine = (account: AccountState, n: number, isNew: boolean) =>
    copyLine([
      n,
      isNew,
      account.accountId,
      account.ref,
      account.currency,
      account.locale,
      account.segment,
      account.timezone,
      JSON.stringify(account.meta),
      account.digest,
    ]);
  if (created.length + changed.length === 0) return;
  await stage(
    tx,
    'import_account',
    'n integer, is_new boolean, account_id uuid, external_account_ref text, currency text, locale text, segment text, timezone text, meta jsonb, digest text',
    [...created.map((account, n) => accountLine(account, n, true)), ...changed.map(({ account }, n) => accountLine(account, n, false))],
  );
  const debtors: string[] = [];
  const contacts: string[] = [];
  for (const account of [...created, ...changed.map((change) => change.account)])
    for (const debtor of account.debtors ?? []) {
      debtors.push(copyLine(debtorValues(account.accountId, debtor)));
      for (const contact of debtor.contacts)
        contacts.push(copyLine([account.accountId, debtor.debtorId, contact.kind, contact.value, contact.normalized]));
    }
  await stage(
    tx,
    'import_debtor',
    `account_id uuid, debtor_id uuid, ref text, position integer, type text, first_name text, middle_name text, last_name text, title text, company_name text,
     place_of_birth text, gender text, birthday date, address jsonb, meta jsonb`,
    debtors,
  );
  await stage(tx, 'import_contact', 'account_id uuid, debtor_id uuid, kind text, value text, normalized text', contacts);
  await tx.sql(`
    insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, position, type, first_name, middle_name, last_name, title, company_name, place_of_birth, gender, birthday, address, meta)
      select '${tx.clientId}', * from import_debtor
      on conflict (client_id, account_id, debtor_id) do update set external_debtor_ref = excluded.external_debtor_ref, position = excluded.position, type = excluded.type,
        first_name = excluded.first_name, middle_name = excluded.middle_name, last_name = excluded.last_name, title = excluded.title, company_name = excluded.company_name,
        place_of_birth = excluded.place_of_birth, gender = excluded.gender, birthday = excluded.birthday, address = excluded.address, meta = excluded.meta;
    insert into contact_point (client_id, account_id, debtor_id, kind, value, normalized, updated_at)
      select '${tx.clientId}', account_id, debtor_id, kind, value, normalized, ${at(moment)} from import_contact on conflict do nothing`);
  if (created.length > 0)
    await appendEventsFrom(
      tx,
      ['accountCreated'],
      `select ${idSeries('n')} as message_id, 'accountCreated' as message_type, ${at(moment)} as emit_time, account_id, null::text as external_claim_ref,
         jsonb_build_object('externalAccountRef', external_account_ref, 'currency', currency) as payload from import_account where is_new order by n`,
    );
  if (changed.length === 0) return;
  await tx.sql(
    `update account a set locale = s.locale, segment = s.segment, timezone = s.timezone, meta = s.meta, import_digest = s.digest, updated_at = ${at(moment)},
       revision = revision + case when s.n = any($2::int[]) then 1 else 0 end
     from import_account s where a.client_id = $1 and a.account_id = s.account_id and not s.is_new`,
    [tx.clientId, changed.flatMap(({ fields }, n) => (fields.length > 0 ? [n] : []))],
  );
  await appendEventsFrom(
    tx,
    ['debtorChanged'],
    `select ${idSeries('s.n')} as message_id, 'debtorChanged' as message_type, ${at(moment)} as emit_time, s.account_id, null::text as external_claim_ref,
       jsonb_build_object('source', 'import', 'fields', to_jsonb(string_to_array(f.fields, ','))) as payload
     from import_account s join unnest($1::int[], $2::text[]) as f(n, fields) on f.n = s.n where not s.is_new and f.fields <> ''`,
    [changed.map((_, n) => n), changed.map(({ fields }) => fields.join(','))],
  );
}

function debtorValues(accountId: Uuid, debtor: DebtorState): CopyValue[] {
  return [
    accountId,
    debtor.debtorId,
    debtor.ref,
    debtor.position,
    debtor.type,
    debtor.firstName,
    debtor.middleName,
    debtor.lastName,
    debtor.title,
    debtor.companyName,
    debtor.placeOfBirth,
    debtor.gender,
    debtor.birthday,
    JSON.stringify(debtor.address),
    JSON.stringify(debtor.meta),
  ];
}

/** Writes new claims and announces them. Their ledger entries are written beside them (finance.import.logic.ts) and add up to their balances. */
export async function writeNewClaims(tx: Tx, claims: readonly ClaimState[], moment: Instant): Promise<void> {
  if (claims.length === 0) return;
  await stage(
    tx,
    'import_claim',
    `n integer, ref text, account_id uuid, type text, currency text, amount bigint, balance bigint, fees bigint, due_date date, portfolio text, product_reference text,
     product_name text, product_type text, payment_reference text, segment text, status text, disputed boolean, meta jsonb, digest text, amount_text text`,
    claims.map((claim, n) =>
      copyLine([
        n,
        claim.ref,
        claim.accountId,
        claim.type,
        claim.currency,
        claim.amount,
        claim.balance,
        claim.fees,
        claim.dueDate,
        claim.portfolio,
        claim.productReference,
        claim.productName,
        claim.productType,
        claim.paymentReference,
        claim.segment,
        claim.status,
        claim.disputed,
        JSON.stringify(claim.meta),
        claim.digest,
        toDecimal(claim.amount, claim.currency),
      ]),
    ),
  );
  await tx.sql(
    `insert into claim (client_id, external_claim_ref, account_id, type, currency, amount, balance, total_fees, due_date, external_due_date, external_portfolio_ref, product_reference,
       product_name, product_type, payment_reference, segment, status, status_reason, disputed_at, meta, import_digest, created_at, updated_at)
     select '${tx.clientId}', ref, account_id, type, currency, amount, balance, fees, due_date, due_date, portfolio, product_reference, product_name, product_type, payment_reference,
       segment, status, case when status = 'resolved' then 'paid' end, case when disputed then ${at(moment)} end, meta, digest, ${at(moment)}, ${at(moment)}
     from import_claim order by n`,
  );
  const event = (type: string, payload: string, where = 'true') =>
    appendEventsFrom(
      tx,
      [type],
      `select ${idSeries('n')} as message_id, '${type}' as message_type, ${at(moment)} as emit_time, account_id, ref as external_claim_ref, ${payload} as payload from import_claim where ${where} order by n`,
    );
  await event('claimImported', `jsonb_build_object('amount', amount_text, 'currency', currency, 'dueDate', due_date)`);
  if (claims.some((claim) => claim.disputed)) await event('claimDisputed', `jsonb_build_object('source', 'import')`, 'disputed');
  if (claims.some((claim) => claim.status === 'resolved'))
    await event('claimResolved', `jsonb_build_object('balance', '0', 'currency', currency)`, `status = 'resolved'`);
}

/** Writes the fields of claims that a file changed; amounts go through the ledger. */
export async function writeClaimFields(tx: Tx, claims: readonly ClaimState[], moment: Instant): Promise<void> {
  if (claims.length === 0) return;
  const column = <Key extends keyof ClaimState>(key: Key) => claims.map((claim) => claim[key]);
  await tx.sql(
    `update claim c set amount = s.amount, due_date = s.due_date, external_due_date = s.due_date, type = s.type, external_portfolio_ref = s.portfolio,
       product_reference = s.product_reference, product_name = s.product_name, product_type = s.product_type, payment_reference = s.payment_reference, segment = s.segment,
       meta = s.meta, import_digest = s.digest, disputed_at = case when s.disputed then coalesce(c.disputed_at, ${at(moment)}) end, updated_at = ${at(moment)}, revision = c.revision + 1
     from unnest($2::text[], $3::bigint[], $4::date[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::jsonb[], $13::text[], $14::boolean[])
       as s(ref, amount, due_date, type, portfolio, product_reference, product_name, product_type, payment_reference, segment, meta, digest, disputed)
     where c.client_id = $1 and c.external_claim_ref = s.ref`,
    [
      tx.clientId,
      column('ref'),
      column('amount'),
      column('dueDate'),
      column('type'),
      column('portfolio'),
      column('productReference'),
      column('productName'),
      column('productType'),
      column('paymentReference'),
      column('segment'),
      claims.map((claim) => JSON.stringify(claim.meta)),
      column('digest'),
      column('disputed'),
    ],
  );
}

/** Writes the new accounts of `writeImportAccounts` with what search reads about them. */
export async function completeAccounts(tx: Tx, moment: Instant): Promise<void> {
  const columns = PROJECTED.join(', ');
  await tx.sql(
    `with projected as (${STAGED_PROJECTION}),
     written as (
       insert into account (client_id, account_id, external_account_ref, currency, locale, segment, timezone, meta, import_digest, created_at, updated_at, ${columns})
       select $1, s.account_id, s.external_account_ref, s.currency, s.locale, s.segment, s.timezone, s.meta, s.digest, ${at(moment)}, ${at(moment)},
         ${PROJECTED.map((column) => `p.${column}`).join(', ')}
       from import_account s join projected p on p.account_id = s.account_id where s.is_new order by s.n
       returning products, portfolios)
     ${LABELS('written')}`,
    projectionValues(tx),
  );
}

/** Brings what search reads up to date for known accounts. */
export async function refreshImported(tx: Tx, accountIds: ReadonlySet<Uuid>): Promise<void> {
  if (accountIds.size === 0) return;
  await stage(
    tx,
    'touched',
    'account_id uuid',
    [...accountIds].map((id) => `${id}\n`),
  );
  await tx.sql('analyze touched');
  await refreshAccounts(tx, 'touched');
}
