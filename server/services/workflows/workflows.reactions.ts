/** What happens elsewhere and moves workflows on. */
import { fault } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { onEvents, type StoredEvent } from '../../platform/events.ts';
import { defineFollower } from '../../platform/follow.ts';
import { enqueue } from '../../platform/jobs.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { followTasks } from './workflows.assign.logic.ts';
import { releaseJob } from './workflows.release.logic.ts';
import { lockWorkflow } from './workflows.row.logic.ts';
import { finishStep, requireStep } from './workflows.step.logic.ts';

// Messages that contact rules put off are asked about again by a job: there may be very many.
onEvents(['contactRulesChanged'], (tx) => enqueue(tx, releaseJob, { clientId: tx.clientId }, { key: `${releaseJob.name}:${tx.clientId}` }));

// Whoever takes a step's task, or is given it, has the step.
onEvents(['taskStarted', 'taskReassigned'], followTasks);

// A step that asks for nothing is done with its task. Another one is not: the task stays until the step has what it needs.
onEvents(['taskResolved'], async (tx, events) => {
  for (const { actorType, actorId, payload } of events) {
    if (actorType !== 'user' || !isUuid(actorId)) continue;
    const found = await activeStep(tx, 'task_id = $2', [payload.taskId]);
    if (!found) continue;
    const { workflow, step } = found;
    const asks = step.type === 'manualTask' ? step.definition.fields.some(({ required }) => required) : step.type !== 'sendMessage';
    if (asks) throw fault('CONFLICT', 'workflowTaskStep', { name: workflow.name });
    const notes = typeof payload.resolutionNote === 'string' ? payload.resolutionNote : '';
    await finishStep(tx, workflow, step, { status: 'completed', notes }, { userId: actorId, role: null });
  }
});

// A message that a blueprint sends is not deleted: the deletion ends with this error.
onEvents(['bundleDeleted'], async (tx, events) => {
  for (const { payload } of events) {
    const rows = await tx.sql<{ name: string }>(
      `select b.name from workflow_blueprint b
       join workflow_blueprint_version v on v.client_id = b.client_id and v.blueprint_id = b.blueprint_id and v.version = b.current_version
       where b.client_id = $1 and not b.is_deleted and jsonb_path_exists(v.phases,
         '$[*].steps[*] ? (@.type == "sendMessage" && @.channel == $channel && @.bundleName == $bundle)', jsonb_build_object('channel', $2::text, 'bundle', $3::text))
       order by lower(b.name) limit 5`,
      [tx.clientId, payload.contentTemplateType, payload.fileName],
    );
    if (rows.length > 0) throw fault('CONFLICT', 'workflowBundleUsed', { workflows: rows.map(({ name }) => name).join(', ') });
  }
});

/** Whoever saves what a debtor earns and spends has done the step that asks for it. */
async function assess(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  for (const { actorType, actorId, accountId, emitTime } of events) {
    if (actorType !== 'user' || !isUuid(actorId) || !accountId) continue;
    const since = `account_id = $2 and type = 'financialAssessment' and started_at <= to_timestamp($3::float8 / 1000)`;
    for (let found = await activeStep(tx, since, [accountId, emitTime]); found; found = await activeStep(tx, since, [accountId, emitTime]))
      await finishStep(tx, found.workflow, found.step, { status: 'completed', notes: '' }, { userId: actorId, role: null });
  }
}
defineFollower({ name: 'workflows.assessment', types: ['financialInformationChanged'], run: assess });

/** @param where of `workflow_step`, with values from $2 on. @returns a step that waits, with its workflow locked; null without one */
async function activeStep(tx: Tx, where: string, values: readonly unknown[]) {
  const [row] = await tx.sql<{ account_id: Uuid; workflow_id: Uuid; step_id: string }>(
    `select account_id, workflow_id, step_id from workflow_step where client_id = $1 and status = 'inProgress' and ${where} limit 1`,
    [tx.clientId, ...values],
  );
  if (!row) return null;
  const workflow = await lockWorkflow(tx, row.account_id, row.workflow_id);
  const step = await requireStep(tx, workflow, row.step_id);
  // Somebody may have been faster while this one waited for the lock.
  return step.status === 'inProgress' ? { workflow, step } : null;
}
