/** Rules and firings as they are shown. */

import { AWAITED_EVENTS } from '../../../core/events/awaited.ts';
import { invalid } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import type { Instant } from '../../../core/time.ts';
import { reactionSteps } from '../../../engine/reactions/steps.ts';
import type { Reason } from '../../../engine/reason.ts';
import type { Tx } from '../../platform/tenancy.ts';
import type { Reaction } from './reactions.graphql.ts';
import { type RuleRow, readAllowed, readRules } from './reactions.rules.logic.ts';

const MAX_PAGE = 100;

/** @returns the rule in the contract's shape: parameters as text, and the condition in its own form. */
export function present({ rule, activeSince: _, ...row }: RuleRow): Reaction {
  const { condition, reactions, ...fields } = rule;
  const isOfMeta = condition !== null && 'metafield' in condition;
  return {
    ...row,
    ...fields,
    condition: isOfMeta ? condition : null,
    fullCondition: isOfMeta ? null : condition,
    reactions: reactions.map(({ id, type, parameters }) => ({ id, type, parameters: JSON.stringify(parameters) })),
    field: null,
    days: null,
  };
}

/** @returns the client's rules, or an account's own; none of an account that there is not. */
export async function listRules(tx: Tx, accountId: string | null, messageType: string | null): Promise<Reaction[]> {
  if (accountId !== null && !isUuid(accountId)) return [];
  const rows = await readRules(tx, 'account_id is not distinct from $2::uuid and ($3::text is null or message_type = $3)', [
    accountId,
    messageType,
  ]);
  return rows.map(present);
}

/** Rules that the specification keeps off the client's list. */
const SHOWN = `message_type not ilike '%prolong%' and message_type not ilike '%restruct%'`;

/** @returns the client's rules, each once per distinct field and days pair in its parameters. */
export async function listClientRules(tx: Tx): Promise<Reaction[]> {
  const rows = await readRules(tx, `account_id is null and ${SHOWN}`);
  return rows.flatMap((row) => {
    const shown = present(row);
    const pairs = new Map(row.rule.reactions.flatMap(({ parameters }) => pairsIn(parameters)).map((pair) => [JSON.stringify(pair), pair]));
    return pairs.size === 0 ? [shown] : [...pairs.values()].map((pair) => ({ ...shown, ...pair }));
  });
}

/** @returns every object in a value that names a field and days. */
function pairsIn(value: unknown): { field: string; days: number }[] {
  if (typeof value !== 'object' || value === null) return [];
  const { field, days } = value as { field?: unknown; days?: unknown };
  const own = typeof field === 'string' && Number.isInteger(days) ? [{ field, days: days as number }] : [];
  return [...own, ...Object.values(value).flatMap(pairsIn)];
}

/** @returns what rules may be about, within what the client allows. */
export async function choices(tx: Tx) {
  const { events, steps } = await readAllowed(tx);
  return {
    messageTypes: AWAITED_EVENTS.filter((type) => !events || events.has(type)),
    stepTypes: reactionSteps.map(({ type }) => type).filter((type) => !steps || steps.has(type)),
  };
}

interface FiringRow {
  readonly reactionId: Uuid;
  readonly displayName: string;
  readonly messageId: Uuid;
  readonly messageType: string | null;
  readonly depth: number;
  readonly firedAt: Instant;
  readonly why: Reason;
}

/** @returns firings on an account, newest first. @throws Fault INVALID_INPUT */
export async function listFirings(
  tx: Tx,
  request: { accountId: string; limit?: number | null; offset?: number | null },
): Promise<FiringRow[]> {
  const [limit, offset] = [request.limit ?? 50, request.offset ?? 0];
  if (limit < 1 || limit > MAX_PAGE) throw invalid('limit', 'pageSize', { most: MAX_PAGE });
  if (offset < 0) throw invalid('offset', 'pageStart', { first: 0 });
  if (!isUuid(request.accountId)) return [];
  return tx.sql<FiringRow & Record<string, unknown>>(
    `select f.reaction_id as "reactionId", coalesce(r.rule ->> 'displayName', '') as "displayName", f.message_id as "messageId",
       e.message_type as "messageType", f.depth, (extract(epoch from f.fired_at) * 1000)::float8 as "firedAt", f.why
     from reaction_firing f left join reaction_rule r on r.client_id = $1 and r.reaction_id = f.reaction_id
     left join event e on e.client_id = $1 and e.message_id = f.message_id
     where f.client_id = $1 and f.account_id = $2 order by f.fired_at desc, f.message_id desc limit $3 offset $4`,
    [tx.clientId, request.accountId, limit, offset],
  );
}
