/** Edits of an account and its claims by staff: metadata, assignment, consent. An edit of an older state is refused and told. */
import { fault, invalid, notFound } from '../../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../../core/id.ts';
import { isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents, type NewEvent } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { requireUser } from '../ground/lookup.logic.ts';
import { refreshAccounts } from '../ground/projection.logic.ts';
import { checkMetaChange, mergeMeta } from '../metadata/metadata.logic.ts';

interface LockedAccount {
  readonly revision: number;
  readonly currency: string;
  readonly meta: Record<string, unknown>;
  readonly assignee_user_id: Uuid | null;
  readonly opted_out: string[];
  readonly cease_requested_at: Date | null;
}

/** Locks an account for an edit. @param revision the state the edit was made on; null: whatever it is. @throws Fault NOT_FOUND, CONFLICT */
export async function lockAccount(tx: Tx, accountId: Uuid, revision: number | null): Promise<LockedAccount> {
  const [row] = isUuid(accountId)
    ? await tx.sql<LockedAccount & Record<string, unknown>>(
        'select revision, currency, meta, assignee_user_id, opted_out, cease_requested_at from account where client_id = $1 and account_id = $2 for update',
        [tx.clientId, accountId],
      )
    : [];
  if (!row) throw notFound('accountNotFound');
  if (revision !== null && revision !== row.revision) throw fault('CONFLICT', 'accountChanged', {}, 'revision');
  return row;
}

/** Writes columns of a locked account, counts its revision up and announces it. */
export async function writeAccount(tx: Tx, accountId: Uuid, change: Record<string, unknown>, event: NewEvent): Promise<void> {
  const columns = Object.keys(change);
  await tx.sql(
    `update account set ${columns.map((column, index) => `${column} = $${index + 4}, `).join('')}updated_at = $3, revision = revision + 1 where client_id = $1 and account_id = $2`,
    [tx.clientId, accountId, isoInstant(now()), ...Object.values(change)],
  );
  await appendEvents(tx, [{ ...event, accountId }]);
}

/** @throws Fault NOT_FOUND, CONFLICT, INVALID_INPUT */
export async function setAccountMeta(tx: Tx, accountId: Uuid, values: unknown, revision: number | null): Promise<void> {
  const wanted = metaChange(values);
  const { meta } = await lockAccount(tx, accountId, revision);
  const { change, searched } = await checkMetaChange(tx, 'account', meta, wanted);
  const { merged, changed } = mergeMeta(meta, change);
  if (Object.keys(changed).length === 0) return;
  await writeAccount(tx, accountId, { meta: JSON.stringify(merged) }, { messageType: 'accountMetaChanged', payload: { changed } });
  if (searched) await refreshAccounts(tx, [accountId]);
}

/** @throws Fault NOT_FOUND, CONFLICT, INVALID_INPUT */
export async function setClaimMeta(tx: Tx, externalClaimRef: string, values: unknown, revision: number | null): Promise<void> {
  const wanted = metaChange(values);
  const [row] = await tx.sql<{ account_id: Uuid; revision: number; meta: Record<string, unknown> }>(
    `select account_id, revision, meta from claim where client_id = $1 and external_claim_ref = $2 and status <> 'deleted' for update`,
    [tx.clientId, externalClaimRef],
  );
  if (!row) throw notFound('claimNotFound');
  if (revision !== null && revision !== row.revision) throw fault('CONFLICT', 'claimChanged', {}, 'revision');
  const { change, searched } = await checkMetaChange(tx, 'claim', row.meta, wanted);
  const { merged, changed } = mergeMeta(row.meta, change);
  if (Object.keys(changed).length === 0) return;
  await tx.sql('update claim set meta = $3, updated_at = $4, revision = revision + 1 where client_id = $1 and external_claim_ref = $2', [
    tx.clientId,
    externalClaimRef,
    JSON.stringify(merged),
    isoInstant(now()),
  ]);
  if (searched) await refreshAccounts(tx, [row.account_id]);
  await appendEvents(tx, [{ messageType: 'claimMetaChanged', accountId: row.account_id, externalClaimRef, payload: { changed } }]);
}

/** Gives the account to a member of staff, or to nobody. @throws Fault NOT_FOUND, CONFLICT, INVALID_INPUT */
export async function assignAccount(tx: Tx, accountId: Uuid, userId: Uuid | null, revision: number | null): Promise<void> {
  if (userId) await requireUser(tx, userId, 'userId');
  const { assignee_user_id: from } = await lockAccount(tx, accountId, revision);
  if (from === userId) return;
  await writeAccount(tx, accountId, { assignee_user_id: userId }, { messageType: 'accountAssigned', payload: { from, userId } });
}

/** Notes whether the debtor wants to be contacted on a channel. @throws Fault NOT_FOUND */
export async function setContactConsent(tx: Tx, accountId: Uuid, channel: string, optedOut: boolean): Promise<void> {
  const { opted_out: before } = await lockAccount(tx, accountId, null);
  if (before.includes(channel) === optedOut) return;
  const after = optedOut ? [...before, channel] : before.filter((each) => each !== channel);
  await writeAccount(tx, accountId, { opted_out: after }, { messageType: 'contactConsentChanged', payload: { channel, optedOut } });
}

/** Notes that the debtor asked for no contact at all, or took it back. @throws Fault NOT_FOUND */
export async function setCeaseRequest(tx: Tx, accountId: Uuid, ceaseRequested: boolean): Promise<void> {
  const { cease_requested_at: before } = await lockAccount(tx, accountId, null);
  if ((before !== null) === ceaseRequested) return;
  await writeAccount(
    tx,
    accountId,
    { cease_requested_at: ceaseRequested ? isoInstant(now()) : null },
    { messageType: 'contactConsentChanged', payload: { ceaseRequested } },
  );
}

function metaChange(values: unknown): Record<string, unknown> {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) throw invalid('meta', 'metaObject');
  if (Object.keys(values).some((key) => key.trim() === '' || key.length > 200)) throw invalid('meta', 'name200');
  return values as Record<string, unknown>;
}
