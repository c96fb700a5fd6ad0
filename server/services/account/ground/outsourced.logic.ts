/** Which claims of an account are with partners. The partner service writes that; what lists and the gate ask about it is here. */
import type { Uuid } from '../../../../core/id.ts';
import type { Tx } from '../../../platform/tenancy.ts';

/** @param condition SQL over the assignment `o`. @returns SQL: claim `c` is with a partner, and so that this holds. */
export const outWith = (condition: string) =>
  `exists (select from published.claim_assignment o where o.client_id = c.client_id and o.external_claim_ref = c.external_claim_ref and o.ended_at is null and ${condition})`;
/** SQL: claim `c` is with a partner. */
export const IS_OUT = outWith('true');
/** SQL: claim `c` is collected by whoever asks: one that no partner has, of a partner's people one that their partner has. */
export const IS_OURS = `(${IS_OUT}) = (nullif(current_setting('app.partner_ids', true), '') is not null)`;
/** SQL: the name of the partner that has claim `c`; null: it is ours. */
export const PARTNER_OF = `(select p.name from published.claim_assignment o join published.partner p on p.client_id = o.client_id and p.partner_id = o.partner_id
  where o.client_id = c.client_id and o.external_claim_ref = c.external_claim_ref and o.ended_at is null)`;

/** Notes on accounts what of them is out, in the transaction that gives claims away or takes them back. */
export async function refreshOutsourced(tx: Tx, accountIds: readonly Uuid[]): Promise<void> {
  if (accountIds.length === 0) return;
  await tx.sql(
    `update account a set assigned_partner_id = o.partner_id, outsourced_claims_count = o.claims
     from (select t.account_id, (array_agg(c.partner_id order by c.created_at, c.assignment_id))[1] as partner_id, count(c.assignment_id)::int as claims
       from unnest($2::uuid[]) as t(account_id)
       left join published.claim_assignment c on c.client_id = $1 and c.account_id = t.account_id and c.ended_at is null group by 1) o
     where a.client_id = $1 and a.account_id = o.account_id and (a.assigned_partner_id, a.outsourced_claims_count) is distinct from (o.partner_id, o.claims)`,
    [tx.clientId, [...new Set(accountIds)]],
  );
}

/** @returns the names of the partners that have these claims, by reference; those that are ours are absent. */
export async function partnersOfClaims(tx: Tx, externalClaimRefs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (externalClaimRefs.length === 0) return new Map();
  const rows = await tx.sql<{ ref: string; name: string }>(
    `select o.external_claim_ref as ref, p.name from published.claim_assignment o
     join published.partner p on p.client_id = $1 and p.partner_id = o.partner_id
     where o.client_id = $1 and o.external_claim_ref = any($2::text[]) and o.ended_at is null`,
    [tx.clientId, externalClaimRefs],
  );
  return new Map(rows.map((row) => [row.ref, row.name]));
}

/** @param partnerIds as accounts name who has had one of their claims longest; null: nobody. @returns the partners' names; nothing is asked where nobody has any. */
export async function partnersOfAccounts(tx: Tx, partnerIds: readonly (Uuid | null)[]): Promise<ReadonlyMap<Uuid | null, string>> {
  const ids = [...new Set(partnerIds)].filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const rows = await tx.sql<{ partner_id: Uuid; name: string }>(
    'select partner_id, name from published.partner where client_id = $1 and partner_id = any($2::uuid[])',
    [tx.clientId, ids],
  );
  return new Map(rows.map((row) => [row.partner_id, row.name]));
}
