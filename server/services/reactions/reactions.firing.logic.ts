/** What is kept and told of a rule that fired, or that was stopped. */
import type { Uuid } from '../../../core/id.ts';
import { HOUR, type Instant, isoInstant } from '../../../core/time.ts';
import type { DecidedStep, Reacted } from '../../../engine/reactions/decide.ts';
import type { Reason } from '../../../engine/reason.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents, type NewEvent } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import type { Pair } from './reactions.match.logic.ts';

export interface Firing extends Pair {
  readonly why: Reason;
  readonly effects: Reacted['effects'];
  readonly steps: readonly DecidedStep[];
}

const causeOf = ({ row: { reactionId, accountId, rule }, event }: Pair) => ({
  reactionId,
  displayName: rule.displayName,
  messageType: event.messageType,
  causeId: event.messageId,
  ...(accountId !== null && { ofAccount: true }),
});
const about = ({ row, event: { accountId, externalClaimRef } }: Pair) => ({
  accountId,
  externalClaimRef,
  actor: { type: 'reaction', id: row.reactionId },
});

export async function noteFirings(
  tx: Tx,
  firings: readonly Firing[],
  { depth, correlationId, at }: { depth: number; correlationId: Uuid; at: string },
): Promise<void> {
  await tx.sql(
    `insert into reaction_firing (client_id, reaction_id, message_id, account_id, why, depth, correlation_id, fired_at)
     select $1, f.reaction_id, f.message_id, f.account_id, f.why, $6, $7, $8
     from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::jsonb[]) as f (reaction_id, message_id, account_id, why)`,
    [
      tx.clientId,
      firings.map(({ row }) => row.reactionId),
      firings.map(({ event }) => event.messageId),
      firings.map(({ event }) => event.accountId),
      firings.map(({ why }) => JSON.stringify(why)),
      depth,
      correlationId,
      at,
    ],
  );
}

/** Each firing has its event, and so has each contact that the gate refused. */
export async function tellOfFirings(tx: Tx, firings: readonly Firing[]): Promise<void> {
  await appendEvents(
    tx,
    firings.flatMap((firing): NewEvent[] => {
      const { depth, why, steps } = firing;
      const denied = steps.filter(({ outcome }) => outcome === 'denied');
      return [
        { ...about(firing), messageType: 'reactionFired', payload: { ...causeOf(firing), depth, why, steps } },
        ...denied.map(({ claimRef: _, ...step }): NewEvent => ({ ...about(firing), messageType: 'contactDenied', payload: step })),
      ];
    }),
  );
}

/** Tells that rules were stopped: of each rule on each account once an hour, or a loop would fill the log all the same. */
export async function noteStopped(tx: Tx, pairs: readonly Pair[], why: Reason): Promise<void> {
  if (pairs.length === 0) return;
  const rows = await tx.sql<{ key: string }>(
    `select distinct (payload ->> 'reactionId') || ' ' || account_id as key from event
     where client_id = $1 and account_id = any($2::uuid[]) and message_type = 'reactionChainStopped' and emit_time > $3 and payload -> 'why' ->> 'key' = $4`,
    [tx.clientId, [...new Set(pairs.map(({ event }) => event.accountId))], isoInstant((now() - HOUR) as Instant), why.key],
  );
  const told = new Set(rows.map(({ key }) => key));
  const news = new Map(pairs.map((pair) => [`${pair.row.reactionId} ${pair.event.accountId}`, pair]));
  await appendEvents(
    tx,
    [...news]
      .filter(([key]) => !told.has(key))
      .map(([, pair]): NewEvent => ({ ...about(pair), messageType: 'reactionChainStopped', payload: { ...causeOf(pair), why } })),
  );
}
