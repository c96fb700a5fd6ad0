/** Why a rule did or did not answer an event of the past. */
import { notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import type { Instant } from '../../../core/time.ts';
import { actsOn } from '../../../engine/reactions/decide.ts';
import type { Reason } from '../../../engine/reason.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { surroundingsOf } from '../strategy/strategy.engine.logic.ts';
import { claimsOfEvents } from './reactions.claims.logic.ts';
import { type AnsweredEvent, mismatch } from './reactions.match.logic.ts';
import { compiledOf, type RuleRow, readAllowed, readRules } from './reactions.rules.logic.ts';

export interface Explanation {
  readonly reactionId: Uuid;
  readonly displayName: string;
  readonly messageType: string;
  readonly accountId: Uuid | null;
  readonly fired: boolean;
  readonly why: Reason;
}

/** @returns for every rule of the client and of the event's account, in their order, whether it fired and why not. @throws Fault NOT_FOUND */
export async function explain(tx: Tx, messageId: string): Promise<Explanation[]> {
  const event = await findEvent(tx, messageId);
  const rows = await readRules(tx, '(account_id is null or account_id is not distinct from $2::uuid)', [event.accountId]);
  const [fired, stopped] = [await firingsOf(tx, event.messageId), await stopsOf(tx, event)];
  const allowed = await readAllowed(tx);
  const reasons = rows.map((row) => stopped.get(row.reactionId) ?? mismatch(tx, row, event, allowed));
  const refusals = await refusalsOf(
    tx,
    rows.filter((row, index) => !fired.has(row.reactionId) && reasons[index] === null),
    event,
  );
  return rows.map((row, index) => {
    const { reactionId, accountId, rule } = row;
    const why = fired.get(reactionId) ?? reasons[index] ?? refusals.get(reactionId) ?? { key: 'reaction.pending' };
    const { displayName, messageType } = rule;
    return { reactionId, displayName, messageType, accountId, fired: fired.has(reactionId), why };
  });
}

async function findEvent(tx: Tx, messageId: string): Promise<AnsweredEvent> {
  const [row] = isUuid(messageId)
    ? await tx.sql<AnsweredEvent & Record<string, unknown>>(
        `select message_id as "messageId", message_type as "messageType", (extract(epoch from emit_time) * 1000)::float8 as "emitTime",
           account_id as "accountId", external_claim_ref as "externalClaimRef", correlation_id as "correlationId", payload
         from event where client_id = $1 and message_id = $2`,
        [tx.clientId, messageId],
      )
    : [];
  if (!row) throw notFound('eventNotFound');
  return { ...row, emitTime: row.emitTime as Instant };
}

async function firingsOf(tx: Tx, messageId: Uuid): Promise<Map<string, Reason>> {
  const rows = await tx.sql<{ id: Uuid; why: Reason }>(
    'select reaction_id as id, why from reaction_firing where client_id = $1 and message_id = $2',
    [tx.clientId, messageId],
  );
  return new Map(rows.map(({ id, why }) => [id, why]));
}

/** The rules that were stopped at this event, as the log tells. */
async function stopsOf(tx: Tx, { accountId, messageId }: AnsweredEvent): Promise<Map<string, Reason>> {
  if (accountId === null) return new Map();
  const rows = await tx.sql<{ id: string; why: Reason }>(
    `select payload ->> 'reactionId' as id, payload -> 'why' as why from event
     where client_id = $1 and account_id = $2 and message_type = 'reactionChainStopped' and payload ->> 'causeId' = $3`,
    [tx.clientId, accountId, messageId],
  );
  return new Map(rows.map(({ id, why }) => [id, why]));
}

/** What conditions answer as things are now; absent for rules that would fire. */
async function refusalsOf(tx: Tx, rows: readonly RuleRow[], event: AnsweredEvent): Promise<Map<string, Reason>> {
  if (rows.length === 0) return new Map();
  const needs = new Set(rows.flatMap((row) => compiledOf(tx.clientId, row).needs));
  const claims = (await claimsOfEvents(tx, [event], [...needs])).get(event.messageId) ?? [];
  const surroundings = await surroundingsOf(tx, now());
  return new Map(
    rows.flatMap((row) => {
      const acting = actsOn(compiledOf(tx.clientId, row), row.reactionId, claims, surroundings);
      return 'refused' in acting ? [[row.reactionId, acting.refused] as const] : [];
    }),
  );
}
