/** Steps whose runs remember something: values, inserted strategies, events waited for. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { uuidv7 } from '../../../core/id.ts';
import { DAY, instant } from '../../../core/time.ts';
import type { TreeStep } from '../../../engine/graph/tree.ts';
import { readConfig } from '../../platform/config.ts';
import { closePrinter } from '../../platform/pdf.ts';
import { drainClient } from '../cms/cms.delivery.ts';
import { blockOf, textsOf } from '../cms/cms.design.testing.ts';
import { email, end, openStrategyHouse, type StrategyHouse, stepsOf } from './strategy.testing.ts';

let house: StrategyHouse;
beforeAll(async () => {
  house = await openStrategyHouse();
});
afterAll(async () => {
  await closePrinter();
  await house.close();
});
beforeEach(() => house.rewind());

const later = (milliseconds: number) => {
  house.clock.time = instant(house.clock.time + milliseconds);
};
const insert = (blueprintId: string, down: string | null): TreeStep => ({
  id: 'in',
  stepType: 'insertStrategySteps',
  stepState: { blueprintId },
  down,
});
const untilOpened = (next: string | null, event: string | null): TreeStep => ({
  id: 'w',
  stepType: 'waitForEvent',
  stepState: { messageTypes: ['linkClicked', 'customTriggerFired'], trigger: 'court', days: 14 },
  outputs: { next, event },
});

it('runs an inserted strategy and comes back in the version it left, even when that one was changed meanwhile', async () => {
  const inner = await house.saved([email('mail', 'w'), { id: 'w', stepType: 'delay', stepState: { days: 2 }, down: null }]);
  const outer = await house.saved([
    insert(inner, 'set'),
    { id: 'set', stepType: 'setValues', stepState: { values: { done: true } }, down: 'end' },
    end,
  ]);
  const claim = await house.newClaim();
  await house.command('startStrategy', [claim], outer);
  await house.advance();
  expect(await house.current(claim)).toMatchObject({ blueprintId: inner, status: 'waiting' });
  await house.saved([end], outer);
  later(2 * DAY);
  await house.advance();
  const ended = await house.current(claim);
  expect(stepsOf(ended)).toEqual(['in:inserted', 'mail:done', 'w:done', 'set:done', 'end:ended']);
  expect(ended).toMatchObject({ blueprintId: outer, version: 1, status: 'completed' });
  expect(await house.queued(claim)).toHaveLength(1);
});

it('refuses a strategy that inserts itself, directly, through another or too deep, and names the way', async () => {
  const first = await house.saved([end], 'new', { displayName: 'First' });
  const second = await house.saved([insert(first, null)], 'new', { displayName: 'Second' });
  const refusal = async (id: string, steps: TreeStep[]) => {
    const { blueprint, problems } = await house.save(steps, id);
    return blueprint ? null : problems.filter(({ severity }) => severity === 'error').map(({ key, values }) => [key, values?.way]);
  };
  expect(await refusal(first, [insert(first, null)])).toEqual([['blueprint.insertedCircle', 'First → First']]);
  expect(await refusal(first, [{ id: 'd', stepType: 'delay', stepState: { days: 1 }, down: 'in' }, insert(second, null)])).toEqual([
    ['blueprint.insertedCircle', 'First → Second → First'],
  ]);
  let last = second;
  for (const name of ['Third', 'Fourth', 'Fifth', 'Sixth']) last = await house.saved([insert(last, null)], 'new', { displayName: name });
  expect(await refusal('new', [insert(last, null)])).toEqual([
    ['blueprint.insertedTooDeep', 'new → Sixth → Fifth → Fourth → Third → Second → First'],
  ]);
  const below = await house.saved([end], 'new', { displayName: 'Below' });
  expect(await refusal(first, [insert(below, null)])).toMatchObject([
    ['blueprint.insertedTooDeep', 'Sixth → Fifth → Fourth → Third → Second → First → Below'],
  ]);
});

it('ends a wait by an event on the claim or its account, not by another claim’s or another trigger’s', async () => {
  const blueprintId = await house.saved([untilOpened('end', 'mail'), email('mail', 'end2'), end, { ...end, id: 'end2' }]);
  const claim = await house.newClaim();
  const sibling = await house.newClaim(claim.accountId);
  await house.command('startStrategy', [claim, sibling], blueprintId);
  await house.advance();
  later(DAY);
  await house.event(claim, 'customTriggerFired', { trigger: 'other' });
  await house.advance();
  expect(await house.current(claim)).toMatchObject({ status: 'waiting', reason: { key: 'wait.forEvent' } });
  await house.event(claim, 'customTriggerFired', { trigger: 'court' });
  await house.advance();
  expect(stepsOf(await house.current(claim))).toEqual(['w:event', 'mail:done', 'end2:ended']);
  expect(await house.current(sibling)).toMatchObject({ status: 'waiting' });
  later(13 * DAY);
  await house.advance();
  expect(stepsOf(await house.current(sibling))).toEqual(['w:done', 'end:ended']);
});

it('hears of an event that came while the run was paused, and of one that was committed while the run came to its wait', async () => {
  const blueprintId = await house.saved([untilOpened('end', 'mail'), email('mail', null), end]);
  const [paused, raced] = [await house.newClaim(), await house.newClaim()];
  await house.command('startStrategy', [paused, raced], blueprintId);
  await house.advance();
  await house.command('pauseStrategy', [paused]);
  later(1000);
  await house.event(paused, 'customTriggerFired', { trigger: 'court' });
  // As if the event's transaction had not seen that the run waits.
  await house.inA((tx) => tx.sql(`update strategy_run set status = 'active' where external_claim_ref = $1`, [raced.externalClaimRef]));
  await house.event(raced, 'customTriggerFired', { trigger: 'court' });
  await house.inA((tx) => tx.sql(`update strategy_run set status = 'waiting' where external_claim_ref = $1`, [raced.externalClaimRef]));
  await house.command('resumeStrategy', [paused]);
  later(10_000);
  await house.advance();
  for (const claim of [paused, raced]) expect(stepsOf(await house.current(claim))).toEqual(['w:event', 'mail:done']);
});

it('hears of an event that was committed while a resumed run came back to its wait', async () => {
  const blueprintId = await house.saved([untilOpened('end', 'mail'), email('mail', null), end]);
  const claim = await house.newClaim();
  await house.command('startStrategy', [claim], blueprintId);
  await house.advance();
  later(10_000);
  await house.advance();
  await house.command('pauseStrategy', [claim]);
  await house.command('resumeStrategy', [claim]);
  await house.advance();
  // As if the event's transaction had found the run resumed and not yet waiting again.
  const set = (status: string) =>
    house.inA((tx) => tx.sql(`update strategy_run set status = $2 where external_claim_ref = $1`, [claim.externalClaimRef, status]));
  await set('active');
  await house.event(claim, 'customTriggerFired', { trigger: 'court' });
  await set('waiting');
  later(10_000);
  await house.advance();
  expect(stepsOf(await house.current(claim))).toEqual(['w:event', 'mail:done']);
});

it('waits, has a letter printed with the others of its day, and hears that it came back', async () => {
  const own = (variables: object = {}) => ({ clientId: house.clientA, ...variables });
  const design = { format: 1, medium: 'paper', blocks: [blockOf('letterhead', 'head'), blockOf('text', 't')] };
  const content = textsOf({ subject: 'Reminder', 'head.sender': 'Nordlicht', 't.text': ['Dear {{ debtor.fullName }}'] });
  await house.call(
    'cms',
    'mutation ($templateBundle: TemplateBundleInput!) { saveTemplateBundleV2(templateBundle: $templateBundle) { fileName } }',
    {
      templateBundle: own({
        fileName: 'letter',
        displayName: 'Letter',
        contentTemplateType: 'letter',
        template: { design },
        contentTemplates: [{ locale: 'en_US', format: 'design', content }],
      }),
    },
  );
  await house.call(
    'operations',
    `mutation ($clientId: ID!, $providerConfigurations: [ProviderConfigurationInput!]!) {
      setSettingMessage(clientId: $clientId, communicationChannel: "letter", providerConfigurations: $providerConfigurations) { clientId } }`,
    own({ providerConfigurations: [{ providerName: 'PrintBatch', credentials: {} }] }),
  );
  const claim = await house.newClaim();
  const address = { addressLine1: 'Lindenstraße 1', postalCode: '10115', city: 'Berlin', country: 'DE' };
  await house.inA((tx) =>
    tx.sql('update debtor set address = $3 where client_id = $1 and account_id = $2', [
      tx.clientId,
      claim.accountId,
      JSON.stringify(address),
    ]),
  );
  const blueprintId = await house.saved([
    { id: 'd', stepType: 'delay', stepState: { days: 1 }, down: 'letter' },
    { id: 'letter', stepType: 'sendLetter', stepState: { bundleName: 'letter' }, down: 'back' },
    {
      id: 'back',
      stepType: 'waitForEvent',
      stepState: { messageTypes: ['communicationBounced'], days: 14 },
      outputs: { next: 'end', event: 'mail' },
    },
    email('mail', null),
    end,
  ]);
  await house.command('startStrategy', [claim], blueprintId);
  await house.advance();
  expect(await house.queued(claim)).toEqual([]);
  later(DAY);
  await house.advance();
  expect(await house.current(claim)).toMatchObject({ status: 'waiting', currentStep: { stepId: 'back' } });
  expect(await drainClient(house.database, house.clientA, 'letter', readConfig())).toBe(1);
  const { listPrintBatches: batches } = await house.call<{ listPrintBatches: object[] }>(
    'cms',
    'query ($clientId: ID!) { listPrintBatches(clientId: $clientId) { day letters closedAt } }',
    own(),
  );
  expect(batches).toEqual([{ day: '2026-03-04', letters: 1, closedAt: null }]);
  later(3 * DAY);
  await house.advance();
  expect(await house.current(claim)).toMatchObject({ status: 'waiting', currentStep: { stepId: 'back' } });
  const [letter] = await house.inA((tx) =>
    tx.sql<{ outbox_id: string }>(`select outbox_id from communication where client_id = $1 and account_id = $2 and channel = 'letter'`, [
      tx.clientId,
      claim.accountId,
    ]),
  );
  await house.call(
    'cms',
    'mutation ($clientId: ID!, $letters: [ReturnedLetterInput!]!) { recordReturnedLetters(clientId: $clientId, letters: $letters) { returned } }',
    own({ letters: [{ reference: letter!.outbox_id, reason: 'moved' }] }),
  );
  await house.advance();
  expect(stepsOf(await house.current(claim))).toEqual(['d:done', 'letter:done', 'back:event', 'mail:done']);
  // The next letter of a strategy goes nowhere until another address is known.
  const again = await house.newClaim(claim.accountId);
  await house.command(
    'startStrategy',
    [again],
    await house.saved([{ id: 'letter', stepType: 'sendLetter', stepState: { bundleName: 'letter' }, down: null }]),
  );
  await house.advance();
  expect(stepsOf(await house.current(again))).toEqual(['letter:denied']);
});

it('fires a trigger with its values, which others that wait hear', async () => {
  const listener = await house.saved([untilOpened(null, 'end'), end]);
  const firing = await house.saved([
    { id: 'fire', stepType: 'executeCustomTrigger', stepState: { trigger: 'court', values: { place: 'Hamburg' } }, down: null },
  ]);
  const waiting = await house.newClaim();
  const other = await house.newClaim(waiting.accountId);
  await house.command('startStrategy', [waiting], listener);
  await house.advance();
  later(1000);
  await house.command('startStrategy', [other], firing);
  await house.advance();
  expect(await house.current(waiting)).toMatchObject({ status: 'waiting' });
  const events = await house.inA((tx) =>
    tx.sql(`select payload from event where message_type = 'customTriggerFired' and external_claim_ref = $1`, [other.externalClaimRef]),
  );
  expect(events).toEqual([{ payload: { trigger: 'court', values: { place: 'Hamburg' } } }]);
});

it('does not start a strategy that holds a step from elsewhere', async () => {
  const blueprintId = await house.saved([{ id: 'x', stepType: 'dummy', stepState: { mask: 'rcs' }, down: null }], 'new', {
    displayName: 'Imported',
  });
  await expect(house.command('startStrategy', [await house.newClaim()], blueprintId)).rejects.toThrow(
    'contains a step that isn’t available',
  );
});

it('fills messages in with the values that the run had when it sent them', async () => {
  const set = (id: string, tone: string, down: string): TreeStep => ({ id, stepType: 'setValues', stepState: { values: { tone } }, down });
  const blueprintId = await house.saved([set('soft', 'soft', 'mail'), email('mail', 'hard'), set('hard', 'hard', 'end'), end]);
  const claim = await house.newClaim();
  await house.command('startStrategy', [claim], blueprintId);
  await house.advance();
  const rows = await house.inA((tx) =>
    tx.sql<{ request: object }>('select request from outbox where external_claim_ref = $1', [claim.externalClaimRef]),
  );
  expect(rows).toMatchObject([{ request: { values: { tone: 'soft' } } }]);
});

it('pauses for a time, until a day, or until an event', async () => {
  const paused = async (stepState: object) => {
    const blueprintId = await house.saved([{ id: 'p', stepType: 'pauseStrategy', stepState: { ...stepState }, down: 'end' }, end]);
    const claim = await house.newClaim();
    await house.command('startStrategy', [claim], blueprintId);
    await house.advance();
    return claim;
  };
  const forTime = await paused({ until: 'time', days: 2, hours: 3 });
  const untilDay = await paused({ until: 'date', date: '2026-03-10' });
  const untilEvent = await paused({ until: 'event', messageTypes: ['noteAdded'] });
  expect((await house.current(forTime)).currentStep?.wakeAt).toBe('2026-03-05T13:00:00.000Z');
  expect((await house.current(untilDay)).currentStep?.wakeAt).toBe('2026-03-09T23:00:00.000Z');
  later(7 * DAY);
  await house.advance();
  for (const claim of [forTime, untilDay]) expect(stepsOf(await house.current(claim))).toEqual(['p:done', 'end:ended']);
  expect(await house.current(untilEvent)).toMatchObject({ status: 'waiting', reason: { key: 'wait.untilEvent' } });
  await house.event(untilEvent, 'noteAdded', { noteId: uuidv7(), text: 'x' });
  await house.advance();
  expect(stepsOf(await house.current(untilEvent))).toEqual(['p:done', 'end:ended']);
  const { problems } = await house.save([{ id: 'p', stepType: 'pauseStrategy', stepState: { until: 'date' }, down: null }]);
  expect(problems).toContainEqual(expect.objectContaining({ severity: 'error', key: 'step.invalidState' }));
});

it('goes on so long after the last message of a channel, later if another one comes meanwhile', async () => {
  const blueprintId = await house.saved([
    { id: 'l', stepType: 'lastCommunicationDate', stepState: { channels: ['email'], days: 10 }, down: 'end' },
    end,
  ]);
  const [silent, spoken] = [await house.newClaim(), await house.newClaim()];
  const mail = () =>
    house.inA((tx) =>
      tx.sql(
        `insert into communication (client_id, communication_id, account_id, channel, direction, recipient, sender, locale, text_content, provider_name, tracking_token, created_at)
         values ($1, $2, $3, 'email', 'outbound', 'd@debtor.example', 's', 'en_US', 'T', 'sandbox', $5, $4)`,
        [tx.clientId, uuidv7(), spoken.accountId, new Date(house.clock.time), uuidv7()],
      ),
    );
  await mail();
  await house.command('startStrategy', [silent, spoken], blueprintId);
  await house.advance();
  expect(stepsOf(await house.current(silent))).toEqual(['l:done', 'end:ended']);
  expect(await house.current(spoken)).toMatchObject({ status: 'waiting', reason: { key: 'wait.sinceCommunication' } });
  later(9 * DAY);
  await mail();
  later(DAY);
  await house.advance();
  expect(await house.current(spoken)).toMatchObject({ status: 'waiting' });
  later(9 * DAY);
  await house.advance();
  expect(stepsOf(await house.current(spoken))).toEqual(['l:done', 'end:ended']);
});
