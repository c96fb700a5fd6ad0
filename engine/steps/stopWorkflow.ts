import { z } from 'zod';
import { defineStep } from '../step.ts';

/** Stops the workflows of a blueprint that are in progress on the claim's account; what was done stays done. */
export const stopWorkflow = defineStep({
  type: 'stopWorkflow',
  category: 'CLAIMS',
  outputs: ['next'],
  icon: 'git-branch-deleted',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({ workflowBlueprintId: z.uuid(), description: z.string().max(500).default('') }),
  layout: { workflowBlueprintId: { control: 'workflow' }, description: { control: 'textarea' } },
  needs: [],
  decide: ({ workflowBlueprintId }) => ({ effects: [{ kind: 'stopWorkflow', workflowBlueprintId }], next: { to: 'next' } }),
});
