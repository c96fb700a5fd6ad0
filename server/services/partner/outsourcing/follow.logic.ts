/** What happens to claims while they are out, told by events in their own transaction. */
import type { Uuid } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import type { OutsourceMethod } from '../../../../core/outsourcing.ts';
import { isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { refreshOutsourced } from '../../account/ground/outsourced.logic.ts';
import { endAssignments } from './recall.logic.ts';

/** Nothing is owed any more: the partner's work is done. */
export async function resolveAssignments(tx: Tx, externalClaimRefs: readonly string[]): Promise<void> {
  await endAssignments(tx, externalClaimRefs, 'resolved');
}

/** A claim was taken out of collection: the partner has to stop. */
export async function deleteAssignments(tx: Tx, externalClaimRefs: readonly string[]): Promise<void> {
  await endAssignments(tx, externalClaimRefs, 'deleted');
}

/**
 * Money that had ended claims went back: whoever had them when they were paid has them again. One that was recalled before stays ours, as does
 * one whose partner is deleted.
 */
export async function reopenAssignments(tx: Tx, externalClaimRefs: readonly string[]): Promise<void> {
  const reopened = await tx.sql<{
    account_id: Uuid;
    ref: string;
    partner_id: Uuid;
    name: string;
    outsource_method: OutsourceMethod;
    amount: bigint;
    currency: string;
  }>(
    `update claim_assignment c set status = 'reopened', ended_at = null, updated_at = $3 from (
       select distinct on (l.external_claim_ref) l.assignment_id, l.status from claim_assignment l
       where l.client_id = $1 and l.external_claim_ref = any($2::text[]) order by l.external_claim_ref, l.created_at desc, l.assignment_id desc) last, partner p
     where c.client_id = $1 and c.assignment_id = last.assignment_id and last.status = 'resolved' and p.client_id = $1 and p.partner_id = c.partner_id and p.deleted_at is null
     returning c.account_id, c.external_claim_ref as ref, c.partner_id, p.name, c.outsource_method, c.amount, c.currency`,
    [tx.clientId, externalClaimRefs, isoInstant(now())],
  );
  await refreshOutsourced(
    tx,
    reopened.map((row) => row.account_id),
  );
  await appendEvents(
    tx,
    reopened.map((row) => ({
      messageType: 'claimOutsourced',
      accountId: row.account_id,
      externalClaimRef: row.ref,
      payload: {
        partnerId: row.partner_id,
        partnerName: row.name,
        outsourceMethod: row.outsource_method,
        amount: toDecimal(row.amount, row.currency),
        currency: row.currency,
        reopened: true,
      },
    })),
  );
}
