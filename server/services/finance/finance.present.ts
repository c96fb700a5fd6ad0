/** Agreements and payments as the contract gives them. */
import { money } from '../../../core/money.ts';
import type { Instalment, PlanWithInstalments } from './finance.instalments.logic.ts';
import { type Payment, partsOf } from './finance.payment.read.logic.ts';
import { findProvider } from './finance.providers.ts';

export const presentInstalment = (row: Instalment) => ({
  ...row,
  id: row.instalmentId,
  amount: money(row.amount, row.currency),
  paidAmount: money(row.paidAmount, row.currency),
});

export const presentPlan = (row: PlanWithInstalments) => ({
  ...row,
  id: row.instalmentsPlanId,
  amount: money(row.amount, row.currency),
  downPayment: money(row.downPayment, row.currency),
  instalments: row.instalments.map(presentInstalment),
});

export const presentPayment = (row: Payment) => ({
  ...row,
  id: row.paymentId,
  amount: money(row.amount, row.currency),
  isPaidBackByProvider: isPaidBackByProvider(row),
  allocation: [...partsOf(row)].map(([externalClaimRef, amount]) => ({ externalClaimRef, amount: money(amount, row.currency) })),
});

/** @returns whether a refund of it is paid by its provider; otherwise staff pays it and books it. */
export function isPaidBackByProvider({ providerName, externalRef }: Payment): boolean {
  const provider = findProvider(providerName);
  return provider?.refund !== undefined && (provider.isSandbox || externalRef !== null);
}
