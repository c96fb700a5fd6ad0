/** Who does a step: as its blueprint says, as somebody assigns it, and who gets it when it is late. */
import { fault, invalid } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { type CalendarDate, isoInstant } from '../../../core/time.ts';
import { localDate } from '../../../core/zone.ts';
import type { WorkflowAssignee } from '../../../engine/workflows/blueprint.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents, type StoredEvent } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { createWorkflowTask, reassignWorkflowTask } from '../account/task/task.workflow.logic.ts';
import { listRoles } from '../backoffice/backoffice.role.logic.ts';
import { readWorkCalendar } from '../operations/operations.schedule.logic.ts';
import { usersNamed } from './workflows.names.logic.ts';
import { lockWorkflow, readSteps, type StepRow, stepFacts, type WorkflowRow, workflowEvent, writeStep } from './workflows.row.logic.ts';
import { requireStep } from './workflows.step.logic.ts';

/** Puts a step that begins into the task queue. Whoever its blueprint names and has left since leaves it to everybody. */
export async function assignOnBegin(tx: Tx, workflow: WorkflowRow, step: StepRow, dueDate: CalendarDate | null): Promise<StepRow> {
  const { assignedTo, groupName, description } = step.definition;
  const named = await personOf(tx, assignedTo);
  const role = assignedTo?.userRole ?? null;
  const { taskId, recipientId } = await createWorkflowTask(tx, {
    effectKey: `workflow:${step.workflowId}:${step.stepId}`,
    accountId: workflow.accountId,
    externalClaimRef: workflow.externalClaimRef,
    note: description,
    description: workflow.name,
    groupName,
    recipientId: named,
    isOfRole: role !== null,
    dueDate,
  });
  const assigned = await writeStep(tx, step, { taskId, assignedUserId: recipientId, assignedRole: role });
  if (recipientId || role) await tellAssigned(tx, workflow, assigned);
  return assigned;
}

/** Notes that a step is late, once, and gives it to whoever its blueprint names for that. */
export async function escalate(tx: Tx, workflow: WorkflowRow, step: StepRow): Promise<StepRow> {
  const late = await writeStep(tx, step, { overdueAt: now() });
  await appendEvents(tx, [workflowEvent('workflowStepOverdue', workflow, { ...stepFacts(step), dueAt: isoInstant(step.dueAt ?? now()) })]);
  const to = step.definition.escalateTo;
  if (!to) return late;
  // Somebody must be there for a message that waits, too.
  const owned = late.taskId ? late : await putInQueue(tx, workflow, late);
  return hand(tx, workflow, owned, { userId: await personOf(tx, to), role: to.userRole }, true);
}

/** A step that was to complete itself and can't: a person has to see to it. */
export async function putInQueue(tx: Tx, workflow: WorkflowRow, step: StepRow): Promise<StepRow> {
  const due = step.dueAt && localDate(step.dueAt, (await readWorkCalendar(tx)).timezone);
  return assignOnBegin(tx, workflow, step, due);
}

async function personOf(tx: Tx, to: WorkflowAssignee | null): Promise<Uuid | null> {
  return to?.username ? ((await usersNamed(tx, [to.username])).get(to.username.toLowerCase()) ?? null) : null;
}

async function hand(
  tx: Tx,
  workflow: WorkflowRow,
  step: StepRow,
  to: { readonly userId: Uuid | null; readonly role: string | null },
  isEscalation = false,
): Promise<StepRow> {
  const handed = await writeStep(tx, step, { assignedUserId: to.userId, assignedRole: to.role });
  if (step.taskId && step.assignedUserId !== to.userId)
    await reassignWorkflowTask(tx, step.taskId, to.userId, tx.actor.type === 'user' ? tx.actor.id : null);
  await tellAssigned(tx, workflow, handed, isEscalation);
  return handed;
}

async function tellAssigned(tx: Tx, workflow: WorkflowRow, step: StepRow, isEscalation = false): Promise<void> {
  const { assignedUserId: userId, assignedRole: userRole, taskId } = step;
  await appendEvents(tx, [
    workflowEvent('workflowStepAssigned', workflow, {
      ...stepFacts(step),
      userId,
      userRole,
      taskId,
      ...(isEscalation ? { isEscalation } : {}),
    }),
  ]);
}

export interface Assigning {
  readonly accountId: string;
  readonly workflowId: string;
  readonly stepId: string;
  readonly userRole?: string | null | undefined;
  readonly username?: string | null | undefined;
}

/** Gives a step to a person or a role; with neither, to everybody. @throws Fault NOT_FOUND, CONFLICT, INVALID_INPUT */
export async function assignStep(tx: Tx, input: Assigning): Promise<StepRow> {
  const { userRole = null, username = null } = input;
  if (userRole && username) throw invalid('input.username', 'workflowAssigneeOne');
  const userId = await personOf(tx, { userRole, username });
  if (username && !userId) throw invalid('input.username', 'workflowUserUnknown', { name: username });
  if (userRole && !(await listRoles(tx)).some(({ name }) => name === userRole))
    throw invalid('input.userRole', 'workflowRoleUnknown', { name: userRole });
  const workflow = await lockWorkflow(tx, input.accountId, input.workflowId);
  const step = await requireStep(tx, workflow, input.stepId);
  if (step.taskId === null) throw fault('CONFLICT', step.status === 'pending' ? 'workflowStepPending' : 'workflowStepItself');
  if (step.assignedUserId === userId && step.assignedRole === (userRole || null)) return step;
  return hand(tx, workflow, step, { userId, role: userRole || null });
}

/** Follows what people do with the tasks of steps: whose task it is does the step. */
export async function followTasks(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  for (const { messageType, payload } of events) {
    const recipientId = (payload.recipientId ?? null) as Uuid | null;
    const [found] = await tx.sql<{ account_id: Uuid; workflow_id: Uuid; step_id: string }>(
      `select account_id, workflow_id, step_id from workflow_step
       where client_id = $1 and task_id = $2 and status = 'inProgress' and assigned_user_id is distinct from $3::uuid`,
      [tx.clientId, payload.taskId, recipientId],
    );
    if (!found) continue;
    const workflow = await lockWorkflow(tx, found.account_id, found.workflow_id);
    const step = (await readSteps(tx, [workflow.workflowId])).find(({ stepId }) => stepId === found.step_id)!;
    const owned = await writeStep(tx, step, { assignedUserId: recipientId, ...(recipientId ? { assignedRole: null } : {}) });
    if (messageType === 'taskReassigned') await tellAssigned(tx, workflow, owned);
  }
}
