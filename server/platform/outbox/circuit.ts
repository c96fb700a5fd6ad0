/**
 * Whether a client's provider is there. A failure of the provider as a whole pauses the kind: nothing is tried but a probe from time to
 * time, no row runs out of tries, and what waits goes on when a probe gets through.
 */
import { type FaultWords, type SaidWords, words } from '../../../core/fault.ts';
import { type Instant, instant, isoInstant, MINUTE } from '../../../core/time.ts';
import { now } from '../clock.ts';
import { appendEvents } from '../events.ts';
import type { Tx } from '../tenancy.ts';
import type { Outcome } from './answer.ts';
import { readHold, SENDING_HELD } from './hold.ts';
import { deliveryKinds } from './kinds.ts';

/** Stands for a provider where none is set up. */
export const NOBODY = 'none';
/** Failures in a row that pause a kind. One that certainly took nothing, a connection that is refused, pauses it alone. */
export const PAUSES_AT = 3;
/** Characters that are kept of a provider's own words. */
const MOST_REASON = 300;
/** The longest time between two probes, ms. */
const LONGEST = 5 * MINUTE;

/** @returns how much nearer to a pause an answer brings its kind, 0 when it says nothing; null when the provider is there. */
export function failureOf(answer: Outcome): number | null {
  if (answer.outcome === 'held' || ('isOurs' in answer && answer.isOurs)) return 0;
  if (!('isAway' in answer) || !answer.isAway) return null;
  return answer.outcome === 'refused' ? PAUSES_AT : 1;
}

/** What a drain may do: send, send one row to see, or nothing until a moment. */
export type Pass =
  | { readonly may: 'send'; readonly failures: number }
  | { readonly may: 'probe'; readonly withoutMessage: boolean }
  | { readonly may: 'nothing'; readonly until: Instant };

interface Row extends Record<string, unknown> {
  failures: number;
  paused_at: Date | null;
  probe_at: Date | null;
  probes: number;
  told: boolean;
  reason: string;
  reason_words: FaultWords | null;
  provider_name: string;
}

const read = async (tx: Tx, kind: string, lock = '') =>
  (
    await tx.sql<Row>(
      `select failures, paused_at, probe_at, probes, told, reason, reason_words, provider_name from delivery_health where client_id = $1 and channel = $2 ${lock}`,
      [tx.clientId, kind],
    )
  )[0];

/** Asked before rows are taken. Of several processes one gets the probe; the others may nothing meanwhile. @param lease ms that a probe may take */
export async function askPass(tx: Tx, kind: string, lease: number): Promise<Pass> {
  const row = await read(tx, kind);
  if (!row?.paused_at || !row.probe_at) return { may: 'send', failures: row?.failures ?? 0 };
  const until = isoInstant((now() + lease) as Instant);
  const taken = await tx.sql(
    `update delivery_health set probe_at = $4 where client_id = $1 and channel = $2 and paused_at is not null and probe_at <= $3 returning 1`,
    [tx.clientId, kind, isoInstant(now()), until],
  );
  // A provider that fails at the probe's address and takes messages all the same would never come back: a message tries now and then.
  return taken.length > 0 ? { may: 'probe', withoutMessage: row.probes % 4 !== 3 } : { may: 'nothing', until: instant(row.probe_at) };
}

export interface Health {
  /** Failures in a row; 0: the provider answers. */
  readonly failures: number;
  /** Why it failed last, in English. */
  readonly reason: string;
  /** The same apart from any language; absent: the reason is what the provider itself said. */
  readonly words?: SaidWords | undefined;
  readonly providerName: string;
}

/**
 * Writes what a drain learned. Events tell when a pause has outlived its first probe and when it is over: a pause that a moment ends is no
 * news. @param pause ms, the first pause between tries of a message; probes begin at three times it and double.
 */
export async function recordHealth(tx: Tx, kind: string, health: Health, pause: number): Promise<void> {
  const before = await read(tx, kind, 'for update');
  if (health.failures === 0) {
    // That messages had no provider at all ends when none of them waits (waiting.ts).
    if (!before || before.provider_name === NOBODY) return;
    await tx.sql('delete from delivery_health where client_id = $1 and channel = $2', [tx.clientId, kind]);
    if (before.told && before.paused_at)
      await appendEvents(tx, [
        {
          messageType: 'deliveryResumed',
          payload: {
            channel: kind,
            providerName: health.providerName,
            pausedAt: before.paused_at.toISOString(),
            ...(await countWaiting(tx, kind)),
          },
        },
      ]);
    return;
  }
  const isPaused = before?.paused_at != null;
  const pauses = isPaused || health.failures >= PAUSES_AT;
  const probes = isPaused ? before.probes + 1 : 0;
  const tells = isPaused && !before.told;
  const reason = health.reason.slice(0, MOST_REASON);
  const said: FaultWords = health.words ?? words('providerSaid', { text: reason });
  const probeAt = (now() + Math.min(LONGEST, 3 * pause * 2 ** Math.min(probes, 20))) as Instant;
  await tx.sql(
    `insert into delivery_health (client_id, channel, failures, paused_at, probe_at, probes, told, reason, provider_name, reason_words)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (client_id, channel) do update set failures = excluded.failures, paused_at = coalesce(delivery_health.paused_at, excluded.paused_at),
       probe_at = excluded.probe_at, probes = excluded.probes, told = excluded.told, reason = excluded.reason, provider_name = excluded.provider_name,
       reason_words = excluded.reason_words`,
    [
      tx.clientId,
      kind,
      health.failures,
      pauses ? isoInstant(now()) : null,
      pauses ? isoInstant(probeAt) : null,
      probes,
      tells || (before?.told ?? false),
      reason,
      health.providerName,
      JSON.stringify(said),
    ],
  );
  if (tells)
    await appendEvents(tx, [
      {
        messageType: 'deliveryPaused',
        payload: { channel: kind, providerName: health.providerName, reason, ...said, ...(await countWaiting(tx, kind)) },
      },
    ]);
}

/** The provider's setting was changed: a pause is probed at once, by the drain that is asked for next. */
export async function probeSoon(tx: Tx, kind: string): Promise<void> {
  await tx.sql('update delivery_health set probe_at = $3, probes = 0 where client_id = $1 and channel = $2 and probe_at is not null', [
    tx.clientId,
    kind,
    isoInstant(now()),
  ]);
}

/** What would leave now if the provider were there. @returns how many, and since when the oldest waits */
export async function countWaiting(tx: Tx, kind: string): Promise<{ waiting: number; oldestAt: string | null }> {
  const [row] = await tx.sql<{ waiting: number; oldest: Date | null }>(
    `select count(*)::int as waiting, min(created_at) as oldest from outbox
     where client_id = $1 and channel = $2 and status in ('queued', 'sending')
       and (blocked_since is not null or next_attempt_at <= greatest($3::timestamptz, (select probe_at from delivery_health where client_id = $1 and channel = $2)))`,
    [tx.clientId, kind, isoInstant(now())],
  );
  return { waiting: row?.waiting ?? 0, oldestAt: row?.oldest?.toISOString() ?? null };
}

/** @returns each kind of delivery that is wanted: what waits for its provider or for the end of a hold, since when, and why. */
export async function readHealth(tx: Tx, isWanted: (kind: string) => boolean = () => true) {
  const operators = await readHold(tx);
  const rows = await tx.sql<Row & { kind: string }>(
    'select channel as kind, * from delivery_health where client_id = $1 and paused_at is not null',
    [tx.clientId],
  );
  const wanted = deliveryKinds().filter(({ kind }) => isWanted(kind));
  return Promise.all(
    wanted.map(async ({ kind, to }) => {
      const row = rows.find((each) => each.kind === kind);
      const hold = to === 'debtor' ? operators : null;
      const { waiting, oldestAt } = await countWaiting(tx, kind);
      return {
        kind,
        to,
        waiting,
        oldestAt: oldestAt === null ? null : instant(oldestAt),
        pausedAt: hold?.since ?? (row?.paused_at ? instant(row.paused_at) : null),
        nextProbeAt: row?.probe_at && !hold ? instant(row.probe_at) : null,
        providerName: row?.provider_name ?? null,
        reason: hold ? SENDING_HELD : (row?.reason ?? null),
        errorKey: hold ? null : (row?.reason_words?.key ?? null),
        errorValues: hold ? null : (row?.reason_words?.values ?? null),
        holdReason: hold?.reason ?? null,
      };
    }),
  );
}
