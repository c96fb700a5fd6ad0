/** A partner goes: nothing gives it claims any more, and those that it has are taken back first. */
import { and, eq, sql } from 'drizzle-orm';
import { fault } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { requestLastFile } from '../exchange/file.logic.ts';
import { getPartner } from '../ground/partner.logic.ts';
import { partner } from '../ground/partner.tables.ts';
import { refuseAllocated } from '../outsourcing/allocation.logic.ts';
import { recallClaims } from '../outsourcing/recall.logic.ts';
import { refuseScheduled } from '../outsourcing/schedule.logic.ts';
import { holdPartners } from './partner.edit.logic.ts';

/** Claims that come back within one request; more are recalled by a bulk action first. */
const MOST_RECALLED = 20_000;

/**
 * Its row stays, because statements and activity name it. Strategies and reactions that give it claims refuse the event.
 * @param recalls takes back what is with the partner, and tells it so by a last file where files go to it by themselves.
 * @throws Fault NOT_FOUND, CONFLICT while claims are with the partner (too many of them to recall), or something gives it some
 */
export async function deletePartner(tx: Tx, partnerId: Uuid, recalls: boolean): Promise<Uuid> {
  await holdPartners(tx);
  const { name } = await getPartner(tx, partnerId);
  await refuseScheduled(tx, partnerId, name);
  await refuseAllocated(tx, partnerId, name);
  // From here on nobody gives it claims: whoever was doing so has done it by now, or finds it gone.
  await tx.db
    .update(partner)
    .set({ deletedAt: now(), isSkipTracingDefault: false, updatedAt: now(), revision: sql`${partner.revision} + 1` })
    .where(and(eq(partner.clientId, tx.clientId), eq(partner.partnerId, partnerId)));
  const out = await tx.sql<{ ref: string }>(
    `select external_claim_ref as ref from claim_assignment where client_id = $1 and partner_id = $2 and ended_at is null limit ${MOST_RECALLED + 1}`,
    [tx.clientId, partnerId],
  );
  if (out.length > 0 && !recalls) throw fault('CONFLICT', 'partnerHasClaims', { name, number: out.length });
  if (out.length > MOST_RECALLED) throw fault('CONFLICT', 'partnerManyClaims', { name, most: MOST_RECALLED });
  await recallClaims(
    tx,
    out.map(({ ref }) => ref),
  );
  if (out.length > 0) await requestLastFile(tx, partnerId);
  await appendEvents(tx, [{ messageType: 'partnerDeleted', payload: { partnerId, name } }]);
  return partnerId;
}
