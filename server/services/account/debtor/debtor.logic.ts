/** What a debtor's own page may know of an account: names, the identity answers, and the claims that are theirs to settle. */
import { and, asc, eq, ne, notInArray } from 'drizzle-orm';
import { notFound } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { account, claim, debtor } from '../ground/account.tables.ts';

export type DebtorRow = typeof debtor.$inferSelect;
export type DebtorClaim = typeof claim.$inferSelect;

/** Claims of these types are the account's own bookkeeping, not debts (specification 2, section 4). */
const HIDDEN_CLAIM_TYPES = ['accountProlongation', 'accountRestructuring'];

/** @returns an account with its debtors, the main one first. @throws Fault NOT_FOUND */
export async function readDebtors(tx: Tx, accountId: Uuid) {
  const [row] = await tx.db
    .select()
    .from(account)
    .where(and(eq(account.clientId, tx.clientId), eq(account.accountId, accountId)));
  if (!row) throw notFound('accountNotFound');
  const debtors = await tx.db
    .select()
    .from(debtor)
    .where(and(eq(debtor.clientId, tx.clientId), eq(debtor.accountId, accountId)))
    .orderBy(asc(debtor.position), asc(debtor.externalDebtorRef));
  return { account: row, debtors };
}

/** @returns the account's claims that were not deleted, oldest due date first. */
export async function readDebtorClaims(tx: Tx, accountId: Uuid): Promise<DebtorClaim[]> {
  return tx.db
    .select()
    .from(claim)
    .where(
      and(
        eq(claim.clientId, tx.clientId),
        eq(claim.accountId, accountId),
        ne(claim.status, 'deleted'),
        notInArray(claim.type, HIDDEN_CLAIM_TYPES),
      ),
    )
    .orderBy(asc(claim.dueDate), asc(claim.externalClaimRef));
}
