import type { ChildProcess } from 'node:child_process';
import { expect, it } from 'vitest';
import type { Uuid } from '../../../core/id.ts';
import { inClient } from '../../platform/tenancy.ts';
import { startTestProgram } from '../../platform/testing.workers.ts';
import { saveBlueprint as saveStrategy } from '../strategy/strategy.blueprint.logic.ts';
import { startRuns } from '../strategy/strategy.runs.logic.ts';
import { startWorkflows } from './workflows.run.logic.ts';
import { openWorkflowHouse, step, type WorkflowHouse } from './workflows.testing.ts';

/** QUITTANCE_KILLS=60 is the long form. */
const KILLS = Number(process.env.QUITTANCE_KILLS ?? 6);
const PER_KILL = 8;
const WAIT = [
  { id: 'w', stepType: 'delay', stepState: { days: 30 }, down: 'end' },
  { id: 'end', stepType: 'expired', stepState: {} },
];

/** What every workflow does by itself, before and after the one step that people do. */
const PHASES = [
  [step('mail', 'sendMessage', { bundleName: 'reminder' }), step('pause', 'setStrategies')],
  [step('call', 'manualTask'), step('resume', 'setStrategies', { strategiesStatus: 'resumed', order: 1 })],
];

/** Asks again until it is so; a test's own limit of time ends it otherwise. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50));
}

it('does nothing twice and loses nothing while its workers are killed', { timeout: 120_000 + KILLS * 5_000 }, async () => {
  const house = await openWorkflowHouse();
  const running = new Set<ChildProcess>();
  try {
    const work = () =>
      running.add(
        startTestProgram('services/workflows/workflows.kill.worker.ts', [JSON.stringify(house.database.addresses), house.clientA]),
      );
    const workflowBlueprintId = await house.saved(PHASES);
    const strategyId = await house.inA(async (tx) => {
      const { blueprint } = await saveStrategy(tx, { id: 'new', displayName: 'Waiting', steps: JSON.stringify(WAIT) });
      return blueprint!.id;
    });
    for (const _ of [1, 2]) work();
    for (let kill = 1; kill <= KILLS; kill++) {
      await startSome(house, workflowBlueprintId, strategyId);
      await until(async () => (await inProgress(house, 'call')).length > 0);
      // People go on meanwhile.
      for (const at of await inProgress(house, 'call')) await house.completeOnly({ ...at, stepId: 'call' });
      const [victim] = running;
      running.delete(victim!);
      victim!.kill('SIGKILL');
      work();
    }
    await until(async () => {
      for (const at of await inProgress(house, 'call')) await house.completeOnly({ ...at, stepId: 'call' });
      return (
        (
          await house.inA((tx) =>
            tx.sql(`select 1 from workflow_step where client_id = $1 and status <> 'completed' limit 1`, [tx.clientId]),
          )
        ).length === 0
      );
    });
    const count = KILLS * PER_KILL;
    expect(await counted(house)).toEqual({
      workflows: count,
      steps: count * 4,
      messages: count,
      tasks: count,
      completions: count * 4,
      distinct: count * 4,
      started: count,
      pauses: count,
    });
  } finally {
    for (const child of running) child.kill('SIGKILL');
    await house.close();
  }
});

/** Starts workflows twice with the same keys, as a step that is performed again does. */
async function startSome(house: WorkflowHouse, workflowBlueprintId: Uuid, strategyId: Uuid): Promise<void> {
  const accounts = await Promise.all(Array.from({ length: PER_KILL }, () => house.newAccount()));
  const asked = accounts.map(({ accountId, externalClaimRef }) => ({
    ...{ accountId, externalClaimRef, workflowBlueprintId },
    key: `start:${accountId}`,
  }));
  await inClient(house.database, house.clientA, async (tx) => {
    await startRuns(tx, { blueprintId: strategyId, externalClaimRefs: accounts.map(({ externalClaimRef }) => externalClaimRef) });
    await startWorkflows(tx, asked);
  });
  await inClient(house.database, house.clientA, (tx) => startWorkflows(tx, asked));
}

const inProgress = (house: WorkflowHouse, stepId: string) =>
  house.inA((tx) =>
    tx.sql<{ accountId: Uuid; workflowId: Uuid }>(
      `select account_id as "accountId", workflow_id as "workflowId" from workflow_step where client_id = $1 and step_id = $2 and status = 'inProgress'`,
      [tx.clientId, stepId],
    ),
  );

async function counted(house: WorkflowHouse) {
  const [row] = await house.inA((tx) =>
    tx.sql(
      `select (select count(*)::int from workflow where client_id = $1) as workflows, (select count(*)::int from workflow_step where client_id = $1) as steps,
         (select count(*)::int from outbox where client_id = $1) as messages, (select count(*)::int from case_task where client_id = $1) as tasks,
         (select count(*)::int from event where client_id = $1 and message_type = 'workflowStepCompleted') as completions,
         (select count(distinct (payload ->> 'workflowId', payload ->> 'stepId'))::int from event where client_id = $1 and message_type = 'workflowStepCompleted') as distinct,
         (select count(*)::int from event where client_id = $1 and message_type = 'workflowStarted') as started,
         (select count(*)::int from event where client_id = $1 and message_type = 'strategyPaused') as pauses`,
      [tx.clientId],
    ),
  );
  return row;
}
