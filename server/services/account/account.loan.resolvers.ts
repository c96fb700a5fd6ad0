/** What pays an account off: finance reckons it, the contract is the account's (specification 2, section 7). */
import { exponentOf, money } from '../../../core/money.ts';
import { readAccountLoan } from '../finance/explain/loan.logic.ts';
import type { QueryResolvers } from './account.graphql.ts';

export const loanQueries: QueryResolvers = {
  getAccountLoan: async (_, { accountId, dueDate }, { tx }) => {
    const loan = await readAccountLoan(tx, accountId, dueDate ?? null);
    const { currency, components } = loan;
    return {
      accountId,
      currency,
      dueDate: loan.asOf,
      principal: money(components.principal, currency),
      interest: money(components.interest + loan.accrued, currency),
      costs: money(components.costs, currency),
      credit: money(components.credit, currency),
      total: money(loan.total, currency),
      interestPerDay: inUnits(loan.perDay, currency),
      claims: loan.claims.map(({ claim, owed, accrued, balance }) => ({
        externalClaimRef: claim.externalClaimRef,
        costs: money(owed.costs, currency),
        interest: money(owed.interest + accrued, currency),
        principal: money(owed.principal, currency),
        credit: money(owed.credit, currency),
        total: money(balance + accrued, currency),
      })),
    };
  },
};

/** Minor units with four decimals as units of the currency: "13.6986" cents are "0.136986". */
function inUnits(minor: string, currency: string): string {
  const digits = exponentOf(currency);
  const [whole = '0', rest = ''] = minor.split('.');
  const padded = whole.padStart(digits + 1, '0');
  return `${padded.slice(0, padded.length - digits)}.${padded.slice(padded.length - digits)}${rest.padEnd(4, '0')}`;
}
