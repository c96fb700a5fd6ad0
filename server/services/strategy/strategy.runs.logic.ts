/** Commands over runs, set-based: start, assign, pause, resume, stop, move to the newest version. Each appends its events and wakes the engine. */
import type { EventTypeOf } from '../../../core/events/catalogue.ts';
import type { RUN as RUN_FIELDS } from '../../../core/events/strategy.ts';
import { fault } from '../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import type { Reason } from '../../../engine/types.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents, type Besides, composeEvent, type NewEvent } from '../../platform/events.ts';
import { enqueue, type JobReference } from '../../platform/jobs.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { findClaims } from '../account/ground/facts.logic.ts';
import { refreshNames } from './strategy.account.logic.ts';
import { findBlueprint } from './strategy.blueprint.logic.ts';
import { loadCompiled, versionKey } from './strategy.compiled.logic.ts';
import { SLOTS, slotOf } from './strategy.tables.ts';

/** Claims a command does not fit (unknown, resolved, already running, not running …) are skipped. */
export interface CommandResult {
  readonly done: number;
  readonly skipped: number;
}

/** Advances one slot of a client until nothing is due; the job itself is defined in strategy.jobs.ts. */
export const engineAdvance: JobReference<{ clientId: Uuid; slot: number }> = { name: 'engine.advance' };

/** Asks for the slots to be advanced as soon as the transaction commits. */
export async function wakeEngine(tx: Tx, slots: Iterable<number>): Promise<void> {
  // In one order in every transaction, so that two of them cannot wait for each other.
  for (const slot of [...new Set(slots)].sort())
    await enqueue(tx, engineAdvance, { clientId: tx.clientId, slot }, { key: `${engineAdvance.name}:${tx.clientId}:${slot}` });
}

interface RunRow {
  readonly runId: Uuid;
  readonly accountId: Uuid;
  readonly externalClaimRef: string;
  readonly blueprintId: Uuid;
  readonly version: number;
  readonly slot: number;
}

const RUN = `r.run_id as "runId", r.account_id as "accountId", r.external_claim_ref as "externalClaimRef", r.blueprint_id as "blueprintId", r.version, r.slot`;

/** A new run takes the place of the one that has ended, whole. */
const BEGUN =
  'run_id account_id slot blueprint_id version step_id status wake_at visit since_wait started_at step_entered_at ended_at reason memory'
    .split(' ')
    .map((name) => `${name} = excluded.${name}`)
    .join(', ');

type RunEvent = Extract<EventTypeOf<'strategy'>, `strategy${'Started' | 'Paused' | 'Resumed' | 'Stopped' | 'Completed' | 'Moved'}`>;

function eventOf<Type extends RunEvent>(messageType: Type, run: RunRow, payload: Besides<Type, typeof RUN_FIELDS>): NewEvent {
  const { runId, blueprintId, version, accountId, externalClaimRef } = run;
  return composeEvent(messageType, { accountId, externalClaimRef }, { runId, blueprintId, version }, payload);
}

/**
 * Puts open claims at the first step of the strategy's newest version. A claim that runs in a strategy is skipped.
 * @param replace stops what the claims run in first. @throws Fault NOT_FOUND for the strategy, CONFLICT when it has no steps.
 */
export async function startRuns(
  tx: Tx,
  { blueprintId, externalClaimRefs, replace = false }: { blueprintId: Uuid; externalClaimRefs: readonly string[]; replace?: boolean },
): Promise<CommandResult> {
  const blueprint = await findBlueprint(tx, blueprintId);
  const wanted = { blueprintId, version: blueprint.currentVersion };
  const compiled = (await loadCompiled(tx, [wanted])).get(versionKey(wanted));
  if (!compiled?.first) throw fault('CONFLICT', 'strategySteps', { name: blueprint.displayName });
  if ([...compiled.steps.values()].some(({ stepType }) => stepType === 'dummy'))
    throw fault('CONFLICT', 'strategyMasked', { name: blueprint.displayName });
  const refs = [...new Set(externalClaimRefs)];
  const claims = (await findClaims(tx, refs)).filter((claim) => claim.status === 'open');
  if (replace)
    await stopRuns(
      tx,
      claims.map((claim) => claim.externalClaimRef),
      { key: 'run.replaced', values: { displayName: blueprint.displayName } },
    );
  const at = isoInstant(now());
  const started = await tx.sql<RunRow>(
    `insert into strategy_run as r (client_id, run_id, account_id, external_claim_ref, slot, blueprint_id, version, step_id, status, wake_at, started_at, step_entered_at)
     select $1, v.run_id, v.account_id, v.external_claim_ref, v.slot, $6, $7, $8, 'active', $9, $9, $9
     from unnest($2::uuid[], $3::uuid[], $4::text[], $5::smallint[]) as v(run_id, account_id, external_claim_ref, slot)
     on conflict (client_id, external_claim_ref) do update set ${BEGUN}
       where r.status not in ('active', 'waiting', 'paused') returning ${RUN}`,
    [
      tx.clientId,
      claims.map(() => uuidv7()),
      claims.map((claim) => claim.accountId),
      claims.map((claim) => claim.externalClaimRef),
      claims.map((claim) => slotOf(claim.accountId)),
      blueprintId,
      blueprint.currentVersion,
      compiled.first,
      at,
    ],
  );
  await appendEvents(
    tx,
    started.map((run) => eventOf('strategyStarted', run, { displayName: blueprint.displayName })),
  );
  await refreshNames(tx, started);
  await wakeEngine(
    tx,
    started.map((run) => run.slot),
  );
  return { done: started.length, skipped: refs.length - started.length };
}

/** Halts running claims where they stand. A claim that a promise or a dispute had halted is now halted by hand. */
export async function pauseRuns(
  tx: Tx,
  externalClaimRefs: readonly string[],
  reason: Reason = { key: 'run.paused' },
): Promise<CommandResult> {
  const refs = [...new Set(externalClaimRefs)];
  const byHand = reason.key === 'run.paused';
  const paused = await tx.sql<RunRow>(
    `update strategy_run r set status = 'paused', wake_at = null, reason = $3::jsonb
     where r.client_id = $1 and r.external_claim_ref = any($2::text[])
       and (r.status in ('active', 'waiting') or ($4 and r.status = 'paused' and r.reason ->> 'key' <> 'run.paused')) returning ${RUN}`,
    [tx.clientId, refs, JSON.stringify(reason), byHand],
  );
  await appendEvents(
    tx,
    paused.map((run) => eventOf('strategyPaused', run, { why: reason })),
  );
  return { done: paused.length, skipped: refs.length - paused.length };
}

/** A deleted strategy takes no claim back. */
const STRATEGY_LIVES =
  'exists (select 1 from strategy_blueprint b where b.client_id = $1 and b.blueprint_id = r.blueprint_id and not b.is_deleted)';

/**
 * Lets paused, failed and stopped claims go on at the step where they stand; a wait is measured from when the claim came to it.
 * Only the run that ended last goes on, and only when the claim is open.
 * @param only with keys of reasons: only runs that were paused for one of them.
 */
export async function resumeRuns(
  tx: Tx,
  externalClaimRefs: readonly string[],
  only: readonly string[] | null = null,
): Promise<CommandResult> {
  const refs = [...new Set(externalClaimRefs)];
  const open = (await findClaims(tx, refs)).filter((claim) => claim.status === 'open').map((claim) => claim.externalClaimRef);
  const resumed = await tx.sql<RunRow>(
    `update strategy_run r set status = 'active', wake_at = $3, ended_at = null, since_wait = 0, reason = null
     where r.client_id = $1 and r.external_claim_ref = any($2::text[]) and r.step_id is not null and ${STRATEGY_LIVES}
       and (r.status = 'paused' or ($4::text[] is null and r.status in ('failed', 'stopped')))
       and ($4::text[] is null or r.reason ->> 'key' = any($4::text[])) returning ${RUN}`,
    [tx.clientId, open, isoInstant(now()), only],
  );
  await appendEvents(
    tx,
    resumed.map((run) => eventOf('strategyResumed', run, {})),
  );
  await refreshNames(tx, resumed);
  await wakeEngine(
    tx,
    resumed.map((run) => run.slot),
  );
  return { done: resumed.length, skipped: refs.length - resumed.length };
}

/**
 * Gives reopened claims the strategy back that their payment had ended: it goes on at the step where it stood, and a wait begins anew,
 * so that nobody is written to in the moment a bank takes money back. What people stopped or replaced stays as they left it.
 */
export async function reopenRuns(tx: Tx, externalClaimRefs: readonly string[]): Promise<void> {
  const reopened = await tx.sql<RunRow>(
    `update strategy_run r set status = 'active', wake_at = $3, step_entered_at = $3, ended_at = null, since_wait = 0, reason = null
     where r.client_id = $1 and r.external_claim_ref = any($2::text[]) and r.step_id is not null and ${STRATEGY_LIVES}
       and r.status = 'completed' and r.reason ->> 'key' = 'run.claimResolved' returning ${RUN}`,
    [tx.clientId, [...new Set(externalClaimRefs)], isoInstant(now())],
  );
  await appendEvents(
    tx,
    reopened.map((run) => eventOf('strategyResumed', run, { why: { key: 'run.claimReopened' } })),
  );
  await refreshNames(tx, reopened);
  await wakeEngine(
    tx,
    reopened.map((run) => run.slot),
  );
}

/** Ends running and paused claims where they stand. @param ended 'completed' when there is nothing left to do, e.g. the claim was paid. */
export async function stopRuns(
  tx: Tx,
  externalClaimRefs: readonly string[],
  reason: Reason = { key: 'run.stopped' },
  ended: 'stopped' | 'completed' = 'stopped',
): Promise<CommandResult> {
  const refs = [...new Set(externalClaimRefs)];
  const stopped = await tx.sql<RunRow>(
    `update strategy_run r set status = $5, wake_at = null, ended_at = $3, reason = $4::jsonb
     where r.client_id = $1 and r.external_claim_ref = any($2::text[]) and r.status in ('active', 'waiting', 'paused') returning ${RUN}`,
    [tx.clientId, refs, isoInstant(now()), JSON.stringify(reason), ended],
  );
  const messageType = ended === 'completed' ? 'strategyCompleted' : 'strategyStopped';
  await appendEvents(
    tx,
    stopped.map((run) => eventOf(messageType, run, { why: reason })),
  );
  await refreshNames(tx, stopped);
  return { done: stopped.length, skipped: refs.length - stopped.length };
}

/** Lets the engine look again at waiting claims whose facts changed. A wait that is not over goes on and is no news. */
export async function wakeRuns(tx: Tx, externalClaimRefs: readonly string[], reasonKeys: readonly string[]): Promise<void> {
  const woken = await tx.sql<{ slot: number }>(
    `update strategy_run r set wake_at = $3 where r.client_id = $1 and r.external_claim_ref = any($2::text[]) and r.status = 'waiting'
       and r.reason ->> 'key' = any($4::text[]) returning r.slot`,
    [tx.clientId, externalClaimRefs, isoInstant(now()), reasonKeys],
  );
  await wakeEngine(
    tx,
    woken.map((run) => run.slot),
  );
}

/**
 * Moves running claims of older versions to the newest one, at the step of the same id.
 * A claim whose step is gone there stays where it is and is counted as skipped. @param externalClaimRefs null: all of the strategy.
 */
export async function moveRunsToCurrentVersion(
  tx: Tx,
  blueprintId: Uuid,
  externalClaimRefs: readonly string[] | null,
): Promise<CommandResult> {
  const blueprint = await findBlueprint(tx, blueprintId);
  const wanted = { blueprintId, version: blueprint.currentVersion };
  const compiled = (await loadCompiled(tx, [wanted])).get(versionKey(wanted));
  const behind = `r.client_id = $1 and r.blueprint_id = $2 and r.version < $3 and r.status in ('active', 'waiting', 'paused')
    and ($4::text[] is null or r.external_claim_ref = any($4::text[]))`;
  const values = [tx.clientId, blueprintId, blueprint.currentVersion, externalClaimRefs && [...new Set(externalClaimRefs)]];
  const [count] = await tx.sql<{ count: number }>(`select count(*)::int as count from strategy_run r where ${behind}`, values);
  const moved = await tx.sql<RunRow>(
    `update strategy_run r set version = $3, wake_at = case when r.status = 'paused' then null else $6::timestamptz end
     where ${behind} and r.step_id = any($5::text[]) returning ${RUN}`,
    [...values, [...(compiled?.steps.keys() ?? [])], isoInstant(now())],
  );
  await appendEvents(
    tx,
    moved.map((run) => eventOf('strategyMoved', run, { displayName: blueprint.displayName })),
  );
  await wakeEngine(
    tx,
    moved.map((run) => run.slot),
  );
  const asked = externalClaimRefs ? new Set(externalClaimRefs).size : count!.count;
  return { done: moved.length, skipped: asked - moved.length };
}

/** Every slot, for work that concerns all of a client's runs. */
export const ALL_SLOTS: readonly number[] = Array.from({ length: SLOTS }, (_, slot) => slot);
