/**
 * Empties one client's outbox of one kind. A row is set to 'sending', with its payload to the byte, in a transaction of its own before its
 * provider is called; whatever is found 'sending' later was interrupted, and the provider's class says how it goes on.
 */
import type { Uuid } from '../../../core/id.ts';
import type { Instant } from '../../../core/time.ts';
import type { Config } from '../config.ts';
import { type Database, inClient, type Tx } from '../tenancy.ts';
import { traced } from '../tracing.ts';
import { askPass, PAUSES_AT, probeSoon, recordHealth } from './circuit.ts';
import { readHold } from './hold.ts';
import { type Delivery, deliveryOf, type Way } from './kinds.ts';
import { askForDrain } from './queue.ts';
import { recordPrepared, recordResults } from './record.ts';
import type { Prepared, Result } from './rows.ts';
import { type DrainHealth, learn, sendAll } from './send.ts';
import { take } from './take.ts';
import { holdBack, recordBlocked, recordUnblocked } from './waiting.ts';

export interface DrainOptions {
  /** How long a process keeps what it took, milliseconds; interrupted rows are taken up after that. */
  readonly lease?: number;
  /** The first pause before another try, milliseconds; each further one is five times as long, up to two hours. */
  readonly pause?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Rows taken at once. */
const BATCH = 200;

/** Opens what a kind leaves by and sends everything of it that is due. @returns how many rows were sent by this call. */
export async function drainOutbox(
  database: Database,
  clientId: Uuid,
  kind: string,
  config: Config,
  options: DrainOptions = {},
): Promise<number> {
  const delivery = deliveryOf(kind);
  const way = await delivery.open(database, clientId, config);
  try {
    return await drainBy(database, clientId, delivery, way, options);
  } finally {
    await way.close();
  }
}

async function drainBy(
  database: Database,
  clientId: Uuid,
  { kind, to }: Delivery,
  way: Way,
  { lease = 60_000, pause = 5_000, signal }: DrainOptions,
): Promise<number> {
  let sent = 0;
  const isHeldBack = async (tx: Tx) => to === 'debtor' && (await readHold(tx)) !== null;
  const pass = await inClient(database, clientId, async (tx) => ((await isHeldBack(tx)) ? null : askPass(tx, kind, lease)));
  // Whoever ends the hold asks for a drain.
  if (!pass) return 0;
  if (pass.may === 'nothing') {
    await inClient(database, clientId, (tx) => askForDrain(tx, kind, pass.until));
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
    await inClient(database, clientId, (tx) => recordHealth(tx, kind, { ...health, providerName: way.providerName }, pause));
    health.isNews = false;
  };
  if (pass.may === 'probe' && pass.withoutMessage && way.probe && way.deliveryClass === 'neither') {
    // A row whose answer is lost here would wait for people: whether anybody is there is asked without one.
    const away = await way.probe(Math.floor(lease / 3));
    if (away !== null) Object.assign(health, { failures: PAUSES_AT, ...away, isNews: true });
  }
  while (!signal?.aborted && health.failures < PAUSES_AT) {
    const takenAt = performance.now();
    const { taken, tasks } = await inClient(database, clientId, async (tx) => {
      if (await isHeldBack(tx)) return { taken: 0, tasks: [] };
      const rows = await take(tx, kind, lease, health.isPaused ? 1 : BATCH);
      const held = holdBack(rows, way.leads);
      const leaving = rows.filter((row) => !held.has(row.outboxId) && (row.status === 'queued' || way.deliveryClass === 'idempotent'));
      const judged = await traced('gate', { channel: kind }, () => way.prepare(tx, leaving), countAnswers);
      const prepared = new Map([...held, ...judged]);
      const next = await recordPrepared(tx, rows, prepared, way, lease);
      if ([...held.values()].some(({ answer }) => answer === 'wait')) await recordBlocked(tx, kind);
      if (way.leads !== 'inside') return { taken: rows.length, tasks: next };
      // Nothing leaves the house: taking and recording are one transaction.
      const results = next.map(({ row, payload }): Result => ({ row, payload, answer: { outcome: 'sent', providerRef: row.outboxId } }));
      for (const { answer } of results) learn(health, answer);
      sent += (await recordResults(tx, results, way, { pause, lease })).sent;
      return { taken: rows.length, tasks: [] };
    });
    if (taken === 0) break;
    sent += await sendAll(database, clientId, way, tasks, health, { to, takenAt, lease, pause, signal });
    await note();
  }
  await note();
  await inClient(database, clientId, async (tx) => {
    // A probe that found nothing to send is free for the next drain.
    if (health.isPaused && health.failures === 0) await probeSoon(tx, kind);
    await recordUnblocked(tx, kind);
    const [row] = await tx.sql<{ next: Date | null; probe: Date | null }>(
      `select min(next_attempt_at) as next, (select probe_at from delivery_health where client_id = $1 and channel = $2 and paused_at is not null) as probe
       from outbox where client_id = $1 and channel = $2 and status in ('queued', 'sending')`,
      [clientId, kind],
    );
    if (row?.next) await askForDrain(tx, kind, Math.max(row.next.getTime(), row.probe?.getTime() ?? 0) as Instant);
  });
  return sent;
}

/** What the last look before sending decided, for a trace. */
function countAnswers(prepared: ReadonlyMap<string, Prepared>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { answer } of prepared.values()) counts[answer] = (counts[answer] ?? 0) + 1;
  return counts;
}
