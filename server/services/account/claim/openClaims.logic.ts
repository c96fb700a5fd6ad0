/** The open claims of accounts, as messages list them: what a partner collects isn't among them. */
import type { Uuid } from '../../../../core/id.ts';
import type { CalendarDate } from '../../../../core/time.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { IS_OURS } from '../ground/outsourced.logic.ts';

/** Amounts in minor units. */
export interface OpenClaim {
  readonly externalClaimRef: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly totalFees: bigint;
  readonly balance: bigint;
  readonly dueDate: CalendarDate | null;
  readonly externalDueDate: CalendarDate | null;
  readonly productName: string | null;
}

/** @param most of each account. @returns the open claims by account that are with no partner, what is due first on top; an account without any is absent. */
export async function loadOpenClaims(tx: Tx, accountIds: readonly Uuid[], most: number): Promise<Map<Uuid, OpenClaim[]>> {
  if (accountIds.length === 0) return new Map();
  const rows = await tx.sql<OpenClaim & { accountId: Uuid }>(
    `select asked.account_id as "accountId", c.* from unnest($2::uuid[]) as asked (account_id), lateral (
       select external_claim_ref as "externalClaimRef", currency, amount, total_fees as "totalFees", balance, due_date as "dueDate",
         external_due_date as "externalDueDate", product_name as "productName"
       from claim c where client_id = $1 and account_id = asked.account_id and status = 'open' and ${IS_OURS}
       order by coalesce(external_due_date, due_date) nulls last, external_claim_ref limit $3) c
     order by coalesce(c."externalDueDate", c."dueDate") nulls last, c."externalClaimRef"`,
    [tx.clientId, [...new Set(accountIds)], most],
  );
  return Map.groupBy(rows, ({ accountId }) => accountId);
}
