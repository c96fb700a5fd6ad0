/** The bulk action that gives accounts to a member of staff, or to nobody. */
import type { Uuid } from '../../../../core/id.ts';
import { isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { requireUser } from '../ground/lookup.logic.ts';
import { defineBulkAction } from './bulk.definition.logic.ts';
import { failures } from './bulk.items.logic.ts';

interface Assigned {
  readonly accountId: Uuid;
  readonly previous: Uuid | null;
}

/** Gives accounts to somebody in one statement; those that are theirs already stay as they are. @returns those that changed hands, and whose they were. */
export async function assignAccounts(tx: Tx, accountIds: readonly Uuid[], userId: Uuid | null): Promise<Assigned[]> {
  const rows = await tx.sql<Assigned & Record<string, unknown>>(
    `update account a set assignee_user_id = $2, updated_at = $3, revision = a.revision + 1
     from (select account_id, assignee_user_id as previous from account where account_id = any($1::uuid[]) and assignee_user_id is distinct from $2::uuid order by account_id for update) before
     where a.client_id = $4 and a.account_id = before.account_id returning a.account_id as "accountId", before.previous`,
    [accountIds, userId, isoInstant(now()), tx.clientId],
  );
  await appendEvents(
    tx,
    rows.map(({ accountId, previous }) => ({ messageType: 'accountAssigned', accountId, payload: { from: previous, userId } })),
  );
  return rows;
}

/** Gives accounts back to whoever had them, unless they have changed hands again since. @returns those that went back. */
async function undoAssignment(tx: Tx, accounts: readonly Assigned[], given: Uuid | null): Promise<Uuid[]> {
  const rows = await tx.sql<Assigned & Record<string, unknown>>(
    `update account a set assignee_user_id = t.previous, updated_at = $4, revision = a.revision + 1
     from unnest($2::uuid[], $3::uuid[]) as t(account_id, previous)
     where a.client_id = $1 and a.account_id = t.account_id and a.assignee_user_id is not distinct from $5::uuid
     returning a.account_id as "accountId", a.assignee_user_id as previous`,
    [tx.clientId, accounts.map((each) => each.accountId), accounts.map((each) => each.previous), isoInstant(now()), given],
  );
  await appendEvents(
    tx,
    rows.map(({ accountId, previous }) => ({ messageType: 'accountAssigned', accountId, payload: { from: given, userId: previous } })),
  );
  return rows.map((row) => row.accountId);
}

const assigneeIn = (userId: unknown) => (userId as Uuid | null | undefined) ?? null;

defineBulkAction({
  name: 'assignAccounts',
  permission: { domain: 'account', action: 'assignAccount' },
  check: async (tx, { userId }) => {
    if (userId !== null) await requireUser(tx, String(userId), 'params.userId');
  },
  accounts: async (tx, accountIds, { userId }) => {
    const assigned = await assignAccounts(tx, accountIds, assigneeIn(userId));
    const items = assigned.map(({ accountId, previous }) => ({
      itemId: accountId,
      outcome: 'done' as const,
      before: { userId: previous },
    }));
    return { done: accountIds.length, failed: 0, items };
  },
  undo: async (tx, items, { userId }) => {
    const accounts = items.map((item) => ({ accountId: item.itemId, previous: assigneeIn(item.before?.userId) }));
    const back = new Set(await undoAssignment(tx, accounts, assigneeIn(userId)));
    const left = items.map((item) => item.itemId).filter((id) => !back.has(id));
    return { done: back.size, failed: left.length, items: failures(left, 'changedSince') };
  },
});
