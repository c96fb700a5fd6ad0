/** Balances of claims as they stood at the end of days: what was booked by then, and what became of it. */
import type { CalendarDate, Instant } from '../../../core/time.ts';
import { isoInstant } from '../../../core/time.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { type Bind, type ReportFilter, reportClaims, statementValues } from '../account/account.report.logic.ts';
import { IS_MONEY } from './finance.report.logic.ts';

/** Days past due of a claim; a claim without a due date is not due. */
export const BUCKETS = ['notDue', 'd1_30', 'd31_60', 'd61_90', 'd91_180', 'over180'] as const;
export type Bucket = (typeof BUCKETS)[number];

const bucketOn = (day: string, dueDate: string) => `case when ${dueDate} is null or ${dueDate} >= ${day} then 'notDue'
  when ${day} - ${dueDate} <= 30 then 'd1_30' when ${day} - ${dueDate} <= 60 then 'd31_60' when ${day} - ${dueDate} <= 90 then 'd61_90'
  when ${day} - ${dueDate} <= 180 then 'd91_180' else 'over180' end`;

/** The end of a client's day: the day, and the moment the next one begins. */
export interface DayEnd {
  readonly day: CalendarDate;
  readonly end: Instant;
}

/**
 * SQL of the filter's claims with due_date and their balances stood0, stood1, … at the ends of days, oldest first. A claim's balance is the sum of its
 * entries, so what was booked since is taken off it: only that part of the ledger is read.
 * @param upToNow the last of the days is today: nothing was booked since.
 */
function stood(filter: ReportFilter, days: readonly DayEnd[], upToNow: boolean, bind: Bind): string {
  const past = upToNow ? days.slice(0, -1) : days;
  const claims = reportClaims(filter, bind);
  const first = past[0];
  if (!first) return `(select due_date, balance as stood0 from ${claims} c)`;
  const ends = past.map(({ end }) => `${bind(isoInstant(end))}::timestamptz`);
  const since = ends.map((end, index) => `coalesce(sum(amount) filter (where booked_at >= ${end}), 0)::bigint as since${index}`);
  const columns = days.map((_, index) => `balance${index < past.length ? ` - coalesce(since${index}, 0)` : ''} as stood${index}`);
  return `(select due_date, ${columns.join(', ')} from ${claims} c left join (
     select external_claim_ref, ${since.join(', ')} from ledger_entry
     where client_id = $1 and currency = ${bind(filter.currency)} and booked_at >= ${ends[0]} group by 1) late using (external_claim_ref))`;
}

/** @returns claims with a balance at the end of the day, by bucket. @param isToday nothing can have been booked since. */
export async function agingOn(
  tx: Tx,
  filter: ReportFilter,
  dayEnd: DayEnd,
  isToday: boolean,
): Promise<{ bucket: Bucket; claims: number; amount: bigint }[]> {
  const { values, bind } = statementValues(tx);
  const day = `${bind(dayEnd.day)}::date`;
  return tx.sql<{ bucket: Bucket; claims: number; amount: bigint }>(
    `select ${bucketOn(day, 'due_date')} as bucket, count(*)::int as claims, sum(stood0)::bigint as amount
     from ${stood(filter, [dayEnd], isToday, bind)} c where stood0 > 0 group by 1`,
    values,
  );
}

export interface Flow {
  /** Which pair of neighbouring days: 0 is from the first to the second. */
  readonly step: number;
  readonly from: Bucket;
  readonly to: Bucket | 'paid';
  readonly amount: bigint;
}

/**
 * @param days ends of days, oldest first; the last one is today.
 * @returns where the balance of each bucket was at the next of the days: gone, or in a bucket. What was added meanwhile is in no flow.
 */
export async function flowsBetween(tx: Tx, filter: ReportFilter, days: readonly DayEnd[]): Promise<Flow[]> {
  const { values, bind } = statementValues(tx);
  const balances = stood(filter, days, true, bind);
  const day = days.map((each) => `${bind(each.day)}::date`);
  const steps = days.slice(1).map((_, step) => `(${step}, stood${step}, stood${step + 1}, ${day[step]}, ${day[step + 1]})`);
  return tx.sql<Flow & Record<string, unknown>>(
    `select step, ${bucketOn('day', 'due_date')} as "from", "to", sum(amount)::bigint as amount
     from ${balances} c cross join lateral (values ${steps.join(', ')}) as s(step, was, remains, day, next)
     cross join lateral (values ('paid', was - greatest(least(remains, was), 0)), (${bucketOn('next', 'due_date')}, greatest(least(remains, was), 0))) as f("to", amount)
     where was > 0 and amount > 0 group by 1, 2, 3`,
    values,
  );
}

export interface CohortSum {
  /** First day of the month the claims came in. */
  readonly month: CalendarDate;
  readonly claims: number;
  /** Principal, minor units. */
  readonly placed: bigint;
  /** Minor units by months since, as far as there was any. */
  readonly collected: ReadonlyMap<number, bigint>;
}

/** @param since first day of the oldest month, `from` its first moment in the zone. @returns what came in per month, and the money on it by months since, oldest first. */
export async function cohorts(tx: Tx, filter: ReportFilter, from: Instant, today: CalendarDate, zone: string): Promise<CohortSum[]> {
  const { values, bind } = statementValues(tx);
  const came = `cohort as materialized (select external_claim_ref, date_trunc('month', created_at at time zone ${bind(zone)})::date as month
    from ${reportClaims(filter, bind)} c where created_at >= ${bind(isoInstant(from))})`;
  const months = (date: string) => `(extract(year from ${date}) * 12 + extract(month from ${date}))`;
  const rows = await tx.sql<{ month: CalendarDate; since: number | null; claims: number | null; amount: bigint | null }>(
    `with ${came}
     select month, null::int as since, count(*)::int as claims, null::bigint as amount from cohort group by 1
     union all
     select c.month, case when l.kind <> 'principal' then least(greatest(${months('l.value_date')} - ${months('c.month')}, 0), ${months(`${bind(today)}::date`)} - ${months('c.month')})::int end,
       null, sum(l.amount)::bigint
     from ledger_entry l join cohort c using (external_claim_ref) where l.client_id = $1 and (l.kind = 'principal' or l.${IS_MONEY}) group by 1, 2
     order by month`,
    values,
  );
  const byMonth = new Map<CalendarDate, { month: CalendarDate; claims: number; placed: bigint; collected: Map<number, bigint> }>();
  for (const { month, since, claims, amount } of rows) {
    const cohort = byMonth.get(month) ?? { month, claims: 0, placed: 0n, collected: new Map<number, bigint>() };
    byMonth.set(month, cohort);
    if (claims !== null) cohort.claims = claims;
    else if (since === null) cohort.placed = amount ?? 0n;
    else cohort.collected.set(since, -(amount ?? 0n));
  }
  return [...byMonth.values()];
}
