/** Finds accounts and members of staff, for everything that is about one. */
import { invalid, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import type { Tx } from '../../platform/tenancy.ts';

/** @throws Fault NOT_FOUND when the account does not exist in the client. */
export async function requireAccount(tx: Tx, accountId: Uuid): Promise<void> {
  const [found] = isUuid(accountId)
    ? await tx.sql('select 1 from account where client_id = $1 and account_id = $2', [tx.clientId, accountId])
    : [];
  if (!found) throw notFound('Account');
}

/** @returns the account of a claim, or null. */
export async function findClaimAccountId(tx: Tx, externalClaimRef: string): Promise<Uuid | null> {
  const [row] = await tx.sql<{ account_id: Uuid }>('select account_id from claim where client_id = $1 and external_claim_ref = $2', [
    tx.clientId,
    externalClaimRef,
  ]);
  return row?.account_id ?? null;
}

/** @param field the argument's path. @throws Fault INVALID_INPUT when the client has no such member of staff. */
export async function requireUser(tx: Tx, userId: Uuid, field: string): Promise<void> {
  const [found] = isUuid(userId)
    ? await tx.sql('select 1 from client_user where client_id = $1 and user_id = $2 and is_enabled', [tx.clientId, userId])
    : [];
  if (!found) throw invalid(field, 'There is no such member of staff');
}

/** @returns the name of a member of staff, for sentences. */
export async function nameOf(tx: Tx, userId: Uuid | null): Promise<string> {
  const [row] = userId
    ? await tx.sql<{ name: string }>('select name from client_user where client_id = $1 and user_id = $2', [tx.clientId, userId])
    : [];
  return row?.name ?? 'Somebody';
}
