import { z } from 'zod';
import { type Condition, compileBlocks, conditionBlock, matchType } from '../conditions/blocks.ts';
import { compileExpression } from '../conditions/expression.ts';
import { defineStep, type Prepared } from '../step.ts';

/** @returns the decision of a step that asks a question. */
export function branchOn(condition: Condition): Prepared<'no' | 'yes'> {
  return {
    needs: condition.needs,
    problem: condition.problem,
    decide: (facts, context) => {
      const { yes, why } = condition.answer(facts, context);
      return { next: { to: yes ? 'yes' : 'no' }, why };
    },
  };
}

const fields = z.object({
  mode: z.enum(['easy', 'advanced']).default('easy'),
  matchType: matchType.default('every'),
  conditions: z.array(conditionBlock).max(50).default([]),
  expression: z.string().max(4000).default(''),
});

function prepare({ mode, matchType, conditions, expression }: z.infer<typeof fields>): Prepared<'no' | 'yes'> {
  return branchOn(mode === 'easy' ? compileBlocks(matchType, conditions) : compileExpression(expression));
}

/** Asks a question about the claim: blocks in easy mode, an expression in advanced mode. */
export const evaluateIfCondition = defineStep({
  type: 'evaluateIfCondition',
  category: 'CONDITIONS',
  outputs: ['no', 'yes'],
  icon: 'arrow-ramp-right',
  panelWidth: 800,
  showDescription: false,
  fields,
  layout: {
    mode: { control: 'select', options: ['easy', 'advanced'] },
    matchType: { control: 'select', options: ['every', 'any'], when: ({ mode }) => mode !== 'advanced' },
    conditions: { control: 'conditions', when: ({ mode }) => mode !== 'advanced' },
    expression: { control: 'expression', when: ({ mode }) => mode === 'advanced' },
  },
  needs: [],
  prepare,
  decide: (state, facts, context) => prepare(state).decide(facts, context),
  summary: ({ mode, conditions, expression }): { key: string; values: Record<string, string | number> } => {
    if (mode === 'advanced') return { key: 'summary.expression', values: { expression: expression.slice(0, 80) } };
    return { key: 'summary.conditions', values: { count: conditions.length, variable: conditions[0]?.variable ?? '' } };
  },
});
