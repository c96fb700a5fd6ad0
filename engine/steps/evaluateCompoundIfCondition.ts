import { z } from 'zod';
import { combine, compileBlocks, conditionBlock, matchType } from '../conditions/blocks.ts';
import { defineStep, type Prepared } from '../step.ts';
import { branchOn } from './evaluateIfCondition.ts';

const fields = z.object({
  matchType: matchType.default('every'),
  groups: z
    .array(z.object({ matchType: matchType.default('every'), conditions: z.array(conditionBlock).max(50).default([]) }))
    .max(20)
    .default([]),
});

function prepare({ matchType, groups }: z.infer<typeof fields>): Prepared<'no' | 'yes'> {
  return branchOn(
    combine(
      matchType,
      groups.map((group) => compileBlocks(group.matchType, group.conditions)),
    ),
  );
}

/** Asks a question made of groups of blocks: every group or any group must hold, and in each every block or any block. */
export const evaluateCompoundIfCondition = defineStep({
  type: 'evaluateCompoundIfCondition',
  category: 'CONDITIONS',
  outputs: ['no', 'yes'],
  icon: 'git-merge',
  panelWidth: 600,
  showDescription: false,
  fields,
  layout: { matchType: { control: 'select', options: ['every', 'any'] }, groups: { control: 'conditions' } },
  needs: [],
  prepare,
  decide: (state, facts, context) => prepare(state).decide(facts, context),
  summary: ({ groups }) => ({ key: 'summary.groups', values: { count: groups.length } }),
});
