/** Actions over many accounts or claims: chosen ones or all of a search, in the background, with progress, resumable after a crash, undone where possible. */
import { and, sql } from 'drizzle-orm';
import { fault, invalid, missingPermission, notFound } from '../../../../core/fault.ts';
import { holds, type Permission } from '../../../../core/holds.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../../core/id.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import { enqueue } from '../../../platform/jobs.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { readLocality } from '../../backoffice/backoffice.logic.ts';
import type { AccountFilter, ClaimFilter } from '../account.graphql.ts';
import { readClaimFilter } from '../claim/claims.filter.ts';
import { identifying } from '../ground/search.limit.ts';
import { readFilter } from '../search/filter.logic.ts';
import { type BulkActionDefinition, definitionOf, demand, type Params } from './bulk.definition.logic.ts';
import { type BulkRow, canUndo, getBulkAction, own, type Request, summary } from './bulk.row.logic.ts';
import { bulkJob } from './bulk.run.logic.ts';
import { bulkAction } from './bulk.tables.ts';

/** Ids one request may name; more are named by their search. */
const MOST_CHOSEN = 10_000;

export interface NewBulkAction {
  readonly action: string;
  readonly accountIds?: readonly Uuid[] | null;
  readonly filter?: AccountFilter | null;
  readonly externalClaimRefs?: readonly string[] | null;
  readonly claimFilter?: ClaimFilter | null;
  readonly params?: unknown;
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
  const { unit, request } = await checkTarget(tx, wanted, definition, permissions);
  await definition.check?.(tx, request.params);
  return store(tx, { action: wanted.action, unit, request, total: request.ids?.length ?? null, userId });
}

/** @returns what the action goes over, as it is kept. @throws Fault as scheduling it */
export async function checkTarget(
  tx: Tx,
  wanted: NewBulkAction,
  definition: BulkActionDefinition,
  permissions: readonly Permission[],
): Promise<{ unit: 'account' | 'claim'; request: Request }> {
  const params = (wanted.params ?? {}) as Params;
  if (typeof params !== 'object' || Array.isArray(params)) throw invalid('params', 'jsonObject');
  const { accountIds, filter, externalClaimRefs, claimFilter } = wanted;
  if ([accountIds, filter, externalClaimRefs, claimFilter].filter((each) => each != null).length !== 1)
    throw invalid('accountIds', 'bulkChoice');
  const unit = externalClaimRefs || claimFilter ? 'claim' : 'account';
  if (!definition[`${unit}s`]) throw invalid('action', 'bulkUnitWrong', { action: wanted.action.slice(0, 60) });
  if ((filter || claimFilter) && !holds(permissions, 'account', 'searchAllAccounts'))
    throw missingPermission('account/searchAllAccounts', filter ? 'filter' : 'claimFilter');
  const request: Request = accountIds
    ? { ids: await existing(tx, accountIds), params }
    : externalClaimRefs
      ? { ids: await existingClaims(tx, externalClaimRefs), params }
      : filter
        ? { filter: identifying(filter, permissions), params }
        : { claimFilter: identifying(claimFilter!, permissions), params };
  if (request.filter) await readFilter(tx, await readLocality(tx), request.filter, now());
  if (request.claimFilter) await readClaimFilter(tx, await readLocality(tx), request.claimFilter, now());
  return { unit, request };
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
  if (!canUndo(row)) throw fault('CONFLICT', 'bulkNoUndo');
  return store(tx, {
    action: row.action,
    unit: row.unit,
    undoes: row.bulkActionId,
    request: { params: (row.request as unknown as Request).params },
    total: null,
    userId,
  });
}

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
  if (!ids.every(isUuid)) throw notFound('accountNotFound');
  const rows = await tx.sql<{ account_id: Uuid }>('select account_id from account where account_id = any($1::uuid[]) order by account_id', [
    ids,
  ]);
  if (rows.length < ids.length) throw notFound('accountNotFound');
  return rows.map((row) => row.account_id);
}

/** The same for claims, in the order of their references. */
async function existingClaims(tx: Tx, chosen: readonly string[]): Promise<string[]> {
  const refs = [...new Set(some(chosen, 'externalClaimRefs').map((ref) => ref.replaceAll('\0', '')))];
  const rows = await tx.sql<{ ref: string }>(
    'select external_claim_ref as ref from claim where client_id = $1 and external_claim_ref = any($2::text[]) order by external_claim_ref',
    [tx.clientId, refs],
  );
  if (rows.length < refs.length) throw notFound('claimNotFound');
  return rows.map(({ ref }) => ref);
}

function some(chosen: readonly string[], field: string): readonly string[] {
  if (chosen.length === 0) throw invalid(field, 'chooseOne');
  if (chosen.length > MOST_CHOSEN) throw invalid(field, 'chosenMost', { number: MOST_CHOSEN });
  return chosen;
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
