import { z } from 'zod';
import { isUuid } from '../../core/id.ts';
import { defineStep } from '../step.ts';

/** Has the debtor see another landing page from now on; empty: the client's default one again. */
export const updateLandingPageContent = defineStep({
  type: 'updateLandingPageContent',
  category: 'CLAIMS',
  outputs: ['next'],
  icon: 'browser',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({
    landingPageId: z
      .union([z.literal(''), z.string().refine(isUuid)])
      .nullable()
      .default(null),
    description: z.string().max(500).default(''),
  }),
  layout: { landingPageId: { control: 'landingPage' }, description: { control: 'textarea' } },
  needs: [],
  decide: ({ landingPageId }) => ({
    effects: [{ kind: 'setTerms', change: { landingPageId: landingPageId || null } }],
    next: { to: 'next' },
  }),
  summary: ({ landingPageId }) => (landingPageId ? { key: 'summary.landingPage' } : { key: 'summary.usualLandingPage' }),
});
