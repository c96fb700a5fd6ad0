import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DueDateOption, dueDateOf } from '../../../../core/dueDates.ts';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { addDays, isoInstant } from '../../../../core/time.ts';
import { at } from '../../../../core/zone.ts';
import type { World } from '../../../platform/cases.ts';
import { openTestHouse, type TestHouse } from '../../../platform/testing.ts';
import { readWorkCalendar } from '../../operations/operations.schedule.logic.ts';
import { seedDetail } from '../account.detail.cases.ts';
import { addAgents } from '../account.testing.ts';
import { readToday } from './task.due.logic.ts';

let house: TestHouse;
const world: World = {};
let staff: Uuid[];
let tokens: string[];

beforeAll(async () => {
  house = await openTestHouse();
  await house.inA((tx) => seedDetail(tx, world));
  ({ staff, tokens } = await addAgents(house, 20));
  await house.inA(async (tx) => {
    await tx.sql(`delete from case_task where client_id = $1`, [tx.clientId]);
  });
});
afterAll(() => house.close());

interface Task {
  taskId: string;
  revision: number;
  status: string;
  recipientId: string | null;
  skippedUntil: string | null;
}
const FIELDS = 'taskId revision status recipientId skippedUntil resolutionNote';
const one = (name: string, args = '', more = '') =>
  `mutation ($clientId: ID!, $taskId: ID!${args}) { ${name}(clientId: $clientId, taskId: $taskId${more}) { ${FIELDS} } }`;
const START = one('startCaseManagementTask', ', $revision: Int', ', revision: $revision');
const RESOLVE = one('resolveCaseManagementTask', ', $resolutionNote: String', ', resolutionNote: $resolutionNote');
const SKIP = one('skipCaseManagementTask');
const ids = (taskId: string) => ({ clientId: house.clientA, taskId });
const list = async (name: string, variables: object, token?: string) =>
  (
    await house.call<Record<string, { tasks: Task[]; total: number; page: number; limit: number }>>(
      'account',
      `query ($clientId: ID!, $filter: CaseManagementTaskFilter, $page: Int, $limit: Int) { ${name}(clientId: $clientId, filter: $filter, page: $page, limit: $limit) { total page limit tasks { ${FIELDS} } } }`,
      { clientId: house.clientA, ...variables },
      token,
    )
  )[name]!;
const create = async (more: object = {}): Promise<Task> =>
  (
    await house.call<{ createCaseManagementTask: Task }>(
      'account',
      `mutation ($clientId: ID!, $task: CaseManagementTaskInput!) { createCaseManagementTask(clientId: $clientId, task: $task) { ${FIELDS} } }`,
      { clientId: house.clientA, task: { accountId: world.accountId, note: 'Call back', ...more } },
    )
  ).createCaseManagementTask;

describe('a task', () => {
  it('requested by twenty at once is held by one; the others learn who', async () => {
    const task = await create();
    const answers = await Promise.all(tokens.map((token) => house.raw('account', START, ids(task.taskId), token)));
    const winners = answers.filter((answer) => !answer.errors);
    expect(winners).toHaveLength(1);
    const held = winners[0]!.data!.startCaseManagementTask as Task;
    const name = `Agent ${staff.indexOf(held.recipientId!)}`;
    for (const answer of answers.filter((each) => each.errors)) {
      expect(answer.errors?.[0]?.extensions?.code).toBe('CONFLICT');
      expect(answer.errors?.[0]?.message).toBe(`${name} is working on this task`);
    }
    const started = await house.inA((tx) =>
      tx.sql(`select 1 from event where client_id = $1 and message_type = 'taskStarted' and payload->>'taskId' = $2`, [
        tx.clientId,
        task.taskId,
      ]),
    );
    expect(started).toHaveLength(1);
  });

  it('"the next one" is a different one for each of twenty callers', async () => {
    const before = new Set(
      (await Promise.all(Array.from({ length: 20 }, () => create({ topicId: 'default' })))).map((task) => task.taskId),
    );
    const free = (await list('getCaseManagementTaskList', { limit: 100 })).tasks
      .filter((task) => task.status === 'active')
      .map((task) => task.recipientId);
    const next = `mutation ($clientId: ID!) { startNextCaseManagementTask(clientId: $clientId) { ${FIELDS} } }`;
    const takers = tokens.filter((_, index) => !free.includes(staff[index]!));
    const taken = await Promise.all(
      takers.map(
        async (token) =>
          (await house.call<{ startNextCaseManagementTask: Task }>('account', next, { clientId: house.clientA }, token))
            .startNextCaseManagementTask,
      ),
    );
    expect(new Set(taken.map((task) => task.taskId)).size).toBe(takers.length);
    for (const task of taken) expect(before.has(task.taskId)).toBe(true);
    // Asking again gives back what one holds.
    const again = await house.call<{ startNextCaseManagementTask: Task }>('account', next, { clientId: house.clientA }, takers[0]);
    expect(again.startNextCaseManagementTask.taskId).toBe(taken[0]!.taskId);
  });

  it('snoozed is not offered until the day that the client’s calendar says, keeps its assignee, and comes back when that is undone', async () => {
    const task = await create();
    await house.call('account', START, ids(task.taskId), tokens[0]);
    const SNOOZE = one('skipCaseManagementTask', ', $snooze: CaseManagementTaskSnooze', ', snooze: $snooze');
    const snooze = async (choice: object) =>
      (await house.call<{ skipCaseManagementTask: Task }>('account', SNOOZE, { ...ids(task.taskId), snooze: choice }, tokens[0]))
        .skipCaseManagementTask;
    const offered = async () =>
      (await list('getOwnCaseManagementTaskList', { filter: { taskIds: [task.taskId], due: true } }, tokens[0])).total;
    const { timezone, today, isFree } = await house.inA(async (tx) => ({ ...(await readToday(tx)), ...(await readWorkCalendar(tx)) }));
    const end = (option: DueDateOption, value = 0) => at(dueDateOf(option, value, today, isFree)!, { hour: 0, minute: 0 }, timezone);
    expect(await snooze({ option: 'inWorkingDays', value: 3 })).toMatchObject({
      status: 'new',
      recipientId: staff[0],
      skippedUntil: isoInstant(end('inWorkingDays', 3)),
    });
    expect(await offered()).toBe(0);
    const last = addDays(today, 40);
    expect((await snooze({ option: 'date', day: last })).skippedUntil).toBe(isoInstant(at(last, { hour: 0, minute: 0 }, timezone)));
    for (const wrong of [{ option: 'today' }, { option: 'date', day: today }, { option: 'inDays', value: 0 }, { option: 'someday' }]) {
      const refused = await house.raw('account', SNOOZE, { ...ids(task.taskId), snooze: wrong }, tokens[0]);
      expect(refused.errors?.[0]?.extensions?.code).toBe('INVALID_INPUT');
    }
    const UNSNOOZE = one('unsnoozeCaseManagementTask');
    const stranger = await house.raw('account', UNSNOOZE, ids(task.taskId), tokens[2]);
    expect(stranger.errors?.[0]?.extensions?.code).toBe('CONFLICT');
    for (let times = 0; times < 2; times++) {
      const back = await house.call<{ unsnoozeCaseManagementTask: Task }>('account', UNSNOOZE, ids(task.taskId), tokens[0]);
      expect(back.unsnoozeCaseManagementTask).toMatchObject({ recipientId: staff[0], skippedUntil: null });
    }
    expect(await offered()).toBe(1);
    const events = await house.inA((tx) =>
      tx.sql(`select 1 from event where client_id = $1 and message_type = 'taskUnsnoozed' and payload->>'taskId' = $2`, [
        tx.clientId,
        task.taskId,
      ]),
    );
    expect(events).toHaveLength(1);
  });

  it('skipped keeps its assignee and is not offered; reassigned belongs to the new person; resolved is over', async () => {
    const task = await create();
    await house.call('account', START, ids(task.taskId), tokens[0]);
    const skipped = await house.call<{ skipCaseManagementTask: Task }>('account', SKIP, ids(task.taskId), tokens[0]);
    expect(skipped.skipCaseManagementTask).toMatchObject({ status: 'new', recipientId: staff[0] });
    expect((await list('getOwnCaseManagementTaskList', { filter: { taskIds: [task.taskId], due: true } }, tokens[0])).total).toBe(0);

    const reassign = one('reassignCaseManagementTask', ', $userId: ID', ', userId: $userId');
    await house.call('account', reassign, { ...ids(task.taskId), userId: staff[1] });
    const stranger = await house.raw('account', START, ids(task.taskId), tokens[2]);
    expect(stranger.errors?.[0]?.message).toBe('This task is assigned to Agent 1');
    expect((await list('getOwnCaseManagementTaskList', { filter: { taskIds: [task.taskId] } }, tokens[2])).total).toBe(0);

    await house.call('account', RESOLVE, { ...ids(task.taskId), resolutionNote: 'Will pay' }, tokens[1]);
    const late = await house.raw('account', RESOLVE, ids(task.taskId), tokens[1]);
    expect(late.errors?.[0]?.extensions?.code).toBe('CONFLICT');
    const nobody = await house.raw('account', reassign, { ...ids(task.taskId), userId: uuidv7() });
    expect(nobody.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'userId' });

    const reopened = await house.call<{ markCaseManagementTaskActive: Task }>(
      'account',
      one('markCaseManagementTaskActive'),
      ids(task.taskId),
      tokens[3],
    );
    expect(reopened.markCaseManagementTaskActive).toMatchObject({ status: 'active', recipientId: staff[3], resolutionNote: null });
  });

  it('edited in an older state is refused', async () => {
    const task = await create();
    const update = one(
      'updateCaseManagementTask',
      ', $task: CaseManagementTaskChange!, $revision: Int',
      ', task: $task, revision: $revision',
    );
    await house.call('account', update, { ...ids(task.taskId), task: { note: 'Mine' }, revision: task.revision });
    const stale = await house.raw('account', update, { ...ids(task.taskId), task: { note: 'Yours' }, revision: task.revision });
    expect(stale.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', field: 'revision' });
    const staleStart = await house.raw('account', START, { ...ids(task.taskId), revision: task.revision }, tokens[0]);
    expect(staleStart.errors?.[0]?.extensions?.code).toBe('CONFLICT');
  });

  it('belongs to a topic; only its people see it as their own', async () => {
    await house.inA((tx) =>
      tx.sql(`insert into task_topic (client_id, topic_id, name, user_ids, created_at) values ($1, 'legal', 'Legal', $2, '2026-01-01Z')`, [
        tx.clientId,
        [staff[5]],
      ]),
    );
    const task = await create({ topicId: 'legal' });
    const filter = { filter: { taskIds: [task.taskId] } };
    expect((await list('getOwnCaseManagementTaskList', filter, tokens[5])).total).toBe(1);
    expect((await list('getOwnCaseManagementTaskList', filter, tokens[6])).total).toBe(0);
    const unknown = await house.raw(
      'account',
      `mutation ($clientId: ID!, $task: CaseManagementTaskInput!) { createCaseManagementTask(clientId: $clientId, task: $task) { taskId } }`,
      {
        clientId: house.clientA,
        task: { accountId: world.accountId, note: 'x', topicId: 'nowhere' },
      },
    );
    expect(unknown.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'task.topicId' });
  });
});

describe('the queue', () => {
  it('pages from 1 by 10, in the order of due days, without gaps or repeats', async () => {
    await house.inA((tx) => tx.sql('delete from case_task where client_id = $1', [tx.clientId]));
    for (let index = 0; index < 23; index++) await create({ dueDate: `2026-12-${String(28 - index).padStart(2, '0')}` });
    const first = await list('getCaseManagementTaskList', {});
    expect(first).toMatchObject({ total: 23, page: 1, limit: 10 });
    const pages = [first, await list('getCaseManagementTaskList', { page: 2 }), await list('getCaseManagementTaskList', { page: 3 })];
    expect(new Set(pages.flatMap((page) => page.tasks.map((task) => task.taskId))).size).toBe(23);
    expect(await list('getCaseManagementTaskList', { page: 9 })).toMatchObject({ total: 23, tasks: [] });
    expect((await list('getCaseManagementTaskList', { filter: { userId: staff[0] } })).total).toBe(0);
    const wrong = await house.raw(
      'account',
      `query ($clientId: ID!) { getCaseManagementTaskList(clientId: $clientId, limit: 0) { total } }`,
      { clientId: house.clientA },
    );
    expect(wrong.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'limit' });
  });

  it('is sorted by what the account owes and how late it is, page by page, without gaps or repeats', async () => {
    const accounts = [uuidv7(), uuidv7(), uuidv7()];
    await house.inA(async (tx) => {
      await tx.sql('delete from case_task where client_id = $1', [tx.clientId]);
      for (const [index, [amount, due, name]] of [
        [500, '2026-01-31', 'Cora Adler'],
        [90_000, null, 'anna Busch'],
        [7_000, '2025-06-30', 'Ben Conrad'],
      ].entries())
        await tx.sql(
          `insert into account (client_id, account_id, external_account_ref, currency, debtor_name, total_amount, oldest_due_date, created_at, updated_at)
           values ($1, $2, $3, 'EUR', $6, $4, $5, '2026-01-01Z', '2026-01-01Z')`,
          [tx.clientId, accounts[index], `SORTED-${index}`, amount, due, name],
        );
      // Made in one instant: only their ids tell those of an account apart.
      for (let index = 0; index < 9; index++)
        await tx.sql(
          `insert into case_task (client_id, task_id, account_id, note, created_at, updated_at) values ($1, $2, $3, 'Call back', '2026-01-01Z', '2026-01-01Z')`,
          [tx.clientId, uuidv7(), accounts[index % 3]],
        );
    });
    interface Row {
      taskId: string;
      totalAmount: string;
      currency: string;
      daysPastDue: number | null;
      debtorFullName: string;
    }
    const sorted = async (field: string, descending: boolean) => {
      const pages = [];
      for (const page of [1, 2, 3])
        pages.push(
          await house.call<{ getCaseManagementTaskList: { tasks: Row[] } }>(
            'account',
            `query ($clientId: ID!, $order: CaseManagementTaskOrderField, $page: Int) { getCaseManagementTaskList(clientId: $clientId, order: $order, page: $page, limit: 4) {
              tasks { taskId totalAmount currency daysPastDue debtorFullName } } }`,
            { clientId: house.clientA, order: { field, descending }, page },
          ),
        );
      const rows = pages.flatMap((page) => page.getCaseManagementTaskList.tasks);
      expect(new Set(rows.map((row) => row.taskId)).size).toBe(9);
      return rows;
    };
    const amounts = (await sorted('totalAmount', true)).map((row) => `${row.totalAmount} ${row.currency}`);
    expect(amounts).toEqual(['900.00 EUR', '70.00 EUR', '5.00 EUR'].flatMap((each) => [each, each, each]));
    for (const descending of [true, false]) {
      const days = (await sorted('daysPastDue', descending)).map((row) => row.daysPastDue);
      // Whoever is not late at all comes last either way.
      expect(days.slice(6)).toEqual([null, null, null]);
      expect(Math.sign(days[0]! - days[3]!)).toBe(descending ? 1 : -1);
      // From 30 June 2025 to 31 January 2026.
      expect(Math.abs(days[0]! - days[3]!)).toBe(215);
    }
    const names = (await sorted('debtorFullName', false)).map((row) => row.debtorFullName);
    expect([names[0], names[3], names[6]]).toEqual(['anna Busch', 'Ben Conrad', 'Cora Adler']);
  });

  it('resolves and reassigns many at once, leaving alone what others hold', async () => {
    const tasks = await Promise.all([create(), create(), create()]);
    await house.call('account', START, ids(tasks[0]!.taskId), tokens[0]);
    const bulk = `mutation ($clientId: ID!, $taskIds: [ID!]!) { resolveCaseManagementTasks(clientId: $clientId, taskIds: $taskIds) }`;
    const done = await house.call('account', bulk, { clientId: house.clientA, taskIds: tasks.map((task) => task.taskId) });
    expect(done).toEqual({ resolveCaseManagementTasks: 2 });
  });
});
