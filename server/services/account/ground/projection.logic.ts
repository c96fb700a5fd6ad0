/** What search reads about an account, computed from its debtors, contacts and claims. */
import type { Uuid } from '../../../../core/id.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { searchedFields } from './searchable.ts';
import { endingInSql } from './typed.ts';
import { JOINERS, KEPT_CHARACTERS, KEPT_ENDINGS, SEPARATORS, wordSign } from './words.ts';

const kept = (text: string) => `left(${text}, ${KEPT_CHARACTERS})`;

/** The words of an account; those of one that is imported new are made by intake/staged.words.ts. @param names SQL of names and places. @param marks SQL of references, addresses and numbers. @param products SQL of lists of names. */
const searchWords = (names: string, marks: string, products: string, portfolios: string) => `array_to_tsvector(
    array_remove(array_remove(string_to_array(replace(
      ' ' || regexp_replace(regexp_replace(unaccent(lower(coalesce(${names}, ''))), $2, '', 'g'), $3, ' ', 'g')
        || ' ' || regexp_replace(unaccent(lower(${marks})), $4, '', 'g'), ' ', ' ' || $5::text), ' '), $5::text), '')
    || array(select $5::text || '=product:' || ${kept('name')} from unnest(${products}) name)
    || array(select $5::text || '=portfolio:' || ${kept('name')} from unnest(${portfolios}) name)
    || array(select $5::text || '=born:' || to_char(day, 'YYYY-MM-DD') from unnest(d.born) day)
    || array(select $5::text || '=end:' || reverse(ending) from unnest(a.external_account_ref || d.all_refs || p.numbers || c.all_refs[1:${KEPT_ENDINGS}]) mark, ${endingInSql('mark')} ending where ending is not null)
  )`;

/** What open claims say of their account, as aggregates over them. */
const MONEY = `
    sum(balance) filter (where status = 'open') as total_amount,
    count(*) filter (where status = 'open') as active_claims_count,
    min(due_date) filter (where status = 'open') as oldest_due_date,
    max(due_date) filter (where status = 'open') as latest_due_date,
    array_agg(array[external_claim_ref, external_portfolio_ref] order by status = 'open' desc, due_date desc nulls last, created_at desc, external_claim_ref collate "C" desc) filter (where status <> 'deleted') as latest,
    case when bool_and(promised_until is not null) filter (where status = 'open') then min(promised_until) filter (where status = 'open') end as promised_until`;
/** The columns of an account that follow from MONEY, each with its value. */
const MONEY_COLUMNS = {
  total_amount: 'coalesce(c.total_amount, 0)::bigint',
  active_claims_count: 'coalesce(c.active_claims_count, 0)::int',
  oldest_due_date: 'c.oldest_due_date',
  latest_due_date: 'c.latest_due_date',
  latest_claim_ref: 'c.latest[1][1]',
  latest_claim_portfolio: 'c.latest[1][2]',
  promised_until: 'c.promised_until',
};
const MONEY_SELECT = Object.entries(MONEY_COLUMNS)
  .map(([column, value]) => `${value} as ${column}`)
  .join(', ');

/**
 * One row per account, named `a` in `from`, with every projection column of `account` and their names. Each account asks for its own rows:
 * of a client that just began, the planner has no statistics, and joins of whole tables would go wrong.
 * Placeholders: see `projectionValues`. Claims, debtors and contacts are written before, accounts too.
 * - Amount, count and due dates look at open claims only; the latest claim is the open one due last, or any when none is open.
 * - promisedUntil holds when every open claim is promised: the earliest of those days.
 * - Words: names, places and streets are split at punctuation; references, e-mail addresses and numbers lose theirs, and are found by their
 *   last digits too; dates of birth are words by themselves.
 */
const projectionOf = (from: string, fieldsAt: number | null) => `
select a.account_id,
  coalesce(d.debtor_name, '') as debtor_name, coalesce(d.debtor_ref, '') as debtor_ref, coalesce(d.debtor_type, 'person') as debtor_type, d.city,
  ${MONEY_SELECT},
  coalesce(c.products, '{}') as products, coalesce(c.portfolios, '{}') as portfolios,
  ${
    fieldsAt === null
      ? searchWords('d.names', marks(''), 'c.products', 'c.portfolios')
      : searchWords(`concat_ws(' ', d.names, m.names)`, marks(', m.marks'), 'c.products', 'c.portfolios')
  } as search_words
from ${from}
left join lateral (
  select
    (array_agg(coalesce(nullif(case type when 'company' then coalesce(nullif(company_name, ''), person) else coalesce(nullif(person, ''), company_name) end, ''), external_debtor_ref) order by position, debtor_id))[1] as debtor_name,
    (array_agg(external_debtor_ref order by position, debtor_id))[1] as debtor_ref,
    (array_agg(type order by position, debtor_id))[1] as debtor_type,
    (array_agg(address->>'city' order by position, debtor_id))[1] as city,
    left(string_agg(concat_ws(' ', ${kept('person')}, ${kept('company_name')}, ${kept(`address->>'city'`)}, ${kept(`address->>'postalCode'`)}, ${kept(`address->>'addressLine1'`)}, ${kept(`address->>'houseNumber'`)}), ' '), 100000) as names,
    array_remove(array_agg(birthday), null) as born,
    array_agg(external_debtor_ref) as all_refs,
    left(string_agg(${kept('external_debtor_ref')}, ' '), 100000) as refs
  from (select debtor.*, concat_ws(' ', first_name, middle_name, last_name) as person from debtor where client_id = $1 and debtor.account_id = a.account_id) each_debtor
) d on true
left join lateral (
  select left(string_agg(${kept('normalized')}, ' '), 100000) as contacts, array_agg(normalized) filter (where kind <> 'email') as numbers from contact_point where client_id = $1 and contact_point.account_id = a.account_id
) p on true
left join lateral (
  select
    ${MONEY},
    array_agg(distinct coalesce(product_name, product_reference) collate "C") filter (where status <> 'deleted' and coalesce(product_name, product_reference) is not null) as products,
    array_agg(distinct external_portfolio_ref collate "C") filter (where status <> 'deleted' and external_portfolio_ref is not null) as portfolios,
    left(string_agg(${kept('external_claim_ref')}, ' '), 200000) as refs,
    array_agg(external_claim_ref) as all_refs
  from claim where client_id = $1 and claim.account_id = a.account_id
) c on true${fieldsAt === null ? '' : metaWords(`$${fieldsAt}`)}`;

const marks = (more: string) => `concat_ws(' ', ${kept('a.external_account_ref')}, d.refs, p.contacts, c.refs${more})`;

/**
 * Values of searchable metadata, as names, or as marks where they have digits: dates, plates and numbers are typed with and without their
 * punctuation. Of a yes or no the word is the field's title, when it is yes. @param fields placeholder of searchedFields.
 */
const metaWords = (fields: string) => `
left join lateral (
  select left(string_agg(word, ' ') filter (where word !~ '[0-9]'), 100000) as names, left(string_agg(word, ' ') filter (where word ~ '[0-9]'), 100000) as marks
  from (
    select ${kept(`case when f.title = '' then holder.meta ->> f.name when holder.meta ->> f.name = 'true' then f.title end`)} as word
    from (
      select 'account' as type, a.meta
      union all select 'claim', meta from claim where client_id = $1 and claim.account_id = a.account_id and meta <> '{}'
      union all select 'product', meta from account_product where client_id = $1 and account_product.account_id = a.account_id
    ) holder join jsonb_to_recordset(${fields}::jsonb) as f (type text, name text, title text) on f.type = holder.type
  ) each_word
) m on true`;

/** Of the accounts of the table or CTE `touched (account_id)`. */
const TOUCHED = 'touched t join account a on a.client_id = $1 and a.account_id = t.account_id';
/** Without metadata: what most clients have, whose words cost no more for what others have. */
export const PROJECTION = projectionOf(TOUCHED, null);

/** The columns PROJECTION gives after account_id, in its order. */
export const PROJECTED = [
  'debtor_name',
  'debtor_ref',
  'debtor_type',
  'city',
  ...Object.keys(MONEY_COLUMNS),
  'products',
  'portfolios',
  'search_words',
];

/** Keeps the lists of products and portfolios (`account_label`). @param from a table or CTE with columns products and portfolios; $1 is the client. */
const LABELS = (from: string) =>
  `insert into account_label (client_id, kind, name)
   select distinct $1::uuid, 'product', name from ${from}, unnest(products) name union select distinct $1::uuid, 'portfolio', name from ${from}, unnest(portfolios) name
   on conflict do nothing`;

/** A pattern for a run of these characters. A pattern goes through a text four times as fast as translate() with as many characters. */
const anyOf = (characters: string) => `[${characters.replace(/[\\\]^[-]/g, '\\$&')}]+`;

/** The values of PROJECTION's placeholders $1 to $5. */
function projectionValues(tx: Tx): unknown[] {
  return [tx.clientId, anyOf(JOINERS), anyOf(SEPARATORS), anyOf(SEPARATORS.replace(' ', '') + JOINERS), wordSign(tx.clientId)];
}

/**
 * Recomputes the projection of accounts in one statement and writes those that differ.
 * @param accounts ids, or 'touched': the temporary table `touched (account_id uuid)` that the transaction made, with statistics (ANALYZE) when it is large.
 * @returns how many accounts changed. The last communication is noted by account.reactions.ts, the strategy's name by the strategy.
 */
export async function refreshAccounts(tx: Tx, accounts: readonly Uuid[] | 'touched'): Promise<number> {
  if (accounts.length === 0) return 0;
  const fields = await searchedFields(tx);
  const values = accounts === 'touched' ? projectionValues(tx) : [...projectionValues(tx), accounts];
  const projection = fields.length === 0 ? PROJECTION : projectionOf(TOUCHED, values.push(JSON.stringify(fields)));
  const chosen = accounts === 'touched' ? '' : 'touched as materialized (select distinct unnest($6::uuid[]) as account_id), ';
  const tuple = (alias: string) => PROJECTED.map((column) => `${alias}.${column}`).join(', ');
  const [row] = await tx.sql<{ changed: number }>(
    `with ${chosen}changed as (
       update account a set ${PROJECTED.map((column) => `${column} = p.${column}`).join(', ')}
       from (${projection}) p where a.client_id = $1 and a.account_id = p.account_id and (${tuple('a')}) is distinct from (${tuple('p')})
       returning a.products, a.portfolios),
     labels as (${LABELS('changed')})
     select count(*)::int as changed from changed`,
    values,
  );
  return row?.changed ?? 0;
}

/**
 * The same for what changes with balances, due dates and promises of claims alone: neither names, words nor products do.
 * @returns how many accounts changed.
 */
export async function refreshMoney(tx: Tx, accountIds: readonly Uuid[]): Promise<number> {
  if (accountIds.length === 0) return 0;
  const columns = Object.keys(MONEY_COLUMNS);
  const tuple = (alias: string) => columns.map((column) => `${alias}.${column}`).join(', ');
  const [row] = await tx.sql<{ changed: number }>(
    `with touched as materialized (select distinct unnest($2::uuid[]) as account_id),
     changed as (
       update account a set ${columns.map((column) => `${column} = p.${column}`).join(', ')}
       from (select t.account_id, ${MONEY_SELECT} from touched t
         left join lateral (select ${MONEY} from claim where client_id = $1 and claim.account_id = t.account_id) c on true) p
       where a.client_id = $1 and a.account_id = p.account_id and (${tuple('a')}) is distinct from (${tuple('p')}) returning 1)
     select count(*)::int as changed from changed`,
    [tx.clientId, accountIds],
  );
  return row?.changed ?? 0;
}
