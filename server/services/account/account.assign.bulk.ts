/** The bulk actions that give accounts to a member of staff, or to nobody, and that take this back. */
import { invalid } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { defineBulkAction, getBulkAction } from './account.bulk.logic.ts';
import { requireUser } from './account.lookup.logic.ts';

/** Gives accounts to somebody in one statement; those that are theirs already stay as they are. @returns how many changed hands. */
export async function assignAccounts(tx: Tx, accountIds: readonly Uuid[], userId: Uuid | null): Promise<number> {
  const rows = await tx.sql<{ account_id: Uuid; previous: Uuid | null }>(
    `update account a set assignee_user_id = $2, updated_at = $3, revision = a.revision + 1
     from (select account_id, assignee_user_id as previous from account where account_id = any($1::uuid[]) and assignee_user_id is distinct from $2::uuid order by account_id for update) before
     where a.client_id = $4 and a.account_id = before.account_id returning a.account_id, before.previous`,
    [accountIds, userId, isoInstant(now()), tx.clientId],
  );
  await appendEvents(
    tx,
    rows.map((row) => ({ messageType: 'accountAssigned', accountId: row.account_id, payload: { from: row.previous, userId } })),
  );
  return rows.length;
}

/**
 * Gives accounts back to whoever had them before a bulk action, unless they have changed hands again since.
 * @returns how many went back, and how many had changed hands again.
 */
async function takeBack(tx: Tx, accountIds: readonly Uuid[], bulkActionId: Uuid): Promise<{ done: number; failed: number }> {
  const rows = await tx.sql<{ account_id: Uuid; previous: Uuid | null; given: Uuid | null; went_back: boolean }>(
    `with given as (
       select account_id, (payload ->> 'from')::uuid as previous, (payload ->> 'userId')::uuid as given from event
       where client_id = $1 and account_id = any($2::uuid[]) and message_type = 'accountAssigned' and correlation_id = $3
     ), went as (
       update account a set assignee_user_id = given.previous, updated_at = $4, revision = a.revision + 1 from given
       where a.client_id = $1 and a.account_id = given.account_id and a.assignee_user_id is not distinct from given.given returning a.account_id
     )
     select given.*, exists (select from went where went.account_id = given.account_id) as went_back from given`,
    [tx.clientId, accountIds, bulkActionId, isoInstant(now())],
  );
  const back = rows.filter((row) => row.went_back);
  await appendEvents(
    tx,
    back.map((row) => ({ messageType: 'accountAssigned', accountId: row.account_id, payload: { from: row.given, userId: row.previous } })),
  );
  return { done: back.length, failed: rows.length - back.length };
}

defineBulkAction({
  name: 'undoAssignAccounts',
  permission: { domain: 'account', action: 'assignAccount' },
  check: async (tx, { bulkActionId }) => {
    const { action } = await getBulkAction(tx, String(bulkActionId));
    if (action !== 'assignAccounts') throw invalid('params.bulkActionId', 'Only the assignment of accounts can be taken back');
  },
  run: (tx, accountIds, { bulkActionId }) => takeBack(tx, accountIds, String(bulkActionId)),
});

defineBulkAction({
  name: 'assignAccounts',
  permission: { domain: 'account', action: 'assignAccount' },
  check: async (tx, { userId }) => {
    if (userId !== null) await requireUser(tx, String(userId), 'params.userId');
  },
  run: async (tx, accountIds, { userId }) => {
    await assignAccounts(tx, accountIds, (userId as Uuid | null) ?? null);
    return { done: accountIds.length, failed: 0 };
  },
});
