/** The bulk action that gives accounts to a member of staff, or to nobody. */
import type { Uuid } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { defineBulkAction } from './account.bulk.logic.ts';
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
