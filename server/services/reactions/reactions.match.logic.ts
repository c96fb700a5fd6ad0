/** Which rules an event is for, by what both say; and how often rules have fired already. */
import type { Uuid } from '../../../core/id.ts';
import { HOUR, type Instant, isoInstant } from '../../../core/time.ts';
import { differs } from '../../../engine/reactions/matches.ts';
import type { Reason } from '../../../engine/reason.ts';
import { now } from '../../platform/clock.ts';
import type { StoredEvent } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { type Allowed, compiledOf, forbiddenPart, type RuleRow } from './reactions.rules.logic.ts';

/** Rules that answer what rules caused: so many after each other. */
export const LONGEST_CHAIN = 10;
/** One rule on one account, within an hour: a loop over jobs is known by nothing else. */
export const MOST_AN_HOUR = 20;

export type AnsweredEvent = Pick<
  StoredEvent,
  'messageId' | 'messageType' | 'emitTime' | 'accountId' | 'externalClaimRef' | 'correlationId' | 'payload'
>;

/** A rule and an event that it is for. */
export interface Pair {
  readonly row: RuleRow;
  readonly event: AnsweredEvent & { readonly accountId: Uuid };
  /** Of the firing: 1 answers what no rule caused. */
  readonly depth: number;
}

/** @returns why a rule has nothing to do with an event, before anything of the claim is known; null when it has. */
export function mismatch(tx: Tx, row: RuleRow, event: AnsweredEvent, allowed: Allowed): Reason | null {
  if (!row.isEnabled) return { key: 'reaction.disabled' };
  if (event.emitTime < row.activeSince) return { key: 'reaction.later', values: { since: isoInstant(row.activeSince) } };
  const other = differs(row.rule, event);
  if (other) return other;
  if (row.accountId !== null && row.accountId !== event.accountId) return { key: 'reaction.otherAccount' };
  if (event.accountId === null) return { key: 'reaction.noAccount' };
  const forbidden = forbiddenPart(row.rule, allowed);
  if (forbidden !== null) return { key: 'reaction.notAllowed', values: { name: forbidden } };
  return compiledOf(tx.clientId, row).problems[0]?.why ?? null;
}

/** @returns how many rules after each other led to the events, by their correlation; absent where none did. */
export async function depthsOf(tx: Tx, events: readonly AnsweredEvent[]): Promise<ReadonlyMap<string, number>> {
  const correlations = [...new Set(events.flatMap(({ correlationId }) => correlationId ?? []))];
  if (correlations.length === 0) return new Map();
  const rows = await tx.sql<{ id: Uuid; depth: number }>(
    `select correlation_id as id, max(depth)::int as depth from reaction_firing where client_id = $1 and correlation_id = any($2::uuid[]) group by correlation_id`,
    [tx.clientId, correlations],
  );
  return new Map(rows.map(({ id, depth }) => [id, depth]));
}

/** @returns "rule account" with how often the rule fired on the account in the last hour. */
export async function lately(tx: Tx, accountIds: readonly Uuid[]): Promise<Map<string, number>> {
  const rows = await tx.sql<{ key: string; count: number }>(
    `select reaction_id || ' ' || account_id as key, count(*)::int as count from reaction_firing
     where client_id = $1 and account_id = any($2::uuid[]) and fired_at > $3 group by reaction_id, account_id`,
    [tx.clientId, accountIds, isoInstant((now() - HOUR) as Instant)],
  );
  return new Map(rows.map(({ key, count }) => [key, count]));
}

/** @returns of the events, those that a rule has answered: "rule event". */
export async function answered(tx: Tx, messageIds: readonly Uuid[]): Promise<ReadonlySet<string>> {
  const rows = await tx.sql<{ key: string }>(
    `select reaction_id || ' ' || message_id as key from reaction_firing where client_id = $1 and message_id = any($2::uuid[])`,
    [tx.clientId, messageIds],
  );
  return new Set(rows.map(({ key }) => key));
}
