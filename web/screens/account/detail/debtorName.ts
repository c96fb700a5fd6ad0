import type { Debtor } from './account.ts';

/** @returns how a debtor is called. */
export function nameOf(debtor: Debtor): string {
  const person = [debtor.firstName, debtor.lastName].filter(Boolean).join(' ');
  return (debtor.type === 'company' ? debtor.companyName || person : person || debtor.companyName) || debtor.externalDebtorRef;
}
