/** The instalments that claims and accounts have agreed to, as messages list them. */
import type { Uuid } from '../../../../core/id.ts';
import type { CalendarDate } from '../../../../core/time.ts';
import type { Tx } from '../../../platform/tenancy.ts';

export interface PlannedInstalment {
  readonly position: number;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: string;
  readonly dueDate: CalendarDate;
  readonly status: 'pending' | 'paid' | 'missed' | 'canceled';
}

/**
 * The instalments of the active plan that covers the claim, else of the account's latest one. @param most of each plan.
 * @returns them by claim reference; a claim of an account without an active plan is absent.
 */
export async function loadPlannedInstalments(
  tx: Tx,
  refs: readonly { readonly accountId: Uuid; readonly externalClaimRef: string }[],
  most: number,
): Promise<Map<string, PlannedInstalment[]>> {
  if (refs.length === 0) return new Map();
  const rows = await tx.sql<PlannedInstalment & { claimRef: string }>(
    `select asked.claim_ref as "claimRef", i.position, i.amount, i.currency, i.due_date as "dueDate", i.status
     from unnest($2::uuid[], $3::text[]) as asked (account_id, claim_ref), lateral (
       select p.instalments_plan_id from instalments_plan p where p.client_id = $1 and p.account_id = asked.account_id and p.status = 'active'
       order by asked.claim_ref = any(p.claim_refs) desc, p.created_at desc, p.instalments_plan_id limit 1) plan
     join instalment i on i.client_id = $1 and i.instalments_plan_id = plan.instalments_plan_id and i.position <= $4
     order by i.position`,
    [tx.clientId, refs.map(({ accountId }) => accountId), refs.map(({ externalClaimRef }) => externalClaimRef), most],
  );
  return Map.groupBy(rows, ({ claimRef }) => claimRef);
}
