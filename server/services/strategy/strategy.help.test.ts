/** A debtor asks for help with paying: what collects by itself waits until a person has answered. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Uuid } from '../../../core/id.ts';
import { DAY, instant } from '../../../core/time.ts';
import { gate } from '../../../engine/gate/gate.ts';
import { appendEvents } from '../../platform/events.ts';
import { loadGateFacts } from '../account/contact/gate.logic.ts';
import { raiseHelpTask } from '../account/task/request.logic.ts';
import { helpJob } from './strategy.jobs.ts';
import { email, end, openStrategyHouse, type StrategyHouse, stepsOf, type TestClaim, wait } from './strategy.testing.ts';

let house: StrategyHouse;
beforeAll(async () => {
  house = await openStrategyHouse();
});
afterAll(() => house.close());
beforeEach(() => house.rewind());

/** As the debtor's page does. */
const askForHelp = (claim: TestClaim, key: string) =>
  house.inA(async (tx) => {
    await raiseHelpTask(tx, { accountId: claim.accountId, description: 'I lost my job', key });
    await appendEvents(tx, [{ messageType: 'portalHelpRequested', accountId: claim.accountId, payload: { text: 'I lost my job' } }]);
  });
const task = async (accountId: Uuid) => {
  const [row] = await house.inA((tx) =>
    tx.sql<{ task_id: Uuid; due_date: string }>('select task_id, due_date from case_task where client_id = $1 and account_id = $2', [
      tx.clientId,
      accountId,
    ]),
  );
  return row;
};
const resolve = async (accountId: Uuid) =>
  house.call(
    'account',
    'mutation ($clientId: ID!, $taskId: ID!) { resolveCaseManagementTask(clientId: $clientId, taskId: $taskId, resolutionNote: "Talked") { taskId } }',
    { clientId: house.clientA, taskId: (await task(accountId))?.task_id },
  );
const asked = (claim: TestClaim, bundleName: string | null) =>
  house.inA(async (tx) => {
    const facts = await loadGateFacts(tx, [claim]);
    return gate({ ...facts.get(claim.externalClaimRef)!, bundleName }, 'email', house.clock.time);
  });

it('halts the runs of the account and its templates until the task is resolved, which is due on the next working day', async () => {
  const blueprintId = await house.saved([wait('w', 2, 'mail'), email('mail', 'end'), end]);
  const [claim, other] = [await house.newClaim(), await house.newClaim()];
  await house.command('startStrategy', [claim, other], blueprintId);
  await house.advance();
  await askForHelp(claim, 'one');
  expect(await house.current(claim)).toMatchObject({ status: 'paused', reason: { key: 'run.pausedByHelp' } });
  expect(await house.current(other)).toMatchObject({ status: 'waiting' });
  expect((await task(claim.accountId))?.due_date).toMatch(/^20\d\d-\d\d-\d\d$/);
  expect(await asked(claim, 'reminder')).toMatchObject({ answer: 'defer', rule: 'help' });
  // A person may write and call.
  expect((await asked(claim, null)).rule).not.toBe('help');
  house.clock.time = instant(house.clock.time + 5 * DAY);
  await house.advance();
  expect(await house.queued(claim)).toEqual([]);
  await resolve(claim.accountId);
  expect((await asked(claim, 'reminder')).rule).not.toBe('help');
  await house.advance();
  expect(stepsOf(await house.current(claim))).toContain('mail:done');
});

it('still holds when the task gets another name, and when a process of the release before wrote it', async () => {
  const [claim, old] = [await house.newClaim(), await house.newClaim()];
  await askForHelp(claim, 'named');
  const { updateCaseManagementTask: renamed } = await house.call<{ updateCaseManagementTask: object }>(
    'account',
    'mutation ($clientId: ID!, $taskId: ID!) { updateCaseManagementTask(clientId: $clientId, taskId: $taskId, task: { note: "Lost his job" }) { note matter { key } } }',
    { clientId: house.clientA, taskId: (await task(claim.accountId))?.task_id },
  );
  expect(renamed).toEqual({ note: 'Lost his job', matter: { key: 'help' } });
  expect(await asked(claim, 'reminder')).toMatchObject({ answer: 'defer', rule: 'help' });

  await askForHelp(old, 'before');
  await house.inA((tx) =>
    tx.sql('update case_task set matter = null where client_id = $1 and account_id = $2', [tx.clientId, old.accountId]),
  );
  expect(await asked(old, 'reminder')).toMatchObject({ answer: 'defer', rule: 'help' });
  const { getCaseManagementTaskList: list } = await house.call<{ getCaseManagementTaskList: object }>(
    'account',
    'query ($clientId: ID!, $accountId: ID!) { getCaseManagementTaskList(clientId: $clientId, filter: { accountId: $accountId }) { tasks { note matter { key } } } }',
    { clientId: house.clientA, accountId: old.accountId },
  );
  expect(list).toEqual({ tasks: [{ note: '', matter: { key: 'help' } }] });
});

it('goes on by itself after 30 days that nobody has used, and not before', async () => {
  const blueprintId = await house.saved([wait('w', 2, 'mail'), email('mail', 'end'), end]);
  const claim = await house.newClaim();
  await house.command('startStrategy', [claim], blueprintId);
  await house.advance();
  await askForHelp(claim, 'two');
  for (const [days, status] of [
    [29, 'paused'],
    [3, 'completed'],
  ] as const) {
    house.clock.time = instant(house.clock.time + days * DAY);
    await helpJob.run({}, house.database, undefined);
    await house.advance();
    expect((await house.current(claim))?.status).toBe(status);
  }
});

it('holds what starts meanwhile, and what another reason to wait lets go', async () => {
  const blueprintId = await house.saved([wait('w', 2, 'mail'), email('mail', 'end'), end]);
  const claim = await house.newClaim();
  const other = await house.newClaim(claim.accountId);
  await house.command('startStrategy', [claim], blueprintId);
  await house.advance();
  await house.event(claim, 'claimDisputed');
  await askForHelp(claim, 'three');
  expect(await house.current(claim)).toMatchObject({ status: 'paused', reason: { key: 'run.pausedByDispute' } });
  await house.event(claim, 'disputeClosed');
  await house.command('startStrategy', [other], blueprintId);
  await house.advance();
  for (const each of [claim, other])
    expect(await house.current(each)).toMatchObject({ status: 'paused', reason: { key: 'run.pausedByHelp' } });
  await resolve(claim.accountId);
  await house.advance();
  for (const each of [claim, other]) expect((await house.current(each)).status).toBe('waiting');
});
