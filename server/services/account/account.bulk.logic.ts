/** Actions over many accounts: chosen ones or all of a search, in the background, with progress, resumable after a crash. */

import { and, desc, eq, sql } from 'drizzle-orm';
import { Fault, invalid, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../core/id.ts';
import { holds, type Permission } from '../../../core/permissions.ts';
import type { Instant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import { defineJob, enqueue } from '../../platform/jobs.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { readLocality } from '../backoffice/backoffice.logic.ts';
import { countAccounts } from './account.count.logic.ts';
import { readFilter } from './account.filter.logic.ts';
import type { AccountFilter, BulkAction } from './account.graphql.ts';
import { nextAccountIds } from './account.search.logic.ts';
import { bulkAction } from './account.tables.ts';

/** Accounts of one transaction: small enough to leave others room, large enough for set-based work. */
const CHUNK = 500;
/** Ids one request may name; more are named by their search. */
const MOST_CHOSEN = 10_000;

export type Params = Readonly<Record<string, unknown>>;

/** One action. `run` gets a chunk of account ids in one transaction; after a crash it may get a chunk again, so it must be idempotent. */
export interface BulkActionDefinition {
  readonly name: string;
  /** What the person who schedules it must hold, besides account/bulkAction. */
  readonly permission: { readonly domain: string; readonly action: string };
  /** Refuses wrong parameters when it is scheduled. @throws Fault naming the field. */
  readonly check?: (tx: Tx, params: Params) => Promise<void>;
  /** @returns how many of the chunk's accounts were worked on, and how many could not be. */
  readonly run: (tx: Tx, accountIds: readonly Uuid[], params: Params) => Promise<{ done: number; failed: number }>;
}

const definitions = new Map<string, BulkActionDefinition>();

/** Declares an action. It must be declared in every process: a service does so in a module that its resolvers import. */
export function defineBulkAction(definition: BulkActionDefinition): void {
  if (definitions.has(definition.name)) throw new Error(`bulk action ${definition.name} is defined twice`);
  definitions.set(definition.name, definition);
}

type BulkRow = typeof bulkAction.$inferSelect;
type Request = { readonly accountIds?: readonly Uuid[]; readonly filter?: AccountFilter; readonly params: Params };

export interface NewBulkAction {
  readonly action: string;
  readonly accountIds?: readonly Uuid[] | null;
  readonly filter?: AccountFilter | null;
  readonly params?: unknown;
}

/**
 * Stores the action and asks for its job. Exactly one of accountIds and filter says over what: an empty filter means all accounts.
 * @throws Fault INVALID_INPUT for a wrong field, FORBIDDEN without the action's own permission.
 */
export async function scheduleBulkAction(
  tx: Tx,
  wanted: NewBulkAction,
  userId: Uuid,
  permissions: readonly Permission[],
): Promise<BulkRow> {
  const definition = definitions.get(wanted.action);
  if (!definition)
    throw invalid(
      'action',
      `There is no bulk action "${wanted.action.slice(0, 60)}"; there are ${[...definitions.keys()].sort().join(', ')}`,
    );
  const { domain, action } = definition.permission;
  if (!holds(permissions, domain, action)) throw new Fault('FORBIDDEN', `Your role does not hold ${domain}/${action}`);
  const params = (wanted.params ?? {}) as Params;
  if (typeof params !== 'object' || Array.isArray(params)) throw invalid('params', 'Parameters are an object');
  if ((wanted.accountIds == null) === (wanted.filter == null)) throw invalid('accountIds', 'Name either accounts or a filter');
  const request: Request = wanted.accountIds
    ? { accountIds: await existing(tx, wanted.accountIds), params }
    : { filter: wanted.filter ?? {}, params };
  if (request.filter) await readFilter(tx, await readLocality(tx), request.filter, now());
  await definition.check?.(tx, params);
  const [row] = await tx.db
    .insert(bulkAction)
    .values({
      clientId: tx.clientId,
      bulkActionId: uuidv7(),
      action: wanted.action,
      status: 'scheduled',
      request,
      total: request.accountIds?.length ?? null,
      userId,
      createdAt: now(),
    })
    .returning();
  await appendEvents(tx, [
    { messageType: 'bulkActionScheduled', payload: { bulkActionId: row!.bulkActionId, action: wanted.action, total: row!.total } },
  ]);
  await enqueue(tx, bulkJob, { clientId: tx.clientId, bulkActionId: row!.bulkActionId });
  return row!;
}

/** The chosen accounts in id order, each once. @throws Fault NOT_FOUND when one is not the client's. */
async function existing(tx: Tx, chosen: readonly Uuid[]): Promise<Uuid[]> {
  if (chosen.length === 0) throw invalid('accountIds', 'Choose at least one account');
  if (chosen.length > MOST_CHOSEN) throw invalid('accountIds', `At most ${MOST_CHOSEN} accounts; name more by their search`);
  if (!chosen.every(isUuid)) throw notFound('Account');
  const ids = [...new Set(chosen.map((id) => id.toLowerCase()))].sort();
  const rows = await tx.sql<{ account_id: Uuid }>('select account_id from account where account_id = any($1::uuid[]) order by account_id', [
    ids,
  ]);
  if (rows.length < ids.length) throw notFound('Account');
  return rows.map((row) => row.account_id);
}

/** @returns the row as the contract gives it. */
export function presentBulkAction({ request, ...row }: BulkRow): BulkAction {
  return { ...row, params: (request as Request).params };
}

/** @throws Fault NOT_FOUND */
export async function getBulkAction(tx: Tx, bulkActionId: Uuid): Promise<BulkRow> {
  const [row] = isUuid(bulkActionId) ? await tx.db.select().from(bulkAction).where(own(tx, bulkActionId)) : [];
  if (!row) throw notFound('Bulk action');
  return row;
}

const own = (tx: Tx, bulkActionId: Uuid) => and(eq(bulkAction.clientId, tx.clientId), eq(bulkAction.bulkActionId, bulkActionId));

/** @returns the newest actions first, at most `limit` (20, at most 100). */
export async function listBulkActions(tx: Tx, limit = 20): Promise<BulkRow[]> {
  if (limit < 1 || limit > 100) throw invalid('limit', 'A page holds 1 to 100 actions');
  return tx.db
    .select()
    .from(bulkAction)
    .where(eq(bulkAction.clientId, tx.clientId))
    .orderBy(desc(bulkAction.createdAt), desc(bulkAction.bulkActionId))
    .limit(limit);
}

/** Stops an action after the chunk that is running; one that is over stays as it is. @throws Fault NOT_FOUND */
export async function cancelBulkAction(tx: Tx, bulkActionId: Uuid): Promise<BulkRow> {
  const row = await getBulkAction(tx, bulkActionId);
  if (row.status !== 'scheduled' && row.status !== 'running') return row;
  const [cancelled] = await tx.db
    .update(bulkAction)
    .set({ status: 'cancelled', finishedAt: now() })
    .where(and(own(tx, bulkActionId), sql`status in ('scheduled', 'running')`))
    .returning();
  if (!cancelled) return getBulkAction(tx, bulkActionId);
  await appendEvents(tx, [{ messageType: 'bulkActionFinished', payload: summary(cancelled) }]);
  return cancelled;
}

const summary = (row: BulkRow) => ({
  bulkActionId: row.bulkActionId,
  action: row.action,
  status: row.status,
  total: row.total,
  done: row.done,
  failed: row.failed,
});

/** Goes over the accounts chunk by chunk. A process that dies leaves whole chunks behind; the job is tried again and goes on after the last. */
export const bulkJob = defineJob<{ clientId: Uuid; bulkActionId: Uuid }>({
  name: 'account.bulk',
  run: async ({ clientId, bulkActionId }, database, signal) => {
    while (!signal?.aborted) if ((await advanceBulkAction(database, clientId, bulkActionId)) === 'over') return;
    throw new Error('interrupted; the job goes on when it is tried again');
  },
});

/** Works on one chunk in one transaction with its progress. @returns whether there is more. */
export async function advanceBulkAction(database: Database, clientId: Uuid, bulkActionId: Uuid): Promise<'more' | 'over'> {
  try {
    const actor = await inClient(database, clientId, async (tx) => ({
      type: 'user' as const,
      id: (await getBulkAction(tx, bulkActionId)).userId,
    }));
    return await inClient(database, clientId, (tx) => runChunk(tx, bulkActionId), { actor, correlationId: bulkActionId });
  } catch (error) {
    // A rule that refuses the action says so to people and ends it; anything else is tried again by the queue.
    if (!(error instanceof Fault)) throw error;
    return inClient(database, clientId, async (tx) => {
      const [row] = await tx.db
        .update(bulkAction)
        .set({ status: 'failed', lastError: error.message, finishedAt: now() })
        .where(and(own(tx, bulkActionId), sql`status in ('scheduled', 'running')`))
        .returning();
      if (row) await appendEvents(tx, [{ messageType: 'bulkActionFinished', payload: { ...summary(row), error: error.message } }]);
      return 'over' as const;
    });
  }
}

async function runChunk(tx: Tx, bulkActionId: Uuid): Promise<'more' | 'over'> {
  const [row] = await tx.db.select().from(bulkAction).where(own(tx, bulkActionId)).for('update');
  if (!row || (row.status !== 'scheduled' && row.status !== 'running')) return 'over';
  const request = row.request as Request;
  const definition = definitions.get(row.action);
  if (!definition) throw new Fault('UNAVAILABLE', `This version does not know the action ${row.action}`);
  const total = row.total ?? (await countAccounts(tx, request.filter ?? {}, row.createdAt)).totalResults;
  const ids = await chunkOf(tx, request, row.cursor, row.createdAt);
  const result = ids.length > 0 ? await definition.run(tx, ids, request.params) : { done: 0, failed: 0 };
  const over = ids.length < CHUNK;
  const [next] = await tx.db
    .update(bulkAction)
    .set({
      status: over ? 'done' : 'running',
      total,
      done: row.done + result.done,
      failed: row.failed + result.failed,
      cursor: ids.at(-1) ?? row.cursor,
      finishedAt: over ? now() : null,
    })
    .where(own(tx, bulkActionId))
    .returning();
  if (over) await appendEvents(tx, [{ messageType: 'bulkActionFinished', payload: summary(next!) }]);
  return over ? 'over' : 'more';
}

/** The next ids in id order. Days past due are those of the day the action was asked for, so that midnight changes nothing. */
async function chunkOf(tx: Tx, request: Request, cursor: string | null, at: Instant): Promise<readonly Uuid[]> {
  if (!request.accountIds) return nextAccountIds(tx, request.filter ?? {}, cursor, CHUNK, at);
  const start = cursor === null ? 0 : request.accountIds.findIndex((id) => id > cursor);
  return start < 0 ? [] : request.accountIds.slice(start, start + CHUNK);
}
