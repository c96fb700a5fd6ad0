import { z } from 'zod';
import { WHOLE } from '../outsourcing/shares.ts';
import { defineStep } from '../step.ts';

/** Gives all open claims of the account that are still ours to a partner. This run goes on; the account's other runs wait until their claim is back. */
export const outsource = defineStep({
  type: 'outsource',
  category: 'CLAIMS',
  outputs: ['next'],
  icon: 'package-export',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({ partnerId: z.uuid(), description: z.string().max(500).default('') }),
  layout: { partnerId: { control: 'partner' }, description: { control: 'textarea' } },
  needs: [],
  decide: ({ partnerId }) => ({
    effects: [{ kind: 'outsource', whole: true, shares: [{ partnerId, basisPoints: WHOLE }] }],
    next: { to: 'next' },
  }),
});
