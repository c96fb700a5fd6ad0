/** What pays an account off on a day, and what each further day costs. */
import type { Uuid } from '../../../../core/id.ts';
import type { CalendarDate } from '../../../../core/time.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { type BalanceExplanation, explainBalance } from './explain.logic.ts';

export interface AccountLoan extends BalanceExplanation {
  /** What pays everything off on that day: principal, interest until then, costs, less credits. */
  readonly total: bigint;
  /** Interest of one more day in minor units with four decimals, as text. */
  readonly perDay: string;
}

const SCALE = 10_000n;
const scaled = (text: string) => {
  const [whole = '0', rest = ''] = text.split('.');
  return BigInt(whole) * SCALE + BigInt(rest.padEnd(4, '0') || '0');
};

/** @param dueDate today in the client's zone when null; may lie ahead. @throws Fault NOT_FOUND */
export async function readAccountLoan(tx: Tx, accountId: Uuid, dueDate: CalendarDate | null): Promise<AccountLoan> {
  const explained = await explainBalance(tx, accountId, null, dueDate, 'valueDate');
  const perDay = explained.claims.reduce((sum, claim) => sum + scaled(claim.perDay), 0n);
  return {
    ...explained,
    total: explained.balance + explained.accrued,
    perDay: `${perDay / SCALE}.${(perDay % SCALE).toString().padStart(4, '0')}`,
  };
}
