/** Runs of strategies. */
import { z } from 'zod';
import { defineEvents } from './define.ts';
import { count, id, reason, text } from './fields.ts';

const ID = '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e08';

/** What every event of a run's life says. */
export const RUN = {
  runId: id,
  blueprintId: id,
  /** Of the strategy. */
  version: count,
};
const run = { runId: ID, blueprintId: ID, version: 3 };

/** One decided step of a run. Its run is the event's correlation, its strategy the actor. */
export const STEP = {
  version: count,
  stepId: text,
  stepType: text,
  /** How often the run came by this step. */
  visit: count,
  outcome: text,
  why: reason.nullable().optional(),
  /** Of a contact that was put off or refused: the rule. */
  rule: text.optional(),
  /** Of a step that queued a message. */
  outboxId: id.optional(),
};
const step = { version: 3, stepId: 'reminder', stepType: 'sendEmail', visit: 1, outcome: 'done' };
const why = { key: 'run.stopped' };

export const STRATEGY_EVENTS = defineEvents({
  strategyStarted: {
    audit: ['runs', 'run'],
    retention: null,
    description: 'A claim entered a strategy.',
    payload: { ...RUN, displayName: text },
    example: { ...run, displayName: 'First reminders' },
  },
  strategyStep: {
    audit: ['runs', 'run'],
    retention: null,
    fromDebtor: ['why.values'],
    description: 'A run decided a step.',
    payload: STEP,
    example: step,
  },
  strategyPaused: {
    audit: ['runs', 'run'],
    retention: null,
    description: 'A run stands still until it is resumed.',
    payload: { ...RUN, why: reason },
    example: { ...run, why },
  },
  strategyResumed: {
    audit: ['runs', 'run'],
    retention: null,
    description: 'A paused run goes on, or one that ended with its claim.',
    payload: { ...RUN, why: reason.optional() },
    example: run,
  },
  strategyStopped: {
    audit: ['runs', 'run'],
    retention: null,
    description: 'A run was ended.',
    payload: { ...RUN, why: reason },
    example: { ...run, why },
  },
  strategyCompleted: {
    audit: ['runs', 'run'],
    retention: null,
    fromDebtor: ['why.values'],
    description: 'A run came to the end of its path.',
    payload: {
      ...RUN,
      ...STEP,
      // A run that its claim ended names itself, one that came to its end the last step.
      runId: id.optional(),
      blueprintId: id.optional(),
      stepId: text.optional(),
      stepType: text.optional(),
      visit: count.optional(),
      outcome: text.optional(),
    },
    example: { version: 3, why: { key: 'run.pathEnded' } },
  },
  strategySwitched: {
    audit: ['runs', 'run'],
    retention: null,
    fromDebtor: ['why.values'],
    description: 'A run went over to another strategy.',
    payload: STEP,
    example: { ...step, outcome: 'switched' },
  },
  strategyMoved: {
    audit: ['runs', 'run'],
    retention: null,
    description: 'A run went over to the latest version of its strategy.',
    payload: { ...RUN, displayName: text },
    example: { ...run, displayName: 'First reminders' },
  },
  strategyFailed: {
    audit: ['runs', 'run', 'failure'],
    retention: null,
    fromDebtor: ['why.values'],
    description: 'A run ended because a step could not be decided.',
    payload: STEP,
    example: { ...step, outcome: 'failed' },
  },
  strategyRunaway: {
    audit: ['runs', 'run', 'failure'],
    retention: null,
    fromDebtor: ['why.values'],
    description: 'A run was ended because it went in a loop without waiting.',
    payload: STEP,
    example: { ...step, outcome: 'runaway' },
  },
  checkpointReached: {
    audit: ['runs', 'run'],
    retention: null,
    description: 'A run came by a checkpoint of its strategy.',
    payload: { displayName: text, stepId: text.nullable(), runId: id, blueprintId: id },
    example: { displayName: 'Second reminder sent', stepId: 'checkpoint-1', runId: ID, blueprintId: ID },
  },
  customTriggerSaved: {
    audit: ['customTriggers', 'update'],
    retention: null,
    description: 'A trigger of the client’s own was declared or changed.',
    payload: { trigger: text },
    example: { trigger: 'legal_letter_sent' },
  },
  customTriggerDeleted: {
    audit: ['customTriggers', 'delete'],
    retention: null,
    description: 'A trigger of the client’s own was taken away.',
    payload: { trigger: text },
    example: { trigger: 'legal_letter_sent' },
  },
  customTriggerFired: {
    audit: ['runs', 'run'],
    retention: 'notes',
    fromDebtor: ['values'],
    description: 'A trigger of the client’s own was fired on a claim: by staff, by a strategy or by a program.',
    payload: { trigger: text, values: z.record(text, z.union([text, z.number(), z.boolean()])).optional() },
    example: { trigger: 'legal_letter_sent', values: { court: 'Hamburg' } },
  },
});
