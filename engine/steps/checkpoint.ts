import { z } from 'zod';
import { defineStep } from '../step.ts';

/** Marks a place on the path: an event says that the claim came by, for statistics, webhooks and reactions. */
export const checkpoint = defineStep({
  type: 'checkpoint',
  category: 'PATHS',
  outputs: ['next'],
  icon: 'flag',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({ displayName: z.string().min(1).max(200), description: z.string().max(500).default('') }),
  layout: { displayName: { control: 'text' }, description: { control: 'textarea' } },
  needs: [],
  decide: ({ displayName }, _facts, { run }) => ({
    effects: [{ kind: 'emitEvent', messageType: 'checkpointReached', payload: { displayName, stepId: run.stepId } }],
    next: { to: 'next' },
  }),
  summary: ({ displayName }) => ({ key: 'summary.name', values: { displayName } }),
});
