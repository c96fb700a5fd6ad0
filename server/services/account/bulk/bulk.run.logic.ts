/** The work of an action over many: chunk by chunk, each in one transaction with its progress. */
import { and, sql } from 'drizzle-orm';
import { Fault, fault } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import type { Instant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import { defineJob } from '../../../platform/jobs.ts';
import { type Database, inClient, type Tx } from '../../../platform/tenancy.ts';
import { countClaims, nextClaimRefs } from '../claim/claims.logic.ts';
import { countAccounts } from '../search/count.logic.ts';
import { nextAccountIds } from '../search/search.logic.ts';
import { type BulkActionDefinition, type BulkResult, findBulkAction } from './bulk.definition.logic.ts';
import { countDone, doneItems, keepItems, markUndone } from './bulk.items.logic.ts';
import { type BulkRow, getBulkAction, own, type Request, summary } from './bulk.row.logic.ts';
import { bulkAction } from './bulk.tables.ts';

/** Accounts or claims of one transaction: small enough to leave others room, large enough for set-based work. */
const CHUNK = 500;

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
        .set({ status: 'failed', lastError: error.message, errorWords: error.words, finishedAt: now() })
        .where(and(own(tx, bulkActionId), sql`status in ('scheduled', 'running')`))
        .returning();
      if (row)
        await appendEvents(tx, [
          {
            messageType: 'bulkActionFinished',
            payload: { ...summary(row), error: error.message, key: error.words.key, values: error.words.values },
          },
        ]);
      return 'over' as const;
    });
  }
}

async function runChunk(tx: Tx, bulkActionId: Uuid): Promise<'more' | 'over'> {
  const [row] = await tx.db.select().from(bulkAction).where(own(tx, bulkActionId)).for('update');
  if (!row || (row.status !== 'scheduled' && row.status !== 'running')) return 'over';
  const definition = findBulkAction(row.action);
  if (!definition) throw fault('UNAVAILABLE', 'bulkVersion', { action: row.action });
  const total = row.total ?? (await totalOf(tx, row));
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
      messagesSent: row.messagesSent + (result.messagesSent ?? 0),
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
  if (!run) throw fault('UNAVAILABLE', 'bulkVersion', { action: `${row.action} (${row.unit})` });
  const ids = await nextIds(tx, request, row.cursor, row.createdAt, CHUNK);
  return { ids, result: ids.length > 0 ? await run(tx, ids, request.params) : NOTHING };
};

/** Goes over what the action did. What is put back is marked, so that nothing is put back twice. Counts in the action's unit. */
const undoChunk: Chunk = async (tx, row, definition) => {
  const items = await doneItems(tx, row.undoes!, row.cursor, CHUNK);
  if (items.length === 0 || !definition.undo) return { ids: [], result: NOTHING };
  const { createdAt } = await getBulkAction(tx, row.undoes!);
  const result = await definition.undo(tx, items, (row.request as unknown as Request).params, createdAt);
  const failed = new Set(result.items?.map((item) => item.itemId));
  await markUndone(
    tx,
    row.undoes!,
    items.map((item) => item.itemId).filter((id) => !failed.has(id)),
  );
  const ids = [...new Set(items.map((item) => item.unit))];
  const left = new Set(items.filter((item) => failed.has(item.itemId)).map((item) => item.unit));
  return { ids, result: { ...result, done: ids.length - left.size, failed: left.size } };
};

const totalOf = (tx: Tx, row: BulkRow) =>
  row.undoes ? countDone(tx, row.undoes) : countOf(tx, row.request as unknown as Request, row.createdAt);

/** @returns how many accounts or claims match the filter of an action. */
export async function countOf(tx: Tx, { filter, claimFilter }: Request, at: Instant): Promise<number> {
  return (claimFilter ? await countClaims(tx, claimFilter, at) : await countAccounts(tx, filter ?? {}, at)).totalResults;
}

/** The next ids in their order. Days past due are those of the day the action was asked for, so that midnight changes nothing. */
export async function nextIds(
  tx: Tx,
  { accountIds, ids = accountIds, filter, claimFilter }: Request,
  cursor: string | null,
  at: Instant,
  most: number,
): Promise<readonly string[]> {
  if (claimFilter) return nextClaimRefs(tx, claimFilter, cursor, most, at);
  if (!ids) return nextAccountIds(tx, filter ?? {}, cursor, most, at);
  const start = cursor === null ? 0 : ids.indexOf(cursor) + 1;
  return ids.slice(start, start + most);
}
