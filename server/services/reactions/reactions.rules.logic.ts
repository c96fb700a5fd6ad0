/** Rules as they are stored, and as they are ready to decide. */
import { notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import type { Instant } from '../../../core/time.ts';
import { type CompiledRule, compileRule } from '../../../engine/reactions/compile.ts';
import type { Rule } from '../../../engine/reactions/rule.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';

export interface RuleRow {
  readonly reactionId: Uuid;
  readonly accountId: Uuid | null;
  readonly position: number;
  readonly isEnabled: boolean;
  readonly rule: Rule;
  readonly activeSince: Instant;
  readonly revision: number;
  readonly updatedAt: Instant;
  readonly updatedBy: string | null;
}

const COLUMNS = `reaction_id as "reactionId", account_id as "accountId", position, is_enabled as "isEnabled", rule,
  (extract(epoch from active_since) * 1000)::float8 as "activeSince", revision, (extract(epoch from updated_at) * 1000)::float8 as "updatedAt", updated_by as "updatedBy"`;
/** The client's rules before those of accounts. */
const IN_ORDER = 'order by account_id nulls first, position, reaction_id';

/** @returns rules in their order. @param condition SQL over the table, with values from $2 on. */
export async function readRules(tx: Tx, condition = 'true', values: readonly unknown[] = []): Promise<RuleRow[]> {
  return tx.sql<RuleRow & Record<string, unknown>>(
    `select ${COLUMNS} from reaction_rule where client_id = $1 and ${condition} ${IN_ORDER}`,
    [tx.clientId, ...values],
  );
}

/** @returns the rule, held until the transaction ends. @throws Fault NOT_FOUND */
export async function lockRule(tx: Tx, reactionId: string | null | undefined): Promise<RuleRow> {
  const [row] = isUuid(reactionId)
    ? await tx.sql<RuleRow & Record<string, unknown>>(
        `select ${COLUMNS} from reaction_rule where client_id = $1 and reaction_id = $2 for update`,
        [tx.clientId, reactionId],
      )
    : [];
  if (!row) throw notFound('reactionNotFound');
  return row;
}

/** What the client's configuration lets rules be about; null allows everything. */
export interface Allowed {
  readonly events: ReadonlySet<string> | null;
  readonly steps: ReadonlySet<string> | null;
}

export async function readAllowed(tx: Tx): Promise<Allowed> {
  const { allowedEvents, allowedReactions } = await readClient(tx);
  return { events: allowedEvents && new Set(allowedEvents), steps: allowedReactions && new Set(allowedReactions) };
}

/** @returns what of a rule the client does not allow; null when all of it is. */
export function forbiddenPart({ messageType, reactions }: Rule, { events, steps }: Allowed): string | null {
  if (events && !events.has(messageType)) return messageType;
  return (steps && reactions.find(({ type }) => !steps.has(type))?.type) ?? null;
}

/** Compiled rules kept; the one that was compiled first goes first. */
const KEPT = 2000;
const kept = new Map<string, CompiledRule>();

/** @returns the rule ready to decide. A revision never changes, so it is compiled once. */
export function compiledOf(clientId: Uuid, { reactionId, revision, rule }: RuleRow): CompiledRule {
  const key = `${clientId}:${reactionId}:${revision}`;
  const known = kept.get(key);
  if (known) return known;
  const compiled = compileRule(reactionId, rule);
  kept.set(key, compiled);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
  return compiled;
}
