import { expect, it } from 'vitest';
import { uuidv7 } from '../../../core/id.ts';
import { HOUR, type Instant, isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { appendAnyEvents } from '../../platform/events.ts';
import { createTask, startTask } from '../account/task/task.logic.ts';
import { createPromiseToPay } from '../finance/agreement/promise.logic.ts';
import { financeFixture, RECORD, TODAY } from '../finance/finance.testing.ts';

const fixture = financeFixture();
const BOARD = `query ($clientId: ID!) { getLiveBoard(clientId: $clientId) { today
  people { userId isAvailable awaySince accountId externalAccountRef contacts promises tasksResolved } waiting { kind count underHour today days older }
  promisesMade { count amounts { currency amount } } promisesDue { count } promisesKept { count } promisesBroken { count }
  moneyToday { currency amount } moneyUsual { currency amount } contacts { hour channel count } deliveries { channel status count } } }`;

it('shows who has which account open, what waits and what the day brought', async () => {
  const { house } = fixture;
  const ask = async () =>
    (await house.call<{ getLiveBoard: Record<string, unknown> }>('reporting', BOARD, { clientId: house.clientA })).getLiveBoard;
  const none = { count: 0, underHour: 0, today: 0, days: 0, older: 0 };
  expect(await ask()).toMatchObject({
    people: [],
    waiting: [{ kind: 'tasks', ...none }, { kind: 'messages' }, { kind: 'unmatched' }, { kind: 'transactions' }, { kind: 'approvals' }],
  });

  const { accountId, refs } = await fixture.accountWith([10_000n]);
  await house.inA(async (tx) => {
    const task = await createTask(tx, { accountId, note: 'Call' }, house.userA);
    await startTask(tx, task.taskId, null, house.userA);
    await createPromiseToPay(tx, {
      externalClaimRef: refs[0]!,
      amount: 2_500n,
      dueDate: TODAY,
      requestedBy: house.userA,
      idempotencyKey: uuidv7(),
    });
  });
  const worked = await ask();
  expect(worked).toMatchObject({
    today: TODAY,
    people: [{ userId: house.userA, accountId, externalAccountRef: `A-${accountId}`, isAvailable: true }],
    promisesMade: { count: 1, amounts: [{ currency: 'EUR', amount: '25.00' }] },
    promisesDue: { count: 1 },
    promisesKept: { count: 0 },
    moneyToday: [],
  });
  expect(worked.waiting).toMatchObject([
    { kind: 'tasks', count: 1, underHour: 1, today: 0 },
    { count: 0 },
    { count: 0 },
    { count: 0 },
    { count: 0 },
  ]);

  await house.call('finance', RECORD, { clientId: house.clientA, accountId, refs, amount: '30.00', key: uuidv7() });
  expect(await ask()).toMatchObject({
    promisesMade: { count: 1 },
    promisesDue: { count: 0 },
    promisesKept: { count: 1 },
    moneyToday: [{ currency: 'EUR', amount: '30.00' }],
  });

  const behind = async (of: string) =>
    (
      await house.call<{ listLiveBoardAccounts: object[] }>(
        'reporting',
        'query ($clientId: ID!, $of: BoardFigure!) { listLiveBoardAccounts(clientId: $clientId, of: $of) { accountId externalAccountRef currency amount } }',
        { clientId: house.clientA, of },
      )
    ).listLiveBoardAccounts;
  const row = { accountId, externalAccountRef: `A-${accountId}`, currency: 'EUR' };
  expect(await behind('made')).toEqual([{ ...row, amount: '25.00' }]);
  expect(await behind('kept')).toEqual([{ ...row, amount: '25.00' }]);
  expect(await behind('due')).toEqual([]);
  expect(await behind('broken')).toEqual([]);
  expect(await behind('money')).toEqual([{ ...row, amount: '30.00' }]);
});

it('counts calls and completed accounts by hour and by person, except undone ones', async () => {
  const { house } = fixture;
  const { accountId } = await fixture.accountWith([1_000n]);
  const [kept, undone] = [uuidv7(), uuidv7()];
  const call = (workItemId: string) => [
    {
      messageType: 'communicationResolved',
      accountId,
      payload: { communicationMethod: 'phoneCall', outcomeDirection: 'outbound', communicationRequestId: `work:${workItemId}` },
    },
    { messageType: 'workCompleted', accountId, payload: { workItemId } },
  ];
  await house.inA((tx) =>
    appendAnyEvents(tx, [...call(kept), ...call(undone), { messageType: 'workUndone', accountId, payload: { workItemId: undone } }]),
  );
  const { getLiveBoard } = await house.call<{ getLiveBoard: object }>('reporting', BOARD, { clientId: house.clientA });
  expect(getLiveBoard).toMatchObject({
    contacts: [{ channel: 'phone', count: 1 }],
    people: [{ userId: house.userA, contacts: 1 }],
  });
});

it('shows since when someone is unavailable, and undelivered messages until they are reviewed', async () => {
  const { house } = fixture;
  const { accountId } = await fixture.accountWith([1_000n]);
  await house.call(
    'backoffice',
    'mutation ($clientId: ID!) { setOwnAvailability(clientId: $clientId, status: "unavailable", reason: "break") { status } }',
    {
      clientId: house.clientA,
    },
  );
  const hours = (count: number) => isoInstant((now() - count * HOUR) as Instant);
  await house.inA(async (tx) => {
    for (const [channel, status, at] of [
      ['email', 'failed', hours(1)],
      ['email', 'failed', hours(23)],
      ['sms', 'failed', hours(25)],
      ['sms', 'unknown', hours(100)],
      ['email', 'sent', hours(1)],
    ])
      await tx.sql(
        `insert into outbox (client_id, outbox_id, key, channel, status, account_id, request, next_attempt_at, created_at)
         values ($1, $2::uuid, $2, $3, $4, $5, '{}', $6, $6)`,
        [tx.clientId, uuidv7(), channel, status, accountId, at],
      );
  });
  const { getLiveBoard } = await house.call<{ getLiveBoard: object }>('reporting', BOARD, { clientId: house.clientA });
  expect(getLiveBoard).toMatchObject({
    people: [{ userId: house.userA, isAvailable: false, awaySince: isoInstant(now()) }],
    deliveries: [
      { channel: 'email', status: 'failed', count: 2 },
      { channel: 'sms', status: 'unknown', count: 1 },
    ],
  });
  const { getLiveBoard: other } = await house.call<{ getLiveBoard: object }>(
    'reporting',
    BOARD,
    { clientId: house.clientB },
    await house.tokenFor(house.clientB, 'ADMINISTRATOR', house.userB),
  );
  expect(other).toMatchObject({ people: [], deliveries: [] });
});

it('counts nothing of another client, and is not for agents', async () => {
  const { house } = fixture;
  const { accountId } = await fixture.accountWith([1_000n]);
  await house.inA(async (tx) => createTask(tx, { accountId, note: 'Call' }, house.userA));
  const stranger = await house.tokenFor(house.clientB, 'ADMINISTRATOR', house.userB);
  const { getLiveBoard } = await house.call<{ getLiveBoard: object }>('reporting', BOARD, { clientId: house.clientB }, stranger);
  expect(getLiveBoard).toMatchObject({
    people: [],
    waiting: Array.from({ length: 5 }, () => expect.objectContaining({ count: 0 })),
    promisesMade: { count: 0 },
  });
  for (const role of ['AGENT', 'READ_ONLY']) {
    const token = await house.tokenFor(house.clientA, role);
    const { errors } = await house.raw('reporting', BOARD, { clientId: house.clientA }, token);
    expect(errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
  }
});
