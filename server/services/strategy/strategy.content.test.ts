import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import type { TreeStep } from '../../../engine/types.ts';
import { email, end, openStrategyHouse, type StrategyHouse } from './strategy.testing.ts';

let house: StrategyHouse;
beforeAll(async () => {
  house = await openStrategyHouse();
});
afterAll(() => house.close());

const stepsOf = async (id: Uuid) =>
  (
    await house.ask<{ getStrategyBlueprint: { version: number; steps: TreeStep[] } }>(
      'query ($clientId: ID, $id: ID!) { getStrategyBlueprint(clientId: $clientId, id: $id) { version steps } }',
      { id },
    )
  ).getStrategyBlueprint;
const sms: TreeStep = { id: 'sms', stepType: 'sendSMS', stepState: { bundleName: 'reminder' }, down: 'end' };
const leadTo = (blueprintId: Uuid): TreeStep[] => [{ id: 'go', stepType: 'replaceStrategySteps', stepState: { blueprintId } }];

describe('content that many strategies name', () => {
  it('is replaced in all of them, in steps of the wanted type, and each that names it gets one version', async () => {
    const [both, other] = [await house.saved([email('a', 'b'), email('b', 'sms'), sms, end]), await house.saved([end])];
    const { replaceStepContentInBlueprints: changed } = await house.ask<{ replaceStepContentInBlueprints: object[] }>(
      `mutation ($clientId: ID!) { replaceStepContentInBlueprints(clientId: $clientId, oldContent: "reminder", newContent: "second", stepType: "sendEmail") { id stepIds } }`,
      {},
    );
    expect(changed).toEqual([{ id: both, stepIds: ['a', 'b'] }]);
    const after = await stepsOf(both);
    expect(after.version).toBe(2);
    expect(after.steps.map((step) => step.stepState.bundleName)).toEqual(['second', 'second', 'reminder', undefined]);
    expect((await stepsOf(other)).version).toBe(1);
  });

  it('is not replaced by what a step cannot have', async () => {
    const target = await house.saved([end]);
    const id = await house.saved(leadTo(target));
    for (const newContent of ['', uuidv7()]) {
      const { errors } = await house.raw(
        'strategy',
        'mutation ($clientId: ID!, $old: String!, $new: String!) { replaceStepContentInBlueprints(clientId: $clientId, oldContent: $old, newContent: $new) { id } }',
        { clientId: house.clientA, old: target, new: newContent },
      );
      expect(errors?.[0]?.extensions?.code).toBe('INVALID_INPUT');
    }
    expect(await stepsOf(id)).toMatchObject({ version: 1, steps: [{ stepState: { blueprintId: target } }] });
  });

  it('that is a strategy is replaced by another where steps lead to it', async () => {
    const [old, next] = [await house.saved([end]), await house.saved([end])];
    const id = await house.saved(leadTo(old));
    const { replaceBluePrintIdsByStepContent: changed } = await house.ask<{ replaceBluePrintIdsByStepContent: { id: Uuid }[] }>(
      'mutation ($clientId: ID!, $old: ID!, $next: ID!) { replaceBluePrintIdsByStepContent(clientId: $clientId, blueprintId: $old, replacementBlueprintId: $next) { id } }',
      { old, next },
    );
    expect(changed).toEqual([{ id }]);
    expect(await stepsOf(id)).toMatchObject({ version: 2, steps: [{ stepState: { blueprintId: next } }] });
  });
});

describe('the person a step gives accounts to', () => {
  const fields = 'assignmentId blueprintStepId userId action';
  it('is read, set and taken away by itself, as a new version', async () => {
    const id = await house.saved([{ id: 'give', stepType: 'assignAccount', stepState: {}, down: 'end' }, end]);
    const list = async () =>
      (
        await house.ask<{ getStrategyBlueprintAccountAssignments: object[] }>(
          `query ($clientId: ID!, $id: ID!) { getStrategyBlueprintAccountAssignments(clientId: $clientId, blueprintId: $id) { ${fields} } }`,
          { id },
        )
      ).getStrategyBlueprintAccountAssignments;
    const put = (userId: Uuid, assignmentId = 'give') =>
      house.ask<{ saveStrategyBlueprintAccountAssignment: object }>(
        `mutation ($clientId: ID!, $id: ID!, $step: ID!, $userId: ID!) {
          saveStrategyBlueprintAccountAssignment(clientId: $clientId, blueprintId: $id, assignmentId: $step, userId: $userId) { ${fields} } }`,
        { id, step: assignmentId, userId },
      );
    expect(await list()).toEqual([{ assignmentId: 'give', blueprintStepId: 'give', userId: null, action: null }]);
    expect((await put(house.userA)).saveStrategyBlueprintAccountAssignment).toMatchObject({ userId: house.userA, action: 'CREATE' });
    expect((await stepsOf(id)).version).toBe(2);
    await expect(put(house.userB)).rejects.toThrow(/INVALID_INPUT/);
    await expect(put(house.userA, 'end')).rejects.toThrow(/NOT_FOUND/);
    expect(await list()).toMatchObject([{ userId: house.userA }]);
    const { deleteStrategyBlueprintAccountAssignment: taken } = await house.ask<{ deleteStrategyBlueprintAccountAssignment: object }>(
      `mutation ($clientId: ID!, $id: ID!) { deleteStrategyBlueprintAccountAssignment(clientId: $clientId, blueprintId: $id, assignmentId: "give") { ${fields} } }`,
      { id },
    );
    expect(taken).toMatchObject({ userId: null, action: 'DELETE' });
    expect(await stepsOf(id)).toMatchObject({ version: 3, steps: [{ stepState: { userId: null } }, {}] });
  });
});

describe('what conditions can ask', () => {
  it("holds the client's own metadata fields with their types", async () => {
    const metaFields = { claim: { tariff: 'STRING', readings: { type: 'number' } }, account: { vip: 'BOOLEAN' } };
    await house.call(
      'backoffice',
      'mutation ($c: ID!, $in: ClientConfigurationInput!) { setClientConfiguration(clientId: $c, clientConfiguration: $in) { revision } }',
      { c: house.clientA, in: { metaFields } },
    );
    const { getConditionalVariablesAndHelperFunctionNames: known, getScoreModels: scores } = await house.ask<{
      getConditionalVariablesAndHelperFunctionNames: { variables: { name: string; valueType: string; operations: string[] }[] };
      getScoreModels: { model: string }[];
    }>(
      `query ($clientId: ID!) { getConditionalVariablesAndHelperFunctionNames(clientId: $clientId) { variables { name valueType operations } functions }
        getScoreModels(clientId: $clientId) { type model description } }`,
      {},
    );
    const types = Object.fromEntries(known.variables.map(({ name, valueType }) => [name, valueType]));
    expect(types).toMatchObject({
      claimBalance: 'CURRENCY',
      'claim.meta.tariff': 'STRING',
      'claim.meta.readings': 'NUMBER',
      'account.meta.vip': 'BOOLEAN',
      claimReference: 'STRING',
      debtorLastName: 'STRING',
      'account.isAssigned': 'BOOLEAN',
    });
    for (const { model } of scores) expect(types[model]).toBe('NUMBER');
    expect(scores).toHaveLength(3);
  });
});
