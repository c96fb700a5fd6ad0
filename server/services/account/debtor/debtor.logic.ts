/** What a debtor's own page may know of an account: names, the identity answers, and the claims that are theirs to settle. */
import { and, asc, eq, ne, notInArray } from 'drizzle-orm';
import { notFound } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { defineStatement } from '../../../platform/statements.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { account, claim, debtor } from '../ground/account.tables.ts';

export type DebtorRow = typeof debtor.$inferSelect;
export type DebtorClaim = typeof claim.$inferSelect;

/** Claims of these types are the account's own bookkeeping, not debts (specification 2, section 4). */
const HIDDEN_CLAIM_TYPES = ['accountProlongation', 'accountRestructuring'];

const accountRow = defineStatement((db, given) =>
  db
    .select()
    .from(account)
    .where(and(eq(account.clientId, given('clientId')), eq(account.accountId, given('accountId')))),
);
const debtorRows = defineStatement((db, given) =>
  db
    .select()
    .from(debtor)
    .where(and(eq(debtor.clientId, given('clientId')), eq(debtor.accountId, given('accountId'))))
    .orderBy(asc(debtor.position), asc(debtor.externalDebtorRef)),
);
const claimRows = defineStatement((db, given) =>
  db
    .select()
    .from(claim)
    .where(
      and(
        eq(claim.clientId, given('clientId')),
        eq(claim.accountId, given('accountId')),
        ne(claim.status, 'deleted'),
        notInArray(claim.type, HIDDEN_CLAIM_TYPES),
      ),
    )
    .orderBy(asc(claim.dueDate), asc(claim.externalClaimRef)),
);

/** @returns an account with its debtors, the main one first. @throws Fault NOT_FOUND */
export async function readDebtors(tx: Tx, accountId: Uuid) {
  const [row] = await accountRow(tx, { accountId });
  if (!row) throw notFound('accountNotFound');
  return { account: row, debtors: await debtorRows(tx, { accountId }) };
}

/** @returns the account's claims that were not deleted, oldest due date first. */
export const readDebtorClaims = (tx: Tx, accountId: Uuid): Promise<DebtorClaim[]> => claimRows(tx, { accountId });
