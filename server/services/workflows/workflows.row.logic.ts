/** A workflow and its steps as they are kept: locked, read and written in one way, and how the log tells of them. */

import type { EventTypeOf } from '../../../core/events/catalogue.ts';
import type { WORKFLOW } from '../../../core/events/workflow.ts';
import { notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import type { Reason } from '../../../engine/reason.ts';
import type { WorkflowStep } from '../../../engine/workflows/blueprint.ts';
import type { StepState, StepStatus, WorkflowStatus } from '../../../engine/workflows/progress.ts';
import { type Besides, composeEvent, type NewEvent } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import type { StepFile } from './workflows.tables.ts';

export interface WorkflowRow {
  readonly workflowId: Uuid;
  readonly clientId: Uuid;
  readonly accountId: Uuid;
  readonly externalClaimRef: string | null;
  readonly workflowBlueprintId: Uuid;
  readonly version: number;
  readonly name: string;
  readonly status: WorkflowStatus;
  readonly outcomeOption: string | null;
  readonly outcomeNotes: string | null;
  readonly requestKey: string | null;
  readonly startedAt: Instant;
  readonly startedBy: string | null;
  readonly endedAt: Instant | null;
}

export interface StepRow extends StepState {
  readonly workflowId: Uuid;
  readonly position: number;
  readonly assignedUserId: Uuid | null;
  readonly assignedRole: string | null;
  readonly taskId: Uuid | null;
  readonly outboxId: Uuid | null;
  readonly why: Reason | null;
  readonly startedAt: Instant | null;
  readonly dueAt: Instant | null;
  readonly retryAt: Instant | null;
  readonly overdueAt: Instant | null;
  readonly completedAt: Instant | null;
  readonly completedRole: string | null;
  readonly notes: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly files: readonly StepFile[];
  readonly phaseName: string;
  /** The step of the workflow's own version of its blueprint. */
  readonly definition: WorkflowStep;
}

const epoch = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
/** Of `workflow w`. */
export const WORKFLOW_COLUMNS = `w.workflow_id as "workflowId", w.client_id as "clientId", w.account_id as "accountId", w.external_claim_ref as "externalClaimRef",
  w.blueprint_id as "workflowBlueprintId", w.version, w.name, w.status, w.outcome_option as "outcomeOption", w.outcome_notes as "outcomeNotes",
  w.request_key as "requestKey", ${epoch('w.started_at')} as "startedAt", w.started_by as "startedBy", ${epoch('w.ended_at')} as "endedAt"`;
/** Of `workflow_step s` and the version `v`. */
const STEP_COLUMNS = `s.workflow_id as "workflowId", s.step_id as "stepId", s.phase, s.position, s.step_order as "order", s.type, s.status,
  s.assigned_user_id as "assignedUserId", s.assigned_role as "assignedRole", s.task_id as "taskId", s.outbox_id as "outboxId", s.why,
  ${epoch('s.started_at')} as "startedAt", ${epoch('s.due_at')} as "dueAt", ${epoch('s.retry_at')} as "retryAt", ${epoch('s.overdue_at')} as "overdueAt",
  ${epoch('s.completed_at')} as "completedAt", s.completed_by as "completedBy", s.completed_role as "completedRole", s.notes, s.values, s.files,
  v.phases -> s.phase::int ->> 'name' as "phaseName", v.phases -> s.phase::int -> 'steps' -> s.position::int as definition`;

/** Changes of one workflow come one after the other. @throws Fault NOT_FOUND */
export async function lockWorkflow(tx: Tx, accountId: string, workflowId: string): Promise<WorkflowRow> {
  const [row] =
    isUuid(workflowId) && isUuid(accountId)
      ? await tx.sql<WorkflowRow & Record<string, unknown>>(
          `select ${WORKFLOW_COLUMNS} from workflow w where w.client_id = $1 and w.workflow_id = $2 and w.account_id = $3 for update`,
          [tx.clientId, workflowId, accountId],
        )
      : [];
  if (!row) throw notFound('workflowNotFound');
  return row;
}

/** @returns the steps of workflows, in their order. */
export async function readSteps(tx: Tx, workflowIds: readonly Uuid[]): Promise<StepRow[]> {
  return tx.sql<StepRow & Record<string, unknown>>(
    `select ${STEP_COLUMNS} from workflow_step s
     join workflow w on w.client_id = s.client_id and w.workflow_id = s.workflow_id
     join workflow_blueprint_version v on v.client_id = w.client_id and v.blueprint_id = w.blueprint_id and v.version = w.version
     where s.client_id = $1 and s.workflow_id = any($2::uuid[]) order by s.workflow_id, s.phase, s.step_order, s.position`,
    [tx.clientId, workflowIds],
  );
}

/** Columns of a step by the names they are read with. */
const COLUMNS = {
  status: 'status',
  assignedUserId: 'assigned_user_id',
  assignedRole: 'assigned_role',
  taskId: 'task_id',
  outboxId: 'outbox_id',
  why: 'why',
  startedAt: 'started_at',
  dueAt: 'due_at',
  retryAt: 'retry_at',
  overdueAt: 'overdue_at',
  completedAt: 'completed_at',
  completedBy: 'completed_by',
  completedRole: 'completed_role',
  notes: 'notes',
  values: 'values',
  files: 'files',
} as const satisfies Partial<Record<keyof StepRow, string>>;
export type StepChange = Partial<Pick<StepRow, keyof typeof COLUMNS>>;

/** Writes columns of a step whose workflow is locked. @returns the step as it is then. */
export async function writeStep<Row extends StepRow>(tx: Tx, step: Row, change: StepChange): Promise<Row> {
  const names = Object.keys(change) as (keyof StepChange)[];
  const values = names.map((name) => {
    const value = change[name];
    if (name.endsWith('At')) return value == null ? null : isoInstant(value as Instant);
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null);
  });
  await tx.sql(
    `update workflow_step set ${names.map((name, index) => `${COLUMNS[name]} = $${index + 4}`).join(', ')} where client_id = $1 and workflow_id = $2 and step_id = $3`,
    [tx.clientId, step.workflowId, step.stepId, ...values],
  );
  return { ...step, ...change };
}

/** Has a worker look at a workflow at a moment; null: only when somebody has done something. */
export async function wakeAt(tx: Tx, workflowId: Uuid, at: Instant | null): Promise<void> {
  await tx.sql('update workflow set wake_at = $3 where client_id = $1 and workflow_id = $2', [
    tx.clientId,
    workflowId,
    at === null ? null : isoInstant(at),
  ]);
}

/** Skips what is not done when a workflow ends. @returns the tasks of these steps */
export async function skipOpenSteps(tx: Tx, workflowIds: readonly Uuid[]): Promise<Uuid[]> {
  const rows = await tx.sql<{ task_id: Uuid | null }>(
    `update workflow_step set status = 'skipped', retry_at = null where client_id = $1 and workflow_id = any($2::uuid[]) and status in ('pending', 'inProgress')
     returning task_id`,
    [tx.clientId, workflowIds],
  );
  return rows.flatMap((row) => row.task_id ?? []);
}

type WorkflowEvent = Extract<EventTypeOf<'task'>, `workflow${string}`>;

/** What the log says of a workflow. */
export function workflowEvent<Type extends WorkflowEvent>(
  messageType: Type,
  row: WorkflowRow,
  payload: Besides<Type, typeof WORKFLOW>,
): NewEvent {
  const { workflowId, workflowBlueprintId, name, requestKey, accountId, externalClaimRef } = row;
  return composeEvent(messageType, { accountId, externalClaimRef }, { workflowId, workflowBlueprintId, name, requestKey }, payload);
}

/** What events say of a step. */
export const stepFacts = ({ stepId, type, definition }: StepRow) => ({ stepId, type, description: definition.description });

export const isOpen = ({ status }: { readonly status: StepStatus }): boolean => status === 'pending' || status === 'inProgress';
