import { z } from 'zod';
import { isoInstant } from '../../core/time.ts';
import { keyOf } from '../memory.ts';
import { defineStep } from '../step.ts';
import type { Decision } from '../types.ts';
import { after } from './waits.ts';

/** Asks the debtor on their page what they earn and spend, and waits for the answer at most so many days. */
export const financialAssessment = defineStep({
  type: 'financialAssessment',
  category: 'CLAIMS',
  outputs: ['late', 'next'],
  icon: 'report-money',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({ days: z.int().min(1).max(365).default(14), description: z.string().max(500).default('') }),
  layout: { days: { control: 'number', min: 1, max: 365, unit: 'days' }, description: { control: 'textarea' } },
  needs: [],
  decide: ({ days }, _facts, context): Decision<'late' | 'next'> => {
    const answer = context.run.memory?.wokenBy?.payload;
    if (answer) {
      const disposable = String(answer.disposable);
      const why = { key: 'step.assessed', values: { amount: disposable, currency: String(answer.currency) } };
      return { values: { assessment_disposable: disposable }, next: { to: 'next' }, why };
    }
    const until = after(context, { days });
    if (context.now >= until) return { next: { to: 'late' }, why: { key: 'step.assessmentLate', values: { days } } };
    const wake = { messageTypes: ['financialAssessmentSubmitted'], where: { requestKey: keyOf(context.run) } };
    return {
      effects: [{ kind: 'askAssessment', until: isoInstant(until) }],
      next: { to: 'wait', until, reason: { key: 'wait.assessment', values: { until: isoInstant(until) } }, wake },
    };
  },
  summary: ({ days }) => ({ key: 'summary.assessment', values: { days } }),
});
