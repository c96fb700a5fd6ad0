/** The strategies that run on an account's claims: one line per claim, in one statement; and the name that the account shows in lists. */
import { isUuid, type Uuid } from '../../../core/id.ts';
import type { Instant } from '../../../core/time.ts';
import type { Reason } from '../../../engine/types.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { nameStrategies } from '../account/claim/effects.logic.ts';

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
     from published.claim c
     join strategy_run r on r.client_id = $1 and r.external_claim_ref = c.external_claim_ref
     join strategy_blueprint b on b.client_id = $1 and b.blueprint_id = r.blueprint_id
     join strategy_version v on v.client_id = $1 and v.blueprint_id = r.blueprint_id and v.version = r.version
     left join lateral (select step from jsonb_array_elements(v.steps) step where step ->> 'id' = r.step_id limit 1) s on true
     where c.client_id = $1 and c.account_id = $2 order by c.external_claim_ref`,
    [tx.clientId, accountId],
  );
}

/** Puts on each account the name of the strategy that was started last of those that run on its claims, paused ones included; none, no name. */
export async function refreshNames(tx: Tx, runs: readonly { readonly accountId: Uuid }[]): Promise<void> {
  const accountIds = [...new Set(runs.map(({ accountId }) => accountId))].sort();
  if (accountIds.length === 0) return;
  const rows = await tx.sql<{ accountId: Uuid; name: string | null }>(
    `select t.account_id as "accountId", (select display_name from strategy_blueprint where client_id = $1 and blueprint_id = last.blueprint_id) as name
     from unnest($2::uuid[]) t(account_id) left join lateral (
       select r.blueprint_id from (select external_claim_ref from published.claim where client_id = $1 and account_id = t.account_id offset 0) c
       join strategy_run r on r.client_id = $1 and r.external_claim_ref = c.external_claim_ref and r.status in ('active', 'waiting', 'paused')
       order by r.started_at desc, r.run_id desc limit 1) last on true`,
    [tx.clientId, accountIds],
  );
  await nameStrategies(tx, new Map(rows.map(({ accountId, name }) => [accountId, name])));
}

/** The same for every account on whose claims the strategy runs: it was renamed. */
export async function refreshNamesOf(tx: Tx, blueprintId: Uuid): Promise<void> {
  const runs = await tx.sql<{ accountId: Uuid }>(
    `select distinct account_id as "accountId" from strategy_run where client_id = $1 and blueprint_id = $2 and status in ('active', 'waiting', 'paused')`,
    [tx.clientId, blueprintId],
  );
  await refreshNames(tx, runs);
}
