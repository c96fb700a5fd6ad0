/** Puts runs back as they were before a command over many claims. */
import type { Uuid } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import type { Reason } from '../../../engine/types.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents, type NewEvent } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { findClaims } from '../account/ground/facts.logic.ts';
import { refreshNames } from './strategy.account.logic.ts';
import { wakeEngine } from './strategy.runs.logic.ts';

/** Where a claim stood; moments as text to the byte. */
export interface StoredRun {
  readonly runId: Uuid;
  readonly blueprintId: Uuid;
  readonly version: number;
  readonly stepId: string | null;
  readonly status: string;
  readonly visit: number;
  readonly startedAt: string;
  readonly stepEnteredAt: string;
  readonly endedAt: string | null;
  readonly reason: Reason | null;
}

/** @returns where claims stand now, by their reference; those that never ran are absent. The rows are held until the transaction ends. */
export async function lockRuns(tx: Tx, externalClaimRefs: readonly string[]): Promise<Map<string, StoredRun>> {
  const rows = await tx.sql<StoredRun & { ref: string }>(
    `select external_claim_ref as ref, run_id as "runId", blueprint_id as "blueprintId", version, step_id as "stepId", status, visit,
       started_at::text as "startedAt", step_entered_at::text as "stepEnteredAt", ended_at::text as "endedAt", reason
     from strategy_run where client_id = $1 and external_claim_ref = any($2::text[]) order by external_claim_ref for update`,
    [tx.clientId, externalClaimRefs],
  );
  return new Map(rows.map(({ ref, ...run }) => [ref, run]));
}

interface Restored {
  readonly runId: Uuid;
  readonly accountId: Uuid;
  readonly externalClaimRef: string;
  readonly blueprintId: Uuid;
  readonly version: number;
  readonly slot: number;
  readonly status: string;
}

/**
 * Puts claims back where they stood: the same run at the same step, which the engine looks at again at once. A claim that had no run is
 * stopped. Claims that are no longer open, whose strategy is gone, or that have moved since stay as they are.
 * @param still SQL over the run `r` and the kept `t`: nothing has changed since. @returns the claims that are back.
 */
export async function restoreRuns(
  tx: Tx,
  claims: readonly { readonly externalClaimRef: string; readonly before: StoredRun | null; readonly begun: Uuid | null }[],
  still: string,
): Promise<string[]> {
  const refs = claims.map((claim) => claim.externalClaimRef);
  const open = new Set((await findClaims(tx, refs)).filter(({ status }) => status === 'open').map((claim) => claim.externalClaimRef));
  const kept = claims
    .filter((claim) => open.has(claim.externalClaimRef))
    .map(({ externalClaimRef, before, begun }) => ({ ref: externalClaimRef, begun, had: before !== null, ...before }));
  const restored = await tx.sql<Restored & Record<string, unknown>>(
    `update strategy_run r set run_id = coalesce(t.run_id, r.run_id), blueprint_id = coalesce(t.blueprint_id, r.blueprint_id), version = coalesce(t.version, r.version),
       step_id = case when t.had then t.step_id else r.step_id end, visit = coalesce(t.visit, r.visit), since_wait = 0,
       status = case when not t.had then 'stopped' when t.status = 'waiting' then 'active' else t.status end,
       wake_at = case when t.had and t.status in ('active', 'waiting') then $3::timestamptz end,
       started_at = coalesce(t.started_at, r.started_at), step_entered_at = coalesce(t.step_entered_at, r.step_entered_at),
       ended_at = case when t.had then t.ended_at else $3::timestamptz end,
       reason = case when not t.had then '{"key": "run.stopped"}'::jsonb when t.status in ('active', 'waiting') then null else t.reason end
     from (select k."ref", k."begun", k."had", k."runId" as run_id, k."blueprintId" as blueprint_id, k."version", k."stepId" as step_id, k."status", k."visit",
             k."startedAt" as started_at, k."stepEnteredAt" as step_entered_at, k."endedAt" as ended_at, k."reason"
           from jsonb_to_recordset($2::jsonb) as k("ref" text, "begun" uuid, "had" boolean, "runId" uuid, "blueprintId" uuid, "version" int, "stepId" text,
             "status" text, "visit" int, "startedAt" timestamptz, "stepEnteredAt" timestamptz, "endedAt" timestamptz, "reason" jsonb)) t
     where r.client_id = $1 and r.external_claim_ref = t.ref and ${still}
       and exists (select 1 from strategy_blueprint b where b.client_id = $1 and b.blueprint_id = coalesce(t.blueprint_id, r.blueprint_id) and not b.is_deleted)
     returning r.run_id as "runId", r.account_id as "accountId", r.external_claim_ref as "externalClaimRef", r.blueprint_id as "blueprintId", r.version, r.slot, r.status`,
    [tx.clientId, JSON.stringify(kept), isoInstant(now())],
  );
  await appendEvents(tx, restored.map(eventOf));
  await refreshNames(tx, restored);
  await wakeEngine(
    tx,
    restored.filter((run) => run.status === 'active').map((run) => run.slot),
  );
  return restored.map((run) => run.externalClaimRef);
}

const EVENTS: Readonly<Record<string, 'strategyResumed' | 'strategyPaused'>> = { active: 'strategyResumed', paused: 'strategyPaused' };

function eventOf({ runId, blueprintId, version, accountId, externalClaimRef, status }: Restored): NewEvent {
  const payload = { runId, blueprintId, version, why: { key: 'run.undone' } };
  return { messageType: EVENTS[status] ?? 'strategyStopped', accountId, externalClaimRef, payload };
}
