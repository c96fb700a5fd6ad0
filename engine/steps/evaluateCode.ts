import { z } from 'zod';
import { CODE_NEEDS, codeInput, LONGEST_CODE } from '../code.ts';
import { keyOf } from '../memory.ts';
import { defineStep } from '../step.ts';
import type { Context, Decision, Facts } from '../types.ts';

const fields = z.object({ code: z.string().max(LONGEST_CODE).default(''), description: z.string().max(500).default('') });

function decide({ code }: z.infer<typeof fields>, facts: Facts, context: Context): Decision<'error' | 'no' | 'yes'> {
  const answer = context.answers?.get(keyOf(context.run));
  if (!answer) return { next: { to: 'code', call: { code, input: codeInput(facts, context), seed: keyOf(context.run), at: context.now } } };
  if ('error' in answer) {
    const { error, line, column } = answer;
    return { next: { to: 'error' }, why: { key: 'step.codeFailed', values: { message: error, line: line ?? 0, column: column ?? 0 } } };
  }
  const { yes, values } = answer;
  return { values, next: { to: yes ? 'yes' : 'no' }, why: { key: yes ? 'step.codeYes' : 'step.codeNo' } };
}

/**
 * Runs JavaScript of the client's own over the claim's facts (server/services/strategy/strategy.code.thread.ts). It returns yes or no, or an object
 * with a result and values of the run.
 */
export const evaluateCode = defineStep({
  type: 'evaluateCode',
  category: 'CONDITIONS',
  outputs: ['error', 'no', 'yes'],
  icon: 'code',
  panelWidth: 800,
  showDescription: true,
  fields,
  layout: { code: { control: 'code' }, description: { control: 'textarea' } },
  needs: CODE_NEEDS,
  prepare: (state) => ({
    needs: CODE_NEEDS,
    problem: state.code.trim() === '' ? { key: 'step.codeEmpty' } : null,
    decide: (facts, context) => decide(state, facts, context),
  }),
  decide,
  summary: ({ code }) => ({ key: 'summary.code', values: { code: code.trim().split('\n')[0]!.slice(0, 80) } }),
});
