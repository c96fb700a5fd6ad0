/** What reports and the homepage read of money and promises. Money counts on its value date, balances from the moment of their booking. */
import type { Uuid } from '../../../../core/id.ts';
import type { CalendarDate, Instant } from '../../../../core/time.ts';
import { isoInstant } from '../../../../core/time.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { claimIsOpen, type ReportFilter, reportClaims, statementValues } from '../../account/account.report.logic.ts';

/** SQL of the entries that are money: it came in, went back, or was booked wrong and taken back. Spelled as the index ledger_entry_money has it. @param of the table's name in the statement. */
export const isMoney = (of = 'ledger_entry') =>
  `(${of}.kind in ('payment', 'refund', 'chargeback') or ${of}.kind = 'correction' and ${of}.contra = 'bank')`;

export interface DayAmount {
  readonly day: CalendarDate;
  readonly currency: string;
  /** Minor units; less than nothing when more went back than came. */
  readonly amount: bigint;
}

/** @returns money in per day and currency, both days included, oldest first; read from an index of money alone. */
export async function moneyByDay(tx: Tx, from: CalendarDate, to: CalendarDate): Promise<DayAmount[]> {
  return tx.prepared<DayAmount & Record<string, unknown>>(
    `select value_date as day, currency, (-sum(amount))::bigint as amount from ledger_entry
     where client_id = $1 and ${isMoney()} and value_date between $2 and $3 group by 1, 2 order by 1, 2`,
    [tx.clientId, from, to],
  );
}

/** @param claims whether money on claims that were deleted counts too, as it does on the home page. @returns money in of the filter's claims, minor units, both days included. */
export async function moneyBetween(
  tx: Tx,
  filter: ReportFilter,
  from: CalendarDate,
  to: CalendarDate,
  claims = { deleted: false },
): Promise<bigint> {
  const { values, bind } = statementValues(tx);
  const [row] = await tx.sql<{ amount: bigint }>(
    `select coalesce(-sum(l.amount), 0)::bigint as amount from ledger_entry l join ${reportClaims(filter, bind, claims)} c using (external_claim_ref)
     where l.client_id = $1 and ${isMoney('l')} and l.value_date between ${bind(from)} and ${bind(to)}`,
    values,
  );
  return row?.amount ?? 0n;
}

/** SQL of what names the promise that a row is a part of: a promise about several claims counts once. @param of the table's name in the statement. */
const promiseOf = (of: string) => `coalesce(${of}.promise_id, ${of}.promise_to_pay_id)`;

export interface PromiseSum {
  readonly status: 'active' | 'broken';
  readonly dueDate: CalendarDate;
  readonly currency: string;
  readonly count: number;
  /** What is missing of them, minor units. */
  readonly missing: bigint;
}

/** @returns open and broken promises per due date and currency, both days included. */
export async function promisesByDueDate(tx: Tx, from: CalendarDate, to: CalendarDate): Promise<PromiseSum[]> {
  return tx.prepared<PromiseSum & Record<string, unknown>>(
    `select status, due_date as "dueDate", currency, count(distinct ${promiseOf('promise_to_pay')})::int as count, sum(amount - paid_amount)::bigint as missing from promise_to_pay
     where client_id = $1 and status in ('active', 'broken') and due_date between $2 and $3 group by 1, 2, 3`,
    [tx.clientId, from, to],
  );
}

export interface MissingPromise {
  readonly accountId: Uuid;
  readonly currency: string;
  readonly amount: bigint;
  readonly dueDate: CalendarDate;
}

/** Promises that are looked at to find as many accounts as are asked for. */
const LOOKED = 200;

/**
 * @param order what comes first: the day, or the largest; the client's currency stands before others, whose amounts cannot be compared with it.
 * @returns promises of claims that are still open, one an account, at most `limit`.
 */
export async function missingPromises(
  tx: Tx,
  {
    status,
    from,
    to,
    order,
    limit,
  }: { status: 'active' | 'broken'; from: CalendarDate; to: CalendarDate; order: 'day' | 'largest'; limit: number },
  currency: string,
): Promise<MissingPromise[]> {
  const ranked = `${order === 'day' ? 'due_date, ' : ''}currency <> $5, currency, amount desc, promise_to_pay_id`;
  // The offset keeps the largest first: only those are looked up among the claims.
  const rows = await tx.prepared<MissingPromise & Record<string, unknown>>(
    `select account_id as "accountId", currency, amount, due_date as "dueDate" from (
       select client_id, account_id, external_claim_ref, promise_to_pay_id, currency, due_date,
         case when promise_id is null then amount - paid_amount else (select sum(o.amount - o.paid_amount)::bigint from promise_to_pay o
           where o.client_id = $1 and o.account_id = promise_to_pay.account_id and o.promise_id = promise_to_pay.promise_id and o.status = $2) end as amount
       from promise_to_pay where client_id = $1 and status = $2 and due_date between $3 and $4 order by ${ranked.replace('amount desc', 'amount - paid_amount desc')} limit ${LOOKED} offset 0) p
     where ${claimIsOpen('p')} order by ${ranked}`,
    [tx.clientId, status, from, to, currency],
  );
  const seen = new Set<Uuid>();
  return rows.filter((row) => !seen.has(row.accountId) && seen.add(row.accountId)).slice(0, limit);
}

/** Work of a person on an account, from a day on. */
export interface Work {
  readonly userId: Uuid;
  readonly accountId: Uuid;
  readonly from: CalendarDate;
}

/** @returns minor units per person: money on claims of the filter on the accounts they worked, from the day of the work until `to`. */
export async function collectedAfter(tx: Tx, filter: ReportFilter, works: readonly Work[], to: CalendarDate): Promise<Map<Uuid, bigint>> {
  if (works.length === 0) return new Map();
  const { values, bind } = statementValues(tx);
  const list = (name: keyof Work, type: string) => `${bind(works.map((work) => work[name]))}::${type}[]`;
  const rows = await tx.sql<{ user_id: Uuid; amount: bigint }>(
    `select w.user_id, (-sum(l.amount))::bigint as amount
     from unnest(${list('userId', 'uuid')}, ${list('accountId', 'uuid')}, ${list('from', 'date')}) as w(user_id, account_id, from_day)
     join ledger_entry l on l.client_id = $1 and l.account_id = w.account_id and ${isMoney('l')} and l.value_date between w.from_day and ${bind(to)}
     join ${reportClaims(filter, bind)} c using (external_claim_ref) group by 1`,
    values,
  );
  return new Map(rows.map((row) => [row.user_id, row.amount]));
}

/**
 * @returns promises that members of staff noted in [from, to), and how many of them are kept, by person. One about several claims is one,
 * kept when all of it is; one that was taken back, or fell away with its claim, is none.
 */
export async function promisesTaken(
  tx: Tx,
  filter: ReportFilter,
  from: Instant,
  to: Instant,
): Promise<Map<string, { readonly taken: number; readonly kept: number }>> {
  const { values, bind } = statementValues(tx);
  const rows = await tx.sql<{ requested_by: string; taken: number; kept: number }>(
    `select requested_by, count(*)::int as taken, count(*) filter (where kept)::int as kept from (
       select p.requested_by, bool_and(p.status = 'kept') as kept
       from promise_to_pay p join ${reportClaims(filter, bind)} c using (external_claim_ref)
       where p.client_id = $1 and p.requested_by <> 'debtor' and p.status <> 'invalidated'
         and p.created_at >= ${bind(isoInstant(from))} and p.created_at < ${bind(isoInstant(to))}
       group by 1, ${promiseOf('p')}) promise group by 1`,
    values,
  );
  return new Map(rows.map((row) => [row.requested_by, row]));
}

/** SQL of what answers a message, for a `from`: account_id and day of payments and promises. $1 is the client, $2 the first day, $3 the zone. */
export const RESPONSES = `(select account_id, value_date as day from ledger_entry where client_id = $1 and ${isMoney()} and kind = 'payment' and value_date >= $2::date
  union all select account_id, (created_at at time zone $3)::date from promise_to_pay where client_id = $1 and (created_at at time zone $3)::date >= $2::date)`;
