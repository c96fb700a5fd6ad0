/** Rules are made, changed, put in order, enabled and deleted; each change has its event. */
import { fault, invalid, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import type { Rule } from '../../../engine/reactions/rule.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import { beginFollowing, endFollowing } from '../../platform/follow.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { requireAccount } from '../account/ground/lookup.logic.ts';
import type { ReactionInput } from './reactions.graphql.ts';
import { readRule } from './reactions.input.logic.ts';
import { lockRule, type RuleRow, readRules } from './reactions.rules.logic.ts';

/** The name under which the log is followed. */
export const FOLLOWER = 'reactions';

/** Rules of a client, those of its accounts included. */
const MOST_RULES = 2000;

/** Whoever changes orders or begins and ends to follow the log does so one after the other. */
const holdRules = (tx: Tx) => tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`reactions ${tx.clientId}`]);

/** The log is followed while some rule is enabled. */
async function followAsNeeded(tx: Tx): Promise<void> {
  const [row] = await tx.sql('select 1 from reaction_rule where client_id = $1 and is_enabled limit 1', [tx.clientId]);
  await (row ? beginFollowing(tx, FOLLOWER) : endFollowing(tx, FOLLOWER));
}

const told = (messageType: 'reactionSaved' | 'reactionDeleted', { reactionId, accountId, rule }: RuleRow, more: object = {}) => ({
  messageType,
  accountId,
  payload: { reactionId, displayName: rule.displayName, messageType: rule.messageType, ...more },
});

/** Adds a rule, last in its order. @throws Fault INVALID_INPUT naming every wrong field, NOT_FOUND for the account */
export async function addRule(tx: Tx, accountId: Uuid | null, input: ReactionInput): Promise<RuleRow> {
  if (accountId !== null) await requireAccount(tx, accountId);
  const rule = await readRule(tx, input);
  await holdRules(tx);
  const [count] = await tx.sql<{ count: number; next: number }>(
    `select count(*)::int as count, coalesce(max(position) filter (where account_id is not distinct from $2::uuid), -1) + 1 as next
     from reaction_rule where client_id = $1`,
    [tx.clientId, accountId],
  );
  if (count!.count >= MOST_RULES) throw fault('CONFLICT', 'reactionsMost', { most: MOST_RULES });
  const reactionId = uuidv7();
  await tx.sql(
    `insert into reaction_rule (client_id, reaction_id, account_id, position, is_enabled, message_type, rule, active_since, updated_at, updated_by)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $8, $9)`,
    [
      tx.clientId,
      reactionId,
      accountId,
      count!.next,
      input.isEnabled ?? true,
      rule.messageType,
      JSON.stringify(rule),
      isoInstant(now()),
      tx.actor.id,
    ],
  );
  await followAsNeeded(tx);
  const row = await lockRule(tx, reactionId);
  await appendEvents(tx, [told('reactionSaved', row, { revision: row.revision })]);
  return row;
}

/** @throws Fault INVALID_INPUT, NOT_FOUND, CONFLICT when somebody changed it since `revision` */
export async function changeRule(tx: Tx, accountId: Uuid | null, input: ReactionInput): Promise<RuleRow> {
  const before = await lockRule(tx, input.reactionId);
  if (accountId !== null && before.accountId !== accountId) throw notFound('reactionNotFound');
  if (input.revision != null && input.revision !== before.revision) throw fault('CONFLICT', 'reactionChanged');
  const rule = await readRule(tx, input);
  return store(tx, before, { rule, isEnabled: input.isEnabled ?? before.isEnabled });
}

/** @throws Fault NOT_FOUND */
export async function enableRule(tx: Tx, reactionId: string, isEnabled: boolean): Promise<RuleRow> {
  const before = await lockRule(tx, reactionId);
  return before.isEnabled === isEnabled ? before : store(tx, before, { rule: before.rule, isEnabled });
}

/** Writes a rule; one that is enabled, or answers another event from now on, does so for what happens from now on. */
export async function store(tx: Tx, before: RuleRow, { rule, isEnabled }: { rule: Rule; isEnabled: boolean }): Promise<RuleRow> {
  const begins = (isEnabled && !before.isEnabled) || rule.messageType !== before.rule.messageType;
  await holdRules(tx);
  await tx.sql(
    `update reaction_rule set rule = $3::jsonb, message_type = $4, is_enabled = $5, active_since = case when $6 then $7::timestamptz else active_since end,
       revision = revision + 1, updated_at = $7, updated_by = $8 where client_id = $1 and reaction_id = $2`,
    [tx.clientId, before.reactionId, JSON.stringify(rule), rule.messageType, isEnabled, begins, isoInstant(now()), tx.actor.id],
  );
  await followAsNeeded(tx);
  const row = await lockRule(tx, before.reactionId);
  await appendEvents(tx, [told('reactionSaved', row, { revision: row.revision })]);
  return row;
}

/** @throws Fault NOT_FOUND */
export async function deleteRule(tx: Tx, reactionId: string): Promise<boolean> {
  const row = await lockRule(tx, reactionId);
  await holdRules(tx);
  await tx.sql('delete from reaction_rule where client_id = $1 and reaction_id = $2', [tx.clientId, row.reactionId]);
  await followAsNeeded(tx);
  await appendEvents(tx, [told('reactionDeleted', row)]);
  return true;
}

/** Puts the client's rules, or an account's, in this order. @throws Fault INVALID_INPUT unless every one is named once */
export async function orderRules(tx: Tx, accountId: Uuid | null, reactionIds: readonly string[]): Promise<RuleRow[]> {
  if (accountId !== null) await requireAccount(tx, accountId);
  await holdRules(tx);
  const before = await readRules(tx, 'account_id is not distinct from $2::uuid', [accountId]);
  const known = new Set<string>(before.map((row) => row.reactionId));
  const named = new Set(reactionIds);
  if (named.size !== reactionIds.length || named.size !== known.size || !reactionIds.every((id) => isUuid(id) && known.has(id)))
    throw invalid('reactionIds', 'reactionOrder');
  await tx.sql(
    `update reaction_rule r set position = o.position - 1 from unnest($2::uuid[]) with ordinality as o (reaction_id, position)
     where r.client_id = $1 and r.reaction_id = o.reaction_id`,
    [tx.clientId, reactionIds],
  );
  await appendEvents(tx, [{ messageType: 'reactionSaved', accountId, payload: { reactionId: null, displayName: '', messageType: '' } }]);
  return readRules(tx, 'account_id is not distinct from $2::uuid', [accountId]);
}
