/** A debtor disagrees with a claim: contacts about it stop until staff has looked at it. */
import { notFound } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { isoInstant } from '../../../../core/time.ts';
import type { DISPUTE_REASONS } from '../../../../core/workOutcomes.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';

/** Why a claim is disputed: in the debtor's own words, or one of the reasons that a collector chooses, which readers see in their language. */
type DisputeReason = { readonly reason: string } | { readonly reasonKey: (typeof DISPUTE_REASONS)[number] };

/**
 * Marks claims of one account as disputed and appends an event with the reason. Claims already in dispute keep their first day, and the
 * event is appended all the same: a debtor may add something.
 * @param fileIds documents that the debtor sent along. @throws Fault NOT_FOUND when a claim is missing, deleted or of another account.
 */
export async function disputeClaims(
  tx: Tx,
  accountId: Uuid,
  externalClaimRefs: readonly string[],
  why: DisputeReason,
  fileIds: readonly Uuid[] = [],
): Promise<void> {
  const refs = [...new Set(externalClaimRefs)];
  const rows = await tx.sql(
    `update claim set disputed_at = coalesce(disputed_at, $4), updated_at = $4
     where client_id = $1 and account_id = $2 and external_claim_ref = any($3) and status <> 'deleted' returning external_claim_ref`,
    [tx.clientId, accountId, refs, isoInstant(now())],
  );
  if (refs.length === 0 || rows.length < refs.length) throw notFound('claimNotFound');
  await appendEvents(
    tx,
    refs.map((externalClaimRef) => ({
      messageType: 'claimDisputed',
      accountId,
      externalClaimRef,
      payload: { ...why, ...(fileIds.length > 0 ? { fileIds } : {}) },
    })),
  );
}

/** Ends a dispute. A claim that is not disputed stays as it is. @param outcome what staff found out, for the timeline. @throws Fault NOT_FOUND */
export async function closeDispute(tx: Tx, externalClaimRef: string, outcome: string): Promise<void> {
  const [row] = await tx.sql<{ account_id: Uuid; disputed_at: Date | null }>(
    `select account_id, disputed_at from claim where client_id = $1 and external_claim_ref = $2 and status <> 'deleted' for update`,
    [tx.clientId, externalClaimRef],
  );
  if (!row) throw notFound('claimNotFound');
  if (!row.disputed_at) return;
  await tx.sql('update claim set disputed_at = null, updated_at = $3 where client_id = $1 and external_claim_ref = $2', [
    tx.clientId,
    externalClaimRef,
    isoInstant(now()),
  ]);
  await appendEvents(tx, [{ messageType: 'disputeClosed', accountId: row.account_id, externalClaimRef, payload: { outcome } }]);
}
