/** The client's own triggers: declared, fired on accounts, heard by runs that wait. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { instant } from '../../../core/time.ts';
import type { TreeStep } from '../../../engine/graph/tree.ts';
import { end, openStrategyHouse, type StrategyHouse, stepsOf } from './strategy.testing.ts';

let house: StrategyHouse;
beforeAll(async () => {
  house = await openStrategyHouse();
});
afterAll(() => house.close());
beforeEach(() => house.rewind());

const SAVE = `mutation ($clientId: ID!, $name: String!, $fields: [TriggerFieldInput!], $revision: Int) {
  saveCustomTrigger(clientId: $clientId, name: $name, description: "A court has set a day", fields: $fields, revision: $revision) { name description fields { name type required } } }`;
const FIRE = `mutation ($clientId: ID!, $accountId: ID!, $refs: [String!], $trigger: String!, $values: JSON) {
  fireCustomTrigger(clientId: $clientId, accountId: $accountId, externalClaimRefs: $refs, trigger: $trigger, values: $values) }`;
const fields = [
  { name: 'day', type: 'date', required: true },
  { name: 'room', type: 'number' },
];
const declare = () => house.ask(SAVE, { name: 'court_date', fields });

it('is declared with its fields, every wrong one named, changed and taken away', async () => {
  expect(await declare()).toEqual({
    saveCustomTrigger: {
      name: 'court_date',
      description: 'A court has set a day',
      fields: [
        { name: 'day', type: 'date', required: true },
        { name: 'room', type: 'number', required: false },
      ],
    },
  });
  const wrong = { clientId: house.clientA, name: 'two words', fields: [{ name: '1st', type: 'text' }, ...fields, fields[0]] };
  const { errors } = await house.raw('strategy', SAVE, wrong);
  expect(errors?.[0]?.extensions?.fields?.map(({ field, key }) => `${field} ${key}`)).toEqual([
    'name triggerName',
    'fields.0.name triggerFieldName',
    'fields.3.name triggerFieldTwice',
  ]);
  await house.ask(SAVE, { name: 'court_date', fields: [] });
  const { getCustomTriggers } = await house.ask<{ getCustomTriggers: object[] }>(
    'query ($clientId: ID!) { getCustomTriggers(clientId: $clientId) { name fields { name } } }',
    {},
  );
  expect(getCustomTriggers).toEqual([{ name: 'court_date', fields: [] }]);
  const remove = 'mutation ($clientId: ID!, $name: String!) { deleteCustomTrigger(clientId: $clientId, name: $name) }';
  expect(await house.ask(remove, { name: 'court_date' })).toEqual({ deleteCustomTrigger: true });
  await expect(house.ask(remove, { name: 'court_date' })).rejects.toThrow('Trigger not found');
});

it('refuses a change over somebody else’s, and a new one over another', async () => {
  const save = (revision: number | null, name = 'hearing') => house.ask(SAVE, { name, fields: [], revision });
  await save(0);
  await save(1);
  for (const revision of [0, 1, 3]) await expect(save(revision)).rejects.toThrow('Someone else changed this trigger');
  await save(null);
  await save(3);
  // It was deleted in between.
  await expect(save(1, 'gone')).rejects.toThrow('Someone else changed this trigger');
});

it('asks a step that fires it for its fields when the strategy is saved', async () => {
  await declare();
  const firing = (values: object, trigger = 'court_date'): TreeStep[] => [
    { id: 'f', stepType: 'executeCustomTrigger', stepState: { trigger, values }, down: 'end' },
    end,
  ];
  const why = { key: 'blueprint.triggerValues', values: { trigger: 'court_date', fields: 'judge, day, room' } };
  expect((await house.save(firing({ judge: 'x', room: '12' }))).problems).toMatchObject([{ stepId: 'f', severity: 'error', ...why }]);
  await house.saved(firing({ day: '2026-04-01', room: 12 }));
  await house.saved(firing({ any: 'x' }, 'not_declared'));
});

it('is fired on an account’s open claims or on some of them, and refused with each wrong value named', async () => {
  await declare();
  const listening = await house.saved([
    {
      id: 'w',
      stepType: 'waitForEvent',
      stepState: { messageTypes: ['customTriggerFired'], trigger: 'court_date', days: 30 },
      outputs: { next: null, event: 'end' },
    },
    end,
  ]);
  const claim = await house.newClaim();
  const other = await house.newClaim(claim.accountId);
  await house.command('startStrategy', [claim, other], listening);
  await house.advance();
  house.clock.time = instant(house.clock.time + 60_000);
  const { accountId } = claim;
  const values = { day: '2026-04-01', room: 12 };
  const { errors } = await house.raw('strategy', FIRE, {
    clientId: house.clientA,
    accountId,
    trigger: 'court_date',
    values: { day: 'soon', room: '12', judge: 'x' },
  });
  expect(errors?.[0]?.extensions?.fields?.map(({ field }) => field)).toEqual(['values.judge', 'values.day', 'values.room']);
  await expect(house.ask(FIRE, { accountId, trigger: 'court_date', values, refs: ['R-of-another'] })).rejects.toThrow('Claim not found');
  expect(await house.ask(FIRE, { accountId, trigger: 'court_date', values, refs: [claim.externalClaimRef] })).toEqual({
    fireCustomTrigger: 1,
  });
  await house.advance();
  expect(stepsOf(await house.current(claim))).toEqual(['w:event', 'end:ended']);
  expect(await house.current(other)).toMatchObject({ status: 'waiting' });
  expect(await house.ask(FIRE, { accountId, trigger: 'court_date', values })).toEqual({ fireCustomTrigger: 2 });
  await house.advance();
  expect(await house.current(other)).toMatchObject({ status: 'completed' });
});

it('every kind of event is listed with its schema and an example', async () => {
  const { getEventTypes } = await house.call<{
    getEventTypes: { messageType: string; schema: { type?: string }; example: object; isAwaited: boolean }[];
  }>(
    'events',
    'query ($clientId: ID!) { getEventTypes(clientId: $clientId) { messageType category description schema example isAwaited } }',
    { clientId: house.clientA },
  );
  expect(getEventTypes.length).toBeGreaterThan(150);
  expect(getEventTypes.find(({ messageType }) => messageType === 'linkClicked')).toMatchObject({
    isAwaited: true,
    schema: { type: 'object' },
    example: expect.any(Object),
  });
});
