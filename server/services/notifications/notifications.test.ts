import type { AddressInfo } from 'node:net';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { followTouched } from '../../platform/follow.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { addSampleAccounts } from '../account/account.sample.ts';
import { createTask } from '../account/task/task.logic.ts';
import { type NewNotification, notify } from './notifications.logic.ts';

let house: TestHouse;
let accountId: Uuid;
const colleague = uuidv7();
let token: { me: string; colleague: string };

beforeAll(async () => {
  house = await openTestHouse();
  await house.app.listen({ port: 0, host: '127.0.0.1' });
  token = {
    me: await house.tokenFor(house.clientA),
    colleague: await house.tokenFor(house.clientA, 'AGENT', colleague),
  };
  await house.inA(async (tx) => {
    await tx.sql(
      `insert into client_user (client_id, user_id, email, name, role) values ($1, $2, 'c@test.example', 'Bea Colleague', 'AGENT')`,
      [tx.clientId, colleague],
    );
    const accounts = await addSampleAccounts(tx, [
      { ref: 'N-1', first: 'Hannah', last: 'Brandt', claims: [{ ref: 'N-1-1', balance: 100, due: '2026-01-01', product: 'Gas' }] },
    ]);
    accountId = accounts.get('N-1')!;
  });
});
afterAll(() => house.close());
beforeEach(() => house.inA((tx) => tx.sql('delete from notification where client_id = $1', [tx.clientId])));

interface Page {
  notifications: {
    notificationId: string;
    type: string;
    status: string;
    accountId: string | null;
    senderId: string | null;
    recipientId: string;
    metadata: { debtorFullName: string | null; note: string | null; taskId: string | null; tags: string[] };
  }[];
  unseen: number;
}
const FIELDS = 'notificationId type status accountId senderId recipientId metadata { debtorFullName note taskId tags }';
const pageOf = async (userId: Uuid, by: string, pagination?: object): Promise<Page> => {
  await followTouched(house.database);
  return (
    await house.call<{ getNotifications: Page }>(
      'notifications',
      `query ($clientId: ID!, $recipientId: ID!, $pagination: NotificationPagination) { getNotifications(clientId: $clientId, recipientId: $recipientId, pagination: $pagination) { unseen notifications { ${FIELDS} } } }`,
      { clientId: house.clientA, recipientId: userId, pagination },
      by,
    )
  ).getNotifications;
};
const mine = (pagination?: object) => pageOf(house.userA, token.me, pagination);
const theirs = (pagination?: object) => pageOf(colleague, token.colleague, pagination);

const update = (variables: object, by: string) =>
  house.raw(
    'notifications',
    `mutation ($clientId: ID!, $notificationId: ID!, $userId: ID!, $status: String!, $assignedToId: ID, $resolverId: ID) {
      updateNotificationV1(clientId: $clientId, notificationId: $notificationId, userId: $userId, status: $status, assignedToId: $assignedToId, resolverId: $resolverId) { ${FIELDS} } }`,
    { clientId: house.clientA, ...variables },
    by,
  );
const create = (notification: object, by: string, about: Uuid | null = accountId) =>
  house.raw(
    'notifications',
    `mutation ($clientId: ID!, $accountId: ID, $notification: NotificationInput!) { createNotificationV1(clientId: $clientId, accountId: $accountId, notification: $notification) { ${FIELDS} } }`,
    { clientId: house.clientA, accountId: about, notification },
    by,
  );
const account = (document: string, variables: object, by: string) =>
  house.call<Record<string, { taskId: string; revision: number }>>('account', document, { clientId: house.clientA, ...variables }, by);
const NEW_TASK =
  'mutation ($clientId: ID!, $task: CaseManagementTaskInput!) { createCaseManagementTask(clientId: $clientId, task: $task) { taskId revision } }';

const keep = (count: number, recipientId = colleague) =>
  house.inA((tx) =>
    notify(
      tx,
      Array.from({ length: count }, (_, index): NewNotification => {
        const metadata = { debtorFullName: null, note: `Note ${index}`, tags: [], taskId: null, topicId: null };
        return { type: 'ACCOUNT_TASK_WORKFLOW', recipientId, senderId: null, accountId, metadata };
      }),
    ),
  );

describe('notifications', () => {
  it('notify of a task assigned by somebody else, and its author when it is resolved', async () => {
    const { createCaseManagementTask: task } = await account(
      NEW_TASK,
      { task: { accountId, note: 'Call back', tags: ['URGENT'], recipientId: colleague } },
      token.me,
    );
    const [given] = (await theirs()).notifications;
    expect(given).toMatchObject({ type: 'ACCOUNT_TASK_ASSIGNED', status: 'NEW', accountId, senderId: house.userA, recipientId: colleague });
    expect(given?.metadata).toEqual({ debtorFullName: 'Hannah Brandt', note: 'Call back', taskId: task!.taskId, tags: ['URGENT'] });
    expect((await mine()).notifications).toEqual([]);

    await account(
      'mutation ($clientId: ID!, $taskId: ID!, $resolutionNote: String) { resolveCaseManagementTask(clientId: $clientId, taskId: $taskId, resolutionNote: $resolutionNote) { taskId revision } }',
      { taskId: task!.taskId, resolutionNote: 'Pays on Friday' },
      token.colleague,
    );
    const [done] = (await mine()).notifications;
    expect(done).toMatchObject({ type: 'ACCOUNT_TASK_RESOLVED', senderId: colleague, accountId });
    expect(done?.metadata.note).toBe('Pays on Friday');
  });

  it('notify whoever assigned the task last, and nobody of their own actions', async () => {
    // A colleague's own task, given to me by a third person: the third person hears of its end.
    const third = uuidv7();
    await house.inA((tx) =>
      tx.sql(`insert into client_user (client_id, user_id, email, name, role) values ($1, $2, 't@test.example', 'Third', 'SUPERVISOR')`, [
        tx.clientId,
        third,
      ]),
    );
    const thirdToken = await house.tokenFor(house.clientA, 'SUPERVISOR', third);
    const { createCaseManagementTask: task } = await account(
      NEW_TASK,
      { task: { accountId, note: 'Mine', recipientId: house.userA } },
      token.me,
    );
    expect((await mine()).notifications).toEqual([]);
    await account(
      'mutation ($clientId: ID!, $taskId: ID!, $userId: ID) { reassignCaseManagementTask(clientId: $clientId, taskId: $taskId, userId: $userId) { taskId revision } }',
      { taskId: task!.taskId, userId: colleague },
      thirdToken,
    );
    expect((await theirs()).notifications[0]).toMatchObject({ type: 'ACCOUNT_TASK_ASSIGNED', senderId: third });
    await account(
      'mutation ($clientId: ID!, $taskId: ID!) { resolveCaseManagementTask(clientId: $clientId, taskId: $taskId) { taskId revision } }',
      { taskId: task!.taskId },
      token.colleague,
    );
    expect((await mine()).notifications).toEqual([]);
    expect((await pageOf(third, thirdToken)).notifications[0]).toMatchObject({ type: 'ACCOUNT_TASK_RESOLVED', senderId: colleague });
  });

  it('are paged newest first, dismissed ones left out', async () => {
    await keep(25);
    expect((await theirs()).notifications).toHaveLength(20);
    const pages = [await theirs({ page: 1, limit: 10 }), await theirs({ page: 2, limit: 10 }), await theirs({ page: 3, limit: 10 })];
    expect(pages.map((page) => page.notifications.length)).toEqual([10, 10, 5]);
    const all = pages.flatMap((page) => page.notifications);
    expect(new Set(all.map((each) => each.notificationId)).size).toBe(25);
    expect(pages[0]?.unseen).toBe(25);
    await update({ notificationId: all[0]?.notificationId, userId: colleague, status: 'DISMISSED' }, token.colleague);
    expect((await theirs()).notifications.map((each) => each.notificationId)).not.toContain(all[0]?.notificationId);
    await house.call(
      'notifications',
      'mutation ($clientId: ID!) { dismissNotifications(clientId: $clientId) }',
      { clientId: house.clientA },
      token.colleague,
    );
    expect(await theirs()).toEqual({ notifications: [], unseen: 0 });
    for (const pagination of [{ page: 0 }, { limit: 0 }, { limit: 101 }]) await expect(theirs(pagination)).rejects.toThrow('INVALID_INPUT');
  });

  it('are one’s own only', async () => {
    const [made] = await keep(1);
    const notificationId = made!.notificationId;
    await expect(pageOf(colleague, token.me)).rejects.toThrow('NOT_FOUND: Notification not found');
    for (const [userId, by] of [
      [house.userA, token.me],
      [colleague, token.me],
      [house.userA, token.colleague],
    ])
      expect((await update({ notificationId, userId, status: 'VIEWED' }, by!)).errors?.[0]?.message).toBe('Notification not found');
    expect((await theirs()).notifications[0]?.status).toBe('NEW');
  });

  it('only go forward, and are new again for whoever they are handed to', async () => {
    const [made] = await keep(1);
    const change = { notificationId: made!.notificationId, userId: colleague };
    const status = async (variables: object) =>
      ((await update({ ...change, ...variables }, token.colleague)).data as { updateNotificationV1: { status: string } })
        .updateNotificationV1.status;
    expect(await status({ status: 'VIEWED' })).toBe('VIEWED');
    expect(await status({ status: 'RESOLVED', resolverId: house.userA })).toBe('RESOLVED');
    expect(await status({ status: 'NEW' })).toBe('RESOLVED');
    expect(await status({ status: 'VIEWED' })).toBe('RESOLVED');
    expect((await update({ ...change, status: 'SEEN' }, token.colleague)).errors?.[0]?.extensions?.field).toBe('status');
    expect((await update({ ...change, status: 'VIEWED', assignedToId: uuidv7() }, token.colleague)).errors?.[0]?.extensions?.field).toBe(
      'assignedToId',
    );
    await update({ ...change, status: 'VIEWED', assignedToId: house.userA }, token.colleague);
    expect((await theirs()).notifications).toEqual([]);
    expect((await mine()).notifications[0]).toMatchObject({ status: 'NEW', senderId: colleague });
  });

  it('are checked when somebody writes one', async () => {
    const good = { type: 'ACCOUNT_TASK_WORKFLOW', recipientId: colleague, metadata: { note: 'Look', tags: ['A'] } };
    expect((await create(good, token.me)).data?.createNotificationV1).toMatchObject({ status: 'NEW', senderId: house.userA });
    expect((await create(good, token.colleague)).errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
    const field = async (wrong: object, about?: Uuid | null) =>
      (await create({ ...good, ...wrong }, token.me, about)).errors?.[0]?.extensions?.field;
    expect(await field({ type: 'HELLO' })).toBe('notification.type');
    expect(await field({ recipientId: uuidv7() })).toBe('notification.recipientId');
    expect(await field({ metadata: { note: 'x'.repeat(2_001) } })).toBe('notification.metadata.note');
    expect(await field({}, null)).toBe('accountId');
    expect((await create(good, token.me, uuidv7())).errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
  });

  it('are sent at once, only to the recipient’s socket', async () => {
    const url = `ws://127.0.0.1:${(house.app.server.address() as AddressInfo).port}/api/backoffice/socket`;
    const hear = (authorization: string) => {
      const client = createClient({ url, webSocketImpl: WebSocket, connectionParams: { authorization }, retryAttempts: 0 });
      const heard: { messageType: string; payload: unknown }[] = [];
      client.subscribe<{ listenForMessages: { messageType: string; payload: unknown } }>(
        {
          query: 'subscription ($clientId: ID!) { listenForMessages(clientId: $clientId) { messageType payload } }',
          variables: { clientId: house.clientA },
        },
        { next: ({ data }) => void (data && heard.push(data.listenForMessages)), error: () => {}, complete: () => {} },
      );
      return { heard, client };
    };
    const [me, they] = [hear(token.me), hear(token.colleague)];
    await new Promise((resolve) => setTimeout(resolve, 300));
    await house.inA((tx) => createTask(tx, { accountId, note: 'Now', recipientId: colleague }, house.userA));
    await followTouched(house.database);
    await expect.poll(() => they.heard.length).toBe(1);
    expect(they.heard[0]).toMatchObject({ messageType: 'NOTIFICATION', payload: { type: 'ACCOUNT_TASK_ASSIGNED', status: 'NEW' } });
    expect(me.heard).toEqual([]);
    await me.client.dispose();
    await they.client.dispose();
  });
});
