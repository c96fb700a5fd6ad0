/** Agreements and payments as the contract gives them. */
import { money } from '../../../core/money.ts';
import type { Instalment, PlanWithInstalments } from './agreement/instalments.logic.ts';
import { type Payment, partsOf } from './payment/payment.read.logic.ts';
import { isPaidBackByProvider } from './providers/providers.ts';

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
