import { z } from 'zod';
import { fromDecimal } from '../../core/money.ts';
import { defineStep, type Summary } from '../step.ts';

/** Collects under a mandate of the account: a direct debit is planned, a card charged. Without an active one the path `none` goes on. */
export const chargeRecurringPaymentMandate = defineStep({
  type: 'chargeRecurringPaymentMandate',
  category: 'CLAIMS',
  outputs: ['none', 'next'],
  icon: 'building-bank',
  panelWidth: 420,
  showDescription: true,
  fields: z
    .object({
      mandate: z.enum(['newest', 'oldest']).default('newest'),
      how: z.enum(['due', 'percent', 'amount']).default('due'),
      percent: z.int().min(1).max(100).default(100),
      amount: z
        .string()
        .regex(/^\d{1,12}(\.\d{1,4})?$/, 'an amount as 120.50')
        .nullable()
        .default(null),
      description: z.string().max(500).default(''),
    })
    .refine(({ how, amount }) => how !== 'amount' || (amount !== null && Number(amount) > 0), {
      path: ['amount'],
      message: 'an amount above 0',
    }),
  layout: {
    mandate: { control: 'select', options: ['newest', 'oldest'] },
    how: { control: 'select', options: ['due', 'percent', 'amount'] },
    percent: { control: 'number', min: 1, max: 100, unit: 'percent', when: ({ how }) => how === 'percent' },
    amount: { control: 'money', when: ({ how }) => how === 'amount' },
    description: { control: 'textarea' },
  },
  needs: ['claim', 'money'],
  decide: ({ mandate, how, percent, amount }, { claim, money }) => {
    if ((money?.activePaymentMandates ?? 0) === 0) return { next: { to: 'none' }, why: { key: 'step.noMandate' } };
    const balance = claim?.balance ?? 0n;
    // Rounded down to the minor unit: nobody pays more than the share that was agreed.
    const wanted =
      how === 'percent'
        ? (balance * BigInt(percent)) / 100n
        : how === 'amount'
          ? fromDecimal(amount ?? '0', claim?.currency ?? 'EUR')
          : null;
    if (how === 'amount' && wanted === null)
      return { next: { to: 'fail', reason: { key: 'step.amountDigits', values: { amount: amount ?? '' } } } };
    const most = wanted === null ? null : wanted > balance ? balance : wanted;
    if (balance <= 0n || most === 0n) return { next: { to: 'next' }, why: { key: 'step.nothingToCharge' } };
    return { effects: [{ kind: 'chargeMandate', mandate, amount: most === null ? null : String(most) }], next: { to: 'next' } };
  },
  summary: ({ how, percent, amount }): Summary =>
    how === 'percent'
      ? { key: 'summary.chargePercent', values: { percent } }
      : how === 'amount'
        ? { key: 'summary.chargeAmount', values: { amount: amount ?? '' } }
        : { key: 'summary.chargeDue' },
});
