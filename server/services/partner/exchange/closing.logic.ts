/** Claims that a partner gives back. */
import type { Uuid } from '../../../../core/id.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { recallClaims } from '../outsourcing/recall.logic.ts';

export interface Closing {
  readonly externalClaimRef: string;
  /** In the partner's words. */
  readonly note: string | null;
}

/** Takes back what a partner has of these claims, as if they had been recalled; the accounts are locked. */
export async function closeAssignments(tx: Tx, partnerId: Uuid, closings: readonly Closing[]): Promise<void> {
  if (closings.length === 0) return;
  const notes = new Map(closings.map(({ externalClaimRef, note }) => [externalClaimRef, note]));
  const own = await tx.sql<{ ref: string }>(
    `select external_claim_ref as ref from claim_assignment
     where client_id = $1 and partner_id = $2 and external_claim_ref = any($3::text[]) and ended_at is null`,
    [tx.clientId, partnerId, [...notes.keys()]],
  );
  await recallClaims(
    tx,
    own.map(({ ref }) => ref),
    notes,
  );
}
