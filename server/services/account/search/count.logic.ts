/** How a search is asked, and how many accounts match it. */
import type { Instant } from '../../../../core/time.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { readLocality } from '../../backoffice/backoffice.logic.ts';
import type { AccountCount, AccountFilter } from '../account.graphql.ts';
import { type Conditions, matches, readFilter } from './filter.logic.ts';

/** Up to here totalResults is exact. */
const COUNTED = 1000;
/** Accounts looked at to count common words. */
const LOOKED = 500;

/** How many match; a lower bound unless exact. */
export interface Count {
  readonly total: number;
  readonly exact: boolean;
}

export const and = (conditions: readonly string[]) => (conditions.length > 0 ? conditions.join(' and ') : 'true');

/** Without ranges one plan fits every search, and making it would cost more than most of them. Ranges are planned by their values. */
export const hasGenericPlan = ({ where }: Conditions) => where.length === 0;

/** Asks a statement whose placeholders are those of the conditions. */
export function ask<Row extends object>(tx: Tx, conditions: Conditions, text: string): Promise<Row[]> {
  const [statement, values] = numbered(text, conditions.values);
  return hasGenericPlan(conditions)
    ? tx.prepared<Row & Record<string, unknown>>(statement, values)
    : tx.sql<Row & Record<string, unknown>>(statement, values);
}

/** The statement with the values it names and no others, of which the database could not tell the type. */
function numbered(text: string, values: readonly unknown[]): [string, unknown[]] {
  const named = [...new Set([...text.matchAll(/\$(\d+)/g)].map((match) => Number(match[1])))];
  return [text.replace(/\$(\d+)/g, (_, number) => `$${named.indexOf(Number(number)) + 1}`), named.map((number) => values[number - 1])];
}

/**
 * Counts common words among the first accounts that come to hand: exact for a small portfolio, a lower bound for a large one,
 * where counting them all would cost more than finding the page (countAccounts does it).
 */
export async function countCommon(tx: Tx, conditions: Conditions, seen: number): Promise<Count> {
  const { words, where } = conditions;
  if (where.length === 0) {
    // An index tells a large portfolio, and of that the page is as good a bound as a sample.
    const all = await ask<{ accounts: number }>(
      tx,
      conditions,
      `select count(*)::int as accounts from (select from searchable_account a limit ${LOOKED}) a`,
    );
    if ((all[0]?.accounts ?? 0) >= LOOKED) return { total: seen, exact: false };
  }
  const text = `select count(*) filter (where ${and(matches(words))})::int as total, count(*)::int as looked from (select search_words from searchable_account a where ${and(where)} limit ${LOOKED}) a`;
  const [row] = await ask<{ total: number; looked: number }>(tx, conditions, text);
  return { total: Math.max(seen, row?.total ?? 0), exact: (row?.looked ?? 0) < LOOKED };
}

/** Counts exactly up to COUNTED. */
export async function countUpTo(tx: Tx, conditions: Conditions): Promise<Count> {
  const matching = and([...conditions.where, ...matches(conditions.words)]);
  const text = `select count(*)::int as total from (select from searchable_account a where ${matching} limit ${COUNTED + 1}) found`;
  const [row] = await ask<{ total: number }>(tx, conditions, text);
  const total = row?.total ?? 0;
  return { total: Math.min(total, COUNTED), exact: total <= COUNTED };
}

/** Counts and adds up everything that matches. */
export async function countAccounts(tx: Tx, filter: AccountFilter, now: Instant): Promise<AccountCount> {
  const { words, where, values } = await readFilter(tx, await readLocality(tx), filter, now);
  const matching = and([...where, ...matches(words)]);
  const rows = await tx.sql<{ currency: string; accounts: number; total: bigint }>(
    `select currency, count(*)::int as accounts, sum(total_amount)::bigint as total from searchable_account a where ${matching} group by currency order by currency`,
    values,
  );
  return {
    totalResults: rows.reduce((sum, row) => sum + row.accounts, 0),
    sums: rows.map((row) => ({
      currency: row.currency,
      accounts: row.accounts,
      totalAmount: { minor: row.total, currency: row.currency },
    })),
  };
}
