/** What a batch of runs decided: what it asks the services for, the runs themselves, and one event per step. */
import type { EventType } from '../../../core/events/catalogue.ts';
import type { Uuid } from '../../../core/id.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import { isContact } from '../../../engine/effects.ts';
import type { Advanced, Outcome, Run, Trace } from '../../../engine/types.ts';
import { column, jsonColumn, jsons, list } from '../../platform/columns.ts';
import { outboxIdOf } from '../../platform/delivery/outbox.ts';
import type { AskedEffect } from '../../platform/effects.ts';
import { appendEvents, type NewEvent } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';

/** A run as it was taken from the table. */
export type DueRun = Run;

/** What advance() answered for a run, beside the run before it. */
export interface Decided extends Advanced {
  readonly before: DueRun;
}

/** @returns what the runs asked for, with what performing it needs to know of them. */
export async function askedOf(tx: Tx, decided: readonly Decided[]): Promise<AskedEffect[]> {
  if (decided.every(({ effects }) => effects.length === 0)) return [];
  const names = await strategyNames(tx, decided);
  return decided.flatMap(({ before: { runId, accountId, externalClaimRef, blueprintId }, effects }) =>
    effects.map(({ key, stepId, effect, values }) => ({
      key,
      effect,
      ...(values && { values }),
      stepId,
      runId,
      accountId,
      externalClaimRef,
      blueprintId,
      strategyName: names.get(blueprintId) ?? '',
      actor: { type: 'strategy', id: blueprintId },
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
  const moment = (value: Instant | null) => (value === null ? null : value / 1000);
  // What rarely changes is sent only where it does: another strategy or version, and with it the start.
  const blueprintId = column(decided, ({ run, before }) => (run.blueprintId === before.blueprintId ? null : run.blueprintId));
  const version = column(decided, ({ run, before }) => (run.version === before.version ? null : run.version));
  const startedAt = column(decided, ({ run, before }) => (run.startedAt === before.startedAt ? null : moment(run.startedAt)));
  const stepId = column(decided, ({ run }) => run.stepId);
  const reason = jsonColumn(decided, ({ run }) => run.reason ?? undefined);
  const status = column(decided, ({ run }) => run.status);
  const wakeAt = column(decided, ({ run }) => moment(run.wakeAt));
  const memory = jsonColumn(decided, ({ run }) => run.memory);
  const enteredAt = column(decided, ({ run }) => moment(run.stepEnteredAt));
  await tx.sql(
    `update strategy_run r set blueprint_id = coalesce(v.blueprint_id, $3::uuid, r.blueprint_id), version = coalesce(v.version, $5, r.version),
       started_at = coalesce(to_timestamp(coalesce(v.started_at, $7)), r.started_at), step_id = coalesce(v.step_id, $9), status = coalesce(v.status, $11),
       wake_at = to_timestamp(coalesce(v.wake_at, $13)), step_entered_at = to_timestamp(coalesce(v.step_entered_at, $15)), visit = v.visit, since_wait = v.since_wait,
       reason = coalesce(v.reason::jsonb, $21::jsonb), memory = coalesce(v.memory::jsonb, $22::jsonb), ended_at = case when coalesce(v.status, $11) in ('active', 'waiting', 'paused') then null else $20::timestamptz end
     from unnest($2::text[], $4::uuid[], $6::int[], $8::float8[], $10::text[], $12::text[], $14::float8[], $16::float8[], $17::int[], $18::int[], ${jsons('$19')}, ${jsons('$23')})
       as v(external_claim_ref, blueprint_id, version, started_at, step_id, status, wake_at, step_entered_at, visit, since_wait, reason, memory)
     where r.client_id = $1 and r.external_claim_ref = v.external_claim_ref`,
    [
      tx.clientId,
      list(decided.map(({ run }) => run.externalClaimRef)),
      blueprintId.all,
      blueprintId.list,
      version.all,
      version.list,
      startedAt.all,
      startedAt.list,
      stepId.all,
      stepId.list,
      status.all,
      status.list,
      wakeAt.all,
      wakeAt.list,
      enteredAt.all,
      enteredAt.list,
      list(decided.map(({ run }) => run.visit)),
      list(decided.map(({ run }) => run.sinceWait)),
      reason.list,
      isoInstant(at),
      reason.all,
      memory.all,
      memory.list,
    ],
  );
}

/** What is told of a step that did not just go on; each of its outputs is a step that was decided. */
const MESSAGE_TYPE = {
  inserted: 'strategyStep',
  returned: 'strategyStep',
  deferred: 'contactDeferred',
  denied: 'contactDenied',
  ended: 'strategyCompleted',
  switched: 'strategySwitched',
  failed: 'strategyFailed',
  runaway: 'strategyRunaway',
} as const satisfies Readonly<Record<Exclude<Outcome, 'done' | 'waiting'>, EventType>>;

const messageTypeOf = (outcome: Trace['outcome']) =>
  Object.hasOwn(MESSAGE_TYPE, outcome) ? MESSAGE_TYPE[outcome as keyof typeof MESSAGE_TYPE] : 'strategyStep';

/**
 * Appends one event per decided step; a path that simply ends adds the completion of the run. A wait is told when it is over:
 * until then the run itself says where it stands and until when. A contact that is put off is told at once, with the rule.
 */
export async function writeEvents(tx: Tx, decided: readonly Decided[], at: Instant): Promise<void> {
  const events: NewEvent[] = [];
  for (const { before, run, traces, effects } of decided) {
    // What a step queued is named, so that a timeline can tell its message from others.
    const messages = new Set(effects.flatMap(({ key, effect }) => (isContact(effect) ? [key] : [])));
    const { accountId, externalClaimRef, runId, blueprintId, version } = before;
    const about = { accountId, externalClaimRef, correlationId: runId, emitTime: at, actor: { type: 'strategy', id: blueprintId } };
    for (const { stepId, stepType, visit, outcome, why, gate } of traces) {
      if (outcome === 'waiting') continue;
      const refused = gate && gate.answer !== 'allow' ? { rule: gate.rule } : {};
      const key = `${runId}:${stepId}:${visit}`;
      const queued = messages.has(key) ? { outboxId: outboxIdOf(tx.clientId, key) } : {};
      events.push({
        ...about,
        messageType: messageTypeOf(outcome),
        payload: { version, stepId, stepType, visit, outcome, why, ...refused, ...queued },
      });
    }
    const last = traces.at(-1)?.outcome;
    if (run.status === 'completed' && last !== 'ended' && last !== 'switched' && last !== 'returned' && last !== undefined)
      events.push({ ...about, messageType: 'strategyCompleted', payload: { version, why: run.reason } });
  }
  await appendEvents(tx, events);
}
