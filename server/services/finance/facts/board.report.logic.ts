/** What the live board reads of promises. A promise about several claims counts once, by what is missing of all its parts. */
import type { Uuid } from '../../../../core/id.ts';
import { addDays, type CalendarDate, type Instant, isoInstant } from '../../../../core/time.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { type AgeBounds, countAges, type WaitingAges } from '../../account/account.board.report.logic.ts';
import { isMoney } from './report.logic.ts';

/** Promises of one kind in one currency. */
export interface DayPromises {
  readonly kind: 'made' | 'due' | 'kept' | 'broken';
  readonly currency: string;
  readonly count: number;
  /** Minor units: of open and broken ones what is missing, of others all of it. */
  readonly amount: bigint;
}

/**
 * A promise is never due before the day it is made on, so the index by due date holds all of today's.
 * @returns promises made today, due today and open, due today and kept, and broken today (due yesterday).
 */
export async function promisesOfDay(tx: Tx, today: CalendarDate, begins: Instant): Promise<DayPromises[]> {
  return tx.sql<DayPromises & Record<string, unknown>>(
    `select kind, currency, count(distinct id)::int as count, sum(amount)::bigint as amount from (${PROMISES_OF_DAY}) p group by 1, 2`,
    [tx.clientId, today, addDays(today, -1), isoInstant(begins)],
  );
}

/** SQL of one row for each part of the day's promises, by $1 the client, $2 today, $3 yesterday and $4 when today began. */
const PROMISES_OF_DAY = `select 'made' as kind, account_id, currency, coalesce(promise_id, promise_to_pay_id) as id, amount from promise_to_pay
    where client_id = $1 and status in ('active', 'kept') and due_date >= $2 and created_at >= $4
  union all select case status when 'kept' then 'kept' else 'due' end, account_id, currency, coalesce(promise_id, promise_to_pay_id),
    case status when 'kept' then amount else amount - paid_amount end from promise_to_pay
    where client_id = $1 and status in ('active', 'kept') and due_date = $2
  union all select 'broken', account_id, currency, coalesce(promise_id, promise_to_pay_id), amount - paid_amount from promise_to_pay
    where client_id = $1 and status = 'broken' and due_date = $3`;

export interface AccountSum {
  readonly accountId: Uuid;
  readonly currency: string;
  /** Minor units. */
  readonly amount: bigint;
}

/** @param limit accounts at most. @returns whose promises promisesOfDay() counted, the largest sums first. */
export async function promisersOfDay(
  tx: Tx,
  today: CalendarDate,
  begins: Instant,
  kind: DayPromises['kind'],
  limit: number,
): Promise<AccountSum[]> {
  return tx.sql<AccountSum & Record<string, unknown>>(
    `select account_id as "accountId", currency, sum(amount)::bigint as amount from (${PROMISES_OF_DAY}) p where kind = $5
     group by 1, 2 order by 3 desc, 1 limit $6`,
    [tx.clientId, today, addDays(today, -1), isoInstant(begins), kind, limit],
  );
}

/** @param limit accounts at most. @returns where the money of a day came in or went back, the largest sums first. */
export async function payersOfDay(tx: Tx, day: CalendarDate, limit: number): Promise<AccountSum[]> {
  return tx.sql<AccountSum & Record<string, unknown>>(
    `select account_id as "accountId", currency, (-sum(amount))::bigint as amount from ledger_entry
     where client_id = $1 and ${isMoney()} and value_date = $2 group by 1, 2 having sum(amount) <> 0 order by 3 desc, 1 limit $3`,
    [tx.clientId, day, limit],
  );
}

/** @returns bank transactions that nobody has decided on, since their statement came. */
export const waitingTransactions = (tx: Tx, bounds: AgeBounds): Promise<WaitingAges> =>
  countAges(
    tx,
    `bank_entry e join bank_statement s on s.client_id = $1 and s.statement_id = e.statement_id
     where e.client_id = $1 and e.status in ('new', 'ambiguous', 'unmatched')`,
    's.created_at',
    bounds,
  );

/** @returns requests for approval that nobody has decided on. */
export const waitingApprovals = (tx: Tx, bounds: AgeBounds): Promise<WaitingAges> =>
  countAges(tx, `approval_request where client_id = $1 and status = 'waiting'`, 'requested_at', bounds);
