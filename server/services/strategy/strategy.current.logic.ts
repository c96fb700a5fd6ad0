/** Where one claim stands, what comes next and when, and why it came there. */
import { notFound } from '../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import type { Instant } from '../../../core/time.ts';
import { startRun } from '../../../engine/advance.ts';
import { outcomeNamed, type TreeStep } from '../../../engine/graph/tree.ts';
import { type Upcoming, upcoming } from '../../../engine/simulate.ts';
import type { Reason, Run } from '../../../engine/types.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { findClaims } from '../account/ground/facts.logic.ts';
import { findBlueprint } from './strategy.blueprint.logic.ts';
import { loadCompiled, needsFrom, versionKey } from './strategy.compiled.logic.ts';
import { factsOf, surroundingsOf } from './strategy.engine.logic.ts';

/** Steps ahead that a claim's page shows. */
const AHEAD = 8;
/** Events of the past that it shows. */
const HISTORY = 200;

const HISTORY_TYPES = [
  'strategyStep',
  'contactDeferred',
  'contactDenied',
  'strategyStarted',
  'strategyPaused',
  'strategyResumed',
  'strategyStopped',
  'strategyCompleted',
  'strategySwitched',
  'strategyFailed',
  'strategyRunaway',
  'strategyMoved',
  'checkpointReached',
];

/** What resumeRuns lets go on. */
const RESUMABLE: readonly string[] = ['paused', 'failed', 'stopped'];

interface CurrentRun extends Run {
  readonly endedAt: Instant | null;
  readonly displayName: string;
  readonly currentVersion: number;
  readonly steps: TreeStep[];
  readonly isDeleted: boolean;
}

export interface HistoryItem {
  readonly messageId: Uuid;
  readonly at: Instant;
  readonly messageType: string;
  readonly blueprintId: Uuid | null;
  readonly displayName: string | null;
  readonly version: number | null;
  readonly stepId: string | null;
  readonly stepType: string | null;
  readonly outcome: string | null;
  readonly why: Reason | null;
  readonly actorType: string;
  readonly actorId: string | null;
}

const epoch = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;

/** @returns the claim's living run, else the one that ended last; null when it never ran. */
export async function currentStrategy(tx: Tx, externalClaimRef: string) {
  const [run] = await tx.sql<CurrentRun & Record<string, unknown>>(
    `select r.run_id as "runId", r.account_id as "accountId", r.external_claim_ref as "externalClaimRef", r.blueprint_id as "blueprintId", r.version, r.step_id as "stepId",
       r.status, ${epoch('r.wake_at')} as "wakeAt", r.visit, r.since_wait as "sinceWait", ${epoch('r.started_at')} as "startedAt",
       ${epoch('r.step_entered_at')} as "stepEnteredAt", ${epoch('r.ended_at')} as "endedAt", r.reason, b.display_name as "displayName",
       b.current_version as "currentVersion", b.is_deleted as "isDeleted", v.steps
     from strategy_run r
     join strategy_blueprint b on b.client_id = $1 and b.blueprint_id = r.blueprint_id
     join strategy_version v on v.client_id = $1 and v.blueprint_id = r.blueprint_id and v.version = r.version
     where r.client_id = $1 and r.external_claim_ref = $2`,
    [tx.clientId, externalClaimRef],
  );
  if (!run) return null;
  const step = run.steps.find((each) => each.id === run.stepId);
  return {
    ...run,
    clientId: tx.clientId,
    resumable: !run.isDeleted && step !== undefined && RESUMABLE.includes(run.status),
    currentStep: step ? { stepId: step.id, stepType: step.stepType, enteredAt: run.stepEnteredAt, wakeAt: run.wakeAt } : null,
    nextSteps: await nextSteps(tx, run),
    history: await historyOf(tx, run),
  };
}

/** What the run would do if nothing changed. A paused run is shown as if it went on now; an ended one has nothing ahead. */
async function nextSteps(tx: Tx, run: CurrentRun): Promise<Upcoming[]> {
  if (run.status === 'completed' || run.status === 'stopped' || run.status === 'failed') return [];
  return ahead(tx, { ...run, status: run.status === 'paused' ? 'active' : run.status });
}

/**
 * @returns what a claim would go through in a strategy, from its first step on, as far as a claim's page shows. Nothing is kept.
 * @param wanted version; null: the newest. @throws Fault NOT_FOUND for the strategy, the version or the claim
 */
export async function previewStrategy(tx: Tx, blueprintId: Uuid, externalClaimRef: string, wanted: number | null): Promise<Upcoming[]> {
  const { version: found } = await findBlueprint(tx, blueprintId, wanted);
  const [claim] = await findClaims(tx, [externalClaimRef]);
  if (!claim) throw notFound('claimNotFound');
  const version = { blueprintId, version: found };
  const compiled = (await loadCompiled(tx, [version])).get(versionKey(version));
  if (!compiled?.first) return [];
  return ahead(tx, startRun({ runId: uuidv7(), accountId: claim.accountId, externalClaimRef }, compiled, now()));
}

async function ahead(tx: Tx, run: Run): Promise<Upcoming[]> {
  const compiled = (await loadCompiled(tx, [run])).get(versionKey(run));
  const facts = (await factsOf(tx, [run], () => (compiled ? needsFrom(compiled, run.stepId) : ['claim']))).get(run.externalClaimRef);
  if (!compiled || !facts) return [];
  return upcoming(run, compiled, facts, await surroundingsOf(tx, now(), [compiled]), AHEAD);
}

async function historyOf(tx: Tx, { accountId, externalClaimRef }: Run): Promise<HistoryItem[]> {
  const items = await tx.sql<HistoryItem & Record<string, unknown>>(
    `select e.message_id as "messageId", ${epoch('e.emit_time')} as at, e.message_type as "messageType", coalesce(e.payload ->> 'blueprintId', case e.actor_type when 'strategy' then e.actor_id end) as "blueprintId",
       b.display_name as "displayName", (e.payload ->> 'version')::int as version, e.payload ->> 'stepId' as "stepId", e.payload ->> 'stepType' as "stepType",
       e.payload ->> 'outcome' as outcome, case when e.payload ->> 'why' is not null then e.payload -> 'why' end as why, e.actor_type as "actorType", e.actor_id as "actorId"
     from event e left join strategy_blueprint b on b.client_id = $1 and b.blueprint_id::text = coalesce(e.payload ->> 'blueprintId', case e.actor_type when 'strategy' then e.actor_id end)
     where e.client_id = $1 and e.account_id = $2 and e.external_claim_ref = $3 and e.message_type = any($4::text[])
     order by e.emit_time desc, e.message_id desc limit $5`,
    [tx.clientId, accountId, externalClaimRef, HISTORY_TYPES, HISTORY],
  );
  return items.map((item) => ({ ...item, outcome: item.outcome && outcomeNamed(item.outcome) }));
}
