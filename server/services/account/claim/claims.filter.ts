/** The claim overview's filter as conditions on `searchable_claim c`. */
import { invalid } from '../../../../core/fault.ts';
import { isUuid } from '../../../../core/id.ts';
import { fromDecimal } from '../../../../core/money.ts';
import { addDays, type Instant, isoInstant } from '../../../../core/time.ts';
import { localDate } from '../../../../core/zone.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import type { Locality } from '../../backoffice/backoffice.logic.ts';
import type { ClaimFilter as Filter, InputMaybe } from '../account.graphql.ts';
import type { ClaimStatus } from '../ground/account.tables.ts';
import { IS_OUT, outWith } from '../ground/outsourced.logic.ts';
import type { Identifying } from '../ground/search.limit.ts';
import { looksLikePhone, plainText, textQueries, withoutUmlauts, wordSign } from '../ground/words.ts';
import { claimStrategies } from './claims.strategy.logic.ts';

const STATUSES: readonly ClaimStatus[] = ['open', 'resolved', 'deleted'];
export type ClaimFilter = Filter & Identifying;

/** Values a filter may list at once. */
const MOST_LISTED = 10_000;
const MOST_TEXT = 200;
const MOST_DAYS = 36_500;

export interface ClaimConditions {
  readonly statuses: readonly ClaimStatus[];
  /** All but the status. */
  readonly where: readonly string[];
  readonly values: unknown[];
  readonly bind: (value: unknown) => string;
  /** Something is asked of the account too. */
  readonly ofAccounts: boolean;
  /** Claims without a due date cannot match. */
  readonly dated: boolean;
}

/** @returns the filter in SQL. @throws Fault INVALID_INPUT naming the field that is wrong. */
export async function readClaimFilter(tx: Tx, client: Locality, filter: ClaimFilter, now: Instant): Promise<ClaimConditions> {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const where: string[] = [];
  const between = (expression: string, type: string, from: unknown, to: unknown, field: string) => {
    if (from != null && to != null && from > to) throw invalid(field, 'rangeBackwards');
    if (from != null) where.push(`${expression} >= ${bind(from)}::${type}`);
    if (to != null) where.push(`${expression} <= ${bind(to)}::${type}`);
    return from != null || to != null;
  };
  const oneOf = (expression: string, list: InputMaybe<readonly string[]> | undefined, field: string) => {
    if (list) where.push(`${expression} = any(${bind(listed(list, field))}::text[])`);
  };
  const statuses = (filter.statuses ?? ['open']).map((status) => {
    if (!STATUSES.includes(status as ClaimStatus)) throw invalid('statuses', 'oneOf', { choices: STATUSES.join(', ') });
    return status as ClaimStatus;
  });

  let dated = between('c.due_date', 'date', filter.dueDateRange?.from, filter.dueDateRange?.to, 'dueDateRange');
  const day = localDate(now, client.timezone);
  const daysAgo = (days: InputMaybe<number> | undefined) =>
    days == null ? null : addDays(day, -Math.min(Math.max(days, -MOST_DAYS), MOST_DAYS));
  const { daysPastDueRange } = filter;
  if (between('c.due_date', 'date', daysAgo(daysPastDueRange?.to), daysAgo(daysPastDueRange?.from), 'daysPastDueRange')) dated = true;
  if (filter.notDue != null) {
    const today = bind(day);
    where.push(filter.notDue ? `(c.due_date is null or c.due_date >= ${today}::date)` : `c.due_date < ${today}::date`);
    if (!filter.notDue) dated = true;
  }
  const moment = (value: InputMaybe<Instant> | undefined) => (value == null ? null : isoInstant(value));
  between('c.created_at', 'timestamptz', moment(filter.createdAtRange?.from), moment(filter.createdAtRange?.to), 'createdAtRange');
  if (filter.amountRange) {
    const currency = filter.amountRange.currency ?? client.currency;
    if (!/^[A-Z]{3}$/.test(currency)) throw invalid('amountRange.currency', 'currencyLetters');
    const minor = (end: 'from' | 'to') => {
      const text = filter.amountRange?.[end];
      const value = text == null ? null : fromDecimal(text, currency);
      if (text != null && value === null) throw invalid(`amountRange.${end}`, 'noAmountOf', { text, currency });
      return value;
    };
    if (between('c.balance', 'bigint', minor('from'), minor('to'), 'amountRange')) where.push(`c.currency = ${bind(currency)}`);
  }
  oneOf('coalesce(c.product_name, c.product_reference)', filter.products, 'products');
  oneOf('c.external_portfolio_ref', filter.portfolios, 'portfolios');
  oneOf('c.currency', filter.currencies, 'currencies');
  oneOf('c.external_claim_ref', filter.externalClaimRefs, 'externalClaimRefs');
  if (filter.exceptClaimRefs?.length)
    where.push(`c.external_claim_ref <> all(${bind(listed(filter.exceptClaimRefs, 'exceptClaimRefs'))}::text[])`);
  if (filter.disputed != null) where.push(`c.disputed_at is ${filter.disputed ? 'not ' : ''}null`);
  if (filter.promised != null) where.push(`c.promised_until is ${filter.promised ? 'not ' : ''}null`);
  if (filter.owing != null) where.push(`c.balance ${filter.owing ? '>' : '<='} 0`);
  if (filter.outsourced != null) where.push(`${filter.outsourced ? '' : 'not '}${IS_OUT}`);
  if (filter.partnerIds) where.push(outWith(`o.partner_id = any(${bind(uuids(filter.partnerIds, 'partnerIds'))}::uuid[])`));
  if (filter.accountIds) where.push(`c.account_id = any(${bind(uuids(filter.accountIds, 'accountIds'))}::uuid[])`);
  const started = filter.strategyStartedRange;
  if (filter.strategyIds || filter.strategyStatuses || started?.from != null || started?.to != null) {
    const strategyIds = filter.strategyIds ? uuids(filter.strategyIds, 'strategyIds') : null;
    const [from, to] = [moment(started?.from), moment(started?.to)];
    if (from !== null && to !== null && from > to) throw invalid('strategyStartedRange', 'rangeBackwards');
    where.push(claimStrategies().condition(bind, { strategyIds, statuses: filter.strategyStatuses ?? null, started: { from, to } }));
  }
  let ofAccounts = false;
  if (filter.assigneeUserIds) {
    ofAccounts = true;
    where.push(`c.assignee_user_id = any(${bind(uuids(filter.assigneeUserIds, 'assigneeUserIds'))}::uuid[])`);
  }
  const text = clean(filter.queryText ?? '').trim();
  if (text.length > MOST_TEXT) throw invalid('queryText', 'atMostCharacters', { number: MOST_TEXT });
  if (text) {
    const found = await textConditions(tx, client, text, filter.identifies !== false, bind);
    ofAccounts ||= found.ofAccounts;
    where.push(...found.where);
  }
  return { statuses: [...new Set(statuses)], where, values, bind, ofAccounts, dated };
}

/**
 * Somebody types a reference or what stands on the account. A text that a payment's reference begins with means those claims; one with a
 * digit that references of claims begin with means those and not their account's other claims; all else means the accounts' claims.
 */
async function textConditions(
  tx: Tx,
  client: Locality,
  text: string,
  identifies: boolean,
  bind: (value: unknown) => string,
): Promise<{ where: string[]; ofAccounts: boolean }> {
  const reference = /\d/.test(text) && !/\s/.test(text);
  const like = (value: string) => `${value.replace(/[\\%_]/g, '\\$&')}%`;
  if (reference) {
    const forms = [...new Set([text, text.toUpperCase()])].map(like);
    const [hit] = await tx.sql(`select 1 as hit from (${paidBy(forms.map((_, index) => `$${index + 1}`))}) found limit 1`, forms);
    if (hit) return { where: [`c.external_claim_ref in (${paidBy(forms.map(bind))})`], ofAccounts: false };
  }
  const plain = await plainText(tx, [text, withoutUmlauts(text)]);
  const country = plain.some(looksLikePhone) ? client.countryCode : '';
  const words = textQueries(plain, { country, sign: wordSign(tx.clientId), identifies });
  if (words.length === 0) return { where: ['false'], ofAccounts: false };
  const begins = (placeholder: string) => `starts_with(lower(c.external_claim_ref), lower(${placeholder}::text))`;
  if (reference) {
    const accounts = accountsWith(words.map((_, index) => `$${index + 2}`));
    const [hit] = await tx.sql(
      `select 1 as hit from (select c.external_claim_ref from (${accounts}) found join claim c on c.client_id = $${words.length + 2} and c.account_id = found.account_id
         where ${begins('$1')} offset 0) claims limit 1`,
      [text, ...words, tx.clientId],
    );
    if (hit) return { where: [`c.account_id in (${accountsWith(words.map(bind))})`, begins(bind(text))], ofAccounts: false };
  }
  return { where: [`c.account_id in (${accountsWith(words.map(bind))})`], ofAccounts: false };
}

// "offset 0" keeps the planner from walking an order, or the first rows that come, in the hope of a match: of words and references that
// few have, and of those that nobody has, their index knows all.
const accountsWith = (words: readonly string[]) =>
  `select a.account_id from searchable_account a where ${words.map((word) => `a.search_words @@ ${word}::tsquery`).join(' and ')} offset 0`;
const paidBy = (forms: readonly string[]) =>
  `select p.external_claim_ref from searchable_claim p where ${forms.map((form) => `p.payment_reference like ${form}::text`).join(' or ')} offset 0`;

/** The database's text knows no NUL. */
const clean = (text: string) => text.replaceAll('\0', '');

function listed(values: readonly string[], field: string): string[] {
  if (values.length > MOST_LISTED) throw invalid(field, 'selectMost', { number: MOST_LISTED });
  return values.map(clean);
}

function uuids(values: readonly string[], field: string): string[] {
  if (!values.every((value) => isUuid(value))) throw invalid(field, 'idWrong');
  return listed(values, field);
}
