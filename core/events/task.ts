/** Tasks, and what came of the work on them. */
import { z } from 'zod';
import { defineEvents } from './define.ts';
import { changes, day, id, instant, reason, text } from './fields.ts';

const ID = '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e06';

/** What every event of a task's life says. */
export const TASK = {
  taskId: id,
  topicId: text,
  /** What is to be done in somebody's words, or a matter that readers see in their language. */
  note: text,
  matter: text.optional(),
  values: z.record(text, z.unknown()).optional(),
  /** Whose it is; null: whoever of its topic comes first. */
  recipientId: id.nullable(),
  dueDate: day.nullable().optional(),
};
const task = { taskId: ID, topicId: 'default', note: 'Call back about the instalments', recipientId: null, dueDate: '2026-12-01' };
const WORK = { workItemId: id };

export const TASK_EVENTS = defineEvents({
  taskCreated: {
    audit: ['tasks', 'create'],
    retention: 'notes',
    fromDebtor: ['note', 'values', 'why.values'],
    description: 'Somebody, a strategy or a debtor’s request made a task.',
    payload: {
      ...TASK,
      /** The strategy that made it. */
      blueprintName: text.nullable().optional(),
      /** Why it was given to this person. */
      why: reason.optional(),
    },
    example: task,
  },
  taskStarted: {
    audit: ['tasks', 'update'],
    retention: 'notes',
    fromDebtor: ['note', 'values'],
    description: 'Somebody began to work on a task.',
    payload: {
      ...TASK,
      /** Who had begun it before and let go of it. */
      takenFrom: id.nullable().optional(),
    },
    example: { ...task, recipientId: ID },
  },
  taskResolved: {
    audit: ['tasks', 'update'],
    retention: 'notes',
    fromDebtor: ['note', 'values', 'why.values'],
    description: 'A task is done. With a reason the product ended it, because its claims are paid.',
    payload: { ...TASK, resolutionNote: text.nullable().optional(), why: reason.optional() },
    example: { ...task, resolutionNote: 'Agreed on a plan' },
  },
  taskSkipped: {
    audit: ['tasks', 'update'],
    retention: 'notes',
    fromDebtor: ['note', 'values', 'reason'],
    description: 'A task was snoozed until a moment.',
    payload: { ...TASK, until: instant, reason: text.optional() },
    example: { ...task, until: '2026-11-27T08:00:00.000Z' },
  },
  taskUnsnoozed: {
    audit: ['tasks', 'update'],
    retention: 'notes',
    fromDebtor: ['note', 'values'],
    description: 'Somebody ended the snooze of a task.',
    payload: TASK,
    example: task,
  },
  taskReassigned: {
    audit: ['tasks', 'update'],
    retention: 'notes',
    fromDebtor: ['note', 'values'],
    description: 'A task was given to another person, or back to its topic.',
    payload: { ...TASK, from: id.nullable(), to: id.nullable() },
    example: { ...task, from: null, to: ID },
  },
  taskChanged: {
    audit: ['tasks', 'update'],
    retention: 'notes',
    fromDebtor: ['note', 'values', 'changes.from', 'changes.to', 'why.values'],
    description: 'Fields of a task were edited. With a reason the product brought it back, because its claims are open again.',
    payload: { ...TASK, changes: changes.optional(), why: reason.optional() },
    example: { ...task, changes: [{ field: 'dueDate', from: null, to: '2026-12-01' }] },
  },
  workCompleted: {
    audit: ['tasks', 'update'],
    retention: 'notes',
    fromDebtor: ['disputeReason'],
    description: 'A collector ended the work on an account with an outcome.',
    payload: {
      ...WORK,
      /** By the names of core/workOutcomes.ts. */
      outcome: text,
      resolution: text,
      /** Whether the contact’s own outcome tells the same. */
      resolved: z.boolean(),
      /** The account is offered again from this day on. */
      restUntil: day.nullable(),
      /** What the debtor told on the telephone to be known by. */
      rightParty: z.array(text).optional(),
      /** Of a call-back. */
      dueDate: day.optional(),
      disputeReason: text.optional(),
    },
    example: { workItemId: ID, outcome: 'noAnswer', resolution: 'noAnswer', resolved: true, restUntil: '2026-11-28' },
  },
  workSkipped: {
    audit: ['tasks', 'update'],
    retention: 'notes',
    description: 'A collector passed an account over.',
    payload: { ...WORK, skipReason: text },
    example: { workItemId: ID, skipReason: 'noTime' },
  },
  workUndone: {
    audit: ['tasks', 'update'],
    retention: 'notes',
    description: 'A collector took an outcome back; what it made is undone too.',
    payload: { ...WORK, outcome: text.nullable(), resolution: text.optional(), promiseToPayId: id.optional() },
    example: { workItemId: ID, outcome: 'promise', resolution: 'promiseToPay' },
  },
});
