/** Finding accounts: a page in order, the exact count and sums, and all ids of a search chunk by chunk. */
import { invalid } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { type CalendarDate, daysBetween, type Instant } from '../../../../core/time.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { readLocality } from '../../backoffice/backoffice.logic.ts';
import type {
  AccountAggregator,
  AccountFilter,
  AccountSearchPage,
  AccountSearchResult,
  QuerySearchAccountsArgs,
} from '../account.graphql.ts';
import { partnersOfAccounts } from '../ground/outsourced.logic.ts';
import { and, ask, type Count, countCommon, countUpTo, hasGenericPlan } from './count.logic.ts';
import { type Conditions, matches, readFilter } from './filter.logic.ts';
import { type Order, orderColumns, readCursor, readOrder, type Stretch, stretches, writeCursor } from './keyset.ts';

const SIZE = 50;
const MOST_SIZE = 500;
/** Rows `from` may skip; further down, searchAfter is the way. */
const MOST_FROM = 1000;
/** Accounts looked at in sorted order to see how common the words are. */
const SAMPLE = 400;
/**
 * Accounts walked at most to fill a page with words that are neither rare nor common: walking an account in order costs a third of
 * fetching one by the words index, and all of those that match would have to be fetched.
 */
const WALKED = 12_000;
/** The same where the index walked has the bits of the words, which costs a fourth. */
const PASSED = 100_000;
/** Matches in the sample that say enough about how far the walk will be. */
const TELLING = 2;
/**
 * A word is not worth its walk through the words index when another is so many times rarer: fetching and checking an account of the rarer
 * one costs that many times as much as reading one of the more frequent word from the index.
 */
const RARER = 6;
const COLUMNS =
  'account_id, external_account_ref, assignee_user_id, debtor_name, debtor_ref, debtor_type, city, currency, total_amount, active_claims_count, oldest_due_date, latest_due_date, latest_claim_ref, latest_claim_portfolio, products, portfolios, latest_communication_date, strategy_name, assigned_partner_id, promised_until, created_at, updated_at';

interface Row {
  readonly [column: `order_${number}`]: string | null;
  readonly account_id: Uuid;
  readonly external_account_ref: string;
  readonly assignee_user_id: Uuid | null;
  readonly debtor_name: string;
  readonly debtor_ref: string;
  readonly debtor_type: string;
  readonly city: string | null;
  readonly currency: string;
  readonly total_amount: bigint;
  readonly active_claims_count: number;
  readonly oldest_due_date: CalendarDate | null;
  readonly latest_due_date: CalendarDate | null;
  readonly latest_claim_ref: string | null;
  readonly latest_claim_portfolio: string | null;
  readonly products: string[];
  readonly portfolios: string[];
  readonly latest_communication_date: Date | null;
  readonly strategy_name: string | null;
  readonly assigned_partner_id: Uuid | null;
  readonly promised_until: CalendarDate | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/**
 * One page of a search, sorted by days past due (longest first) unless told otherwise; absent values come last.
 * @param counted whether totalResults is asked for. It is exact up to 1,000, and for words that few accounts have; otherwise a lower bound.
 * @throws Fault INVALID_INPUT naming the argument that is wrong.
 */
export async function searchAccounts(
  tx: Tx,
  args: Omit<QuerySearchAccountsArgs, 'clientId'>,
  now: Instant,
  counted = true,
): Promise<AccountSearchPage> {
  const size = args.size ?? SIZE;
  const from = args.from ?? 0;
  if (size < 1 || size > MOST_SIZE) throw invalid('size', 'pageSize', { most: MOST_SIZE });
  if (from < 0 || from > MOST_FROM) throw invalid('from', 'skipMost', { number: MOST_FROM });
  if (from > 0 && args.searchAfter != null) throw invalid('from', 'skipOrAfter');
  const order = readOrder(args.orderFields);
  const cursor = args.searchAfter == null ? null : readCursor(order, args.searchAfter);
  // Goes out with the first statement; few searches wait for the answer before they send it.
  const client = readLocality(tx);
  client.catch(() => {});
  const conditions = await readFilter(tx, client, args, now);
  const parts = stretches(order, cursor, conditions.bind, conditions.bounded);
  const wanted = from + size + 1;
  // Sent along with the first statement, which fails with it.
  if (hasGenericPlan(conditions)) tx.sql('set local plan_cache_mode = force_generic_plan').catch(() => {});
  const [found, counting] = await Promise.all(
    conditions.words.length === 0
      ? [walkStretches(tx, conditions, order, parts, wanted), counted ? countUpTo(tx, conditions) : null]
      : [findWords(tx, conditions, order, parts, wanted, counted && (cursor ? 'later' : 'first'))],
  );
  const page = found.rows.slice(from, from + size);
  const more = found.rows.length > from + size;
  // A whole result on one page is counted already; after a cursor the filter is counted anew.
  const whole = cursor === null && !more && (page.length > 0 || from === 0);
  const count = !counted
    ? null
    : whole
      ? { total: found.rows.length, exact: true }
      : (found.count ?? counting ?? (await countUpTo(tx, conditions)));
  const today = await conditions.today();
  const partners = await partnersOfAccounts(
    tx,
    page.map((row) => row.assigned_partner_id),
  );
  return {
    totalResults: count?.total ?? 0,
    totalResultsRelation: count?.exact ? 'exact' : 'atLeast',
    results: page.map((row) => present(row, today, partners)),
    searchAfter: more ? writeCursor(order, page.at(-1) as unknown as Record<string, unknown>) : null,
  };
}

interface Found {
  readonly rows: Row[];
  /** When finding them told. */
  readonly count: Count | null;
}

/** Without words the planner finds the way along each stretch of the order. */
async function walkStretches(tx: Tx, conditions: Conditions, order: Order, parts: readonly Stretch[], wanted: number): Promise<Found> {
  const rows: Row[] = [];
  for (const part of parts) {
    if (rows.length >= wanted) break;
    const text = `select ${COLUMNS}, ${orderColumns(order)} from searchable_account a where ${and([...conditions.where, ...part.conditions])} order by ${part.orderBy} limit ${wanted - rows.length}`;
    rows.push(...(await ask<Row>(tx, conditions, text)));
  }
  return { rows, count: null };
}

/**
 * How common a word is, nobody can say beforehand. So a sample is taken where the page begins: common words fill the page while the sorted
 * index is walked; words that are not common are few enough to fetch all their accounts by the words index, sort and count them.
 */
async function findWords(
  tx: Tx,
  conditions: Conditions,
  order: Order,
  parts: readonly Stretch[],
  wanted: number,
  counted: false | 'first' | 'later',
): Promise<Found> {
  const { words, where } = conditions;
  const columns = `${COLUMNS}, ${orderColumns(order)}`;
  const select = (text: string) => ask<Row & { total?: number }>(tx, conditions, text);
  const [first] = parts;
  let shares: readonly number[] | null = null;
  if (order.keys[0]?.indexed && first) {
    const walk = (most: number) =>
      select(
        `select ${columns} from (select * from searchable_account a where ${and([...where, ...first.conditions])} order by ${first.orderBy} limit ${most}) a
         where ${and(matches(words))} order by ${first.orderBy} limit ${wanted}`,
      );
    const sample = await walk(SAMPLE);
    if (sample.length >= wanted) return { rows: sample, count: counted ? await countCommon(tx, conditions, sample.length) : null };
    // Words that hardly ever met in the sample: how often they should meet, if they come together by chance.
    if (sample.length < TELLING && words.length > 1) shares = await sharesOf(tx, conditions, first);
    const share = sample.length < TELLING ? (shares?.reduce((product, each) => product * each, 1) ?? 0) : sample.length / SAMPLE;
    const beginnings =
      order.keys.length === 1 && order.keys[0]?.bits
        ? words.flatMap((word) => (word.beginnings ? [conditions.bind(word.beginnings)] : []))
        : [];
    if ((wanted / share) * 1.5 <= (beginnings.length > 0 ? PASSED : WALKED)) {
      const longer =
        beginnings.length > 0 ? await select(passing(columns, conditions, beginnings, order, first, wanted)) : await walk(WALKED);
      if (longer.length >= wanted) return { rows: longer, count: counted ? await countCommon(tx, conditions, longer.length) : null };
    }
  }
  const within = `(${parts.map((part) => `(${and(part.conditions)})`).join(' or ')})`;
  const by = (id: string) =>
    [
      ...order.keys.map((key, index) => `o${index} ${key.descending ? 'desc' : 'asc'} nulls last`),
      `${id} ${order.keys[0]?.descending ? 'desc' : 'asc'}`,
    ].join(', ');
  const keys = order.keys.map((key, index) => `${key.expression} as o${index}`).join(', ');
  // "offset 0" keeps the planner from walking the order after all. Only ids and what they are sorted by travel through the sort.
  const found = await select(
    `with found as (
       select account_id as id, ${order.keys.map((_, index) => `o${index}`).join(', ')}${counted === 'first' ? ', count(*) over ()::int as total' : ''}
       from (select account_id, ${keys} from searchable_account a where ${and([...where, within, ...rarestFirst(words, shares)])} offset 0) a
       order by ${by('account_id')} limit ${wanted})
     select ${columns}${counted === 'first' ? ', total' : ''} from found join searchable_account a on account_id = id order by ${by('id')}`,
  );
  return {
    rows: found,
    count: counted === 'first' ? { total: found[0]?.total ?? 0, exact: true } : null,
  };
}

/**
 * The first accounts of an order with all words, told from most others by the bits that stand in its index.
 * @param beginnings placeholders of lists of first letters; an account has one of each.
 */
function passing(
  columns: string,
  { words, where }: Conditions,
  beginnings: readonly string[],
  { keys: [key] }: Order,
  first: Stretch,
  wanted: number,
): string {
  const direction = key?.descending ? 'desc' : 'asc';
  return `select ${columns} from (
      select account_id as id, ${key?.expression} as o0 from (
        select account_id, ${key?.expression}, search_bits from searchable_account a where ${and([...where, ...first.conditions])} order by ${first.orderBy} limit ${PASSED}) a
      where ${and(beginnings.map((list) => `search_bits & (select bit_or(1::bigint << (hashtext(letters) & 63)) from unnest(${list}::text[]) letters) <> 0`))}) passed
    join searchable_account a on account_id = id where ${and(words.map(checked))} order by o0 ${direction}, id ${direction} limit ${wanted}`;
}

/** @returns for each word the share of the accounts in the sample that have it. */
async function sharesOf(tx: Tx, conditions: Conditions, first: Stretch): Promise<number[]> {
  const { words, where } = conditions;
  const text = `select ${words.map(({ query }, index) => `count(*) filter (where search_words @@ ${query})::int as w${index}`).join(', ')}
    from (select search_words from searchable_account a where ${and([...where, ...first.conditions])} order by ${first.orderBy} limit ${SAMPLE}) a`;
  const [seen] = await ask<Record<string, number>>(tx, conditions, text);
  return words.map((_, index) => (seen?.[`w${index}`] ?? 0) / SAMPLE);
}

/**
 * Conditions for all words. The index reads every account of every word that begins as it is asked, so a beginning that many accounts
 * have is only checked on the accounts of the rarer words.
 */
function rarestFirst(words: Conditions['words'], shares: readonly number[] | null): string[] {
  // A word that the sample has not seen may have been just missed.
  const rarest = Math.max(Math.min(...(shares ?? [0])), 0.5 / SAMPLE);
  const frequent = words.map(({ beginning }, index) => beginning && (shares?.[index] ?? 0) > RARER * rarest);
  return words.map((word, index) => (frequent[index] ? checked(word) : `search_words @@ ${word.query}`));
}

/** The condition of a word as the function behind @@, which no index answers. */
const checked = ({ query }: Conditions['words'][number]) => `ts_match_vq(search_words, ${query})`;

/** @returns the next ids of a search in id order, after the one given: how a bulk action or an export goes over all of it. */
export async function nextAccountIds(tx: Tx, filter: AccountFilter, after: Uuid | null, most: number, now: Instant): Promise<Uuid[]> {
  const { words, where, values, bind } = await readFilter(tx, await readLocality(tx), filter, now);
  const conditions = [...where, ...matches(words), ...(after === null ? [] : [`account_id > ${bind(after)}::uuid`])];
  const rows = await tx.sql<{ account_id: Uuid }>(
    `select account_id from searchable_account a where ${and(conditions)} order by account_id limit ${most}`,
    values,
  );
  return rows.map((row) => row.account_id);
}

/** @returns the smallest and largest open balance in the client's currency, or null without accounts. */
export async function getAccountAggregators(tx: Tx): Promise<AccountAggregator | null> {
  const { currency } = await readLocality(tx);
  const [row] = await tx.sql<{ least: bigint | null; most: bigint | null }>(
    `select (select total_amount from searchable_account where currency = $1 order by total_amount, account_id limit 1) as least,
            (select total_amount from searchable_account where currency = $1 order by total_amount desc, account_id desc limit 1) as most`,
    [currency],
  );
  if (row?.least == null || row.most == null) return null;
  return { currency, minAmount: { minor: row.least, currency }, maxAmount: { minor: row.most, currency } };
}

function present(row: Row, today: CalendarDate, partners: ReadonlyMap<Uuid | null, string>): AccountSearchResult {
  return {
    accountId: row.account_id,
    externalAccountRef: row.external_account_ref,
    assinedToPartner: partners.get(row.assigned_partner_id) ?? null,
    assigneeUserId: row.assignee_user_id,
    debtorFullName: row.debtor_name,
    debtorRef: row.debtor_ref,
    debtorType: row.debtor_type,
    city: row.city,
    currency: row.currency,
    totalAmount: { minor: row.total_amount, currency: row.currency },
    activeClaimsCount: row.active_claims_count,
    oldestClaimDPD: row.oldest_due_date === null ? null : daysBetween(row.oldest_due_date, today),
    latestClaimDPD: row.latest_due_date === null ? null : daysBetween(row.latest_due_date, today),
    latestClaimRef: row.latest_claim_ref,
    latestClaimPortfolio: row.latest_claim_portfolio,
    products: row.products,
    portfolios: row.portfolios,
    latestCommunicationDate: row.latest_communication_date === null ? null : (row.latest_communication_date.getTime() as Instant),
    strategyName: row.strategy_name,
    promisedUntil: row.promised_until,
    createdAt: row.created_at.getTime() as Instant,
    updatedAt: row.updated_at.getTime() as Instant,
  };
}
