import { z } from 'zod';
import { defineStep } from '../step.ts';
import { metaValue } from './metaValue.ts';

/** Writes metadata fields of the claim; fields that are not named stay. */
export const setClaimMetaFields = defineStep({
  type: 'setClaimMetaFields',
  category: 'CLAIMS',
  outputs: ['next'],
  icon: 'tags',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({
    values: z.record(z.string().min(1).max(200), metaValue).refine((values) => Object.keys(values).length > 0, 'at least one field'),
    description: z.string().max(500).default(''),
  }),
  layout: { values: { control: 'meta', metadata: 'claim' }, description: { control: 'textarea' } },
  needs: [],
  decide: ({ values }) => ({ effects: [{ kind: 'setMeta', target: 'claim', values }], next: { to: 'next' } }),
  summary: ({ values }) => ({ key: 'summary.fields', values: { fields: Object.keys(values).join(', ') } }),
});
