/** What the live board reads of promises. A promise about several claims counts once, by what is missing of all its parts. */
import { addDays, type CalendarDate, type Instant, isoInstant } from '../../../core/time.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { type AgeBounds, countAges, type WaitingAges } from '../account/account.board.report.logic.ts';

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
  const rows = 'client_id = $1 and status';
  const missing = 'amount - paid_amount';
  return tx.sql<DayPromises & Record<string, unknown>>(
    `select kind, currency, count(distinct id)::int as count, sum(amount)::bigint as amount from (
       select 'made' as kind, currency, coalesce(promise_id, promise_to_pay_id) as id, amount from promise_to_pay
         where ${rows} in ('active', 'kept') and due_date >= $2 and created_at >= $4
       union all select case status when 'kept' then 'kept' else 'due' end, currency, coalesce(promise_id, promise_to_pay_id),
         case status when 'kept' then amount else ${missing} end from promise_to_pay where ${rows} in ('active', 'kept') and due_date = $2
       union all select 'broken', currency, coalesce(promise_id, promise_to_pay_id), ${missing} from promise_to_pay
         where ${rows} = 'broken' and due_date = $3) p
     group by 1, 2`,
    [tx.clientId, today, addDays(today, -1), isoInstant(begins)],
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
