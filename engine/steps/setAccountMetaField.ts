import { z } from 'zod';
import { defineStep } from '../step.ts';
import { metaValue } from './metaValue.ts';

/** Writes one metadata field of the account. */
export const setAccountMetaField = defineStep({
  type: 'setAccountMetaField',
  category: 'CLAIMS',
  outputs: ['next'],
  icon: 'tag',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({
    field: z.string().min(1).max(200),
    value: metaValue,
    description: z.string().max(500).default(''),
  }),
  layout: {
    field: { control: 'text', row: 'field', metadata: 'account' },
    value: { control: 'text', row: 'field' },
    description: { control: 'textarea' },
  },
  needs: [],
  decide: ({ field, value }) => ({ effects: [{ kind: 'setMeta', target: 'account', values: { [field]: value } }], next: { to: 'next' } }),
  summary: ({ field }) => ({ key: 'summary.fields', values: { fields: field } }),
});
