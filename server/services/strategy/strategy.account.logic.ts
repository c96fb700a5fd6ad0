/** The strategies that run on an account's claims: one line per claim, in one statement. */
import { isUuid, type Uuid } from '../../../core/id.ts';
import type { Instant } from '../../../core/time.ts';
import type { Reason } from '../../../engine/types.ts';
import type { Tx } from '../../platform/tenancy.ts';

export interface ClaimStrategy {
  readonly externalClaimRef: string;
  readonly blueprintId: Uuid;
  readonly displayName: string;
  readonly status: string;
  readonly stepId: string | null;
  readonly stepType: string | null;
  readonly stepState: Record<string, unknown> | null;
  readonly wakeAt: Instant | null;
  readonly reason: Reason | null;
}

/** @returns per claim its living run, else the one that ended last; claims that never ran are absent. None for an unknown account. */
export async function accountStrategies(tx: Tx, accountId: Uuid): Promise<ClaimStrategy[]> {
  if (!isUuid(accountId)) return [];
  return tx.sql<ClaimStrategy & Record<string, unknown>>(
    `select c.external_claim_ref as "externalClaimRef", r.blueprint_id as "blueprintId", b.display_name as "displayName", r.status, r.step_id as "stepId",
       s.step ->> 'stepType' as "stepType", s.step -> 'stepState' as "stepState", (extract(epoch from r.wake_at) * 1000)::float8 as "wakeAt", r.reason
     from claim c
     join lateral (
       select * from strategy_run where client_id = $1 and external_claim_ref = c.external_claim_ref
       order by status in ('active', 'waiting', 'paused') desc, started_at desc, run_id desc limit 1) r on true
     join strategy_blueprint b on b.client_id = $1 and b.blueprint_id = r.blueprint_id
     join strategy_version v on v.client_id = $1 and v.blueprint_id = r.blueprint_id and v.version = r.version
     left join lateral (select step from jsonb_array_elements(v.steps) step where step ->> 'id' = r.step_id limit 1) s on true
     where c.client_id = $1 and c.account_id = $2 order by c.external_claim_ref`,
    [tx.clientId, accountId],
  );
}
