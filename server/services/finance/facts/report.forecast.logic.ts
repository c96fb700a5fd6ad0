/** What is promised and planned, and how reliable such was: the ground of the cash forecast. */
import type { CalendarDate } from '../../../../core/time.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { type ReportFilter, reportClaims, statementValues } from '../../account/account.report.logic.ts';

export interface WeekSum {
  /** Its Monday. */
  readonly week: CalendarDate;
  readonly kind: 'promised' | 'instalments';
  /** What is missing, minor units. */
  readonly amount: bigint;
}

/** A plan counts where its first claim does. */
const PLANNED = `from instalment i join instalments_plan p on p.client_id = i.client_id and p.instalments_plan_id = i.instalments_plan_id`;

/** @param first a Monday; what was due before and is still open stands in its week. @param last the last day. @returns open promises and instalments of active plans per week. */
export async function expectedByWeek(tx: Tx, filter: ReportFilter, first: CalendarDate, last: CalendarDate): Promise<WeekSum[]> {
  const { values, bind } = statementValues(tx);
  const claims = reportClaims(filter, bind);
  const [from, to] = [`${bind(first)}::date`, `${bind(last)}::date`];
  const week = (due: string) => `date_trunc('week', greatest(${due}, ${from})::timestamp)::date`;
  return tx.sql<WeekSum & Record<string, unknown>>(
    `select ${week('p.due_date')} as week, 'promised' as kind, sum(p.amount - p.paid_amount)::bigint as amount
     from promise_to_pay p join ${claims} c using (external_claim_ref)
     where p.client_id = $1 and p.status = 'active' and p.due_date <= ${to} group by 1
     union all
     select ${week('i.due_date')}, 'instalments', sum(i.amount - i.paid_amount)::bigint ${PLANNED}
     join ${claims} c on c.external_claim_ref = p.claim_refs[1]
     where i.client_id = $1 and p.status = 'active' and i.status in ('pending', 'missed') and i.due_date <= ${to} group by 1`,
    values,
  );
}

/** Sums of promises and instalments that were due in a time, minor units. */
export interface Reliability {
  readonly kind: 'promised' | 'instalments';
  /** What was kept, of what was kept or not. */
  readonly kept: bigint;
  readonly decided: bigint;
  /** What was paid towards them, kept or not. */
  readonly paid: bigint;
}

/** @returns how promises and instalments due between the days, both included, ended. */
export async function reliabilityOf(tx: Tx, filter: ReportFilter, from: CalendarDate, to: CalendarDate): Promise<Reliability[]> {
  const { values, bind } = statementValues(tx);
  const claims = reportClaims(filter, bind);
  const due = (alias: string) => `${alias}.due_date between ${bind(from)} and ${bind(to)}`;
  const sum = (amount: string, statuses: string) => `coalesce(sum(${amount}) filter (where ${statuses}), 0)::bigint`;
  return tx.sql<Reliability & Record<string, unknown>>(
    `select 'promised' as kind, ${sum('p.amount', "p.status = 'kept'")} as kept, ${sum('p.amount', "p.status in ('kept', 'broken')")} as decided,
       coalesce(sum(p.paid_amount), 0)::bigint as paid
     from promise_to_pay p join ${claims} c using (external_claim_ref) where p.client_id = $1 and ${due('p')}
     union all
     select 'instalments', ${sum('i.amount', "i.status = 'paid'")}, ${sum('i.amount', "i.status in ('paid', 'missed')")}, coalesce(sum(i.paid_amount), 0)::bigint
     ${PLANNED} join ${claims} c on c.external_claim_ref = p.claim_refs[1] where i.client_id = $1 and ${due('i')}`,
    values,
  );
}
