import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { instant } from '../../../../core/time.ts';
import { mountExports } from '../../../exports.ts';
import { useClock } from '../../../platform/clock.ts';
import { openTestHouse, type TestHouse } from '../../../platform/testing.ts';
import { addSampleAccounts } from '../account.sample.ts';
import { addAgents } from '../account.testing.ts';

/** A Thursday, 10:00 in Berlin. */
const NOW = instant('2026-10-22T08:00:00Z');

let house: TestHouse;
let restore: () => void;
let accountId: Uuid;
let staff: Uuid[];
let tokens: string[];

beforeAll(async () => {
  restore = useClock(() => NOW);
  house = await openTestHouse(mountExports);
  ({ staff, tokens } = await addAgents(house, 3));
  await house.inA(async (tx) => {
    const claims = [{ ref: 'T-1-1', balance: 10_000, due: '2026-01-01' }];
    accountId = (await addSampleAccounts(tx, [{ ref: 'T-1', first: 'Hannah', last: 'Brandt', claims }])).get('T-1')!;
  });
});
afterAll(async () => {
  restore();
  await house.close();
});
beforeEach(() =>
  house.inA(async (tx) => {
    for (const table of ['case_task', 'task_topic', 'task_group']) await tx.sql(`delete from ${table} where client_id = $1`, [tx.clientId]);
    await tx.sql('update client_user set availability = null where client_id = $1', [tx.clientId]);
    await tx.sql('update account set assignee_user_id = null where client_id = $1', [tx.clientId]);
  }),
);

const call = async <Answer>(name: string, args: Record<string, [type: string, value: unknown]>, fields: string, token?: string) => {
  const given = Object.entries(args);
  const kind = name.startsWith('get') ? 'query' : 'mutation';
  const declared = given.map(([arg, [type]]) => `, $${arg}: ${type}`).join('');
  const passed = given.map(([arg]) => `, ${arg}: $${arg}`).join('');
  const variables = Object.fromEntries(given.map(([arg, [, value]]) => [arg, value]));
  const answer = await house.raw(
    'account',
    `${kind} ($clientId: ID!${declared}) { ${name}(clientId: $clientId${passed}) ${fields} }`,
    { clientId: house.clientA, ...variables },
    token,
  );
  return { value: answer.data?.[name] as Answer, refusal: answer.errors?.[0]?.extensions };
};
interface Topic {
  topicId: string;
  name: string;
  revision: number;
  openTasks: number;
}
const addGroup = async (logic: string, name = logic) =>
  (
    await call<{ groupId: string; revision: number }>(
      'createCaseManagementTaskGroup',
      { group: ['TaskGroupInput!', { name, logic }] },
      '{ groupId revision }',
    )
  ).value;
const addTopic = async (name: string, groupId: string | null, userIds: Uuid[]) =>
  (
    await call<Topic>(
      'createCaseManagementTaskTopic',
      { topic: ['TaskTopicInput!', { name, groupId, userIds }] },
      '{ topicId name revision openTasks }',
    )
  ).value;
interface Task {
  taskId: string;
  recipientId: Uuid | null;
  dueDate: string | null;
  dueDateOption: string | null;
}
const addTask = async (task: object) =>
  (
    await call<Task>(
      'createCaseManagementTask',
      { task: ['CaseManagementTaskInput!', { accountId, note: 'Call back', ...task }] },
      '{ taskId recipientId dueDate dueDateOption }',
    )
  ).value;
const count = (list: readonly (Uuid | null)[]) => staff.map((userId) => list.filter((each) => each === userId).length);
const away = (token: string | undefined, status: string) =>
  house.raw(
    'backoffice',
    'mutation ($clientId: ID!, $status: String!) { setOwnAvailability(clientId: $clientId, status: $status, reason: "break") { status reason } }',
    { clientId: house.clientA, status },
    token,
  );

describe('who gets what', () => {
  it('takes turns, however many ask at once, and passes over whoever has said that they are away', async () => {
    const topic = await addTopic('Legal', (await addGroup('roundRobin')).groupId, staff);
    const first = await Promise.all(Array.from({ length: 6 }, () => addTask({ topicId: topic.topicId })));
    expect(count(first.map((task) => task.recipientId))).toEqual([2, 2, 2]);
    expect((await away(tokens[1], 'unavailable')).data).toEqual({ setOwnAvailability: { status: 'unavailable', reason: 'break' } });
    const second = await Promise.all(Array.from({ length: 4 }, () => addTask({ topicId: topic.topicId })));
    expect(count(second.map((task) => task.recipientId))).toEqual([2, 0, 2]);
    await away(tokens[1], 'available');
    const third = await Promise.all(Array.from({ length: 3 }, () => addTask({ topicId: topic.topicId })));
    expect(count(third.map((task) => task.recipientId))[1]).toBe(1);
    expect((await away(tokens[1], 'asleep')).errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'status' });
    const told = await house.inA((tx) =>
      tx.sql<{ payload: { why?: object } }>(
        `select payload from event where client_id = $1 and message_type = 'taskCreated' order by message_id desc limit 1`,
        [tx.clientId],
      ),
    );
    expect(told[0]?.payload.why).toBeDefined();
  });

  it('is whoever has the fewest, the account’s agent, or nobody, as the group says', async () => {
    const least = await addTopic('Least', (await addGroup('leastOpenTasks')).groupId, staff);
    await addTask({ recipientId: staff[0] });
    await addTask({ recipientId: staff[1] });
    expect((await addTask({ topicId: least.topicId })).recipientId).toBe(staff[2]);
    const own = await addTopic('Own', (await addGroup('byAssignee')).groupId, staff);
    await house.inA((tx) =>
      tx.sql('update account set assignee_user_id = $3 where client_id = $1 and account_id = $2', [tx.clientId, accountId, staff[1]]),
    );
    expect((await addTask({ topicId: own.topicId })).recipientId).toBe(staff[1]);
    const manual = await addTopic('Manual', (await addGroup('manual')).groupId, staff);
    expect((await addTask({ topicId: manual.topicId })).recipientId).toBeNull();
  });
});

describe('topics and groups', () => {
  it('are listed in full or one’s own, the default topic first', async () => {
    const group = await addGroup('manual', 'Office');
    await addTopic('Yours', group.groupId, [staff[0]!]);
    await addTopic('Ours', null, []);
    const names = async (list: string, token?: string) => (await call<Topic[]>(list, {}, '{ name }', token)).value?.map(({ name }) => name);
    expect(await names('getCaseManagementTaskTopics')).toEqual(['default', 'Ours', 'Yours']);
    expect(await names('getOwnCaseManagementTaskTopics', tokens[0])).toEqual(['default', 'Ours', 'Yours']);
    expect(await names('getOwnCaseManagementTaskTopics', tokens[1])).toEqual(['default', 'Ours']);
    expect(await names('getCaseManagementTaskGroups')).toEqual(['Office']);
    expect(await names('getOwnCaseManagementTaskGroups', tokens[0])).toEqual(['Office']);
    expect(await names('getOwnCaseManagementTaskGroups', tokens[1])).toEqual([]);
  });

  it('are changed on the state they were seen in; a deleted topic leaves its tasks to the default one', async () => {
    const topic = await addTopic('Legal', null, []);
    const twin = await call('createCaseManagementTaskTopic', { topic: ['TaskTopicInput!', { name: ' legal ' }] }, '{ topicId }');
    expect(twin.refusal).toMatchObject({ code: 'INVALID_INPUT', field: 'topic.name' });
    const change = (name: string) =>
      call<Topic>(
        'updateCaseManagementTaskTopic',
        { topicId: ['String!', topic.topicId], topic: ['TaskTopicInput!', { name }], revision: ['Int', topic.revision] },
        '{ name revision }',
      );
    const answers = await Promise.all([change('Court'), change('Lawyer')]);
    expect(answers.filter((each) => each.refusal === undefined)).toHaveLength(1);
    expect(answers.find((each) => each.refusal)?.refusal).toMatchObject({ code: 'CONFLICT', field: 'revision' });
    await addTask({ topicId: topic.topicId });
    const remove = (topicId: string) => call<number>('deleteCaseManagementTaskTopic', { topicId: ['String!', topicId] }, '');
    expect((await remove(topic.topicId)).value).toBe(1);
    const { value: topics } = await call<Topic[]>('getCaseManagementTaskTopics', {}, '{ topicId openTasks }');
    expect(topics).toEqual([{ topicId: 'default', openTasks: 1 }]);
    expect((await remove('default')).refusal).toMatchObject({ code: 'CONFLICT' });
    const group = await addGroup('roundRobin');
    const unknown = await call(
      'updateCaseManagementTaskGroup',
      { groupId: ['String!', group.groupId], group: ['TaskGroupInput!', { name: 'Fair', logic: 'byMood' }] },
      '{ groupId }',
    );
    expect(unknown.refusal).toMatchObject({ code: 'INVALID_INPUT', field: 'group.logic' });
    expect((await call<number>('deleteCaseManagementTaskGroup', { groupId: ['String!', group.groupId] }, '')).value).toBe(0);
  });
});

describe('the queue', () => {
  it('is filtered by people, groups, tags, days and words, and comes down as a file: one’s own or everybody’s', async () => {
    const topic = await addTopic('Legal', (await addGroup('manual')).groupId, []);
    await addTask({ note: 'Ask the court', tags: ['URGENT'], topicId: topic.topicId, dueDateOption: 'endOfWeek' });
    await addTask({ note: 'Send the plan', recipientId: staff[0], dueDateOption: 'inWorkingDays', dueDateValue: 2 });
    await addTask({ note: 'Check the address', recipientId: staff[1], dueDate: '2026-12-01' });
    const found = async (filter: object) =>
      (
        await call<{ tasks: { note: string }[] }>(
          'getCaseManagementTaskList',
          { filter: ['CaseManagementTaskFilter', filter] },
          '{ tasks { note } }',
        )
      ).value.tasks.map(({ note }) => note);
    const [court, plan, address] = ['Ask the court', 'Send the plan', 'Check the address'];
    expect(await found({})).toEqual([court, plan, address]);
    expect(await found({ userIds: [staff[0]] })).toEqual([plan]);
    expect(await found({ userIds: [staff[0]], unassigned: true })).toEqual([court, plan]);
    expect(await found({ tags: ['URGENT'] })).toEqual([court]);
    expect(await found({ groupIds: [topic.topicId] })).toEqual([]);
    expect(await found({ topicIds: [topic.topicId] })).toEqual([court]);
    expect(await found({ dueDateRange: { from: '2026-10-24', to: '2026-11-30' } })).toEqual([plan]);
    expect(await found({ queryText: 'brandt the' })).toEqual([court, plan, address]);
    expect(await found({ queryText: 'brandt court' })).toEqual([court]);

    const file = (body: object, token: string) =>
      house.app.inject({
        method: 'POST',
        url: '/api/export/tasks',
        headers: { authorization: token },
        payload: {
          clientId: house.clientA,
          columns: [
            { key: 'task', header: 'Task' },
            { key: 'due', header: 'Due' },
            { key: 'who', header: 'Who' },
            { key: 'balance', header: 'Balance' },
            { key: 'pastDue', header: 'Days late' },
          ],
          ...body,
        },
      });
    const admin = await house.tokenFor(house.clientA, 'ADMINISTRATOR', uuidv7());
    const all = (await file({}, admin)).body
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n');
    expect(all.map((line) => line.replace(/,100\.00,[1-9]\d*$/, ',and its account'))).toEqual([
      'Task,Due,Who,Balance,Days late',
      `${court},2026-10-23,,and its account`,
      `${plan},2026-10-26,Agent 0,and its account`,
      `${address},2026-12-01,Agent 1,and its account`,
    ]);
    const own = (await file({ own: true, filter: { statuses: ['new'] } }, tokens[0]!)).body;
    expect(own).toContain(plan);
    expect(own).not.toContain(address);
  });
});
