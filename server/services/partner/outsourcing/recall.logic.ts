/** Claims that come back: recalled, paid, deleted. */
import type { Uuid } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import type { AssignmentStatus } from '../../../../core/outsourcing.ts';
import { instant, isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { lockAccounts } from '../../account/claim/balance.logic.ts';
import { refreshOutsourced } from '../../account/ground/outsourced.logic.ts';

/** An assignment that has just ended. */
export interface Ended {
  readonly assignmentId: Uuid;
  readonly partnerId: Uuid;
  readonly partnerName: string;
  readonly accountId: Uuid;
  readonly externalClaimRef: string;
  readonly currency: string;
  /** Minor units: what the partner collected. */
  readonly collected: bigint;
  readonly createdAt: Date;
}

/** Why claims come back, in the words of whoever ends it: one for all, or one for each. */
type EndNote = string | null | ReadonlyMap<string, string | null>;

/** Ends what is out of these claims; the rest is left as it is. @returns those that ended. */
export async function endAssignments(
  tx: Tx,
  externalClaimRefs: readonly string[],
  status: AssignmentStatus,
  endNote: EndNote = null,
): Promise<Ended[]> {
  if (externalClaimRefs.length === 0) return [];
  const refs = [...new Set(externalClaimRefs)];
  const ended = await tx.sql<Ended & Record<string, unknown>>(
    `update claim_assignment c set status = $3, ended_at = $4, updated_at = $4, end_note = v.note from partner p, unnest($2::text[], $5::text[]) as v (ref, note)
     where c.client_id = $1 and c.external_claim_ref = v.ref and c.ended_at is null and p.client_id = $1 and p.partner_id = c.partner_id
     returning c.assignment_id as "assignmentId", c.partner_id as "partnerId", p.name as "partnerName", c.account_id as "accountId",
       c.external_claim_ref as "externalClaimRef", c.currency, c.collected, c.created_at as "createdAt"`,
    [
      tx.clientId,
      refs,
      status,
      isoInstant(now()),
      refs.map((ref) => (typeof endNote === 'object' ? (endNote?.get(ref) ?? null) : endNote)),
    ],
  );
  await refreshOutsourced(
    tx,
    ended.map(({ accountId }) => accountId),
  );
  return ended;
}

/** Takes claims back from whoever has them: our own strategies go on, and the partner's next file says so. @returns the references of those that were out. */
export async function recallClaims(tx: Tx, externalClaimRefs: readonly string[], note: EndNote = null): Promise<string[]> {
  const accounts = await tx.sql<{ account_id: Uuid }>(
    'select distinct account_id from claim_assignment where client_id = $1 and external_claim_ref = any($2::text[]) and ended_at is null',
    [tx.clientId, externalClaimRefs],
  );
  if (accounts.length === 0) return [];
  // As whoever gives claims away does.
  await lockAccounts(
    tx,
    accounts.map((row) => row.account_id),
  );
  const ended = await endAssignments(tx, externalClaimRefs, 'reverted', note);
  await appendEvents(
    tx,
    ended.map(({ accountId, externalClaimRef, partnerId, partnerName, currency, collected, createdAt }) => ({
      messageType: 'claimRecalled',
      accountId,
      externalClaimRef,
      payload: { partnerId, partnerName, outsourcedAt: isoInstant(instant(createdAt)), amount: toDecimal(collected, currency), currency },
    })),
  );
  return ended.map(({ externalClaimRef }) => externalClaimRef);
}

/** @returns references of the account's claims that are out. */
export async function outClaimsOf(tx: Tx, accountIds: readonly Uuid[]): Promise<string[]> {
  const rows = await tx.sql<{ ref: string }>(
    'select external_claim_ref as ref from claim_assignment where client_id = $1 and account_id = any($2::uuid[]) and ended_at is null order by 1',
    [tx.clientId, accountIds],
  );
  return rows.map(({ ref }) => ref);
}

/**
 * What a step gave together comes back together: claims of the account that the same step of the same run gave.
 * @returns those that are out, the claims themselves included.
 */
export async function givenTogether(tx: Tx, externalClaimRefs: readonly string[]): Promise<string[]> {
  const rows = await tx.sql<{ ref: string }>(
    `select distinct o.external_claim_ref as ref from claim_assignment c
     join claim_assignment o on o.client_id = $1 and o.account_id = c.account_id and o.request_key = c.request_key and o.ended_at is null
     where c.client_id = $1 and c.external_claim_ref = any($2::text[]) and c.ended_at is null and c.outsource_method = 'strategy'
     union select external_claim_ref from claim_assignment where client_id = $1 and external_claim_ref = any($2::text[]) and ended_at is null`,
    [tx.clientId, externalClaimRefs],
  );
  return rows.map(({ ref }) => ref);
}
