/** Runs that wait for an event: an event makes the engine look at them, and the log tells whether it is the one. */
import type { Uuid } from '../../../core/id.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import { remember, wakes } from '../../../engine/memory.ts';
import type { Run } from '../../../engine/types.ts';
import { now } from '../../platform/clock.ts';
import type { StoredEvent } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { wakeEngine } from './strategy.runs.logic.ts';

/** Has the engine look at the runs on these events' accounts that wait for one of their kind. */
export async function wakeAwaiting(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  const accountIds = [...new Set(events.flatMap(({ accountId }) => accountId ?? []))];
  if (accountIds.length === 0) return;
  const woken = await tx.prepared<{ slot: number }>(
    `update strategy_run r set wake_at = $3 where r.client_id = $1 and r.account_id = any($2::uuid[]) and r.memory ? 'wake' and r.status = 'waiting'
       and r.memory -> 'wake' -> 'messageTypes' ?| $4::text[] returning r.slot`,
    [tx.clientId, accountIds, isoInstant(now()), [...new Set(events.map(({ messageType }) => messageType))]],
  );
  await wakeEngine(
    tx,
    woken.map(({ slot }) => slot),
  );
}

/** An event that commits while a run comes to its wait wakes nobody, since the run isn't waiting yet: it is looked at once more a moment later, ms. */
const SECOND_LOOK = 10_000;

/** @returns the run as it is stored: one that has just come to a wait for an event, or back to it when it was resumed, is looked at again soon. */
export function lookAgain(before: Run, run: Run, at: Instant): Run {
  const isSameWait = before.status === 'waiting' && run.visit === before.visit && run.stepId === before.stepId && before.memory?.wake;
  const isNew = run.memory?.wake && !isSameWait;
  return isNew && run.wakeAt !== null ? { ...run, wakeAt: Math.min(run.wakeAt, at + SECOND_LOOK) as Instant } : run;
}

/**
 * @returns the runs, those that wait for an event with the first one of its kind since they came to their step. An event counts for the claims it
 * names, and for all of its account when it names none.
 */
export async function withEvents<Waiting extends Run>(tx: Tx, runs: readonly Waiting[]): Promise<readonly Waiting[]> {
  const awaiting = runs.filter(({ memory }) => memory?.wake);
  if (awaiting.length === 0) return runs;
  const types = [...new Set(awaiting.flatMap(({ memory }) => memory!.wake!.messageTypes))];
  const since = Math.min(...awaiting.map(({ stepEnteredAt }) => stepEnteredAt)) as Instant;
  const rows = await tx.sql<{ accountId: Uuid; ref: string | null; messageType: string; at: Instant; payload: Record<string, unknown> }>(
    `select account_id as "accountId", external_claim_ref as ref, message_type as "messageType", (extract(epoch from emit_time) * 1000)::float8 as at, payload
     from event where client_id = $1 and account_id = any($2::uuid[]) and message_type = any($3::text[]) and emit_time > $4 order by emit_time, message_id`,
    [tx.clientId, [...new Set(awaiting.map(({ accountId }) => accountId))], types, isoInstant(since)],
  );
  const ofAccount = Map.groupBy(rows, ({ accountId }) => accountId as string);
  return runs.map((run) => {
    const { wake } = run.memory ?? {};
    const event =
      wake &&
      ofAccount
        .get(run.accountId)
        ?.find((each) => each.at > run.stepEnteredAt && concerns(each, run.externalClaimRef) && wakes(wake, each));
    if (!event) return run;
    return remember(run, { wokenBy: { messageType: event.messageType, at: event.at, payload: event.payload } });
  });
}

function concerns({ ref, payload }: { ref: string | null; payload: Record<string, unknown> }, externalClaimRef: string): boolean {
  if (ref !== null) return ref === externalClaimRef;
  return Array.isArray(payload.claimRefs) ? payload.claimRefs.includes(externalClaimRef) : true;
}
