import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { instant } from '../../../../core/time.ts';
import { now, useClock } from '../../../platform/clock.ts';
import { openTestHouse, type TestHouse } from '../../../platform/testing.ts';
import { chargeBack } from '../../finance/payment/chargeback.logic.ts';
import { addSampleAccounts } from '../account.sample.ts';
import { addAgents } from '../account.testing.ts';
import { createStepTasks } from '../claim/effects.logic.ts';

/** A Wednesday, 10:00 in Berlin: everybody may be called. */
const MORNING = instant('2026-10-21T08:00:00Z');

let house: TestHouse;
let restore: () => void;
let accounts: Map<string, Uuid>;
let staff: Uuid[];
let tokens: string[];

beforeAll(async () => {
  restore = useClock(() => MORNING);
  house = await openTestHouse();
  ({ staff, tokens } = await addAgents(house, 2));
  const claims = (...refs: string[]) => refs.map((ref) => ({ ref, balance: 10_000, due: '2026-09-01' }));
  accounts = await house.inA((tx) =>
    addSampleAccounts(tx, [
      { ref: 'O-1', first: 'Hannah', last: 'Brandt', phone: '+4930123456', claims: claims('O-1-1', 'O-1-2') },
      { ref: 'O-2', first: 'Aksel', last: 'Weber', phone: '+4930123457', claims: claims('O-2-1') },
    ]),
  );
});
afterAll(async () => {
  restore();
  await house.close();
});

const call = <Data>(service: string, document: string, variables: object, token?: string) =>
  house.call<Data>(service, document, { clientId: house.clientA, ...variables }, token);
const pay = async (ref: string): Promise<Uuid> =>
  (
    await call<{ recordPayment: { id: Uuid } }>(
      'finance',
      `mutation ($clientId: ID!, $accountId: ID!, $refs: [String!]!) {
        recordPayment(clientId: $clientId, accountId: $accountId, externalClaimRefs: $refs, amount: "100.00") { id }
      }`,
      { accountId: accounts.get(ref.slice(0, 3)), refs: [ref] },
    )
  ).recordPayment.id;
/** A strategy's step asks for a task of a claim. */
const step = (ref: string, note: string) =>
  house.inA((tx) =>
    createStepTasks(
      tx,
      [
        {
          accountId: accounts.get(ref.slice(0, 3))!,
          externalClaimRef: ref,
          effectKey: uuidv7(),
          topicId: 'default',
          note,
          description: '',
          tags: [],
          dueDate: null,
          recipientId: null,
          blueprintName: 'Late-stage energy',
          actor: { type: 'strategy', id: null },
        },
      ],
      now(),
    ),
  );
const create = (task: object) =>
  call<{ createCaseManagementTask: { taskId: string } }>(
    'account',
    'mutation ($clientId: ID!, $task: CaseManagementTaskInput!) { createCaseManagementTask(clientId: $clientId, task: $task) { taskId } }',
    { task },
  );
const open = async (ref: string) =>
  (
    await call<{ getCaseManagementTaskList: { tasks: { note: string }[] } }>(
      'account',
      `query ($clientId: ID!, $filter: CaseManagementTaskFilter) { getCaseManagementTaskList(clientId: $clientId, filter: $filter, limit: 50) { tasks { note } } }`,
      { filter: { accountId: accounts.get(ref), statuses: ['new', 'active'] } },
    )
  ).getCaseManagementTaskList.tasks
    .map(({ note }) => note)
    .sort();
const told = async (ref: string) =>
  (
    await call<{
      getAllDiaryEvents: { events: { attributes: { messageType: string; actorType: string }; payload: Record<string, unknown> }[] };
    }>(
      'events',
      'query ($clientId: ID!, $accountId: ID!) { getAllDiaryEvents(clientId: $clientId, accountId: $accountId) { events { attributes { messageType actorType } payload } } }',
      { accountId: accounts.get(ref) },
    )
  ).getAllDiaryEvents.events
    .filter(({ payload }) => (payload.why as { key?: string } | undefined)?.key?.startsWith('task.claim'))
    .map(
      ({ attributes, payload }) =>
        `${attributes.actorType} ${attributes.messageType} ${payload.note}: ${(payload.why as { key: string }).key}`,
    );

it('a resolved claim ends the attempts to collect it and nothing else, and brings them back when its money goes back', async () => {
  await step('O-1-1', 'Call about the first');
  await step('O-1-2', 'Call about the second');
  await create({ accountId: accounts.get('O-1'), externalClaimRef: 'O-1-1', note: 'Send the contract' });
  const paymentId = await pay('O-1-1');
  expect(await open('O-1')).toEqual(['Call about the second', 'Send the contract']);
  expect(await told('O-1')).toEqual(['system taskResolved Call about the first: task.claimResolved']);

  await house.inA((tx) => chargeBack(tx, paymentId, 'returned'));
  expect(await open('O-1')).toEqual(['Call about the first', 'Call about the second', 'Send the contract']);
  expect((await told('O-1'))[0]).toBe('system taskChanged Call about the first: task.claimReopened');
});

it('what waits to be tried again ends with the last open claim of its account; what somebody has in hand stays with them', async () => {
  const accountId = accounts.get('O-2');
  const take = async (name: string, args: string, token: string) =>
    (
      await call<Record<string, { item: { workItemId: string } }>>(
        'account',
        `mutation ($clientId: ID!) { ${name}(clientId: $clientId${args}) { item { workItemId } } }`,
        {},
        token,
      )
    )[name]!.item.workItemId;
  const complete = (workItemId: string, outcome: object, token: string) =>
    call(
      'account',
      'mutation ($clientId: ID!, $id: ID!, $outcome: WorkOutcomeInput!, $key: ID!) { completeWorkItem(clientId: $clientId, workItemId: $id, outcome: $outcome, idempotencyKey: $key) { blocked } }',
      { id: workItemId, outcome, key: uuidv7() },
      token,
    );
  const { createCaseManagementTask: tried } = await create({ accountId, note: 'Ask for the bank account', recipientId: staff[0] });
  await call(
    'account',
    'mutation ($clientId: ID!, $taskId: ID!) { startCaseManagementTask(clientId: $clientId, taskId: $taskId) { taskId } }',
    tried,
    tokens[0],
  );
  await complete(await take('takeNextWorkItem', '', tokens[0]!), { outcome: 'noAnswer' }, tokens[0]!);
  await complete(
    await take('takeWorkItem', `, accountId: "${accountId}"`, tokens[1]!),
    { outcome: 'callBack', taskNote: 'Call back as agreed', rightParty: ['name', 'address', 'reference'] },
    tokens[1]!,
  );
  await step('O-2-1', 'Call about it');
  const { getCaseManagementTaskList: list } = await call<{ getCaseManagementTaskList: { tasks: { taskId: string }[] } }>(
    'account',
    `query ($clientId: ID!, $filter: CaseManagementTaskFilter) { getCaseManagementTaskList(clientId: $clientId, filter: $filter) { tasks { taskId } } }`,
    { filter: { accountId, queryText: 'Call about it' } },
  );
  await call(
    'account',
    'mutation ($clientId: ID!, $taskId: ID!) { startCaseManagementTask(clientId: $clientId, taskId: $taskId) { taskId } }',
    { taskId: list.tasks[0]!.taskId },
    tokens[1],
  );
  expect(await open('O-2')).toEqual(['Ask for the bank account', 'Call about it', 'Call back as agreed']);
  await pay('O-2-1');
  expect(await open('O-2')).toEqual(['Call about it']);
});
