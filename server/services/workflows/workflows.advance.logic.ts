/**
 * Lets workflows go on: begins what comes next, performs what completes by itself, and notes what is overdue. One transaction a workflow, which
 * its row's lock keeps to one worker: whatever is killed, each step happens once.
 */
import type { Uuid } from '../../../core/id.ts';
import { type Instant, instant, isoInstant, MINUTE } from '../../../core/time.ts';
import { localDate } from '../../../core/zone.ts';
import { isHuman, minutesOf } from '../../../engine/workflows/blueprint.ts';
import { dueAt } from '../../../engine/workflows/deadline.ts';
import { stepsToBegin } from '../../../engine/workflows/progress.ts';
import { outageFault } from '../../platform/away.ts';
import { now } from '../../platform/clock.ts';
import { logger } from '../../platform/log.ts';
import { type Database, inClient, SYSTEM, type Tx } from '../../platform/tenancy.ts';
import { nonWorkingDays } from '../account/task/task.due.logic.ts';
import { readWorkCalendar } from '../operations/operations.schedule.logic.ts';
import { assignOnBegin, escalate } from './workflows.assign.logic.ts';
import { performStep } from './workflows.perform.logic.ts';
import { readSteps, type StepRow, WORKFLOW_COLUMNS, type WorkflowRow, wakeAt, writeStep } from './workflows.row.logic.ts';

/** A workflow that could not go on is tried again after this long, and the others go on meanwhile. */
const PAUSE = 10 * MINUTE;

/** Advances what is due of a client. @returns the moment of the next one, or null */
export async function advanceWorkflows(database: Database, clientId: Uuid, signal?: AbortSignal): Promise<Instant | null> {
  for (;;) {
    if (signal?.aborted) return now();
    const taken: { workflowId?: Uuid } = {};
    try {
      const more = await inClient(database, clientId, (tx) => advanceNext(tx, taken), { actor: SYSTEM });
      if (!more) return await inClient(database, clientId, nextMoment);
    } catch (error) {
      const { workflowId } = taken;
      // A database that was away is no reason for this one workflow to wait.
      if (!workflowId || outageFault(error)) throw error;
      logger.error({ error, clientId, workflowId }, 'a workflow could not go on; it will be tried again');
      await inClient(database, clientId, (tx) => wakeAt(tx, workflowId, instant(now() + PAUSE)));
    }
  }
}

/** What others have locked is theirs at this moment. @returns false when nothing is due */
async function advanceNext(tx: Tx, taken: { workflowId?: Uuid }): Promise<boolean> {
  const [workflow] = await tx.sql<WorkflowRow & Record<string, unknown>>(
    `select ${WORKFLOW_COLUMNS} from workflow w where w.client_id = $1 and w.wake_at <= $2 order by w.wake_at limit 1 for update skip locked`,
    [tx.clientId, isoInstant(now())],
  );
  if (!workflow) return false;
  taken.workflowId = workflow.workflowId;
  const steps = await goOn(tx, workflow, await readSteps(tx, [workflow.workflowId]));
  await wakeAt(tx, workflow.workflowId, nextLook(steps));
  return true;
}

async function nextMoment(tx: Tx): Promise<Instant | null> {
  const [row] = await tx.sql<{ at: Date | null }>('select min(wake_at) as at from workflow where client_id = $1 and wake_at is not null', [
    tx.clientId,
  ]);
  return row?.at ? instant(row.at) : null;
}

/** Every round completes or begins a step, so that there is an end. */
async function goOn(tx: Tx, workflow: WorkflowRow, before: readonly StepRow[]): Promise<readonly StepRow[]> {
  if (workflow.status !== 'inProgress') return [];
  let steps = before;
  for (;;) {
    const begun = new Set(stepsToBegin(steps).map(({ stepId }) => stepId));
    const looked: StepRow[] = [];
    for (const step of steps) {
      const active = begun.has(step.stepId) ? await begin(tx, workflow, step) : step;
      looked.push(active.status === 'inProgress' ? await look(tx, workflow, active) : active);
    }
    const isStill = looked.every((step, index) => step.status === steps[index]!.status);
    steps = looked;
    if (isStill) return steps;
  }
}

async function begin(tx: Tx, workflow: WorkflowRow, step: StepRow): Promise<StepRow> {
  const minutes = minutesOf(step.definition);
  const calendar = await readWorkCalendar(tx);
  const due = minutes > 0 ? dueAt(now(), minutes, calendar.timezone, nonWorkingDays(calendar)) : null;
  const begun = await writeStep(tx, step, { status: 'inProgress', startedAt: now(), dueAt: due });
  return isHuman(step.type) ? assignOnBegin(tx, workflow, begun, due && localDate(due, calendar.timezone)) : begun;
}

/** Performs a step that is due to complete itself, or notes that a person is late. */
async function look(tx: Tx, workflow: WorkflowRow, step: StepRow): Promise<StepRow> {
  const isHeld = step.retryAt !== null && step.retryAt > now();
  const performed = isHuman(step.type) || step.taskId !== null || isHeld ? step : await performStep(tx, workflow, step);
  const isLate = performed.status === 'inProgress' && performed.type !== 'waitDeadline' && performed.overdueAt === null;
  return isLate && performed.dueAt !== null && performed.dueAt <= now() ? escalate(tx, workflow, performed) : performed;
}

/** @returns when something happens by itself; null while only people can go on. What a person has a task for is not tried again. */
function nextLook(steps: readonly StepRow[]): Instant | null {
  const moments = steps.flatMap(({ status, taskId, retryAt, dueAt: due, overdueAt }) =>
    status === 'inProgress' ? [taskId === null ? retryAt : null, overdueAt === null ? due : null].filter((at) => at !== null) : [],
  );
  return moments.length > 0 ? instant(Math.min(...moments)) : null;
}
