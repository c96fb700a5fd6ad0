import { afterAll, beforeAll, expect, it } from 'vitest';
import { Fault } from '../../../core/fault.ts';
import { dice, randomPhases } from '../../../engine/workflows/workflows.testing.ts';
import { drainJobs } from '../../platform/jobs.ts';
import { findBlueprint, saveBlueprint } from './workflows.blueprint.logic.ts';
import { startByHand } from './workflows.run.logic.ts';
import { openWorkflowHouse, type WorkflowHouse } from './workflows.testing.ts';

/** QUITTANCE_BLUEPRINTS=10000 is the long form; the rules by themselves are tried with as many in engine/workflows. */
const COUNT = Number(process.env.QUITTANCE_BLUEPRINTS ?? 60);

let house: WorkflowHouse;
beforeAll(async () => {
  house = await openWorkflowHouse();
});
afterAll(() => house.close());

it('saves, reads and runs random blueprints, or refuses them with words', { timeout: 60_000 + COUNT * 500 }, async () => {
  const random = dice(7);
  const known = { roles: ['AGENT', 'SUPERVISOR'], usernames: ['agent0@test.example', 'agent1@test.example'], bundles: ['reminder'] };
  let finished = 0;
  for (let count = 0; count < COUNT; count++) {
    const phases = JSON.stringify(randomPhases(random, known, 0.01));
    try {
      const saved = await house.inA((tx) => saveBlueprint(tx, { id: 'new', name: `Random ${count}`, phases, outcomes: ['Done'] }));
      expect(await house.inA((tx) => findBlueprint(tx, saved.workflowBlueprintId))).toEqual(saved);
      await finish(saved.workflowBlueprintId);
      finished++;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
    }
  }
  expect(finished).toBeGreaterThan(COUNT / 4);
});

/** Plays everybody who has something to do, and lets time pass, until only the outcome is left. */
async function finish(blueprintId: string): Promise<void> {
  const { accountId, externalDebtorRef } = await house.newAccount();
  const workflowId = await house.inA((tx) => startByHand(tx, accountId, blueprintId));
  await drainJobs(house.database);
  for (let round = 0; ; round++) {
    expect(round).toBeLessThan(100);
    const workflow = await house.shown(accountId);
    if (workflow.awaitsOutcome) return;
    const active = workflow.phases.flatMap(({ steps }) => steps).find(({ status, taskId }) => status === 'inProgress' && taskId !== null);
    if (active) await house.doStep({ accountId, workflowId, externalDebtorRef }, active, round);
    else await house.pass(4);
  }
}
