/** Writes what a batch of runs decided: outbox rows, tasks, metadata, assignments, flags, the runs themselves, and one event per step. */
import type { Uuid } from '../../../core/id.ts';
import { addDays, type Instant, isoInstant } from '../../../core/time.ts';
import { localDate } from '../../../core/zone.ts';
import type { Advanced, Effect, Run, Trace } from '../../../engine/types.ts';
import { queueCommunications } from '../../platform/delivery/outbox.ts';
import { appendEvents, type NewEvent } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { assignByStep, createStepTasks, setAccountMeta, setClaimFlags, setClaimMeta } from '../account/account.effects.logic.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';

/** A run as it was taken from the table. */
export type DueRun = Run;

/** What advance() answered for a run, beside the run before it. */
export interface Decided extends Advanced {
  readonly before: DueRun;
}

type Of<Kind extends Effect['kind']> = Extract<Effect, { kind: Kind }>;
interface Asked<Kind extends Effect['kind']> {
  readonly key: string;
  readonly stepId: string;
  readonly run: DueRun;
  readonly effect: Of<Kind>;
}

/** Performs the effects of a batch, each kind with one statement. Keys make a repeated effect happen once. */
export async function performEffects(tx: Tx, decided: readonly Decided[], at: Instant): Promise<void> {
  const asked = new Map<Effect['kind'], Asked<Effect['kind']>[]>();
  for (const { before, effects } of decided) {
    for (const { key, stepId, effect } of effects) {
      const list = asked.get(effect.kind);
      const entry = { key, stepId, run: before, effect };
      if (list) list.push(entry);
      else asked.set(effect.kind, [entry]);
    }
  }
  if (asked.size === 0) return;
  const of = <Kind extends Effect['kind']>(kind: Kind) => (asked.get(kind) ?? []) as unknown as readonly Asked<Kind>[];
  const names = await strategyNames(tx, decided);
  const claimOf = ({ run }: { run: DueRun }) => ({
    accountId: run.accountId,
    externalClaimRef: run.externalClaimRef,
    actor: { type: 'strategy', id: run.blueprintId },
  });
  const tasks = of('createTask');
  if (tasks.length > 0) {
    const today = localDate(at, (await readClient(tx)).timezone);
    await createStepTasks(
      tx,
      tasks.map((each) => ({
        ...claimOf(each),
        effectKey: each.key,
        topicId: each.effect.topicId,
        note: each.effect.note,
        description: each.effect.description,
        tags: each.effect.tags,
        dueDate: each.effect.dueInDays === null ? null : addDays(today, each.effect.dueInDays),
        recipientId: each.effect.assigneeUserId,
        blueprintName: names.get(each.run.blueprintId) ?? '',
      })),
      at,
    );
  }
  const meta = of('setMeta').map((each) => ({ ...claimOf(each), values: each.effect.values, target: each.effect.target }));
  await setClaimMeta(
    tx,
    meta.filter(({ target }) => target === 'claim'),
    at,
  );
  await setAccountMeta(
    tx,
    meta.filter(({ target }) => target === 'account'),
    at,
  );
  await assignByStep(
    tx,
    of('assignAccount').map((each) => ({ ...claimOf(each), userId: each.effect.userId })),
    at,
  );
  await setClaimFlags(
    tx,
    of('setFlag').map((each) => ({ ...claimOf(each), flag: each.effect.flag, enabled: each.effect.enabled })),
    at,
  );
  await appendEvents(
    tx,
    of('emitEvent').map((each) => ({
      ...claimOf(each),
      messageType: each.effect.messageType,
      payload: { ...each.effect.payload, runId: each.run.runId, blueprintId: each.run.blueprintId },
    })),
  );
  await queueCommunications(
    tx,
    of('sendCommunication').map(({ key, stepId, run, effect }) => ({
      key,
      channel: effect.channel,
      accountId: run.accountId,
      externalClaimRef: run.externalClaimRef,
      runId: run.runId,
      stepId,
      request: {
        bundleName: effect.bundleName,
        locale: effect.locale,
        blueprintId: run.blueprintId,
        strategyName: names.get(run.blueprintId) ?? '',
      },
    })),
  );
}

async function strategyNames(tx: Tx, decided: readonly Decided[]): Promise<Map<Uuid, string>> {
  const rows = await tx.sql<{ blueprint_id: Uuid; display_name: string }>(
    'select blueprint_id, display_name from strategy_blueprint where client_id = $1 and blueprint_id = any($2::uuid[])',
    [tx.clientId, [...new Set(decided.map(({ before }) => before.blueprintId))]],
  );
  return new Map(rows.map((row) => [row.blueprint_id, row.display_name]));
}

/** Stores where the runs stand now, with one statement. */
export async function writeRuns(tx: Tx, decided: readonly Decided[], at: Instant): Promise<void> {
  if (decided.length === 0) return;
  const column = <Value>(read: (run: Run) => Value) => decided.map(({ run }) => read(run));
  const moment = (value: Instant | null) => (value === null ? null : isoInstant(value));
  await tx.sql(
    `update strategy_run r set blueprint_id = v.blueprint_id, version = v.version, step_id = v.step_id, status = v.status, wake_at = v.wake_at, visit = v.visit,
       since_wait = v.since_wait, started_at = v.started_at, step_entered_at = v.step_entered_at, reason = v.reason,
       ended_at = case when v.status in ('active', 'waiting', 'paused') then null else $13::timestamptz end
     from unnest($2::uuid[], $3::uuid[], $4::int[], $5::text[], $6::text[], $7::timestamptz[], $8::int[], $9::int[], $10::timestamptz[], $11::timestamptz[], $12::jsonb[])
       as v(run_id, blueprint_id, version, step_id, status, wake_at, visit, since_wait, started_at, step_entered_at, reason)
     where r.client_id = $1 and r.run_id = v.run_id`,
    [
      tx.clientId,
      column((run) => run.runId),
      column((run) => run.blueprintId),
      column((run) => run.version),
      column((run) => run.stepId),
      column((run) => run.status),
      column((run) => moment(run.wakeAt)),
      column((run) => run.visit),
      column((run) => run.sinceWait),
      column((run) => isoInstant(run.startedAt)),
      column((run) => isoInstant(run.stepEnteredAt)),
      column((run) => (run.reason === null ? null : JSON.stringify(run.reason))),
      isoInstant(at),
    ],
  );
}

const MESSAGE_TYPE: Readonly<Record<Trace['outcome'], string>> = {
  done: 'strategyStep',
  left: 'strategyStep',
  right: 'strategyStep',
  waiting: 'strategyStep',
  deferred: 'contactDeferred',
  denied: 'contactDenied',
  ended: 'strategyCompleted',
  switched: 'strategySwitched',
  failed: 'strategyFailed',
  runaway: 'strategyRunaway',
};

/** Appends one event per decided step; a path that simply ends adds the completion of the run. */
export async function writeEvents(tx: Tx, decided: readonly Decided[], at: Instant): Promise<void> {
  const events: NewEvent[] = [];
  for (const { before, run, traces } of decided) {
    const { accountId, externalClaimRef, runId, blueprintId, version } = before;
    const about = { accountId, externalClaimRef, emitTime: at, actor: { type: 'strategy', id: blueprintId } };
    for (const { stepId, stepType, visit, outcome, why, gate } of traces) {
      const refused = gate && gate.answer !== 'allow' ? { rule: gate.rule } : {};
      events.push({
        ...about,
        messageType: MESSAGE_TYPE[outcome],
        payload: { runId, blueprintId, version, stepId, stepType, visit, outcome, why, ...refused },
      });
    }
    const last = traces.at(-1)?.outcome;
    if (run.status === 'completed' && last !== 'ended' && last !== 'switched' && last !== undefined)
      events.push({ ...about, messageType: 'strategyCompleted', payload: { runId, blueprintId, version, why: run.reason } });
  }
  await appendEvents(tx, events);
}
