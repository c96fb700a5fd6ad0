import { z } from 'zod';
import { defineStep } from '../step.ts';

/** Names the payment providers that the debtor's page offers; none: all that the client uses. */
export const setPaymentFlowProviderNames = defineStep({
  type: 'setPaymentFlowProviderNames',
  category: 'CLAIMS',
  outputs: ['next'],
  icon: 'credit-card',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({
    paymentFlowProviderNames: z.array(z.string().trim().min(1).max(60)).max(10).default([]),
    description: z.string().max(500).default(''),
  }),
  layout: { paymentFlowProviderNames: { control: 'tags' }, description: { control: 'textarea' } },
  needs: [],
  decide: ({ paymentFlowProviderNames: names }) => ({
    effects: [{ kind: 'setTerms', change: { paymentProviders: names.length > 0 ? names : null } }],
    next: { to: 'next' },
  }),
  summary: ({ paymentFlowProviderNames: names }) =>
    names.length === 0 ? { key: 'summary.allProviders' } : { key: 'summary.providers', values: { names: names.join(', ') } },
});
