/** Accounts, debtors and claims by the ten thousand: written set-based, for the import. */
import type { Uuid } from '../../../core/id.ts';
import { toDecimal } from '../../../core/money.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import { appendEventsFrom } from '../../platform/events.ts';
import { type CopyValue, copyArray, copyLine, idSeries, stage } from '../../platform/staging.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { LABELS, PROJECTED, projectionValues, refreshAccounts, STAGED_WORDS } from './account.projection.logic.ts';
import { projectStaged, type StagedProjection } from './account.staged.ts';
import type { AccountState, ClaimState, DebtorState } from './account.states.logic.ts';

const at = (moment: Instant) => `'${isoInstant(moment)}'::timestamptz`;

/** Columns of the staged accounts; the first ones are those of every account, the rest what search reads about a new one. */
const STAGED_ACCOUNT = `n integer, is_new boolean, account_id uuid, external_account_ref text, currency text, locale text, segment text, timezone text, meta jsonb, digest text,
  debtor_name text, debtor_ref text, debtor_type text, city text, total_amount bigint, active_claims_count integer, oldest_due_date date, latest_due_date date,
  latest_claim_ref text, latest_claim_portfolio text, products text[], portfolios text[], names text, marks text`;
const STAGED_COLUMNS = PROJECTED.filter((column) => column !== 'search_words' && column !== 'promised_until');

/**
 * Writes new accounts complete with what search reads about them, and what changed about known ones, with debtors and contacts.
 * @param claims that come with the new accounts: all they have.
 */
export async function writeImportAccounts(
  tx: Tx,
  created: readonly AccountState[],
  claims: readonly ClaimState[],
  changed: readonly { account: AccountState; fields: readonly string[] }[],
  moment: Instant,
): Promise<void> {
  if (created.length + changed.length === 0) return;
  const ofAccount = Map.groupBy(claims, (claim) => claim.accountId);
  await stage(tx, 'import_account', STAGED_ACCOUNT, [
    ...created.map((account, n) =>
      copyLine([n, true, ...accountValues(account), ...projectedValues(projectStaged(account, ofAccount.get(account.accountId) ?? []))]),
    ),
    ...changed.map(({ account }, n) => copyLine([n, false, ...accountValues(account), ...NOT_PROJECTED])),
  ]);
  const debtors: string[] = [];
  const contacts: string[] = [];
  const stageDebtors = (account: AccountState, isNew: boolean) => {
    for (const debtor of account.debtors ?? []) {
      debtors.push(copyLine([isNew, ...debtorValues(account.accountId, debtor)]));
      for (const contact of debtor.contacts)
        contacts.push(copyLine([isNew, account.accountId, debtor.debtorId, contact.kind, contact.value, contact.normalized]));
    }
  };
  for (const account of created) stageDebtors(account, true);
  for (const { account } of changed) stageDebtors(account, false);
  await stage(tx, 'import_debtor', `is_new boolean, ${DEBTOR_COLUMNS.map(([name, type]) => `${name} ${type}`).join(', ')}`, debtors);
  await stage(tx, 'import_contact', 'is_new boolean, account_id uuid, debtor_id uuid, kind text, value text, normalized text', contacts);
  if (created.length > 0) await writeCreated(tx, moment);
  if (changed.length > 0)
    await writeChanged(
      tx,
      changed.map(({ fields }) => fields),
      moment,
    );
}

async function writeCreated(tx: Tx, moment: Instant): Promise<void> {
  await tx.sql(
    `with written as (
       insert into account (client_id, account_id, external_account_ref, currency, locale, segment, timezone, meta, import_digest, created_at, updated_at, ${STAGED_COLUMNS.join(', ')}, search_words)
       select $1, s.account_id, s.external_account_ref, s.currency, s.locale, s.segment, s.timezone, s.meta, s.digest, ${at(moment)}, ${at(moment)},
         ${STAGED_COLUMNS.map((column) => `s.${column}`).join(', ')}, ${STAGED_WORDS}
       from import_account s where s.is_new order by s.n
       returning products, portfolios)
     ${LABELS('written')}`,
    projectionValues(tx),
  );
  const debtorColumns = DEBTOR_COLUMNS.map(([name]) => name).join(', ');
  await tx.sql(`
    insert into debtor (client_id, ${debtorColumns}) select '${tx.clientId}', ${debtorColumns} from import_debtor where is_new;
    insert into contact_point (client_id, account_id, debtor_id, kind, value, normalized, updated_at)
      select '${tx.clientId}', account_id, debtor_id, kind, value, normalized, ${at(moment)} from import_contact where is_new`);
  await appendEventsFrom(
    tx,
    ['accountCreated'],
    `select ${idSeries('n')} as message_id, 'accountCreated' as message_type, ${at(moment)} as emit_time, account_id, null::text as external_claim_ref,
       jsonb_build_object('externalAccountRef', external_account_ref, 'currency', currency) as payload from import_account where is_new order by n`,
  );
}

/** @param fields per changed account, in the order in which they are staged. */
async function writeChanged(tx: Tx, fields: readonly (readonly string[])[], moment: Instant): Promise<void> {
  const columns = DEBTOR_COLUMNS.map(([name]) => name);
  await tx.sql(`
    insert into debtor (client_id, ${columns.join(', ')}) select '${tx.clientId}', ${columns.join(', ')} from import_debtor where not is_new
      on conflict (client_id, account_id, debtor_id) do update set ${columns
        .slice(2)
        .map((name) => `${name} = excluded.${name}`)
        .join(', ')};
    insert into contact_point (client_id, account_id, debtor_id, kind, value, normalized, updated_at)
      select '${tx.clientId}', account_id, debtor_id, kind, value, normalized, ${at(moment)} from import_contact where not is_new on conflict do nothing`);
  await tx.sql(
    `update account a set locale = s.locale, segment = s.segment, timezone = s.timezone, meta = s.meta, import_digest = s.digest, updated_at = ${at(moment)},
       revision = revision + case when s.n = any($2::int[]) then 1 else 0 end
     from import_account s where a.client_id = $1 and a.account_id = s.account_id and not s.is_new`,
    [tx.clientId, fields.flatMap((names, n) => (names.length > 0 ? [n] : []))],
  );
  await appendEventsFrom(
    tx,
    ['debtorChanged'],
    `select ${idSeries('s.n')} as message_id, 'debtorChanged' as message_type, ${at(moment)} as emit_time, s.account_id, null::text as external_claim_ref,
       jsonb_build_object('source', 'import', 'fields', to_jsonb(string_to_array(f.fields, ','))) as payload
     from import_account s join unnest($1::int[], $2::text[]) as f(n, fields) on f.n = s.n where not s.is_new and f.fields <> ''`,
    [fields.map((_, n) => n), fields.map((names) => names.join(','))],
  );
}

function accountValues(account: AccountState): CopyValue[] {
  return [
    account.accountId,
    account.ref,
    account.currency,
    account.locale,
    account.segment,
    account.timezone,
    JSON.stringify(account.meta),
    account.digest,
  ];
}

function projectedValues(projection: StagedProjection): CopyValue[] {
  return [
    projection.debtorName,
    projection.debtorRef,
    projection.debtorType,
    projection.city,
    projection.totalAmount,
    projection.activeClaimsCount,
    projection.oldestDueDate,
    projection.latestDueDate,
    projection.latest?.ref,
    projection.latest?.portfolio,
    copyArray(projection.products),
    copyArray(projection.portfolios),
    projection.names,
    projection.marks,
  ];
}

const NOT_PROJECTED: readonly CopyValue[] = Array.from({ length: 14 }, () => null);

const DEBTOR_COLUMNS = [
  ['account_id', 'uuid'],
  ['debtor_id', 'uuid'],
  ['external_debtor_ref', 'text'],
  ['position', 'integer'],
  ['type', 'text'],
  ['first_name', 'text'],
  ['middle_name', 'text'],
  ['last_name', 'text'],
  ['title', 'text'],
  ['company_name', 'text'],
  ['place_of_birth', 'text'],
  ['gender', 'text'],
  ['birthday', 'date'],
  ['address', 'jsonb'],
  ['meta', 'jsonb'],
] as const;

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
