import { z } from 'zod';
import { INTERVALS } from '../ledger/plan.ts';
import { defineStep } from '../step.ts';

const decimal = z.string().regex(/^\d{1,12}(\.\d{1,4})?$/, 'an amount as 120.50');

/** Sets what instalment plans over the claim follow, within the client's own limits. */
export const setInstalmentPlanDefinition = defineStep({
  type: 'setInstalmentPlanDefinition',
  category: 'CLAIMS',
  outputs: ['next'],
  icon: 'stairs-down',
  panelWidth: 420,
  showDescription: true,
  fields: z
    .object({
      parts: z.int().min(1).max(120).default(3),
      interval: z.enum(INTERVALS).default('monthly'),
      minPart: decimal.nullable().default(null),
      downPayment: z.enum(['none', 'percent', 'amount']).default('none'),
      percent: z.int().min(1).max(99).default(20),
      amount: decimal.nullable().default(null),
      firstDays: z.int().min(0).max(365).nullable().default(null),
      description: z.string().max(500).default(''),
    })
    .refine(({ downPayment, amount }) => downPayment !== 'amount' || Number(amount) > 0, {
      path: ['amount'],
      message: 'an amount above 0',
    }),
  layout: {
    parts: { control: 'number', min: 1, max: 120 },
    interval: { control: 'select', options: INTERVALS },
    minPart: { control: 'money' },
    downPayment: { control: 'select', options: ['none', 'percent', 'amount'] },
    percent: { control: 'number', min: 1, max: 99, unit: 'percent', when: ({ downPayment }) => downPayment === 'percent' },
    amount: { control: 'money', when: ({ downPayment }) => downPayment === 'amount' },
    firstDays: { control: 'number', min: 0, max: 365, unit: 'days' },
    description: { control: 'textarea' },
  },
  needs: [],
  decide: ({ parts, interval, minPart, downPayment, percent, amount, firstDays }) => {
    const down = downPayment === 'percent' ? { percent } : downPayment === 'amount' ? { amount: amount ?? '0' } : null;
    return {
      effects: [{ kind: 'setTerms', change: { instalments: { parts, interval, minPart, downPayment: down, firstDays } } }],
      next: { to: 'next' },
    };
  },
  summary: ({ parts }) => ({ key: 'summary.instalmentTerms', values: { parts } }),
});
