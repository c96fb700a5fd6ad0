/** Where things are used over strategies, rules and workflows, what takes their place everywhere, and the picture of what leads where. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import type { TreeStep } from '../../../engine/graph/tree.ts';
import { newWorkflowStep } from '../../../engine/workflows/blueprint.ts';
import { addAgents } from '../account/account.testing.ts';
import { addBundle } from '../cms/cms.testing.ts';
import { email, end, openStrategyHouse, type StrategyHouse, wait } from './strategy.testing.ts';

interface Place {
  id: Uuid;
  displayName: string;
  steps: { id: string; stepType: string; description: string }[];
  olderVersions: number[];
}
interface Area {
  where: string;
  mayReplace: boolean;
  places: Place[];
  hidden: number;
}
const AREA = 'where mayReplace hidden places { id displayName steps { id stepType description } olderVersions }';

let house: StrategyHouse;
beforeAll(async () => {
  house = await openStrategyHouse();
  await house.inA(async (tx) => {
    for (const name of ['old', 'new']) await addBundle(tx, name, { source: 'Hello' });
    await addBundle(tx, 'old', { source: 'Hello', channel: 'sms' });
  });
});
afterAll(() => house.close());

const usages = async (kind: string, value: string, token?: string) =>
  (
    await house.call<{ getUsages: Area[] }>(
      'strategy',
      `query ($clientId: ID!, $kind: UsageKind!, $value: String!) { getUsages(clientId: $clientId, kind: $kind, value: $value) { ${AREA} } }`,
      { clientId: house.clientA, kind, value },
      token,
    )
  ).getUsages;
const replace = (kind: string, oldValue: string, newValue: string, token?: string) =>
  house.raw(
    'strategy',
    `mutation ($clientId: ID!, $kind: UsageKind!, $old: String!, $new: String!) {
      replaceUsages(clientId: $clientId, kind: $kind, oldValue: $old, newValue: $new) { ${AREA} } }`,
    { clientId: house.clientA, kind, old: oldValue, new: newValue },
    token,
  );
const counts = (areas: Area[]) => Object.fromEntries(areas.map(({ where, places, hidden }) => [where, places.length + hidden]));

async function rule(reaction: object): Promise<Uuid> {
  const { addReaction } = await house.call<{ addReaction: { reactionId: Uuid } }>(
    'reactions',
    'mutation ($clientId: ID!, $reaction: ReactionInput!) { addReaction(clientId: $clientId, reaction: $reaction) { reactionId } }',
    { clientId: house.clientA, reaction: { messageType: 'linkClicked', ...reaction } },
  );
  return addReaction.reactionId;
}
const does = (type: string, parameters: object) => ({ id: type, type, parameters: JSON.stringify(parameters) });

async function workflow(name: string, more: object): Promise<Uuid> {
  const { saveWorkflowBlueprint: saved } = await house.call<{ saveWorkflowBlueprint: { workflowBlueprintId: Uuid } }>(
    'workflows',
    'mutation ($clientId: ID!, $name: String!, $phases: String!) { saveWorkflowBlueprint(clientId: $clientId, id: "new", name: $name, phases: $phases) { workflowBlueprintId } }',
    {
      clientId: house.clientA,
      name,
      phases: JSON.stringify([
        { name: 'First', steps: [{ ...newWorkflowStep('message', 'sendMessage'), description: 'Write', isInvalid: false, ...more }] },
      ]),
    },
  );
  return saved.workflowBlueprintId;
}
const go = (blueprintId: Uuid): TreeStep => ({
  id: 'go',
  stepType: 'replaceStrategySteps',
  stepState: { blueprintId, description: 'Last stage' },
});
const mail = (id: string, bundleName: string, down: string): TreeStep => ({ ...email(id, down), stepState: { bundleName } });
const textMessage: TreeStep = { id: 'sms', stepType: 'sendSMS', stepState: { bundleName: 'old' }, down: 'end' };

describe('a template used everywhere', () => {
  let strategyId: Uuid;
  beforeAll(async () => {
    strategyId = await house.saved([mail('a', 'old', 'b'), wait('b', 3, 'sms'), textMessage, end]);
    await house.saved([
      { id: 'note', stepType: 'createCaseManagementTask', stepState: { topicId: 'default', note: 'old' }, down: 'end' },
      end,
    ]);
    await rule({ displayName: 'Clicked', reactions: [does('sendEmail', { bundleName: 'old' })] });
    await workflow('Written', { channel: 'email', bundleName: 'old' });
  });

  it('is found by what it is, not by its name, in strategies, rules and workflows', async () => {
    const found = await usages('email', 'old');
    expect(counts(found)).toEqual({ strategies: 1, reactions: 1, workflows: 1 });
    expect(found[0]!.places).toMatchObject([{ id: strategyId, steps: [{ id: 'a', stepType: 'sendEmail' }], olderVersions: [] }]);
    expect(counts(await usages('sms', 'old'))).toEqual({ strategies: 1, reactions: 0, workflows: 0 });
  });

  it('is replaced in all of them at once, by somebody who may edit each, and only by what is there', async () => {
    expect((await replace('email', 'old', 'nowhere')).errors?.[0]?.extensions?.key).toBe('usageUnknown');
    expect((await replace('email', 'old', 'old')).errors?.[0]?.extensions?.key).toBe('usageSame');
    const reader = await house.tokenFor(house.clientA, 'READ_ONLY');
    expect((await replace('email', 'old', 'new', reader)).errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
    // Who may edit strategies alone sees how many others there are, and changes none of them.
    const permissions = [{ domain: 'strategy', actions: ['viewStrategies', 'editStrategies'] }];
    await house.call(
      'backoffice',
      'mutation ($clientId: ID!, $role: ClientRoleInput!) { saveClientRole(clientId: $clientId, role: $role) { name } }',
      { clientId: house.clientA, role: { name: 'STRATEGIST', permissions } },
    );
    const strategist = await house.tokenFor(house.clientA, 'STRATEGIST');
    expect((await usages('email', 'old', strategist)).map(({ places, hidden }) => [places.length, hidden])).toEqual([
      [1, 0],
      [0, 1],
      [0, 1],
    ]);
    const barred = (await replace('email', 'old', 'new', strategist)).errors?.[0];
    expect(barred?.extensions?.code).toBe('FORBIDDEN');
    expect(barred?.message).toContain('reactions/editReactions');
    expect(barred?.message).not.toContain('Clicked');
    expect(counts(await usages('email', 'old'))).toEqual({ strategies: 1, reactions: 1, workflows: 1 });

    const claim = await house.newClaim();
    await house.command('startStrategy', [claim], strategyId);
    const { data, errors } = await replace('email', 'old', 'new');
    expect(errors).toBeUndefined();
    expect(counts(data!.replaceUsages as Area[])).toEqual({ strategies: 1, reactions: 1, workflows: 1 });
    expect(counts(await usages('email', 'new'))).toEqual({ strategies: 1, reactions: 1, workflows: 1 });
    // The claim that runs goes on with the former one; nothing else does.
    const [strategies, ...others] = await usages('email', 'old');
    expect(strategies!.places).toMatchObject([{ id: strategyId, steps: [], olderVersions: [1] }]);
    expect(others.flatMap(({ places }) => places)).toEqual([]);
    expect(counts(await usages('sms', 'old'))).toMatchObject({ strategies: 1 });
  });
});

describe('a replacement that does not fit', () => {
  it('is refused whole, and the place that it does not fit is named', async () => {
    const [old, back] = [await house.saved([end]), await house.saved([end])];
    const first = await house.saved([go(old)], 'new', { displayName: 'Comes first' });
    await house.saved([go(first)], back);
    await rule({ displayName: 'Starts', reactions: [does('startRun', { blueprintId: old })] });
    // It would lead from the first strategy back to it, and no one waits.
    const { errors } = await replace('strategy', old, back);
    expect(errors?.[0]).toMatchObject({ extensions: { key: 'strategyLoops' } });
    expect(errors?.[0]?.message).toContain('Comes first');
    expect(counts(await usages('strategy', old))).toEqual({ strategies: 1, reactions: 1, workflows: 0 });
  });

  it('is refused where a step that fires a trigger lacks a field of the other one', async () => {
    const save = (name: string, fields: object[]) =>
      house.ask(
        'mutation ($clientId: ID!, $name: String!, $fields: [TriggerFieldInput!]) { saveCustomTrigger(clientId: $clientId, name: $name, fields: $fields) { name } }',
        { name, fields },
      );
    await save('plain', []);
    await save('court', [{ name: 'day', type: 'date', required: true }]);
    await save('other', []);
    await house.saved([{ id: 'fire', stepType: 'executeCustomTrigger', stepState: { trigger: 'plain' }, down: 'end' }, end], 'new', {
      displayName: 'Fires',
    });
    await rule({ displayName: 'Answers', messageType: 'customTriggerFired', triggerName: 'plain', reactions: [does('stopRun', {})] });
    const refused = (await replace('trigger', 'plain', 'court')).errors?.[0];
    expect(refused).toMatchObject({ extensions: { key: 'usageUnfit' } });
    expect(refused?.message).toContain('Fires');
    expect((await replace('trigger', 'plain', 'other')).errors).toBeUndefined();
    expect(counts(await usages('trigger', 'other'))).toEqual({ strategies: 1, reactions: 1, workflows: 0 });
  });
});

describe('a person', () => {
  it('is found in steps by their id and in workflows by what they sign in with, and replaced in both', async () => {
    const [other] = (await addAgents(house, 1)).staff;
    const [{ email: mine } = { email: '' }] = await house.inA((tx) =>
      tx.sql<{ email: string }>('select email from published.client_user where client_id = $1 and user_id = $2', [
        tx.clientId,
        house.userA,
      ]),
    );
    await house.saved([{ id: 'give', stepType: 'assignAccount', stepState: { userId: house.userA }, down: 'end' }, end]);
    await workflow('By hand', { type: 'manualTask', channel: null, assignedTo: { userRole: null, username: mine.toUpperCase() } });
    expect(counts(await usages('user', house.userA))).toEqual({ strategies: 1, reactions: 0, workflows: 1 });
    // Somebody of another client is nobody here.
    expect((await replace('user', house.userA, house.userB)).errors?.[0]?.extensions?.key).toBe('usageUnknown');
    expect((await replace('user', house.userA, other!)).errors).toBeUndefined();
    expect(counts(await usages('user', house.userA))).toEqual({ strategies: 0, reactions: 0, workflows: 0 });
    expect(counts(await usages('user', other!))).toEqual({ strategies: 1, reactions: 0, workflows: 1 });
  });
});

describe('a partner', () => {
  it('is found where steps give it claims, alone or by percentages, and another one gets them instead', async () => {
    const [going, staying] = [uuidv7(), uuidv7()];
    await house.inA(async (tx) => {
      for (const partnerId of [going, staying])
        await tx.sql('insert into partner (client_id, partner_id, name, created_at, updated_at) values ($1, $2, $3, now(), now())', [
          tx.clientId,
          partnerId,
          partnerId,
        ]);
    });
    const shares = [going, staying].map((partnerId) => ({ partnerId, percentage: 50 }));
    await house.saved([{ id: 'split', stepType: 'ADVANCED_OUTSOURCE_CLAIM', stepState: { partnerAllocations: shares }, down: 'end' }, end]);
    await rule({ displayName: 'Given', reactions: [does('outsourceClaim', { partnerId: going })] });
    expect(counts(await usages('partner', going))).toEqual({ strategies: 1, reactions: 1, workflows: 0 });
    expect((await replace('partner', going, uuidv7())).errors?.[0]?.extensions?.key).toBe('usageUnknown');
    expect((await replace('partner', going, staying)).errors).toBeUndefined();
    expect(counts(await usages('partner', going))).toEqual({ strategies: 0, reactions: 0, workflows: 0 });
    expect(counts(await usages('partner', staying))).toEqual({ strategies: 1, reactions: 1, workflows: 0 });
  });
});

describe('metadata fields', () => {
  it('are found and never replaced', async () => {
    await house.saved([{ id: 'set', stepType: 'setClaimMetaFields', stepState: { values: { tariff: 'A' } }, down: 'end' }, end]);
    await rule({
      displayName: 'Asks',
      condition: { metafield: 'tariff', operation: '=', metavalue: 'A' },
      reactions: [does('stopRun', {})],
    });
    expect(counts(await usages('metadata', 'claim.meta.tariff'))).toEqual({ strategies: 1, reactions: 1, workflows: 0 });
    expect((await replace('metadata', 'claim.meta.tariff', 'claim.meta.other')).errors?.[0]?.extensions?.key).toBe('usageFindOnly');
  });
});

describe('the picture of all strategies', () => {
  it('has the claims in each, what leads from one to another and through which steps, and the rules between them', async () => {
    const last = await house.saved([wait('wait', 5, 'end'), end], 'new', { displayName: 'Last' });
    const first = await house.saved([
      wait('wait', 1, 'fire'),
      { id: 'fire', stepType: 'executeCustomTrigger', stepState: { trigger: 'other' }, down: 'go' },
      go(last),
    ]);
    const rules = [
      await rule({
        displayName: 'Back',
        messageType: 'customTriggerFired',
        triggerName: 'other',
        reactions: [does('replaceRun', { blueprintId: last })],
      }),
      await rule({ displayName: 'Elsewhere', reactions: [does('stopRun', {})] }),
    ];
    await house.command('startStrategy', [await house.newClaim(), await house.newClaim()], last);
    const { getStrategyMap: map } = await house.ask<{
      getStrategyMap: {
        strategies: { id: Uuid; active: number; waiting: number }[];
        reactions: { id: Uuid; displayName: string }[];
        links: { from: Uuid; to: Uuid; kind: string; steps: { id: string; description: string }[] }[];
      };
    }>(
      `query ($clientId: ID!) { getStrategyMap(clientId: $clientId) { strategies { id active waiting paused } reactions { id displayName messageType isEnabled }
        links { from to kind steps { id stepType description } } } }`,
      {},
    );
    const node = map.strategies.find(({ id }) => id === last)!;
    expect(node.active + node.waiting).toBe(2);
    const of = (id: Uuid) => map.links.filter(({ from, to }) => from === id || to === id);
    expect(of(first)).toEqual(
      expect.arrayContaining([
        { from: first, to: last, kind: 'replaces', steps: [{ id: 'go', stepType: 'replaceStrategySteps', description: 'Last stage' }] },
        { from: first, to: rules[0], kind: 'fires', steps: [{ id: 'fire', stepType: 'executeCustomTrigger', description: '' }] },
      ]),
    );
    expect(of(rules[0]!)).toContainEqual(expect.objectContaining({ from: rules[0], to: last, kind: 'starts' }));
    expect(map.reactions.map(({ id }) => id)).not.toContain(rules[1]);
    expect(of(uuidv7() as Uuid)).toEqual([]);
  });
});
