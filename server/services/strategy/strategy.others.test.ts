/** Steps that ask or start what other services own: decision trees and workflows. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Uuid } from '../../../core/id.ts';
import { DAY, instant } from '../../../core/time.ts';
import type { TreeStep } from '../../../engine/graph/tree.ts';
import { step } from '../workflows/workflows.testing.ts';
import { email, end, openStrategyHouse, type StrategyHouse, stepsOf } from './strategy.testing.ts';

let house: StrategyHouse;
beforeAll(async () => {
  house = await openStrategyHouse();
});
afterAll(() => house.close());
beforeEach(() => house.rewind());

const later = (milliseconds: number) => {
  house.clock.time = instant(house.clock.time + milliseconds);
};

const ask = (treeId: string, next: string | null, noLeaf: string | null, version: number | null = null): TreeStep => ({
  id: 'ask',
  stepType: 'executeDecisionTree',
  stepState: { treeId, version, outcomeName: 'way' },
  outputs: { next, noLeaf },
});
const isPursued: TreeStep = {
  id: 'if',
  stepType: 'evaluateIfCondition',
  stepState: { mode: 'advanced', expression: 'strategy.way == "pursue" && strategy.letter == "pursue-letter"' },
  left: null,
  right: 'mail',
};

it('asks the live version of a decision tree, and goes on by what it decided', async () => {
  const { id, publish } = await house.newTree('Write off or pursue', 'writeOff');
  const steps = [ask(id, 'if', 'end'), isPursued, email('mail', null), end];
  const { problems } = await house.save(steps);
  expect(problems.filter(({ severity }) => severity === 'error')).toMatchObject([{ stepId: 'ask', key: 'blueprint.treeMissing' }]);
  await publish();
  const blueprintId = await house.saved(steps);
  const [claim, huge] = [await house.newClaim(), await house.newClaim()];
  await house.inA((tx) => tx.sql('update claim set balance = 100000 where external_claim_ref = $1', [huge.externalClaimRef]));
  await house.command('startStrategy', [claim, huge], blueprintId);
  expect((await house.current(claim)).nextSteps.map(({ stepId }) => stepId)).toEqual(['ask', 'if', 'mail']);
  await house.advance();
  expect(stepsOf(await house.current(claim))).toEqual(['ask:done', 'if:yes', 'mail:done']);
  expect(stepsOf(await house.current(huge))).toEqual(['ask:noLeaf', 'end:ended']);
  await expect(
    house.call('decision', 'mutation ($clientId: ID!, $treeId: ID!) { deleteDecisionTree(clientId: $clientId, treeId: $treeId) }', {
      clientId: house.clientA,
      treeId: id,
    }),
  ).rejects.toThrow('Strategies use this tree');
});

const BLUEPRINT =
  'mutation ($id: ID!, $clientId: ID!, $name: String!, $phases: String!, $outcomes: [String!]) { saveWorkflowBlueprint(id: $id, clientId: $clientId, name: $name, phases: $phases, outcomes: $outcomes) { workflowBlueprintId } }';

async function workflow(name: string): Promise<Uuid> {
  const steps = [step('talk', 'manualTask')];
  const { saveWorkflowBlueprint } = await house.call<{ saveWorkflowBlueprint: { workflowBlueprintId: Uuid } }>('workflows', BLUEPRINT, {
    id: 'new',
    clientId: house.clientA,
    name,
    phases: JSON.stringify([{ name: 'Only', steps }]),
    outcomes: ['granted', 'refused'],
  });
  return saveWorkflowBlueprint.workflowBlueprintId;
}

it('starts a workflow, waits for its outcome, and goes on late without one', async () => {
  const workflowBlueprintId = await workflow('Hardship');
  const start: TreeStep = {
    id: 'start',
    stepType: 'createWorkflow',
    stepState: { workflowBlueprintId, waits: true, mostDays: 5 },
    outputs: { next: 'if', late: 'end' },
  };
  const granted = { ...isPursued, stepState: { mode: 'advanced', expression: 'strategy.workflowOutcome == "granted"' } };
  const blueprintId = await house.saved([start, granted, email('mail', null), end]);
  const [answered, forgotten] = [await house.newClaim(), await house.newClaim()];
  await house.command('startStrategy', [answered, forgotten], blueprintId);
  await house.advance();
  expect(await house.current(answered)).toMatchObject({ status: 'waiting', reason: { key: 'wait.workflow' } });
  later(10_000);
  await house.advance();
  const { getWorkflows } = await house.call<{ getWorkflows: { workflowId: Uuid; status: string }[] }>(
    'workflows',
    'query ($clientId: ID!, $accountId: ID!) { getWorkflows(clientId: $clientId, accountId: $accountId) { workflowId status } }',
    { clientId: house.clientA, accountId: answered.accountId },
  );
  expect(getWorkflows).toHaveLength(1);
  await house.call(
    'workflows',
    'mutation ($clientId: ID!, $accountId: ID!, $workflowId: ID!) { submitWorkflowOutcome(clientId: $clientId, accountId: $accountId, workflowId: $workflowId, workflowOutcomeOption: "granted", workflowOutcomeNotes: "Agreed by phone") { workflowId } }',
    { clientId: house.clientA, accountId: answered.accountId, workflowId: getWorkflows[0]!.workflowId },
  );
  await house.advance();
  expect(stepsOf(await house.current(answered))).toEqual(['start:done', 'if:yes', 'mail:done']);
  later(5 * DAY);
  await house.advance();
  expect(stepsOf(await house.current(forgotten))).toEqual(['start:late', 'end:ended']);
});
