/** Actions over many accounts or claims: chosen ones or all of a search, in the background, with progress, resumable after a crash, undone where possible. */

import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { Fault, invalid, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../core/id.ts';
import { holds, type Permission } from '../../../core/permissions.ts';
import type { Instant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import { defineJob, enqueue } from '../../platform/jobs.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { readLocality } from '../backoffice/backoffice.logic.ts';
import { type BulkItem, doneItems, keepItems, markUndone } from './account.bulk.items.logic.ts';
import { bulkAction } from './account.bulk.tables.ts';
import { readClaimFilter } from './account.claims.filter.ts';
import { countClaims, nextClaimRefs } from './account.claims.logic.ts';
import { countAccounts } from './account.count.logic.ts';
import { readFilter } from './account.filter.logic.ts';
import type { AccountFilter, BulkAction, ClaimFilter } from './account.graphql.ts';
import { nextAccountIds } from './account.search.logic.ts';

/** Accounts or claims of one transaction: small enough to leave others room, large enough for set-based work. */
const CHUNK = 500;
/** Ids one request may name; more are named by their search. */
const MOST_CHOSEN = 10_000;

export type Params = Readonly<Record<string, unknown>>;

export interface BulkResult {
  /** How many of the chunk were worked on, and how many could not be. */
  readonly done: number;
  readonly failed: number;
  /** Those that can be undone, with what was there before, and those that could not be done, with the reason. */
  readonly items?: readonly BulkItem[];
}

/** Works on a chunk of account ids or claim references in one transaction, together with its progress: after a crash it is done whole or not at all. */
type Run = (tx: Tx, ids: readonly string[], params: Params) => Promise<BulkResult>;

/** One action, over accounts, claims or both. */
export interface BulkActionDefinition {
  readonly name: string;
  /** What the person who schedules it must hold, besides account/bulkAction. */
  readonly permission: { readonly domain: string; readonly action: string };
  /** Refuses wrong parameters when it is scheduled. @throws Fault naming the field. */
  readonly check?: (tx: Tx, params: Params) => Promise<void>;
  readonly accounts?: Run;
  readonly claims?: Run;
  /** Puts items back as they were, those that have not changed since. The params are the action's own. */
  readonly undo?: (tx: Tx, items: readonly BulkItem[], params: Params) => Promise<BulkResult>;
}

const definitions = new Map<string, BulkActionDefinition>();

/** Declares an action. It must be declared in every process: a service does so in a module that its resolvers import. */
export function defineBulkAction(definition: BulkActionDefinition): void {
  if (definitions.has(definition.name)) throw new Error(`bulk action ${definition.name} is defined twice`);
  definitions.set(definition.name, definition);
}

type BulkRow = typeof bulkAction.$inferSelect & { readonly undone?: boolean };
/** Either chosen ids in their order, or the filter of a search. Neither: the items of the action that is undone. */
interface Request {
  readonly ids?: readonly string[];
  /** Chosen ids of an action that was asked for before claims could be chosen. */
  readonly accountIds?: readonly string[];
  readonly filter?: AccountFilter;
  readonly claimFilter?: ClaimFilter;
  readonly params: Params;
}

export interface NewBulkAction {
  readonly action: string;
  readonly accountIds?: readonly Uuid[] | null;
  readonly filter?: AccountFilter | null;
  readonly externalClaimRefs?: readonly string[] | null;
  readonly claimFilter?: ClaimFilter | null;
  readonly params?: unknown;
}

function definitionOf(name: string): BulkActionDefinition {
  const definition = definitions.get(name);
  if (definition) return definition;
  throw invalid('action', `There is no bulk action "${name.slice(0, 60)}"; there are ${[...definitions.keys()].sort().join(', ')}`);
}

function demand({ permission: { domain, action } }: BulkActionDefinition, permissions: readonly Permission[]): void {
  if (!holds(permissions, domain, action)) throw new Fault('FORBIDDEN', `Your role does not hold ${domain}/${action}`);
}

/**
 * Stores the action and asks for its job. Exactly one of accountIds, filter, externalClaimRefs and claimFilter says over what: an empty
 * filter means all accounts, or all open claims. A search's filter needs account/searchAllAccounts: it reaches what the role could not list.
 * @throws Fault INVALID_INPUT for a wrong field, FORBIDDEN without the action's own permission.
 */
export async function scheduleBulkAction(
  tx: Tx,
  wanted: NewBulkAction,
  userId: Uuid,
  permissions: readonly Permission[],
): Promise<BulkRow> {
  const definition = definitionOf(wanted.action);
  demand(definition, permissions);
  const params = (wanted.params ?? {}) as Params;
  if (typeof params !== 'object' || Array.isArray(params)) throw invalid('params', 'Parameters are an object');
  const { accountIds, filter, externalClaimRefs, claimFilter } = wanted;
  if ([accountIds, filter, externalClaimRefs, claimFilter].filter((each) => each != null).length !== 1)
    throw invalid('accountIds', 'Name either accounts or claims, chosen ones or a filter');
  const unit = externalClaimRefs || claimFilter ? 'claim' : 'account';
  if (!definition[`${unit}s`]) throw invalid('action', `"${wanted.action}" does not go over ${unit}s`);
  if ((filter || claimFilter) && !holds(permissions, 'account', 'searchAllAccounts'))
    throw new Fault('FORBIDDEN', 'Your role does not hold account/searchAllAccounts, which a filter needs');
  const request: Request = accountIds
    ? { ids: await existing(tx, accountIds), params }
    : externalClaimRefs
      ? { ids: await existingClaims(tx, externalClaimRefs), params }
      : filter
        ? { filter, params }
        : { claimFilter: claimFilter!, params };
  if (request.filter) await readFilter(tx, await readLocality(tx), request.filter, now());
  if (request.claimFilter) await readClaimFilter(tx, await readLocality(tx), request.claimFilter, now());
  await definition.check?.(tx, params);
  return store(tx, { action: wanted.action, unit, request, total: request.ids?.length ?? null, userId });
}

/**
 * Asks for an action to be taken back, as far as nothing has changed since.
 * @throws Fault CONFLICT when it still runs, cannot be undone or has been, FORBIDDEN without the action's own permission.
 */
export async function undoBulkAction(tx: Tx, bulkActionId: Uuid, userId: Uuid, permissions: readonly Permission[]): Promise<BulkRow> {
  // Two who undo at once wait here for each other.
  await tx.sql('select 1 from bulk_action where client_id = $1 and bulk_action_id::text = $2 for update', [tx.clientId, bulkActionId]);
  const row = await getBulkAction(tx, bulkActionId);
  demand(definitionOf(row.action), permissions);
  if (!canUndo(row)) throw new Fault('CONFLICT', 'This action still runs, cannot be undone, or has been undone already');
  return store(tx, {
    action: row.action,
    unit: row.unit,
    undoes: row.bulkActionId,
    request: { params: (row.request as unknown as Request).params },
    total: null,
    userId,
  });
}

const canUndo = (row: BulkRow) =>
  row.undoes === null &&
  !row.undone &&
  row.done > 0 &&
  row.status !== 'scheduled' &&
  row.status !== 'running' &&
  definitions.get(row.action)?.undo !== undefined;

async function store(
  tx: Tx,
  row: Pick<BulkRow, 'action' | 'unit' | 'total' | 'userId'> & { undoes?: Uuid; request: Request },
): Promise<BulkRow> {
  const [stored] = await tx.db
    .insert(bulkAction)
    .values({ ...row, request: { ...row.request }, clientId: tx.clientId, bulkActionId: uuidv7(), status: 'scheduled', createdAt: now() })
    .returning();
  const { bulkActionId, action, total, undoes } = stored!;
  await appendEvents(tx, [{ messageType: 'bulkActionScheduled', payload: { bulkActionId, action, total, ...(undoes && { undoes }) } }]);
  await enqueue(tx, bulkJob, { clientId: tx.clientId, bulkActionId });
  return stored!;
}

/** The chosen accounts in id order, each once. @throws Fault NOT_FOUND when one is not the client's. */
async function existing(tx: Tx, chosen: readonly Uuid[]): Promise<Uuid[]> {
  const ids = [...new Set(some(chosen, 'accountIds').map((id) => id.toLowerCase()))].sort();
  if (!ids.every(isUuid)) throw notFound('Account');
  const rows = await tx.sql<{ account_id: Uuid }>('select account_id from account where account_id = any($1::uuid[]) order by account_id', [
    ids,
  ]);
  if (rows.length < ids.length) throw notFound('Account');
  return rows.map((row) => row.account_id);
}

/** The same for claims, in the order of their references. */
async function existingClaims(tx: Tx, chosen: readonly string[]): Promise<string[]> {
  const refs = [...new Set(some(chosen, 'externalClaimRefs').map((ref) => ref.replaceAll('\0', '')))];
  const rows = await tx.sql<{ ref: string }>(
    'select external_claim_ref as ref from claim where client_id = $1 and external_claim_ref = any($2::text[]) order by external_claim_ref',
    [tx.clientId, refs],
  );
  if (rows.length < refs.length) throw notFound('Claim');
  return rows.map(({ ref }) => ref);
}

function some(chosen: readonly string[], field: string): readonly string[] {
  if (chosen.length === 0) throw invalid(field, 'Choose at least one');
  if (chosen.length > MOST_CHOSEN) throw invalid(field, `At most ${MOST_CHOSEN} at once; name more by their search`);
  return chosen;
}

/** @returns the row as the contract gives it. */
export function presentBulkAction({ request, undone, ...row }: BulkRow): BulkAction {
  return { ...row, params: (request as unknown as Request).params, canUndo: canUndo({ request, undone, ...row }) };
}

const UNDONE = sql<boolean>`exists (select from bulk_action u where u.client_id = bulk_action.client_id and u.undoes = bulk_action.bulk_action_id and u.status <> 'failed')`;
const COLUMNS = { ...getTableColumns(bulkAction), undone: UNDONE };

/** @throws Fault NOT_FOUND */
export async function getBulkAction(tx: Tx, bulkActionId: Uuid): Promise<BulkRow> {
  const [row] = isUuid(bulkActionId) ? await tx.db.select(COLUMNS).from(bulkAction).where(own(tx, bulkActionId)) : [];
  if (!row) throw notFound('Bulk action');
  return row;
}

const own = (tx: Tx, bulkActionId: Uuid) => and(eq(bulkAction.clientId, tx.clientId), eq(bulkAction.bulkActionId, bulkActionId));

/** @returns the newest actions first, at most `limit` (20, at most 100). */
export async function listBulkActions(tx: Tx, limit = 20): Promise<BulkRow[]> {
  if (limit < 1 || limit > 100) throw invalid('limit', 'A page holds 1 to 100 actions');
  return tx.db
    .select(COLUMNS)
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
  const definition = definitions.get(row.action);
  if (!definition) throw new Fault('UNAVAILABLE', `This version does not know the action ${row.action}`);
  const total = row.total ?? (await countOf(tx, row));
  const { ids, result } = await (row.undoes ? undoChunk : doChunk)(tx, row, definition);
  await keepItems(tx, bulkActionId, result.items ?? []);
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

type Chunk = (tx: Tx, row: BulkRow, definition: BulkActionDefinition) => Promise<{ ids: readonly string[]; result: BulkResult }>;
const NOTHING: BulkResult = { done: 0, failed: 0 };

const doChunk: Chunk = async (tx, row, definition) => {
  const request = row.request as unknown as Request;
  const run = definition[`${row.unit}s`];
  if (!run) throw new Fault('UNAVAILABLE', `This version does not know the action ${row.action} over ${row.unit}s`);
  const ids = await chunkOf(tx, request, row.cursor, row.createdAt);
  return { ids, result: ids.length > 0 ? await run(tx, ids, request.params) : NOTHING };
};

/** Goes over what the action did. What is put back is marked, so that nothing is put back twice. */
const undoChunk: Chunk = async (tx, row, definition) => {
  const items = await doneItems(tx, row.undoes!, row.cursor, CHUNK);
  if (items.length === 0 || !definition.undo) return { ids: [], result: NOTHING };
  const result = await definition.undo(tx, items, (row.request as unknown as Request).params);
  const failed = new Set(result.items?.map((item) => item.itemId));
  await markUndone(
    tx,
    row.undoes!,
    items.map((item) => item.itemId).filter((id) => !failed.has(id)),
  );
  return { ids: items.map((item) => item.itemId), result };
};

async function countOf(tx: Tx, row: BulkRow): Promise<number> {
  const { filter, claimFilter } = row.request as unknown as Request;
  if (row.undoes) {
    const [count] = await tx.sql<{ items: number }>(
      `select count(*)::int as items from bulk_action_item where client_id = $1 and bulk_action_id = $2 and outcome = 'done'`,
      [tx.clientId, row.undoes],
    );
    return count?.items ?? 0;
  }
  return (claimFilter ? await countClaims(tx, claimFilter, row.createdAt) : await countAccounts(tx, filter ?? {}, row.createdAt))
    .totalResults;
}

/** The next ids in their order. Days past due are those of the day the action was asked for, so that midnight changes nothing. */
async function chunkOf(
  tx: Tx,
  { accountIds, ids = accountIds, filter, claimFilter }: Request,
  cursor: string | null,
  at: Instant,
): Promise<readonly string[]> {
  if (claimFilter) return nextClaimRefs(tx, claimFilter, cursor, CHUNK, at);
  if (!ids) return nextAccountIds(tx, filter ?? {}, cursor, CHUNK, at);
  const start = cursor === null ? 0 : ids.indexOf(cursor) + 1;
  return ids.slice(start, start + CHUNK);
}
