/** Claims that are with partners, on the debtor's page: who has them, and that they aren't settled here. */
import { fault } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { type PostalAddress, postalLines } from '../../../core/postalAddress.ts';
import type { Tx } from '../../platform/tenancy.ts';

interface Row {
  readonly ref: string;
  readonly name: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly address: PostalAddress;
}

/** SQL of claims that are out; the condition that follows names them. */
const OUT = `select o.external_claim_ref as ref, p.name, p.phone, p.email, json_build_object('addressLine1', p.address_line1, 'addressLine2', p.address_line2,
    'addressLine3', p.address_line3, 'postalCode', p.postal_code, 'city', p.city, 'state', p.state, 'country', p.country) as address
  from published.claim_assignment o join published.partner p on p.client_id = $1 and p.partner_id = o.partner_id
  where o.client_id = $1 and o.ended_at is null`;

/** @param countryCode the client's. @returns who has the account's claims, by their reference; those that are ours are absent. */
export async function readPartners(tx: Tx, accountId: Uuid, countryCode: string) {
  const rows = await tx.sql<Row & Record<string, unknown>>(`${OUT} and o.account_id = $2`, [tx.clientId, accountId]);
  return new Map(
    rows.map(({ ref, name, phone, email, address }) => [
      ref,
      { name, phone, email, address: postalLines(name, address, countryCode.slice(0, 2)).slice(1) },
    ]),
  );
}

/** A form that was opened before a claim was given away. @throws Fault CONFLICT where one of the claims is with a partner */
export async function refuseOutsourced(tx: Tx, externalClaimRefs: readonly string[]): Promise<void> {
  const [row] = await tx.sql<Row & Record<string, unknown>>(`${OUT} and o.external_claim_ref = any($2::text[]) limit 1`, [
    tx.clientId,
    externalClaimRefs,
  ]);
  if (row) throw fault('CONFLICT', 'claimWithPartner', { partner: row.name });
}
