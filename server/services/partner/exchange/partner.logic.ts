/** The partner whose files are meant. */
import { notFound } from '../../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../../core/id.ts';
import type { Tx } from '../../../platform/tenancy.ts';

/** @returns the partner's name. @throws Fault NOT_FOUND for one that is none or was deleted */
export async function requirePartner(tx: Tx, partnerId: Uuid): Promise<string> {
  const [row] = isUuid(partnerId)
    ? await tx.sql<{ name: string }>('select name from partner where client_id = $1 and partner_id = $2 and deleted_at is null', [
        tx.clientId,
        partnerId,
      ])
    : [];
  if (!row) throw notFound('partnerNotFound');
  return row.name;
}
