/** Balances of claims as they stood at the end of days: what was booked by then, and what became of it. */
import { type CalendarDate, daysBetween, type Instant, isoInstant } from '../../../../core/time.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { type Bind, type ReportFilter, reportClaims, statementValues } from '../../account/account.report.logic.ts';
import { isMoney } from './report.logic.ts';

/** Days past due of a claim; a claim without a due date is not due. */
export const BUCKETS = ['notDue', 'd1_30', 'd31_60', 'd61_90', 'd91_180', 'over180'] as const;
export type Bucket = (typeof BUCKETS)[number];

/** The last day past due of each bucket but the last. */
const LAST_DAY: readonly (readonly [Bucket, number])[] = [
  ['notDue', 0],
  ['d1_30', 30],
  ['d31_60', 60],
  ['d61_90', 90],
  ['d91_180', 180],
];

function bucketOn(day: CalendarDate, dueDate: CalendarDate | null): Bucket {
  const late = dueDate === null ? 0 : daysBetween(dueDate, day);
  return LAST_DAY.find(([, last]) => late <= last)?.[0] ?? 'over180';
}

/**
 * Memory for one pass over many claims, so that its sums by claim need no file; by one process, because several would each add up everything
 * by claim for itself before they share the rest: three times the work, and no sooner.
 */
const roomForSums = (tx: Tx) =>
  tx.sql(`select set_config('work_mem', '64MB', true), set_config('max_parallel_workers_per_gather', '0', true)`);

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
): Promise<ReadonlyMap<Bucket, { readonly claims: number; readonly amount: bigint }>> {
  const { values, bind } = statementValues(tx);
  if (!isToday) await roomForSums(tx);
  const rows = await tx.sql<{ due_date: CalendarDate | null; claims: number; amount: bigint }>(
    `select due_date, count(*)::int as claims, sum(stood0)::bigint as amount from ${stood(filter, [dayEnd], isToday, bind)} c where stood0 > 0 group by 1`,
    values,
  );
  const buckets = new Map<Bucket, { claims: number; amount: bigint }>();
  for (const row of rows) {
    const bucket = bucketOn(dayEnd.day, row.due_date);
    const sum = buckets.get(bucket) ?? { claims: 0, amount: 0n };
    buckets.set(bucket, { claims: sum.claims + row.claims, amount: sum.amount + row.amount });
  }
  return buckets;
}

export interface Flow {
  readonly from: Bucket;
  readonly to: Bucket | 'paid';
  readonly amount: bigint;
}

/**
 * @param days ends of days, oldest first. @param upToNow the last one is today: nothing can have been booked since.
 * @returns for each pair of neighbouring days where the balance of each bucket was at the second: gone, or in a bucket. What was added
 * meanwhile is in no flow. Claims of one due date are always in one bucket, so the database adds up by due date and counts no claim twice.
 */
export async function flowsBetween(tx: Tx, filter: ReportFilter, days: readonly DayEnd[], upToNow: boolean): Promise<Flow[][]> {
  const { values, bind } = statementValues(tx);
  await roomForSums(tx);
  const steps = days.slice(1).map((_, step) => step);
  const sums = steps.map(
    (step) => `coalesce(sum(stood${step}) filter (where stood${step} > 0), 0)::bigint as was${step},
      coalesce(sum(least(stood${step}, stood${step + 1})) filter (where stood${step} > 0 and stood${step + 1} > 0), 0)::bigint as remains${step}`,
  );
  const rows = await tx.sql<Record<string, bigint> & { due_date: CalendarDate | null }>(
    `select due_date, ${sums.join(', ')} from ${stood(filter, days, upToNow, bind)} c group by 1`,
    values,
  );
  return steps.map((step) => {
    const flows = new Map<string, Flow>();
    const add = (from: Bucket, to: Flow['to'], amount: bigint) => {
      if (amount > 0n) flows.set(`${from} ${to}`, { from, to, amount: amount + (flows.get(`${from} ${to}`)?.amount ?? 0n) });
    };
    for (const row of rows) {
      const [was, remains] = [row[`was${step}`] ?? 0n, row[`remains${step}`] ?? 0n];
      const from = bucketOn(days[step]!.day, row.due_date);
      add(from, 'paid', was - remains);
      add(from, bucketOn(days[step + 1]!.day, row.due_date), remains);
    }
    return [...flows.values()];
  });
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

/** @returns how many months after the first day's month the second one's is. */
function monthsBetween(first: CalendarDate, second: CalendarDate): number {
  const months = (day: CalendarDate) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return months(second) - months(first);
}

/**
 * @param from the first moment of the oldest month in the zone. @param last claims and money that came after it are left out; of today nothing
 * can have come after, and money of a later value date counts in its month.
 * @returns what came in per month, and the money on it by months since, oldest first.
 */
export async function cohorts(
  tx: Tx,
  filter: ReportFilter,
  from: Instant,
  last: DayEnd & { readonly isToday: boolean },
  zone: string,
): Promise<CohortSum[]> {
  const { values, bind } = statementValues(tx);
  await roomForSums(tx);
  const came = `cohort as materialized (select external_claim_ref, date_trunc('month', created_at at time zone ${bind(zone)})::date as month
    from ${reportClaims(filter, bind)} c where created_at >= ${bind(isoInstant(from))}${last.isToday ? '' : ` and created_at < ${bind(isoInstant(last.end))}`})`;
  const money = last.isToday ? isMoney('l') : `${isMoney('l')} and l.value_date <= ${bind(last.day)}::date`;
  // By day of value: the months between are counted here, once a day instead of once an entry.
  const rows = await tx.sql<{ month: CalendarDate; day: CalendarDate | null; claims: number | null; amount: bigint | null }>(
    `with ${came}
     select month, null::date as day, count(*)::int as claims, null::bigint as amount from cohort group by 1
     union all
     select c.month, case when l.kind <> 'principal' then l.value_date end, null, sum(l.amount)::bigint
     from ledger_entry l join cohort c using (external_claim_ref) where l.client_id = $1 and (l.kind = 'principal' or ${money}) group by 1, 2
     order by month`,
    values,
  );
  const byMonth = new Map<CalendarDate, { month: CalendarDate; claims: number; placed: bigint; collected: Map<number, bigint> }>();
  for (const { month, day, claims, amount } of rows) {
    const cohort = byMonth.get(month) ?? { month, claims: 0, placed: 0n, collected: new Map<number, bigint>() };
    byMonth.set(month, cohort);
    if (claims !== null) cohort.claims = claims;
    else if (day === null) cohort.placed = amount ?? 0n;
    else {
      const since = Math.min(Math.max(monthsBetween(month, day), 0), monthsBetween(month, last.day));
      cohort.collected.set(since, (cohort.collected.get(since) ?? 0n) - (amount ?? 0n));
    }
  }
  return [...byMonth.values()];
}
