import { z } from 'zod';
import { defineStep } from '../step.ts';

/** Has links that are made for the claim from now on lead to another of the installation's domains; empty: to the usual one. */
export const setClaimDomain = defineStep({
  type: 'setClaimDomain',
  category: 'CLAIMS',
  outputs: ['next'],
  icon: 'world',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({
    domain: z.string().trim().toLowerCase().max(253).default(''),
    description: z.string().max(500).default(''),
  }),
  layout: { domain: { control: 'text' }, description: { control: 'textarea' } },
  needs: [],
  decide: ({ domain }) => ({ effects: [{ kind: 'setTerms', change: { domain: domain || null } }], next: { to: 'next' } }),
  summary: ({ domain }) => (domain === '' ? { key: 'summary.usualDomain' } : { key: 'summary.domain', values: { domain } }),
});
