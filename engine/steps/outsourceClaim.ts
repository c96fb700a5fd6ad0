import { z } from 'zod';
import { WHOLE } from '../outsourcing/shares.ts';
import { defineStep } from '../step.ts';

/** Gives the claim to a partner. The run goes on: it may wait, look whether anything was paid, and take the claim back. */
export const outsourceClaim = defineStep({
  type: 'outsourceClaim',
  category: 'CLAIMS',
  outputs: ['next'],
  icon: 'file-export',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({ partnerId: z.uuid(), description: z.string().max(500).default('') }),
  layout: { partnerId: { control: 'partner' }, description: { control: 'textarea' } },
  needs: [],
  decide: ({ partnerId }) => ({
    effects: [{ kind: 'outsource', whole: false, shares: [{ partnerId, basisPoints: WHOLE }] }],
    next: { to: 'next' },
  }),
});
