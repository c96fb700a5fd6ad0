/** Workflows on accounts, and their blueprints. */
import { z } from 'zod';
import { defineEvents } from './define.ts';
import { count, flag, id, instant, text } from './fields.ts';

const ID = '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e09';

/** What every event of a workflow's life says. */
export const WORKFLOW = {
  workflowId: id,
  workflowBlueprintId: id,
  /** Of the workflow. */
  name: text,
  /** What whoever started it passed, e.g. a step of a strategy; null when a person did. */
  requestKey: text.nullable(),
};
const workflow = { workflowId: ID, workflowBlueprintId: ID, name: 'Hardship', requestKey: null };

/** What every event of a step says besides. */
const STEP = {
  stepId: text,
  type: text,
  /** What is to be done, as the blueprint says it. */
  description: text,
};
const step = { ...workflow, stepId: 'evidence', type: 'uploadFile', description: 'Collect proof of income' };
const ASSIGNEE = {
  /** Who has it now; null: nobody in particular. */
  userId: id.nullable(),
  userRole: text.nullable(),
  taskId: id.nullable(),
};

export const WORKFLOW_EVENTS = defineEvents({
  workflowStarted: {
    audit: ['workflowRuns', 'run'],
    retention: null,
    description: 'A workflow was started on an account.',
    payload: { ...WORKFLOW, version: count },
    example: { ...workflow, version: 2 },
  },
  workflowStepAssigned: {
    audit: ['workflowRuns', 'update'],
    retention: null,
    description: 'A step of a workflow was given to a person or a role, or to everybody.',
    payload: { ...WORKFLOW, ...STEP, ...ASSIGNEE, isEscalation: flag.optional() },
    example: { ...step, userId: ID, userRole: null, taskId: ID },
  },
  workflowStepCompleted: {
    audit: ['workflowRuns', 'update'],
    retention: null,
    description: 'A step of a workflow is done. Nobody completed what completes by itself.',
    payload: {
      ...WORKFLOW,
      ...STEP,
      /** Of an approval. */
      decision: z.enum(['approved', 'rejected']).optional(),
      /** Of a step that queued a message. */
      outboxId: id.optional(),
    },
    example: step,
  },
  workflowStepOverdue: {
    audit: ['workflowRuns', 'run', 'failure'],
    retention: null,
    description: 'The deadline of a step passed before it was done.',
    payload: { ...WORKFLOW, ...STEP, dueAt: instant },
    example: { ...step, dueAt: '2026-11-27T08:00:00.000Z' },
  },
  workflowCompleted: {
    audit: ['workflowRuns', 'run'],
    retention: null,
    description: 'A workflow ended with an outcome.',
    payload: { ...WORKFLOW, outcome: text },
    example: { ...workflow, outcome: 'Granted' },
  },
  workflowStopped: {
    audit: ['workflowRuns', 'run'],
    retention: null,
    description: 'A workflow was stopped before it had an outcome.',
    payload: WORKFLOW,
    example: workflow,
  },
  workflowBlueprintSaved: {
    audit: ['workflows', 'update'],
    retention: null,
    description: 'A blueprint of workflows was saved.',
    payload: { workflowBlueprintId: id, name: text, version: count },
    example: { workflowBlueprintId: ID, name: 'Hardship', version: 2 },
  },
  workflowBlueprintDeleted: {
    audit: ['workflows', 'delete'],
    retention: null,
    description: 'A blueprint of workflows was deleted. What runs by it runs on.',
    payload: { workflowBlueprintId: id, name: text },
    example: { workflowBlueprintId: ID, name: 'Hardship' },
  },
});
