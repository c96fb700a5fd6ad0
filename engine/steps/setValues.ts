import { z } from 'zod';
import { MOST_VALUES } from '../memory.ts';
import { defineStep } from '../step.ts';

/** A value's name, so that expressions and placeholders can say `strategy.<name>`. */
export const VALUE_NAME = /^[A-Za-z][A-Za-z0-9_]{0,59}$/;
const value = z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]);

/** Sets values of the run, which later steps and their messages read as `strategy.<name>`. An empty text removes one. */
export const setValues = defineStep({
  type: 'setValues',
  category: 'PATHS',
  outputs: ['next'],
  icon: 'variable',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({
    values: z
      .record(z.string().regex(VALUE_NAME, 'a letter first, then letters, digits and _'), value)
      .refine((values) => Object.keys(values).length > 0, 'at least one value')
      .refine((values) => Object.keys(values).length <= MOST_VALUES, `at most ${MOST_VALUES} values`),
    description: z.string().max(500).default(''),
  }),
  layout: { values: { control: 'meta' }, description: { control: 'textarea' } },
  needs: [],
  decide: ({ values }) => ({
    values: Object.fromEntries(Object.entries(values).map(([name, each]) => [name, each === '' ? null : each])),
    next: { to: 'next' },
  }),
  summary: ({ values }) => ({ key: 'summary.fields', values: { fields: Object.keys(values).join(', ') } }),
});
