/** What members of staff did, from the log. */
import type { Uuid } from '../../../core/id.ts';
import { type CalendarDate, type Instant, isoInstant } from '../../../core/time.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { type ReportFilter, reportClaims, statementValues } from '../account/account.report.logic.ts';

/** Facts that are work on an account. */
const WORK = ['taskResolved', 'noteAdded', 'promiseToPayCreated', 'instalmentsPlanCreated'] as const;

/** What one person did on one account. */
export interface AccountWork {
  readonly userId: Uuid;
  readonly accountId: Uuid;
  readonly tasksResolved: number;
  readonly notes: number;
  /** The client's day of the first of it. */
  readonly from: CalendarDate;
}

/** @returns work in [from, to) on accounts with claims of the filter, by person and account. */
export async function staffWork(tx: Tx, filter: ReportFilter, from: Instant, to: Instant, zone: string): Promise<AccountWork[]> {
  const { values, bind } = statementValues(tx);
  return tx.sql<AccountWork & Record<string, unknown>>(
    `select actor_id::uuid as "userId", account_id as "accountId", count(*) filter (where message_type = 'taskResolved')::int as "tasksResolved",
       count(*) filter (where message_type = 'noteAdded')::int as notes, (min(emit_time) at time zone ${bind(zone)})::date as "from"
     from event e where client_id = $1 and actor_type = 'user' and emit_time >= ${bind(isoInstant(from))} and emit_time < ${bind(isoInstant(to))}
       and message_type = any(${bind(WORK)}::text[]) and exists (select from ${reportClaims(filter, bind)} c where c.account_id = e.account_id)
     group by 1, 2`,
    values,
  );
}
