/** Blueprints of workflows with their versions, and the workflows that run on accounts. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Reason } from '../../../engine/reason.ts';
import type { WorkflowPhase, WorkflowStepType } from '../../../engine/workflows/blueprint.ts';
import type { StepStatus, WorkflowStatus } from '../../../engine/workflows/progress.ts';
import { clientId, clientPolicy, instantColumn } from '../../platform/tables.ts';

export const workflowBlueprint = pgTable(
  'workflow_blueprint',
  {
    clientId: clientId(),
    blueprintId: uuid().notNull(),
    name: text().notNull(),
    currentVersion: integer().notNull(),
    isDeleted: boolean().notNull().default(false),
    createdAt: instantColumn().notNull(),
    updatedAt: instantColumn().notNull(),
    updatedBy: text(),
    /** Counts saves: an edit of an older state is refused. */
    revision: integer().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.blueprintId] }),
    uniqueIndex('workflow_blueprint_name').on(t.clientId, sql`lower(name)`).where(sql`not is_deleted`),
    clientPolicy(),
  ],
);

/** Immutable: a running workflow keeps its version. */
export const workflowBlueprintVersion = pgTable(
  'workflow_blueprint_version',
  {
    clientId: clientId(),
    blueprintId: uuid().notNull(),
    version: integer().notNull(),
    phases: jsonb().$type<readonly WorkflowPhase[]>().notNull(),
    /** What the workflow may end with, in the client’s own words. */
    outcomes: text().array().notNull(),
    savedAt: instantColumn().notNull(),
    savedBy: text(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.blueprintId, t.version] }), clientPolicy()],
);

export const workflow = pgTable(
  'workflow',
  {
    clientId: clientId(),
    workflowId: uuid().notNull(),
    accountId: uuid().notNull(),
    /** The claim it is about; null: the whole account. */
    externalClaimRef: text(),
    blueprintId: uuid().notNull(),
    version: integer().notNull(),
    /** The blueprint’s when it was started. */
    name: text().notNull(),
    status: text().$type<WorkflowStatus>().notNull().default('inProgress'),
    outcomeOption: text(),
    outcomeNotes: text(),
    /** What started it once, where that was no person. */
    requestKey: text(),
    startedAt: instantColumn().notNull(),
    /** User id; null: the product. */
    startedBy: text(),
    endedAt: instantColumn(),
    /** When a worker shall look; null while only people can go on. */
    wakeAt: instantColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.workflowId] }),
    index('workflow_account').on(t.clientId, t.accountId),
    index('workflow_due').on(t.clientId, t.wakeAt).where(sql`wake_at is not null`),
    uniqueIndex('workflow_request').on(t.clientId, t.requestKey).where(sql`request_key is not null`),
    clientPolicy(),
  ],
);

/** What was handed in with a step. */
export interface StepFile {
  readonly fileId: string;
  readonly name: string;
}

export const workflowStep = pgTable(
  'workflow_step',
  {
    clientId: clientId(),
    workflowId: uuid().notNull(),
    stepId: text().notNull(),
    accountId: uuid().notNull(),
    /** Its place in the version: phases[phase].steps[position]. */
    phase: smallint().notNull(),
    position: smallint().notNull(),
    stepOrder: smallint().notNull(),
    type: text().$type<WorkflowStepType>().notNull(),
    status: text().$type<StepStatus>().notNull().default('pending'),
    assignedUserId: uuid(),
    assignedRole: text(),
    /** Of the task queue, while a person shall do it. */
    taskId: uuid(),
    outboxId: uuid(),
    /** Why it waits or needs a person. */
    why: jsonb().$type<Reason>(),
    startedAt: instantColumn(),
    dueAt: instantColumn(),
    /** When a deferred message is tried again. */
    retryAt: instantColumn(),
    overdueAt: instantColumn(),
    completedAt: instantColumn(),
    completedBy: uuid(),
    completedRole: text(),
    notes: text().notNull().default(''),
    /** What was filled in, by the field’s name. */
    values: jsonb().$type<Readonly<Record<string, unknown>>>().notNull().default({}),
    files: jsonb().$type<readonly StepFile[]>().notNull().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.workflowId, t.stepId] }),
    index('workflow_step_active').on(t.clientId, t.accountId).where(sql`status = 'inProgress'`),
    uniqueIndex('workflow_step_task').on(t.clientId, t.taskId).where(sql`task_id is not null`),
    clientPolicy(),
  ],
);
