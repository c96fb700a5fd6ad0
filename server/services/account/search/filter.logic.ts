/** A search's filter as conditions on `searchable_account a`. */
import { invalid } from '../../../../core/fault.ts';
import { isUuid } from '../../../../core/id.ts';
import { fromDecimal } from '../../../../core/money.ts';
import { addDays, type CalendarDate, type Instant, isoInstant } from '../../../../core/time.ts';
import { localDate } from '../../../../core/zone.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import type { Locality } from '../../backoffice/backoffice.logic.ts';
import type { AmountRange, AccountFilter as Filter, InputMaybe } from '../account.graphql.ts';
import type { Identifying } from '../ground/search.limit.ts';
import {
  labelLexeme,
  looksLikePhone,
  plainText,
  queryBeginnings,
  referenceQuery,
  textQueries,
  withoutUmlauts,
  wordSign,
} from '../ground/words.ts';

export type AccountFilter = Filter & Identifying;

/** Values a filter may list at once. */
const MOST_LISTED = 10_000;
const MOST_TEXT = 200;

/** A typed word, or one of the products, portfolios or debtors of a list. */
interface WordCondition {
  /** Placeholder of a tsquery. */
  readonly query: string;
  /** Matches every word that begins like it: the index reads all of their accounts. */
  readonly beginning: boolean;
  /** Three letters that a word of every account that matches begins with, one or the other; null when there are none to tell by. */
  readonly beginnings: readonly string[] | null;
}

export interface Conditions {
  /** What the words index answers: all of them must match. */
  readonly words: readonly WordCondition[];
  readonly where: readonly string[];
  readonly values: unknown[];
  readonly bind: (value: unknown) => string;
  /** Sort expressions that the filter bounds: accounts without a value cannot match. */
  readonly bounded: ReadonlySet<string>;
  /** @returns the client's day of days past due. */
  readonly today: () => Promise<CalendarDate>;
}

/** The client's zone, currency and country, or a promise of them: only some filters need to wait for it. */
type Client = Locality | Promise<Locality>;

/** @returns the filter in SQL. @throws Fault INVALID_INPUT naming the field that is wrong. */
export async function readFilter(tx: Tx, client: Client, filter: AccountFilter, now: Instant): Promise<Conditions> {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const today = async () => localDate(now, (await client).timezone);
  const bounded = new Set<string>();
  const where: string[] = [];
  const between = (expression: string, type: string, from: unknown, to: unknown, field: string) => {
    if (from != null && to != null && from > to) throw invalid(field, 'rangeBackwards');
    if (from != null) where.push(`${expression} >= ${bind(from)}::${type}`);
    if (to != null) where.push(`${expression} <= ${bind(to)}::${type}`);
    if (from != null || to != null) bounded.add(expression);
  };
  const moments = (expression: string, range: AccountFilter['createdAtRange'], field: string) =>
    between(
      expression,
      'timestamptz',
      range?.from == null ? null : isoInstant(range.from),
      range?.to == null ? null : isoInstant(range.to),
      field,
    );

  if (filter.amountRange) amount(await client, filter.amountRange, where, bind);
  moments('created_at', filter.createdAtRange, 'createdAtRange');
  moments('updated_at', filter.updatedAtRange, 'updatedAtRange');
  moments('latest_communication_date', filter.latestCommunicationRange, 'latestCommunicationRange');
  between('oldest_due_date', 'date', filter.oldestDueDateRange?.from, filter.oldestDueDateRange?.to, 'oldestDueDateRange');
  if (filter.daysPastDueRange) {
    const { from, to } = filter.daysPastDueRange;
    const day = await today();
    const days = (value: InputMaybe<number> | undefined) =>
      value == null ? null : addDays(day, -Math.min(Math.max(value, -36_500), 36_500));
    between('oldest_due_date', 'date', days(to), days(from), 'daysPastDueRange');
  }
  if (filter.debtorType != null) where.push(`debtor_type = ${bind(filter.debtorType)}`);
  if (filter.owing != null) where.push(`total_amount ${filter.owing ? '>' : '<='} 0`);
  if (filter.outsourced != null) where.push(`assigned_partner_id is ${filter.outsourced ? 'not ' : ''}null`);
  if (filter.accountIds) where.push(`account_id = any(${bind(uuids(filter.accountIds, 'accountIds'))}::uuid[])`);
  if (filter.exceptAccountIds) where.push(`account_id <> all(${bind(uuids(filter.exceptAccountIds, 'exceptAccountIds'))}::uuid[])`);
  if (filter.assigneeUserIds) where.push(`assignee_user_id = any(${bind(uuids(filter.assigneeUserIds, 'assigneeUserIds'))}::uuid[])`);
  if (filter.externalDebtorRefs) {
    const refs = bind(listed(filter.externalDebtorRefs, 'externalDebtorRefs'));
    where.push(
      `exists (select from debtor d where d.client_id = a.client_id and d.account_id = a.account_id and d.external_debtor_ref = any(${refs}::text[]))`,
    );
  }

  const queries = await wordQueries(tx, client, filter);
  if (queries === 'nothing') where.push('false');
  const words = (queries === 'nothing' ? [] : queries).map((query) => ({
    query: `${bind(query)}::tsquery`,
    beginning: query.includes(':*'),
    beginnings: queryBeginnings(query, wordSign(tx.clientId)),
  }));
  return { words, where, values, bind, bounded, today };
}

/** Tsqueries of what the words index answers, all of which must match; 'nothing' when one cannot. */
async function wordQueries(tx: Tx, client: Client, filter: AccountFilter): Promise<string[] | 'nothing'> {
  const queries: string[] = [];
  const sign = wordSign(tx.clientId);
  const text = clean(filter.queryText ?? '').trim();
  if (text) {
    if (text.length > MOST_TEXT) throw invalid('queryText', 'atMostCharacters', { number: MOST_TEXT });
    // Read plainly first: digits of another script or width are digits then.
    const plain = await plainText(tx, [text, withoutUmlauts(text)]);
    const country = plain.some(looksLikePhone) ? (await client).countryCode : '';
    const typed = textQueries(plain, { country, sign, identifies: filter.identifies !== false });
    if (typed.length === 0) return 'nothing';
    queries.push(...typed);
  }
  for (const [kind, names] of [
    ['product', filter.products],
    ['portfolio', filter.portfolios],
  ] as const) {
    if (!names) continue;
    if (names.length === 0) return 'nothing';
    queries.push(
      listed(names, `${kind}s`)
        .map((name) => labelLexeme(sign, kind, clean(name)))
        .join(' | '),
    );
  }
  if (filter.externalDebtorRefs) {
    const query = referenceQuery(await plainText(tx, listed(filter.externalDebtorRefs, 'externalDebtorRefs').map(clean)), sign);
    if (query !== null) queries.push(query);
  }
  return queries;
}

/** The database's text knows no NUL. */
const clean = (text: string) => text.replaceAll('\0', '');

function amount(client: Locality, range: InputMaybe<AmountRange> | undefined, where: string[], bind: (value: unknown) => string): void {
  if (!range || (range.from == null && range.to == null)) return;
  const currency = range.currency ?? client.currency;
  if (!/^[A-Z]{3}$/.test(currency)) throw invalid('amountRange.currency', 'currencyLetters');
  const minor = (text: InputMaybe<string> | undefined, field: string) => {
    const value = text == null ? null : fromDecimal(text, currency);
    if (text != null && value === null) throw invalid(field, 'noAmountOf', { text, currency });
    return value;
  };
  const from = minor(range.from, 'amountRange.from');
  const to = minor(range.to, 'amountRange.to');
  if (from !== null && to !== null && from > to) throw invalid('amountRange', 'rangeBackwards');
  where.push(`currency = ${bind(currency)}`);
  if (from !== null) where.push(`total_amount >= ${bind(from)}::bigint`);
  if (to !== null) where.push(`total_amount <= ${bind(to)}::bigint`);
}

function listed(values: readonly string[], field: string): string[] {
  if (values.length > MOST_LISTED) throw invalid(field, 'selectMost', { number: MOST_LISTED });
  return [...values].map(clean);
}

function uuids(values: readonly string[], field: string): string[] {
  if (!values.every((value) => isUuid(value))) throw invalid(field, 'idWrong');
  return listed(values, field);
}

/** @returns conditions that hold where all the queries match, answered by the words index. */
export const matches = (words: readonly WordCondition[]) => words.map(({ query }) => `search_words @@ ${query}`);
