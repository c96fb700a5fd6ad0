/**
 * The shape of a workflow blueprint: phases that run one after the other, each with steps. Steps of a phase that share their `order` run side
 * by side; one with a higher order begins when those with lower ones are done (docs/decisions/workflows.md).
 */
import { z } from 'zod';

/** What a person does. */
export const HUMAN_STEPS = ['manualTask', 'uploadFile', 'fillMetadata', 'financialAssessment', 'approval'] as const;
/** What completes by itself. */
export const AUTOMATIC_STEPS = ['sendMessage', 'setStrategies', 'waitDeadline'] as const;
export const WORKFLOW_STEP_TYPES = [...HUMAN_STEPS, ...AUTOMATIC_STEPS] as const;
export type WorkflowStepType = (typeof WORKFLOW_STEP_TYPES)[number];

export const isHuman = (type: WorkflowStepType): boolean => (HUMAN_STEPS as readonly string[]).includes(type);

/** What a field of a manual task takes. */
export const FIELD_TYPES = ['text', 'number', 'date', 'boolean'] as const;
export const STRATEGIES_STATUSES = ['paused', 'resumed'] as const;
export const METADATA_TARGETS = ['account', 'claim'] as const;

export const MOST_PHASES = 20;
export const MOST_STEPS = 50;
export const MOST_FIELDS = 20;
export const MOST_OUTCOMES = 10;
export const MOST_NAME = 100;
export const MOST_DESCRIPTION = 500;
/** A year of working days, in hours. */
export const MOST_HOURS = 260 * 24;
/** A step’s place within its phase. */
const MOST_ORDER = 1000;

const line = z.string().max(1000);
const named = line.nullable().default(null);

/** A role, or a person by the name they sign in with. Neither: nobody in particular. */
const assignee = z.object({ userRole: named, username: named }).nullable().default(null);

const step = z.object({
  stepId: z.string().min(1).max(100),
  type: z.enum(WORKFLOW_STEP_TYPES),
  /** What is to be done, in a few words. */
  description: z.string().max(5000).default(''),
  order: z.int().min(0).max(MOST_ORDER).default(0),
  /** The editor’s word that the step is complete; anything but false keeps the blueprint from being saved. */
  isInvalid: z.boolean().nullish(),
  /** Working time: a day is 24 hours, and days that are free don’t count. */
  deadline: z
    .object({ hours: z.int().min(0).max(100_000), minutes: z.int().min(0).max(59) })
    .nullable()
    .default(null),
  assignedTo: assignee,
  /** Of task groups: its topics’ people get the step. */
  groupName: named,
  /** Who gets the step when its deadline has passed. */
  escalateTo: assignee,
  /** Of a manual task: what is filled in. */
  fields: z
    .array(z.object({ name: line, type: z.enum(FIELD_TYPES), required: z.boolean().default(false) }))
    .max(200)
    .default([]),
  /** Of a message. */
  channel: z.enum(['email', 'sms']).nullable().default(null),
  bundleName: named,
  locale: z.string().max(20).nullable().default(null),
  /** Of metadata: whose, and which fields. */
  metadataTarget: z.enum(METADATA_TARGETS).nullable().default(null),
  metadataFields: z.array(line).max(200).default([]),
  /** Of strategies: what becomes of them. */
  strategiesStatus: z.enum(STRATEGIES_STATUSES).nullable().default(null),
});

/** Phases as they are handed in; what is in them is checked apart (check.ts). */
export const phasesSchema = z.array(z.object({ name: line.default(''), steps: z.array(step).max(MOST_STEPS * 4) })).max(MOST_PHASES * 4);

export type WorkflowStep = z.output<typeof step>;
export type WorkflowAssignee = NonNullable<WorkflowStep['assignedTo']>;
export type WorkflowField = WorkflowStep['fields'][number];
export interface WorkflowPhase {
  readonly name: string;
  readonly steps: readonly WorkflowStep[];
}

/** @returns a step with everything that its type does not need left empty. */
export const newWorkflowStep = (stepId: string, type: WorkflowStepType, order = 0): WorkflowStep => ({
  ...step.parse({ stepId, type, order }),
  ...(type === 'sendMessage' ? { channel: 'email' as const } : {}),
  ...(type === 'fillMetadata' ? { metadataTarget: 'account' as const } : {}),
  ...(type === 'setStrategies' ? { strategiesStatus: 'paused' as const } : {}),
  ...(type === 'waitDeadline' ? { deadline: { hours: 24, minutes: 0 } } : {}),
});

/** @returns the groups, roles and people that the steps name, once each: who works with the blueprint. */
export function agentsOf(phases: readonly WorkflowPhase[]): string[] {
  const named = phases.flatMap(({ steps }) =>
    steps.flatMap(({ assignedTo, escalateTo, groupName }) =>
      [groupName, assignedTo, escalateTo].map((each) =>
        each === null || typeof each === 'string' ? each : (each.username ?? each.userRole),
      ),
    ),
  );
  return [...new Set(named.filter((name): name is string => !!name))];
}

/** @returns the length of a step’s deadline; 0 without one. */
export const minutesOf = ({ deadline }: Pick<WorkflowStep, 'deadline'>): number => (deadline ? deadline.hours * 60 + deadline.minutes : 0);
