/** What decisions and placeholders may know about claims: one query per need for a whole batch. */
import { isUuid, type Uuid } from '../../../../core/id.ts';
import type { OutsourceMethod } from '../../../../core/outsourcing.ts';
import type { PostalAddress } from '../../../../core/postalAddress.ts';
import type { CalendarDate, Instant } from '../../../../core/time.ts';
import type { Facts, Meta, Need } from '../../../../engine/types.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { bestFirst } from './contact.order.ts';
import { IS_OURS } from './outsourced.logic.ts';

/** A claim and the account it belongs to. */
export interface ClaimRef {
  readonly accountId: Uuid;
  readonly externalClaimRef: string;
}

/** A claim as commands over claims see it. */
export interface KnownClaim extends ClaimRef {
  readonly status: string;
  readonly disputed: boolean;
  /** The last day of an active promise, or null. */
  readonly promisedUntil: CalendarDate | null;
}

const KNOWN = `external_claim_ref as "externalClaimRef", account_id as "accountId", status, disputed_at is not null as disputed, promised_until as "promisedUntil"`;

/** @returns the claims that exist, in no order. */
export async function findClaims(tx: Tx, externalClaimRefs: readonly string[]): Promise<KnownClaim[]> {
  return tx.sql<KnownClaim>(`select ${KNOWN} from claim where client_id = $1 and external_claim_ref = any($2::text[])`, [
    tx.clientId,
    externalClaimRefs,
  ]);
}

/** @returns every open claim of the accounts. */
export async function openClaimsOf(tx: Tx, accountIds: readonly Uuid[]): Promise<KnownClaim[]> {
  return tx.sql<KnownClaim>(`select ${KNOWN} from claim where client_id = $1 and account_id = any($2::uuid[]) and status = 'open'`, [
    tx.clientId,
    accountIds,
  ]);
}

type Loaded = { -readonly [Key in keyof Facts]: Facts[Key] };

/**
 * Loads the needs 'claim', 'account', 'debtor', 'product', 'communications' and 'outsourcing'. ('money' is finance's loadMoneyFacts, 'gate' is loadGateFacts.)
 * The debtor is the account's main one.
 * @returns facts by claim reference; a claim that does not exist is absent.
 */
export async function loadFacts(tx: Tx, refs: readonly ClaimRef[], needs: readonly Need[]): Promise<Map<string, Facts>> {
  const facts = new Map<string, Loaded>();
  if (refs.length === 0) return facts;
  const accountOf = await loadClaims(tx, refs, needs, facts);
  const accountIds = [...new Set(accountOf.values())];
  const each = async (need: Need, load: (tx: Tx, accountIds: Uuid[]) => Promise<Map<Uuid, Partial<Loaded>>>) => {
    if (!needs.includes(need)) return;
    const loaded = await load(tx, accountIds);
    for (const [ref, known] of facts) Object.assign(known, loaded.get(accountOf.get(ref)!));
  };
  await each('account', loadAccounts);
  await each('debtor', loadDebtors);
  await each('communications', loadCommunications);
  if (needs.includes('outsourcing')) await loadOutsourcing(tx, facts);
  return facts;
}

interface ClaimFactsRow {
  external_claim_ref: string;
  account_id: Uuid;
  type: string;
  status: string;
  currency: string;
  amount: bigint;
  balance: bigint;
  total_fees: bigint;
  due_date: CalendarDate | null;
  external_due_date: CalendarDate | null;
  created: Instant;
  segment: string | null;
  external_portfolio_ref: string | null;
  payment_reference: string | null;
  meta: Meta;
  scores: Record<string, number>;
  product_reference: string | null;
  product_name: string | null;
  product_type: string | null;
  product_meta?: Meta | null;
}

async function loadClaims(
  tx: Tx,
  refs: readonly ClaimRef[],
  needs: readonly Need[],
  facts: Map<string, Loaded>,
): Promise<Map<string, Uuid>> {
  const withProduct = needs.includes('product');
  const rows = await tx.sql<ClaimFactsRow>(
    `select external_claim_ref, account_id, type, status, currency, amount, balance, total_fees, due_date, external_due_date,
       (extract(epoch from created_at) * 1000)::float8 as created, segment, external_portfolio_ref, payment_reference, meta, scores,
       product_reference, product_name, product_type
       ${withProduct ? ', (select p.meta from account_product p where p.client_id = c.client_id and p.account_id = c.account_id and p.product_reference = c.product_reference) as product_meta' : ''}
     from claim c where client_id = $1 and external_claim_ref = any($2::text[])`,
    [tx.clientId, refs.map((ref) => ref.externalClaimRef)],
  );
  const accountOf = new Map<string, Uuid>();
  for (const row of rows) {
    accountOf.set(row.external_claim_ref, row.account_id);
    const loaded: Loaded = {
      claim: {
        externalClaimRef: row.external_claim_ref,
        type: row.type,
        status: row.status,
        currency: row.currency,
        amount: row.amount,
        balance: row.balance,
        totalFees: row.total_fees,
        dueDate: row.due_date,
        externalDueDate: row.external_due_date,
        createdAt: row.created,
        segment: row.segment,
        portfolioRef: row.external_portfolio_ref,
        paymentReference: row.payment_reference,
        meta: row.meta,
        scores: row.scores,
      },
    };
    if (withProduct && (row.product_reference !== null || row.product_name !== null))
      loaded.product = {
        productReference: row.product_reference ?? '',
        name: row.product_name ?? '',
        code: row.product_reference ?? '',
        type: row.product_type ?? '',
        meta: row.product_meta ?? {},
      };
    facts.set(row.external_claim_ref, loaded);
  }
  return accountOf;
}

async function loadOutsourcing(tx: Tx, facts: ReadonlyMap<string, Loaded>): Promise<void> {
  const rows = await tx.sql<{ ref: string; partnerId: Uuid; at: Instant; method: OutsourceMethod }>(
    `select external_claim_ref as ref, partner_id as "partnerId", (extract(epoch from created_at) * 1000)::float8 as at, outsource_method as method
     from published.claim_assignment where client_id = $1 and external_claim_ref = any($2::text[]) and ended_at is null`,
    [tx.clientId, [...facts.keys()]],
  );
  for (const known of facts.values()) known.outsourcing = null;
  for (const { ref, ...outsourcing } of rows) Object.assign(facts.get(ref)!, { outsourcing });
}

async function loadAccounts(tx: Tx, accountIds: Uuid[]): Promise<Map<Uuid, Partial<Loaded>>> {
  const rows = await tx.sql<{
    account_id: Uuid;
    external_account_ref: string;
    currency: string;
    locale: string | null;
    total_amount: bigint;
    active_claims_count: number;
    ours: { balance: string; claims: number } | null;
    oldest: string | null;
    assignee_user_id: Uuid | null;
    segment: string | null;
    meta: Meta;
    scores: Record<string, number>;
  }>(
    `select account_id, external_account_ref, currency, locale, total_amount, active_claims_count, assignee_user_id, segment, meta, scores,
       case when outsourced_claims_count > 0 then
         (select json_build_object('balance', coalesce(sum(c.balance), 0)::text, 'claims', count(*)) from claim c
          where c.client_id = $1 and c.account_id = a.account_id and c.status = 'open' and ${IS_OURS}) end as ours,
       (select c.external_claim_ref from claim c where c.client_id = $1 and c.account_id = a.account_id and c.status = 'open'
        order by coalesce(c.external_due_date, c.due_date) nulls last, c.external_claim_ref limit 1) as oldest
     from account a where client_id = $1 and account_id = any($2::uuid[])`,
    [tx.clientId, accountIds],
  );
  return new Map(
    rows.map((row) => [
      row.account_id,
      {
        account: {
          accountId: row.account_id,
          externalAccountRef: row.external_account_ref,
          currency: row.currency,
          locale: row.locale,
          balance: row.total_amount,
          activeClaims: row.active_claims_count,
          ...(row.ours && { ours: { balance: BigInt(row.ours.balance), activeClaims: row.ours.claims } }),
          oldestClaimRef: row.oldest,
          assigneeUserId: row.assignee_user_id,
          segment: row.segment,
          meta: row.meta,
          scores: row.scores,
        },
      },
    ]),
  );
}

interface DebtorRow {
  account_id: Uuid;
  external_debtor_ref: string;
  type: 'person' | 'company';
  first_name: string | null;
  last_name: string | null;
  company_name: string | null;
  title: string | null;
  gender: 'M' | 'F' | null;
  birthday: CalendarDate | null;
  deceased: boolean;
  postal_code: string | null;
  city: string | null;
  country: string | null;
  address: PostalAddress;
  email: string | null;
  mobile: string | null;
  phone: string | null;
}

async function readDebtors(tx: Tx, distinct: string, where: string, values: readonly unknown[]): Promise<DebtorRow[]> {
  const address = (kind: string) =>
    `(select p.value from contact_point p where p.client_id = $1 and p.account_id = d.account_id and p.debtor_id = d.debtor_id and p.kind = '${kind}'
        and p.state not in ('wrong', 'bounced') order by ${bestFirst('p')} limit 1)`;
  return tx.sql<DebtorRow & Record<string, unknown>>(
    `select ${distinct} d.account_id, d.external_debtor_ref, d.type, d.first_name, d.last_name, d.company_name, d.title, d.gender, d.birthday, d.deceased,
       d.address ->> 'postalCode' as postal_code, d.address ->> 'city' as city, d.address ->> 'country' as country, d.address,
       ${address('email')} as email, ${address('mobile')} as mobile,
       (select p.value from contact_point p where p.client_id = $1 and p.account_id = d.account_id and p.debtor_id = d.debtor_id and p.kind in ('landline', 'work')
        and p.state not in ('wrong', 'bounced') order by p.kind, ${bestFirst('p')} limit 1) as phone
     from debtor d where d.client_id = $1 and ${where} order by d.account_id, d.position, d.debtor_id`,
    [tx.clientId, ...values],
  );
}

const debtorOf = (row: DebtorRow): NonNullable<Facts['debtor']> => ({
  externalDebtorRef: row.external_debtor_ref,
  type: row.type,
  firstName: row.first_name,
  lastName: row.last_name,
  companyName: row.company_name,
  title: row.title,
  gender: row.gender,
  birthday: row.birthday,
  postalCode: row.postal_code,
  city: row.city,
  country: row.country,
  address: row.address,
  email: row.email,
  mobileNumber: row.mobile,
  phoneNumber: row.mobile ?? row.phone,
});

/** @returns where a message goes that names no recipient: the main debtor's addresses, as a strategy takes them. */
export async function usualRecipients(tx: Tx, accountId: Uuid): Promise<{ email: string | null; mobileNumber: string | null }> {
  const debtor = isUuid(accountId) ? (await loadDebtors(tx, [accountId])).get(accountId)?.debtor : undefined;
  return { email: debtor?.email ?? null, mobileNumber: debtor?.mobileNumber ?? null };
}

async function loadDebtors(tx: Tx, accountIds: Uuid[]): Promise<Map<Uuid, Partial<Loaded>>> {
  const rows = await readDebtors(tx, 'distinct on (d.account_id)', 'd.account_id = any($2::uuid[])', [accountIds]);
  return new Map(rows.map((row) => [row.account_id, { debtor: debtorOf(row) }]));
}

/** @returns debtors by their account and reference ("account reference"), with whether they have died; one that does not exist is absent. */
export async function loadNamedDebtors(
  tx: Tx,
  named: readonly { readonly accountId: Uuid; readonly externalDebtorRef: string }[],
): Promise<Map<string, { debtor: NonNullable<Facts['debtor']>; deceased: boolean }>> {
  if (named.length === 0) return new Map();
  const rows = await readDebtors(
    tx,
    '',
    '(d.account_id, d.external_debtor_ref) in (select * from unnest($2::uuid[], $3::text[]) as named (account_id, external_debtor_ref))',
    [named.map((each) => each.accountId), named.map((each) => each.externalDebtorRef)],
  );
  return new Map(rows.map((row) => [`${row.account_id} ${row.external_debtor_ref}`, { debtor: debtorOf(row), deceased: row.deceased }]));
}

async function loadCommunications(tx: Tx, accountIds: Uuid[]): Promise<Map<Uuid, Partial<Loaded>>> {
  const rows = await tx.sql<{ account_id: Uuid; channel: string; opened: Instant | null; latest: Instant }>(
    `select account_id, channel, (extract(epoch from max(opened_at)) * 1000)::float8 as opened, (extract(epoch from max(created_at)) * 1000)::float8 as latest
     from communication where client_id = $1 and account_id = any($2::uuid[]) group by account_id, channel`,
    [tx.clientId, accountIds],
  );
  const none = { lastEmailOpened: null, lastCommunication: null, lastByChannel: {} };
  const found = new Map(
    [...Map.groupBy(rows, (row) => row.account_id)].map(([accountId, channels]) => [
      accountId,
      {
        lastEmailOpened: channels.find(({ channel }) => channel === 'email')?.opened ?? null,
        lastCommunication: Math.max(...channels.map(({ latest }) => latest)) as Instant,
        lastByChannel: Object.fromEntries(channels.map(({ channel, latest }) => [channel, latest])),
      },
    ]),
  );
  return new Map(accountIds.map((accountId) => [accountId, { communications: found.get(accountId) ?? none }]));
}
