import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Uuid } from '../../../core/id.ts';
import { sortByBalance } from '../../../engine/graph/graph.testing.ts';
import type { TreeStep } from '../../../engine/graph/tree.ts';
import { knowStep } from '../../../engine/steps.ts';
import { end, openStrategyHouse, type StrategyHouse, wait } from './strategy.testing.ts';

let house: StrategyHouse;
beforeAll(async () => {
  house = await openStrategyHouse();
});
afterAll(() => house.close());
beforeEach(() => house.rewind());

describe('a saved strategy', () => {
  it('receives a fresh id, and each save is a version that stays', async () => {
    const id = await house.saved([wait('w', 1, 'end'), end]);
    expect(await house.saved([wait('w', 2, 'end'), end], id)).toBe(id);
    const read = (version?: number) =>
      house.ask<{ getStrategyBlueprint: { version: number; currentVersion: number; steps: TreeStep[] } }>(
        'query ($clientId: ID, $id: ID!, $version: Int) { getStrategyBlueprint(clientId: $clientId, id: $id, version: $version) { version currentVersion steps } }',
        { id, version },
      );
    expect((await read(1)).getStrategyBlueprint).toMatchObject({ version: 1, currentVersion: 2, steps: [{ stepState: { days: 1 } }, {}] });
    expect((await read()).getStrategyBlueprint).toMatchObject({ version: 2, steps: [{ stepState: { days: 2 } }, {}] });
    expect((await house.save([wait('w', 2, 'end'), end], id)).blueprint?.version).toBe(2);
  });

  it('has the specification’s shape, also where a condition’s outputs were given by name; outputs of its own stand beside it', async () => {
    const forget = knowStep(sortByBalance);
    try {
      const end = (id: string): TreeStep => ({ id, stepType: 'expired', stepState: {} });
      const id = await house.saved([
        {
          id: 'if',
          stepType: 'evaluateIfCondition',
          stepState: { mode: 'advanced', expression: 'claimBalance > totalFees' },
          outputs: { yes: 'sort' },
        },
        { id: 'sort', stepType: 'sortByBalance', stepState: {}, outputs: { large: 'a', small: 'b' } },
        end('a'),
        end('b'),
      ]);
      const { getStrategyBlueprint } = await house.ask<{ getStrategyBlueprint: { steps: TreeStep[] } }>(
        'query ($clientId: ID, $id: ID!) { getStrategyBlueprint(clientId: $clientId, id: $id) { steps } }',
        { id },
      );
      const [question, sort, ...ends] = getStrategyBlueprint.steps;
      expect(question).toMatchObject({ left: null, right: 'sort' });
      expect(question).not.toHaveProperty('outputs');
      expect(sort).toEqual({ id: 'sort', stepType: 'sortByBalance', stepState: {}, outputs: { small: 'b', medium: null, large: 'a' } });
      expect(ends).toEqual([end('a'), end('b')]);
      const rows = await house.inA((tx) => tx.sql('select steps from strategy_version where blueprint_id = $1', [id]));
      expect(rows).toEqual([{ steps: getStrategyBlueprint.steps }]);
      expect((await house.save(getStrategyBlueprint.steps, id)).blueprint?.version).toBe(1);
    } finally {
      forget();
    }
  });

  it('is not saved while a step is wrong, and says which and why', async () => {
    const { blueprint, problems } = await house.save([
      { id: 'mail', stepType: 'sendEmail', stepState: {}, down: 'nowhere' },
      { id: 'x', stepType: 'unheardOf', stepState: {} },
    ]);
    expect(blueprint).toBeNull();
    expect(problems.filter((problem) => problem.severity === 'error').map((problem) => `${problem.stepId} ${problem.key}`)).toEqual(
      expect.arrayContaining(['mail step.invalidState', 'mail blueprint.dangling', 'x step.unknownType', 'x blueprint.unreachable']),
    );
    const answer = await house.raw(
      'strategy',
      'mutation ($clientId: ID!) { saveStrategyBlueprint(clientId: $clientId, id: "new", steps: "{") { problems { key } } }',
      { clientId: house.clientA },
    );
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'steps' });
  });

  it('is not saved with an expression that does not compile, and says what is wrong and where', async () => {
    const saving = async (expression: string) =>
      (await house.save([{ id: 'if', stepType: 'evaluateIfCondition', stepState: { mode: 'advanced', expression } }])) as object;
    const problem = (key: string, values: object) =>
      expect.objectContaining({
        blueprint: null,
        problems: expect.arrayContaining([expect.objectContaining({ stepId: 'if', key, values })]),
      });
    expect(await saving('claimBalance > 100')).toEqual(
      problem('condition.expressionAmount', { line: 1, column: 1, example: 'money(100, "EUR")' }),
    );
    expect(await saving('debtorAge > 18 &&\n  claimBalnce > totalFees')).toEqual(
      problem('condition.expressionFieldMeant', { line: 2, column: 3, name: 'claimBalnce', suggestion: 'claimBalance' }),
    );
  });

  it('is not overwritten by an editor that began at an older version', async () => {
    const id = await house.saved([end]);
    await house.saved([wait('w', 1, 'end'), end], id, { expectedVersion: 1 });
    await expect(house.save([wait('w', 9, 'end'), end], id, { expectedVersion: 1 })).rejects.toThrow(/CONFLICT.*version 2/);
  });

  it('has a name of its own, letters in any case', async () => {
    await house.saved([end], 'new', { displayName: 'Soft reminders' });
    await expect(house.save([end], 'new', { displayName: 'SOFT reminders' })).rejects.toThrow(/CONFLICT/);
    const { checkStrategyBlueprintDisplayNameAvailability: free } = await house.ask<{
      checkStrategyBlueprintDisplayNameAvailability: boolean;
    }>('query ($clientId: ID!) { checkStrategyBlueprintDisplayNameAvailability(clientId: $clientId, displayName: "soft Reminders") }', {});
    expect(free).toBe(false);
  });
});

describe('the drawing of a strategy', () => {
  it('is made of its layout when nobody uploads one, and follows its steps', async () => {
    const fork = { id: 'if', stepType: 'evaluateIfCondition', stepState: { mode: 'advanced', expression: 'daysPastDue > 3' } };
    const other = { ...end, id: '"><script>' };
    const steps = [{ ...fork, left: 'w', right: other.id }, wait('w', 1, 'end'), end, other];
    const { blueprint } = await house.save(steps);
    const svg = ({ previewUrl }: { previewUrl?: string | null }) => Buffer.from(previewUrl!.split('base64,')[1]!, 'base64').toString();
    const picture = svg(blueprint as { previewUrl?: string });
    expect([...picture.matchAll(/<rect /g)].length).toBe(4);
    expect([...picture.matchAll(/M[\d.]+ [\d.]+V/g)].length).toBe(3);
    expect(picture).toContain('#9B51E0');
    expect(picture).not.toContain('script');
    const { blueprint: next } = await house.save([wait('w', 1, 'end'), end], blueprint!.id);
    expect([...svg(next as { previewUrl?: string }).matchAll(/<rect /g)].length).toBe(2);
  });

  it('is uploaded once to its own address and saved with the strategy', async () => {
    const app = house.app;
    const { createStrategyPreviewFileURL: upload } = await house.ask<{ createStrategyPreviewFileURL: { previewId: Uuid; url: string } }>(
      'mutation ($clientId: ID!) { createStrategyPreviewFileURL(clientId: $clientId) { previewId url } }',
      {},
    );
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==', 'base64');
    const put = (url: string, payload: Buffer) => app.inject({ method: 'PUT', url, headers: { 'content-type': 'image/png' }, payload });
    expect((await put(upload.url, Buffer.from('<svg onload="alert(1)"/>'))).statusCode).toBe(400);
    expect((await put(`${upload.url}x`, png)).statusCode).toBe(404);
    expect((await put(upload.url, png)).statusCode).toBe(204);
    expect((await put(upload.url, png)).statusCode).toBe(404);
    const { blueprint } = await house.save([end], 'new', { previewId: upload.previewId });
    expect(blueprint).toMatchObject({ previewUrl: `data:image/png;base64,${png.toString('base64')}` });
  });
});

describe('deleting a strategy', () => {
  const remove = (blueprintId: Uuid, replacementBlueprintId?: Uuid) =>
    house.ask<{ deleteStrategyBlueprint: { changedStrategies: number; movedClaims: number } }>(
      `mutation ($clientId: ID!, $blueprintId: ID!, $replacementBlueprintId: ID) {
        deleteStrategyBlueprint(clientId: $clientId, blueprintId: $blueprintId, replacementBlueprintId: $replacementBlueprintId) { changedStrategies movedClaims } }`,
      { blueprintId, replacementBlueprintId },
    );

  it('is refused where a circle without a wait would be left, over itself or over others', async () => {
    const go = (blueprintId: Uuid): TreeStep => ({ id: 'go', stepType: 'replaceStrategySteps', stepState: { blueprintId } });
    const old = await house.saved([wait('w', 1, 'end'), end]);
    const direct = await house.saved([go(old)]);
    // What led to the old one would lead to itself.
    await expect(remove(old, direct)).rejects.toThrow(/INVALID_INPUT: .*would lead back to itself without a wait/);
    const around = await house.saved([go(direct)]);
    await expect(remove(old, around)).rejects.toThrow('INVALID_INPUT');
    const slow = await house.saved([wait('w', 1, 'go'), go(old)]);
    expect((await remove(old, slow)).deleteStrategyBlueprint).toEqual({ changedStrategies: 2, movedClaims: 0 });
    // Saving over other strategies is refused in the same way, and goes through with a wait.
    const saved = await house.save([go(around)], slow);
    expect(saved).toMatchObject({ blueprint: null, problems: [{ stepId: 'go', severity: 'error', key: 'blueprint.circle' }] });
    expect((await house.save([wait('w', 1, 'go'), go(around)], slow)).blueprint).not.toBeNull();
  });

  it('needs a replacement while it is used, and moves claims and references there', async () => {
    const [old, replacement] = [await house.saved([wait('w', 1, 'end'), end]), await house.saved([wait('w', 5, 'end'), end])];
    const leading = await house.saved([{ id: 'go', stepType: 'replaceStrategySteps', stepState: { blueprintId: old } }]);
    const claim = await house.newClaim();
    await house.command('startStrategy', [claim], old);
    await expect(remove(old)).rejects.toThrow(/CONFLICT.*1 running claims.*1 other strategies/);
    expect((await remove(old, replacement)).deleteStrategyBlueprint).toEqual({ changedStrategies: 1, movedClaims: 1 });
    expect(await house.current(claim)).toMatchObject({ blueprintId: replacement, status: 'active' });
    const { getStrategyFlow: flow } = await house.ask<{ getStrategyFlow: { nextBlueprints: { id: Uuid }[] } }>(
      'query ($clientId: ID!, $id: ID!) { getStrategyFlow(clientId: $clientId, blueprintId: $id) { nextBlueprints { id } } }',
      { id: leading },
    );
    expect(flow.nextBlueprints.map((each) => each.id)).toEqual([replacement]);
    const answer = await house.raw(
      'strategy',
      'query ($clientId: ID, $id: ID!) { getStrategyBlueprint(clientId: $clientId, id: $id) { id } }',
      {
        clientId: house.clientA,
        id: old,
      },
    );
    expect(answer.errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
  });

  it('is inserted without a name, and asked for without an id', async () => {
    const insert = async () =>
      (
        await house.ask<{ insertStrategyBlueprint: { blueprint: { displayName: string } } }>(
          'mutation ($clientId: ID!) { insertStrategyBlueprint(clientId: $clientId) { blueprint { displayName } } }',
          {},
        )
      ).insertStrategyBlueprint.blueprint.displayName;
    const [first, second] = [await insert(), await insert()];
    expect(first).toMatch(/^New strategy/);
    expect(second).not.toBe(first);
    // The specification's default id is asked for like any other: there is none of that name.
    const answer = await house.raw('strategy', 'query ($clientId: ID) { getStrategyBlueprint(clientId: $clientId) { id } }', {
      clientId: house.clientA,
    });
    expect(answer.errors?.map(({ extensions }) => extensions?.code)).toEqual(['NOT_FOUND']);
  });
});
