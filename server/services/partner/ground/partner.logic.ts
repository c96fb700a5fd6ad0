/** Partners: companies that work a client's claims. */
import { and, eq, isNull } from 'drizzle-orm';
import { notFound } from '../../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../../core/id.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { partner } from './partner.tables.ts';

/** @returns a partner that has not been deleted. @throws Fault NOT_FOUND */
export async function getPartner(tx: Tx, partnerId: Uuid) {
  const [found] = isUuid(partnerId)
    ? await tx.db
        .select()
        .from(partner)
        .where(and(eq(partner.clientId, tx.clientId), eq(partner.partnerId, partnerId), isNull(partner.deletedAt)))
    : [];
  if (!found) throw notFound('partnerNotFound');
  return found;
}

/** Commissions of a client are reckoned, agreed and billed one after the other: what is billed twice, or by two agreements, cannot be. */
export const holdCommissions = (tx: Tx) => tx.sql(`select pg_advisory_xact_lock(hashtextextended('commission ' || $1, 0))`, [tx.clientId]);

/** Keeps how far commissions have followed the log. */
export const COMMISSIONS = 'commissions';
