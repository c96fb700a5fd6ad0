/** Calls the provider for what was taken, a few rows at once, and learns from its answers whether it is there. */
import { englishOf, type SaidWords, words } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { logger } from '../log.ts';
import { type Database, inClient } from '../tenancy.ts';
import { traced } from '../tracing.ts';
import type { Outcome } from './answer.ts';
import { failureOf, PAUSES_AT } from './circuit.ts';
import { isHeld } from './hold.ts';
import type { Delivery, Way } from './kinds.ts';
import { recordResults } from './record.ts';
import type { Result, Task } from './rows.ts';

/** Rows on their way at once. */
const SIDE_BY_SIDE = 16;

/** Why the fate of a row stays open after its provider was asked. */
const NOT_TOLD = words('deliveryNotTold');

interface Timing {
  /** Whether the operator's hold keeps it back. */
  readonly to: Delivery['to'];
  readonly takenAt: number;
  readonly lease: number;
  readonly pause: number;
  readonly signal: AbortSignal | undefined;
}

/** What a drain learns of its provider while it sends. */
export interface DrainHealth {
  /** In a row; 0 after an answer. */
  failures: number;
  /** Whether the kind is paused, and this drain sends one row to see. */
  isPaused: boolean;
  /** Of the last failure; `words` unless it is what the provider said. */
  reason: string;
  words: SaidWords | undefined;
  /** Whether it differs from what is written down. */
  isNews: boolean;
  /** Rows on their way at once: one until the provider has answered, then doubling; each failure halves it. */
  width: number;
}

/**
 * Calls the provider for the tasks and records answers as they come: what arrives during one write goes with the next. When the provider
 * turns out to be away, or sending is held, what was not begun goes back as it was.
 */
export async function sendAll(
  database: Database,
  clientId: Uuid,
  way: Way,
  tasks: readonly Task[],
  health: DrainHealth,
  { to, takenAt, lease, pause, signal }: Timing,
): Promise<number> {
  let sent = 0;
  const waiting: Result[] = [];
  let writing: Promise<void> | null = null;
  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const results = waiting.splice(0, way.recordsApart ? 1 : waiting.length);
      const isPaused = health.isPaused || health.failures >= PAUSES_AT;
      const recording = inClient(database, clientId, (tx) => recordResults(tx, results, way, { pause, lease, isPaused }));
      const recorded = await (way.recordsApart ? recording.catch(unwritten(results)) : recording);
      sent += recorded.sent;
    }
  };
  const done = (task: Task, answer: Outcome) => {
    learn(health, answer);
    waiting.push({ row: task.row, payload: task.payload, answer });
    writing ??= write().finally(() => {
      writing = null;
    });
  };
  const running = new Set<Promise<void>>();
  for (const task of tasks) {
    // A failure is believed when nothing else is on its way that may yet succeed.
    while (running.size >= health.width || (health.failures >= PAUSES_AT && running.size > 0)) await Promise.race(running);
    // A row is begun only while there is time to end it within the lease; what was not begun goes back.
    if (
      signal?.aborted ||
      performance.now() - takenAt > lease / 2 ||
      health.failures >= PAUSES_AT ||
      (to === 'debtor' && (await isHeld(database)))
    ) {
      done(task, { outcome: 'held' });
      continue;
    }
    const named = { provider: way.providerName, channel: task.row.kind, act: task.act };
    const one = traced(
      'delivery',
      named,
      () => attempt(way, task, Math.floor(lease / 3)),
      (answer) => ({
        outcome: answer.outcome,
      }),
    ).then((answer) => {
      running.delete(one);
      done(task, answer);
    });
    running.add(one);
  }
  await Promise.all(running);
  await writing;
  if (waiting.length > 0) await write();
  return sent;
}

/** What can't be written stays 'sending': after its lease it is done again as its class allows. */
const unwritten =
  (results: readonly Result[]) =>
  (error: unknown): { sent: number } => {
    logger.error({ error, outboxIds: results.map(({ row }) => row.outboxId) }, 'an answer was not written; it will be tried again');
    return { sent: 0 };
  };

/** Notes what an answer says of the provider. */
export function learn(health: DrainHealth, answer: Outcome): void {
  const failure = failureOf(answer);
  if (failure === 0) return;
  if (failure === null) {
    health.isNews ||= health.isPaused || health.failures > 0;
    Object.assign(health, { failures: 0, isPaused: false, width: Math.min(SIDE_BY_SIDE, health.width * 2) });
    return;
  }
  const reason = 'reason' in answer ? answer.reason : '';
  const said = 'words' in answer ? answer.words : undefined;
  // One row that fails ends a probe.
  Object.assign(health, {
    failures: health.isPaused ? PAUSES_AT : health.failures + failure,
    reason,
    words: said,
    isNews: true,
    width: Math.max(1, Math.floor(health.width / 2)),
  });
}

async function attempt(way: Way, task: Task, timeout: number): Promise<Outcome> {
  try {
    if (task.act === 'send') return await way.send(task, timeout);
    const known = await way.ask?.(task, timeout);
    if (!known) return { outcome: 'lost', reason: englishOf(NOT_TOLD), words: NOT_TOLD, isAway: true };
    return known.known ? { outcome: 'sent', providerRef: known.providerRef } : { outcome: 'absent' };
  } catch (error) {
    // A defect of an adapter after it may have called out: nobody knows.
    logger.error({ error, provider: way.providerName, outboxId: task.row.outboxId }, 'a provider adapter failed');
    return { outcome: 'lost', reason: (error as Error).message };
  }
}
