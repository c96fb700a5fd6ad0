/**
 * Empties one channel of a client's outbox. A row is set to 'sending', with the message to the byte, in a transaction of its own before its
 * provider is called; whatever is found 'sending' later was interrupted, and the provider's class says how it goes on.
 */
import { englishOf, Fault, type SaidWords, words } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { type Instant, instant, isoInstant } from '../../../core/time.ts';
import { now } from '../clock.ts';
import type { OutboxRequest, OutboxStatus, RenderedMessage } from '../delivery.tables.ts';
import { logger } from '../log.ts';
import { type Database, inClient, type Tx } from '../tenancy.ts';
import { traced } from '../tracing.ts';
import { askPass, failureOf, PAUSES_AT, probeSoon, recordHealth } from './circuit.ts';
import { isHeld, readHold } from './hold.ts';
import { askForDrain } from './outbox.ts';
import type { Message, OutgoingFile, Provider } from './provider.ts';
import type { DeliveryChannel, OpenedProvider } from './providers.ts';
import { recordPrepared, recordResults } from './record.ts';
import { sandboxProvider } from './sandbox.ts';
import { holdBack, recordBlocked, recordUnblocked } from './waiting.ts';
import type { DrainWork, OutboxRow, Prepared, Result } from './work.ts';

export interface DrainOptions {
  /** How long a process keeps what it took, milliseconds; interrupted messages are taken up after that. */
  readonly lease?: number;
  /** The first pause before another try, milliseconds; each further one is five times as long, up to two hours. */
  readonly pause?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Rows taken at once, and messages on their way at once. */
const BATCH = 200;
const SIDE_BY_SIDE = 16;

/** Why the fate of a message stays open after its provider was asked. */
const NOT_TOLD = words('deliveryNotTold');

interface Task {
  readonly row: OutboxRow;
  readonly message: RenderedMessage;
  readonly act: 'send' | 'ask';
}

/** Sends everything that is due. @returns how many messages were sent by this call. */
export async function drainChannel(
  database: Database,
  clientId: Uuid,
  channel: DeliveryChannel,
  opened: OpenedProvider,
  work: DrainWork,
  options: DrainOptions = {},
): Promise<number> {
  const { lease = 60_000, pause = 5_000, signal } = options;
  const { provider } = opened;
  let sent = 0;
  const pass = await inClient(database, clientId, async (tx) => ((await readHold(tx)) ? null : askPass(tx, channel, lease)));
  // Whoever ends the hold asks for a drain.
  if (!pass) return 0;
  if (pass.may === 'nothing') {
    await inClient(database, clientId, (tx) => askForDrain(tx, channel, pass.until));
    return 0;
  }
  const isPaused = pass.may === 'probe';
  const health: DrainHealth = {
    failures: pass.may === 'send' ? pass.failures : 0,
    isPaused,
    reason: '',
    words: undefined,
    isNews: false,
    width: 1,
  };
  const note = async () => {
    if (!health.isNews) return;
    await inClient(database, clientId, (tx) => recordHealth(tx, channel, { ...health, providerName: provider.name }, pause));
    health.isNews = false;
  };
  if (pass.may === 'probe' && pass.withoutMessage && provider.probe && provider.deliveryClass === 'neither') {
    // A message whose answer is lost here would wait for people: whether anybody is there is asked without one.
    const away = await provider.probe(Math.floor(lease / 3));
    if (away !== null) Object.assign(health, { failures: PAUSES_AT, ...away, isNews: true });
  }
  while (!signal?.aborted && health.failures < PAUSES_AT) {
    const takenAt = performance.now();
    const { taken, tasks } = await inClient(database, clientId, async (tx) => {
      if (await readHold(tx)) return { taken: 0, tasks: [] };
      const rows = await take(tx, channel, lease, health.isPaused ? 1 : BATCH);
      const held = holdBack(rows, provider);
      const leaving = rows.filter((row) => !held.has(row.outboxId) && (row.status === 'queued' || provider.deliveryClass === 'idempotent'));
      const judged = await traced('gate', { channel }, () => work.prepare(tx, leaving, opened.sender), countAnswers);
      const prepared = new Map([...held, ...judged]);
      const next = await recordPrepared(tx, rows, prepared, provider, lease);
      if ([...held.values()].some(({ answer }) => answer === 'wait')) await recordBlocked(tx, channel);
      if (provider !== sandboxProvider) return { taken: rows.length, tasks: next };
      // Nothing leaves the house: taking and recording are one transaction.
      const results = next.map(({ row, message }): Result => ({ row, message, answer: { outcome: 'sent', providerRef: row.outboxId } }));
      for (const { answer } of results) learn(health, answer);
      sent += (await recordResults(tx, results, provider, work, { pause, lease })).sent;
      return { taken: rows.length, tasks: [] };
    });
    if (taken === 0) break;
    sent += await sendAll(database, clientId, provider, work, tasks, health, { takenAt, lease, pause, signal });
    await note();
  }
  await note();
  await inClient(database, clientId, async (tx) => {
    // A probe that found nothing to send is free for the next drain.
    if (health.isPaused && health.failures === 0) await probeSoon(tx, channel);
    await recordUnblocked(tx, channel);
    const [row] = await tx.sql<{ next: Date | null; probe: Date | null }>(
      `select min(next_attempt_at) as next, (select probe_at from delivery_health where client_id = $1 and channel = $2 and paused_at is not null) as probe
       from outbox where client_id = $1 and channel = $2 and status in ('queued', 'sending')`,
      [clientId, channel],
    );
    if (row?.next) await askForDrain(tx, channel, Math.max(row.next.getTime(), row.probe?.getTime() ?? 0) as Instant);
  });
  return sent;
}

/** What the last look before sending decided, for a trace. */
function countAnswers(prepared: ReadonlyMap<string, Prepared>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { answer } of prepared.values()) counts[answer] = (counts[answer] ?? 0) + 1;
  return counts;
}

/** Takes due rows; another process that looks at the same moment passes over them. */
async function take(tx: Tx, channel: DeliveryChannel, lease: number, most: number): Promise<OutboxRow[]> {
  const rows = await tx.sql<{
    outbox_id: Uuid;
    account_id: Uuid;
    external_claim_ref: string | null;
    run_id: Uuid | null;
    step_id: string | null;
    request: OutboxRequest;
    status: OutboxStatus;
    attempts: number;
    spared: number;
    provider_name: string | null;
    rendered: RenderedMessage | null;
    blocked_since: Date | null;
  }>(
    `with due as (
       select outbox_id from outbox
       where client_id = $1 and channel = $2 and status in ('queued', 'sending') and next_attempt_at <= $3
       order by next_attempt_at, outbox_id limit ${most} for update skip locked)
     update outbox o set next_attempt_at = $4, leased_until = $4 from due where o.client_id = $1 and o.outbox_id = due.outbox_id
     returning o.outbox_id, o.account_id, o.external_claim_ref, o.run_id, o.step_id, o.request, o.status, o.attempts, o.spared, o.provider_name, o.rendered,
       o.blocked_since`,
    [tx.clientId, channel, isoInstant(now()), isoInstant((now() + lease) as Instant)],
  );
  return rows.map((row) => ({
    outboxId: row.outbox_id,
    channel,
    accountId: row.account_id,
    externalClaimRef: row.external_claim_ref,
    runId: row.run_id,
    stepId: row.step_id,
    request: row.request,
    status: row.status,
    attempts: row.attempts,
    spared: row.spared,
    providerName: row.provider_name,
    rendered: row.rendered,
    blockedSince: row.blocked_since === null ? null : instant(row.blocked_since),
  }));
}

interface Timing {
  readonly takenAt: number;
  readonly lease: number;
  readonly pause: number;
  readonly signal: AbortSignal | undefined;
}

/** What a drain learns of its provider while it sends. */
interface DrainHealth {
  /** In a row; 0 after an answer. */
  failures: number;
  /** Whether the channel is paused, and this drain sends one message to see. */
  isPaused: boolean;
  /** Of the last failure; `words` unless it is what the provider said. */
  reason: string;
  words: SaidWords | undefined;
  /** Whether it differs from what is written down. */
  isNews: boolean;
  /** Messages on their way at once: one until the provider has answered, then doubling; each failure halves it. */
  width: number;
}

/**
 * Calls the provider for the tasks and records answers as they come: what arrives during one write goes with the next. When the provider
 * turns out to be away, or sending is held, what was not begun goes back as it was.
 */
async function sendAll(
  database: Database,
  clientId: Uuid,
  provider: Provider,
  work: DrainWork,
  tasks: readonly Task[],
  health: DrainHealth,
  { takenAt, lease, pause, signal }: Timing,
): Promise<number> {
  let sent = 0;
  const waiting: Result[] = [];
  let writing: Promise<void> | null = null;
  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const results = waiting.splice(0);
      const isPaused = health.isPaused || health.failures >= PAUSES_AT;
      const recorded = await inClient(database, clientId, (tx) => recordResults(tx, results, provider, work, { pause, lease, isPaused }));
      sent += recorded.sent;
    }
  };
  const filesOf = (message: RenderedMessage) =>
    message.attachments?.length ? inClient(database, clientId, (tx) => work.readFiles(tx, message.attachments ?? [])) : Promise.resolve([]);
  const done = (task: Task, answer: Result['answer']) => {
    learn(health, answer);
    waiting.push({ row: task.row, message: task.message, answer });
    writing ??= write().finally(() => {
      writing = null;
    });
  };
  const running = new Set<Promise<void>>();
  for (const task of tasks) {
    // A failure is believed when nothing else is on its way that may yet succeed.
    while (running.size >= health.width || (health.failures >= PAUSES_AT && running.size > 0)) await Promise.race(running);
    // A message is begun only while there is time to end it within the lease; what was not begun goes back.
    if (signal?.aborted || performance.now() - takenAt > lease / 2 || health.failures >= PAUSES_AT || (await isHeld(database))) {
      done(task, { outcome: 'held' });
      continue;
    }
    const named = { provider: provider.name, channel: task.row.channel, act: task.act };
    const one = traced(
      'delivery',
      named,
      () => attempt(provider, task, Math.floor(lease / 3), filesOf),
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

function learn(health: DrainHealth, answer: Result['answer']): void {
  const failure = failureOf(answer);
  if (failure === 0) return;
  if (failure === null) {
    health.isNews ||= health.isPaused || health.failures > 0;
    Object.assign(health, { failures: 0, isPaused: false, width: Math.min(SIDE_BY_SIDE, health.width * 2) });
    return;
  }
  const reason = 'reason' in answer ? answer.reason : '';
  const said = 'words' in answer ? answer.words : undefined;
  // One message that fails ends a probe.
  Object.assign(health, {
    failures: health.isPaused ? PAUSES_AT : health.failures + failure,
    reason,
    words: said,
    isNews: true,
    width: Math.max(1, Math.floor(health.width / 2)),
  });
}

async function attempt(
  provider: Provider,
  { row, message, act }: Task,
  timeout: number,
  filesOf: (message: RenderedMessage) => Promise<OutgoingFile[]>,
): Promise<Result['answer']> {
  const { to, from, subject, text, html, headers } = message;
  const outgoing: Message = { reference: row.outboxId, channel: row.channel, to, from, subject, text, html, headers };
  try {
    if (act === 'send') {
      const attachments = await filesOf(message).catch((error: Error) => error);
      // Nothing was said to the provider yet. A file that is gone stays gone; anything else may be mended.
      if (attachments instanceof Error)
        return {
          outcome: 'refused',
          permanent: attachments instanceof Fault,
          badAddress: false,
          reason: attachments.message,
          ...(attachments instanceof Fault && { words: attachments.words }),
          isOurs: true,
        };
      return await provider.send({ ...outgoing, attachments }, timeout);
    }
    const known = await provider.ask?.(outgoing, timeout);
    if (!known) return { outcome: 'lost', reason: englishOf(NOT_TOLD), words: NOT_TOLD, isAway: true };
    return known.known ? { outcome: 'sent', providerRef: known.providerRef } : { outcome: 'absent' };
  } catch (error) {
    // A defect of an adapter after it may have called out: nobody knows.
    logger.error({ error, provider: provider.name, outboxId: row.outboxId }, 'a provider adapter failed');
    return { outcome: 'lost', reason: (error as Error).message };
  }
}
