import { z } from 'zod';
import { isoInstant } from '../../core/time.ts';
import { keyOf } from '../memory.ts';
import { defineStep } from '../step.ts';
import type { Decision } from '../types.ts';
import { VALUE_NAME } from './setValues.ts';
import { after } from './waits.ts';

/** Starts a workflow on the claim's account, and waits for its outcome if wanted: the outcome becomes a value of the run. */
export const createWorkflow = defineStep({
  type: 'createWorkflow',
  category: 'CLAIMS',
  outputs: ['late', 'next'],
  icon: 'git-branch',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({
    workflowBlueprintId: z.uuid(),
    waits: z.boolean().default(false),
    mostDays: z.int().min(1).max(365).default(30),
    outcomeName: z.string().regex(VALUE_NAME, 'a letter first, then letters, digits and _').default('workflowOutcome'),
    description: z.string().max(500).default(''),
  }),
  layout: {
    workflowBlueprintId: { control: 'workflow' },
    waits: { control: 'switch' },
    mostDays: { control: 'number', min: 1, max: 365, unit: 'days', when: ({ waits }) => waits === true },
    outcomeName: { control: 'text', when: ({ waits }) => waits === true },
    description: { control: 'textarea' },
  },
  needs: [],
  decide: ({ workflowBlueprintId, waits, mostDays, outcomeName }, _facts, context): Decision<'late' | 'next'> => {
    const effects = [{ kind: 'startWorkflow', workflowBlueprintId } as const];
    if (!waits) return { effects, next: { to: 'next' } };
    const { wokenBy } = context.run.memory ?? {};
    if (wokenBy) {
      const outcome = typeof wokenBy.payload.outcome === 'string' ? wokenBy.payload.outcome : null;
      const why = outcome === null ? { key: 'step.workflowStopped' } : { key: 'step.workflowOutcome', values: { outcome } };
      return { values: { [outcomeName]: outcome }, next: { to: 'next' }, why };
    }
    const until = after(context, { days: mostDays });
    if (context.now >= until) return { next: { to: 'late' }, why: { key: 'step.workflowLate', values: { days: mostDays } } };
    const wake = { messageTypes: ['workflowCompleted', 'workflowStopped'], where: { requestKey: keyOf(context.run) } };
    return { effects, next: { to: 'wait', until, reason: { key: 'wait.workflow', values: { until: isoInstant(until) } }, wake } };
  },
  summary: ({ waits, mostDays }) => (waits ? { key: 'summary.workflowWaits', values: { days: mostDays } } : { key: 'summary.workflow' }),
});
