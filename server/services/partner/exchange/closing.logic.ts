/** Claims that a partner gives back. */
import type { Uuid } from '../../../../core/id.ts';
import { isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/tenancy.ts';

export interface Closing {
  readonly externalClaimRef: string;
  /** In the partner's words. */
  readonly note: string | null;
}

/** Ends what a partner has of these claims; the accounts are locked. */
export async function closeAssignments(tx: Tx, partnerId: Uuid, closings: readonly Closing[]): Promise<void> {
  if (closings.length === 0) return;
  await tx.sql(
    `update claim_assignment a set status = case when c.balance <= 0 then 'resolved' else 'reverted' end, ended_at = $3, updated_at = $3, end_note = v.note
     from unnest($4::text[], $5::text[]) as v(ref, note), published.claim c
     where a.client_id = $1 and a.partner_id = $2 and a.ended_at is null and a.external_claim_ref = v.ref and c.client_id = $1 and c.external_claim_ref = v.ref`,
    [tx.clientId, partnerId, isoInstant(now()), closings.map(({ externalClaimRef }) => externalClaimRef), closings.map(({ note }) => note)],
  );
}
