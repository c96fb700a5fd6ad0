/** What money says about whom to speak to next: promises that were not kept, and those that are due today. */
import type { Uuid } from '../../../../core/id.ts';
import { addDays, type CalendarDate } from '../../../../core/time.ts';
import { BROKEN_DAYS } from '../../../../engine/work/priority.ts';
import type { Tx } from '../../../platform/tenancy.ts';

export interface PromiseToChase {
  readonly accountId: Uuid;
  readonly status: 'broken' | 'active';
  /** Minor units. */
  readonly amount: bigint;
  readonly dueDate: CalendarDate;
}

/** @returns the latest broken promises of the last days and those due today, one of each kind per account, at most `limit` of each kind. */
export async function listPromisesToChase(tx: Tx, today: CalendarDate, limit: number): Promise<PromiseToChase[]> {
  // Of a promise about several claims, all of it is told.
  const whole = (of: string) =>
    `case when ${of}.promise_id is null then ${of}.amount else (select sum(o.amount)::bigint from promise_to_pay o where o.client_id = $1
      and o.account_id = ${of}.account_id and o.promise_id = ${of}.promise_id and o.status = ${of}.status) end`;
  return tx.sql<PromiseToChase & Record<string, unknown>>(
    `(select distinct on (account_id) account_id as "accountId", status, ${whole('recent')} as amount, due_date as "dueDate" from
        (select * from promise_to_pay where client_id = $1 and status = 'broken' and due_date >= $2 order by due_date desc limit $4) recent
      order by account_id, due_date desc)
     union all
     (select distinct on (account_id) account_id, status, ${whole('due')} as amount, due_date from
        (select * from promise_to_pay where client_id = $1 and status = 'active' and due_date = $3 limit $4) due
      order by account_id, 3 desc)`,
    [tx.clientId, addDays(today, -BROKEN_DAYS), today, limit],
  );
}

/** What of a claim can be promised. */
export interface Promisable {
  readonly externalClaimRef: string;
  readonly currency: string;
  /** Minor units: what is due and not promised yet. */
  readonly amount: bigint;
}

/**
 * @returns the account’s open claims of which something can be promised, the one that is due longest first: not disputed, not switched off, in no
 * active plan and no accepted settlement. */
export async function listPromisable(tx: Tx, accountId: Uuid): Promise<Promisable[]> {
  return tx.sql<Promisable & Record<string, unknown>>(
    `select * from (
       select c.external_claim_ref as "externalClaimRef", c.currency, c.due_date,
         c.balance - coalesce((select sum(p.amount - p.paid_amount) from promise_to_pay p
           where p.client_id = $1 and p.external_claim_ref = c.external_claim_ref and p.status = 'active'), 0)::bigint as amount
       from published.claim c
       where c.client_id = $1 and c.account_id = $2 and c.status = 'open' and c.disputed_at is null and c.promise_to_pay_enabled
         and not exists (select from instalments_plan i where i.client_id = $1 and i.account_id = $2 and i.status = 'active'
           and c.external_claim_ref = any(i.claim_refs))
         and not exists (select from settlement_offer o where o.client_id = $1 and o.account_id = $2 and o.status = 'accepted'
           and c.external_claim_ref = any(o.claim_refs))) open
     where amount > 0 order by due_date nulls last, "externalClaimRef"`,
    [tx.clientId, accountId],
  );
}
