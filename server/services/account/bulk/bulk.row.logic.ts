/** An action over many as it is kept, read and shown. */
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { invalid, notFound } from '../../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../../core/id.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import type { AccountFilter, BulkAction, ClaimFilter } from '../account.graphql.ts';
import { findBulkAction, type Params } from './bulk.definition.logic.ts';
import { bulkAction } from './bulk.tables.ts';

export type BulkRow = typeof bulkAction.$inferSelect & { readonly undone?: boolean };
/** Either chosen ids in their order, or the filter of a search. Neither: the items of the action that is undone. */
export interface Request {
  readonly ids?: readonly string[];
  /** Chosen ids of an action that was asked for before claims could be chosen. */
  readonly accountIds?: readonly string[];
  readonly filter?: AccountFilter;
  readonly claimFilter?: ClaimFilter;
  readonly params: Params;
}

/** @returns whether it is over, did something, and was not taken back. */
export const canUndo = (row: BulkRow) =>
  row.undoes === null &&
  !row.undone &&
  row.done > 0 &&
  row.status !== 'scheduled' &&
  row.status !== 'running' &&
  findBulkAction(row.action)?.undo !== undefined;

/** @returns the row as the contract gives it. */
export function presentBulkAction({ request, undone, errorWords, ...row }: BulkRow): BulkAction {
  const said = { errorKey: errorWords?.key ?? null, errorValues: errorWords?.values ?? null };
  return { ...row, ...said, params: (request as unknown as Request).params, canUndo: canUndo({ request, undone, errorWords, ...row }) };
}

const UNDONE = sql<boolean>`exists (select from bulk_action u where u.client_id = bulk_action.client_id and u.undoes = bulk_action.bulk_action_id and u.status <> 'failed')`;
const COLUMNS = { ...getTableColumns(bulkAction), undone: UNDONE };

/** @throws Fault NOT_FOUND */
export async function getBulkAction(tx: Tx, bulkActionId: Uuid): Promise<BulkRow> {
  const [row] = isUuid(bulkActionId) ? await tx.db.select(COLUMNS).from(bulkAction).where(own(tx, bulkActionId)) : [];
  if (!row) throw notFound('bulkActionNotFound');
  return row;
}

/** The action's row, of this client. */
export const own = (tx: Tx, bulkActionId: Uuid) => and(eq(bulkAction.clientId, tx.clientId), eq(bulkAction.bulkActionId, bulkActionId));

/** @returns the newest actions first, at most `limit` (20, at most 100). */
export async function listBulkActions(tx: Tx, limit = 20): Promise<BulkRow[]> {
  if (limit < 1 || limit > 100) throw invalid('limit', 'pageSize', { most: 100 });
  return tx.db
    .select(COLUMNS)
    .from(bulkAction)
    .where(eq(bulkAction.clientId, tx.clientId))
    .orderBy(desc(bulkAction.createdAt), desc(bulkAction.bulkActionId))
    .limit(limit);
}

/** What the log says of an action that is over. */
export const summary = (row: BulkRow) => ({
  bulkActionId: row.bulkActionId,
  action: row.action,
  status: row.status,
  total: row.total,
  done: row.done,
  failed: row.failed,
  ...(row.messagesSent > 0 && { messagesSent: row.messagesSent }),
});
