/** What claims consist of: the sums of their components, and in which order money goes on them. */
import type { Uuid } from '../../../../core/id.ts';
import { add, type Component, NOTHING, type Sums } from '../../../../engine/ledger/allocate.ts';
import { type AllocationOrder, type AllocationRule, type OrderedClaim, orderFor } from '../../../../engine/ledger/orders.ts';
import type { Tx } from '../../../platform/tenancy.ts';

/** @returns minor units by component for each of the claims, which are the accounts'. */
export async function readSums(tx: Tx, accountIds: readonly Uuid[], externalClaimRefs: readonly string[]): Promise<Map<string, Sums>> {
  const sums = new Map<string, Sums>(externalClaimRefs.map((ref) => [ref, NOTHING]));
  const rows = await tx.sql<{ external_claim_ref: string; component: Component; amount: bigint }>(
    `select external_claim_ref, component, sum(amount)::bigint as amount from ledger_entry
     where client_id = $1 and account_id = any($2::uuid[]) and external_claim_ref = any($3) group by 1, 2`,
    [tx.clientId, [...accountIds], [...externalClaimRefs]],
  );
  for (const row of rows) sums.set(row.external_claim_ref, add(sums.get(row.external_claim_ref) ?? NOTHING, row.component, row.amount));
  return sums;
}

/** @returns what tells a claim's order by the client's rules and its country. */
export async function orderChooser(tx: Tx): Promise<(claim: OrderedClaim) => AllocationOrder> {
  const [row] = await tx.prepared<{ rules: readonly AllocationRule[] | null; countryCode: string | null }>(
    `select c.country_code as "countryCode", s.settings -> 'allocationRules' as rules
     from published.client c left join finance_setting s on s.client_id = c.client_id where c.client_id = $1`,
    [tx.clientId],
  );
  const [rules, countryCode] = [row?.rules ?? [], row?.countryCode ?? null];
  return (claim) => orderFor(claim, rules, countryCode);
}
