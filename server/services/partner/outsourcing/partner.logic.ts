/** What giving claims away needs to know of partners. */
import { notFound } from '../../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../../core/id.ts';
import type { Tx } from '../../../platform/tenancy.ts';

/** @returns the names of the partners that exist and are not deleted, by id. @param kept none of them is deleted until the transaction ends. */
export async function livingPartners(tx: Tx, partnerIds: readonly string[], kept = false): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(partnerIds)].filter(isUuid);
  if (ids.length === 0) return new Map();
  const rows = await tx.sql<{ partner_id: Uuid; name: string }>(
    `select partner_id, name from partner where client_id = $1 and partner_id = any($2::uuid[]) and deleted_at is null ${kept ? 'order by 1 for share' : ''}`,
    [tx.clientId, ids],
  );
  return new Map(rows.map((row) => [row.partner_id, row.name]));
}

/** @returns the partner's name. @throws Fault NOT_FOUND */
export async function requirePartner(tx: Tx, partnerId: string): Promise<string> {
  const name = (await livingPartners(tx, [partnerId])).get(partnerId);
  if (name === undefined) throw notFound('partnerNotFound');
  return name;
}

/** @returns those that are not deleted, by name. */
export async function listPartnerNames(tx: Tx): Promise<{ partnerId: Uuid; name: string }[]> {
  return tx.sql<{ partnerId: Uuid; name: string }>(
    'select partner_id as "partnerId", name from partner where client_id = $1 and deleted_at is null order by lower(name), partner_id',
    [tx.clientId],
  );
}
