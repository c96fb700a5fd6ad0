/** Every account of a client's books. Each entry is a transfer between two of them, so together they are zero. */
import type { Tx } from '../../../platform/tenancy.ts';

export interface TrialBalanceLine {
  readonly ledgerAccount: string;
  readonly currency: string;
  readonly amount: bigint;
}

/** @returns debits above zero, credits below, by account and currency. */
export async function readTrialBalance(tx: Tx): Promise<TrialBalanceLine[]> {
  return tx.sql<TrialBalanceLine & Record<string, unknown>>(
    `select ledger_account as "ledgerAccount", currency, sum(amount)::bigint as amount from (
       select 'claims:' || component as ledger_account, currency, amount from ledger_entry where client_id = $1
       union all
       select contra, currency, -amount from ledger_entry where client_id = $1) side
     group by 1, 2 order by 2, 1`,
    [tx.clientId],
  );
}
