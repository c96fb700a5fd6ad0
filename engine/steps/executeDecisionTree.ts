import { z } from 'zod';
import { CODE_NEEDS } from '../code.ts';
import { defineStep } from '../step.ts';
import { treeKey } from '../trees/ref.ts';
import type { Context, Decision, Facts } from '../types.ts';
import { VALUE_NAME } from './setValues.ts';

const fields = z.object({
  treeId: z.uuid(),
  version: z.int().min(1).nullable().default(null),
  outcomeName: z.string().regex(VALUE_NAME, 'a letter first, then letters, digits and _').default('outcome'),
  description: z.string().max(500).default(''),
});

function decide({ treeId, version, outcomeName }: z.infer<typeof fields>, facts: Facts, context: Context): Decision<'noLeaf' | 'next'> {
  const tree = context.trees?.get(treeKey({ treeId, version }));
  if (!tree) return { next: { to: 'fail', reason: { key: 'step.treeMissing', values: { version: version ?? 'live' } } } };
  if (tree.problem) return { next: { to: 'fail', reason: tree.problem } };
  const { leaf, outcome, values, why } = tree.decide(facts, context);
  if (leaf === null) return { next: { to: 'noLeaf' }, why };
  return { values: { ...values, [outcomeName]: outcome }, next: { to: 'next' }, why };
}

/** Asks a decision tree: the values of the leaf become the run's, its outcome the value of that name. Without a leaf `noLeaf` goes on. */
export const executeDecisionTree = defineStep({
  type: 'executeDecisionTree',
  category: 'CONDITIONS',
  outputs: ['noLeaf', 'next'],
  icon: 'binary-tree',
  panelWidth: 420,
  showDescription: true,
  fields,
  layout: {
    treeId: { control: 'tree' },
    version: { control: 'number', min: 1, of: 'treeId' },
    outcomeName: { control: 'text' },
    description: { control: 'textarea' },
  },
  // A tree may ask about anything, and the live one changes.
  needs: CODE_NEEDS,
  prepare: (state) => ({
    needs: CODE_NEEDS,
    tree: { treeId: state.treeId, version: state.version },
    problem: null,
    decide: (facts, context) => decide(state, facts, context),
  }),
  decide,
  summary: ({ version }) => (version === null ? { key: 'summary.treeLive' } : { key: 'summary.treeVersion', values: { version } }),
});
