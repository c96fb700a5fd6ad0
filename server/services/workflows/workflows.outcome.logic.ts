/** How a workflow ends: with one of its outcomes. */
import { collectFaults } from '../../../core/collectFaults.ts';
import { fault, invalid } from '../../../core/fault.ts';
import { holds } from '../../../core/holds.ts';
import { isoInstant } from '../../../core/time.ts';
import { isRejected } from '../../../engine/workflows/progress.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { endWorkflowTasks } from '../account/task/task.workflow.logic.ts';
import {
  isOpen,
  lockWorkflow,
  readSteps,
  skipOpenSteps,
  WORKFLOW_COLUMNS,
  type WorkflowRow,
  workflowEvent,
} from './workflows.row.logic.ts';
import type { Worker } from './workflows.step.logic.ts';

const MOST_NOTES = 5_000;

export interface Outcome {
  readonly accountId: string;
  readonly workflowId: string;
  readonly workflowOutcomeOption: string;
  readonly workflowOutcomeNotes?: string | null | undefined;
}

/**
 * Ends a workflow. Steps that are not done are skipped, which needs a note; an approval that nobody has given may be skipped only by people who
 * edit workflows. The same outcome sent again is the same. @throws Fault NOT_FOUND, INVALID_INPUT naming the field, CONFLICT, FORBIDDEN
 */
export async function submitOutcome(tx: Tx, input: Outcome, worker: Worker): Promise<WorkflowRow> {
  const workflow = await lockWorkflow(tx, input.accountId, input.workflowId);
  const option = input.workflowOutcomeOption.trim();
  const notes = input.workflowOutcomeNotes?.trim() || null;
  if (workflow.status === 'completed' && workflow.outcomeOption === option && workflow.outcomeNotes === notes) return workflow;
  if (workflow.status !== 'inProgress') throw fault('CONFLICT', 'workflowOver');
  const steps = await readSteps(tx, [workflow.workflowId]);
  const open = isRejected(steps) ? steps.filter(({ status }) => status === 'inProgress') : steps.filter(isOpen);
  const outcomes = await outcomesOf(tx, workflow);
  collectFaults((check) => {
    check(() => {
      if (!outcomes.includes(option)) throw invalid('workflowOutcomeOption', 'workflowOutcome', { choices: outcomes.join(', ') });
    });
    check(() => {
      if ((notes?.length ?? 0) > MOST_NOTES) throw invalid('workflowOutcomeNotes', 'atMostCharacters', { number: MOST_NOTES });
      if (open.length > 0 && notes === null) throw invalid('workflowOutcomeNotes', 'workflowEarlyNote');
    });
  });
  if (open.some(({ type }) => type === 'approval') && !holds(worker.permissions, 'workflows', 'editWorkflows'))
    throw fault('FORBIDDEN', 'workflowApprovalOpen');
  await endWorkflowTasks(tx, await skipOpenSteps(tx, [workflow.workflowId]), null, worker.userId);
  const [ended] = await tx.sql<WorkflowRow & Record<string, unknown>>(
    `update workflow w set status = 'completed', outcome_option = $3, outcome_notes = $4, ended_at = $5, wake_at = null
     where w.client_id = $1 and w.workflow_id = $2 returning ${WORKFLOW_COLUMNS}`,
    [tx.clientId, workflow.workflowId, option, notes, isoInstant(now())],
  );
  await appendEvents(tx, [workflowEvent('workflowCompleted', ended!, { outcome: option })]);
  return ended!;
}

/** @returns what a workflow may end with, by its own version. */
async function outcomesOf(tx: Tx, { workflowBlueprintId, version }: WorkflowRow): Promise<string[]> {
  const [row] = await tx.sql<{ outcomes: string[] }>(
    'select outcomes from workflow_blueprint_version where client_id = $1 and blueprint_id = $2 and version = $3',
    [tx.clientId, workflowBlueprintId, version],
  );
  return row?.outcomes ?? [];
}
