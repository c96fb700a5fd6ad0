/** Sharing out by percentages: who gets which debtor, one giver at a time for each rule. */
import { invalid } from '../../../../core/fault.ts';
import { isoInstant } from '../../../../core/time.ts';
import { type Given, type Share, shareOut, sharesProblem } from '../../../../engine/outsourcing/shares.ts';
import { now } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/tenancy.ts';

/** Percentages of a step, a bulk action or a schedule. */
export interface ShareRule {
  /** Whose percentages they are: `step:<strategy>:<step>`, `schedule:<id>` … */
  readonly owner: string;
  readonly shares: readonly Share[];
}

/** @throws Fault INVALID_INPUT */
export function checkShares(shares: readonly Share[], field: string): void {
  const problem = sharesProblem(shares);
  if (problem === 'none') throw invalid(field, 'sharesNone');
  if (problem === 'twice') throw invalid(field, 'sharesTwice');
  if (problem === 'sum') throw invalid(field, 'sharesSum');
}

/** Other percentages are another rule: what was given by the former ones says nothing about them. */
export const ruleKeyOf = ({ owner, shares }: ShareRule): string =>
  [owner, ...shares.map(({ partnerId, basisPoints }) => `${partnerId}=${basisPoints}`).sort()].join(' ');

/**
 * Chooses the partner of each claim. Claims of one debtor go together, and to whoever of the rule's partners has one of theirs already.
 * Locks the rule until the transaction ends. @param claims that will be given for certain. @returns partner ids by claim reference.
 */
export async function chooseByShares(
  tx: Tx,
  rule: ShareRule,
  claims: readonly { readonly externalClaimRef: string; readonly debtorKey: string }[],
): Promise<ReadonlyMap<string, string>> {
  if (claims.length === 0) return new Map();
  const values = [tx.clientId, ruleKeyOf(rule)];
  await tx.sql('insert into outsourcing_share (client_id, rule_key, updated_at) values ($1, $2, $3) on conflict do nothing', [
    ...values,
    isoInstant(now()),
  ]);
  const [row] = await tx.sql<{ given: Given }>(
    'select given from outsourcing_share where client_id = $1 and rule_key = $2 for update',
    values,
  );
  const debtors = Map.groupBy(claims, ({ debtorKey }) => debtorKey);
  const boundTo = new Map(
    (
      await tx.sql<{ debtor_key: string; partner_id: string }>(
        `select distinct on (debtor_key) debtor_key, partner_id from claim_assignment
         where client_id = $1 and debtor_key = any($2::text[]) and partner_id = any($3::uuid[]) and ended_at is null order by debtor_key, created_at, assignment_id`,
        [tx.clientId, [...debtors.keys()], rule.shares.map(({ partnerId }) => partnerId)],
      )
    ).map((bound) => [bound.debtor_key, bound.partner_id]),
  );
  const groups = [...debtors].map(([key, own]) => ({ key, claims: own.length, boundTo: boundTo.get(key) ?? null }));
  const { partnerOf, given } = shareOut(rule.shares, row?.given ?? {}, groups);
  await tx.sql('update outsourcing_share set given = $3::jsonb, updated_at = $4 where client_id = $1 and rule_key = $2', [
    ...values,
    JSON.stringify(given),
    isoInstant(now()),
  ]);
  return new Map(claims.map(({ externalClaimRef, debtorKey }) => [externalClaimRef, partnerOf.get(debtorKey)!]));
}
