import { describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { type CalendarDate, DAY, instant } from '../../../../core/time.ts';
import { migrations } from '../../../platform/migrations.ts';
import { reviewDueAgreements } from '../finance.jobs.ts';
import { count, financeFixture } from '../finance.testing.ts';
import { settlePayment } from '../payment/payment.logic.ts';
import { createPromise } from './promise.logic.ts';

const fixture = financeFixture();
const DUE = '2026-11-22' as CalendarDate;
const client = () => ({ clientId: fixture.house.clientA });

/** Four claims of 10.00 each, and one promise of 40.00 about them. */
async function promised(requestedBy: string = fixture.house.userA) {
  const { accountId, refs } = await fixture.accountWith([1000n, 1000n, 1000n, 1000n]);
  const parts = await fixture.house.inA((tx) =>
    createPromise(
      tx,
      { dueDate: DUE, requestedBy, idempotencyKey: uuidv7() },
      refs.map((externalClaimRef) => ({ externalClaimRef, amount: 1000n })),
    ),
  );
  return { accountId, refs, parts };
}
const statuses = async (accountId: Uuid) =>
  (
    await fixture.house.inA((tx) =>
      tx.sql<{ status: string }>('select distinct status from promise_to_pay where client_id = $1 and account_id = $2', [
        tx.clientId,
        accountId,
      ]),
    )
  ).map((row) => row.status);
const ofPromises = async (accountId: Uuid) => (await fixture.typesOf(accountId)).filter((type) => type.startsWith('promise'));
const settle = async (accountId: Uuid, refs: string[], amount: bigint) => {
  const payment = await fixture.pay(accountId, refs, amount);
  await fixture.house.inA((tx) => settlePayment(tx, payment.paymentId));
};

const FIGURES = `query ($clientId: ID!, $from: Date!, $to: Date!) {
  getHomepage(clientId: $clientId) { promisesDueThisWeek { count amounts { amount } } promisesDue { accountId amount } }
  getPerformance(clientId: $clientId, range: { from: $from, to: $to }) { agents { userId promisesTaken promisesKept } } }`;
interface Figures {
  getHomepage: {
    promisesDueThisWeek: { count: number; amounts: { amount: string }[] };
    promisesDue: { accountId: string; amount: string }[];
  };
  getPerformance: { agents: { userId: string; promisesTaken: number; promisesKept: number }[] };
}
const figures = async () => {
  const read = await fixture.house.call<Figures>('reporting', FIGURES, { ...client(), from: '2026-11-16', to: '2026-11-22' });
  return { home: read.getHomepage, agent: read.getPerformance.agents.find((agent) => agent.userId === fixture.house.userA) };
};
const WORK = '{ item { workItemId promisable } }';

describe('a promise about several claims', () => {
  it('on the phone, undone and recorded again, is one promise on the home page, in the report and on the timeline', async () => {
    const { accountId, refs } = await fixture.accountWith([1000n, 1000n, 1000n, 1000n]);
    const take = async () =>
      (
        await fixture.house.call<{ takeWorkItem: { item: { workItemId: string; promisable: string } } }>(
          'account',
          `mutation ($clientId: ID!, $accountId: ID!) { takeWorkItem(clientId: $clientId, accountId: $accountId) ${WORK} }`,
          { ...client(), accountId },
        )
      ).takeWorkItem.item;
    const note = async () => {
      const { workItemId, promisable } = await take();
      expect(promisable).toBe('40.00');
      await fixture.house.call(
        'account',
        `mutation ($clientId: ID!, $workItemId: ID!, $outcome: WorkOutcomeInput!, $key: ID!) { completeWorkItem(clientId: $clientId, workItemId: $workItemId, outcome: $outcome, idempotencyKey: $key) { blocked } }`,
        {
          ...client(),
          workItemId,
          outcome: { outcome: 'promise', amount: '40.00', dueDate: DUE, rightParty: ['name', 'address', 'reference'] },
          key: uuidv7(),
        },
      );
      return workItemId;
    };
    const first = await note();
    await fixture.house.call(
      'account',
      'mutation ($clientId: ID!, $workItemId: ID!) { undoWorkItem(clientId: $clientId, workItemId: $workItemId) { blocked } }',
      { ...client(), workItemId: first },
    );
    await note();
    expect(await ofPromises(accountId)).toEqual(['promiseToPayCreated', 'promiseToPayInvalidated', 'promiseToPayCreated']);
    const { home, agent } = await figures();
    expect(home.promisesDueThisWeek).toEqual({ count: 1, amounts: [{ amount: '40.00' }] });
    expect(home.promisesDue).toEqual([{ accountId, amount: '40.00' }]);
    expect(agent).toMatchObject({ promisesTaken: 1, promisesKept: 0 });

    // Its parts stay with their claims, and each claim's own timeline has it.
    const { getAccountPromisesToPay: parts } = await fixture.house.call<{
      getAccountPromisesToPay: { promiseId: string; externalClaimRef: string; amount: string }[];
    }>(
      'finance',
      'query ($clientId: ID!, $accountId: ID!) { getAccountPromisesToPay(clientId: $clientId, accountId: $accountId) { promiseId externalClaimRef amount } }',
      { ...client(), accountId },
    );
    const { getAllClaimEvents: told } = await fixture.house.call<{ getAllClaimEvents: { events: object[] } }>(
      'events',
      'query ($clientId: ID!, $ref: String!) { getAllClaimEvents(clientId: $clientId, externalClaimRef: $ref, rawMessageFilters: ["promiseToPayCreated"]) { events { payload } } }',
      { ...client(), ref: refs[3] },
    );
    expect(told.events.length).toBe(2);
    expect(new Set(parts.map((part) => part.promiseId)).size).toBe(1);
    expect(parts.map((part) => part.amount)).toEqual(['10.00', '10.00', '10.00', '10.00']);
    expect(new Set(parts.map((part) => part.externalClaimRef))).toEqual(new Set(refs));

    // Kept by all of it, not by three quarters.
    await settle(accountId, refs, 3000n);
    expect((await figures()).agent).toMatchObject({ promisesTaken: 1, promisesKept: 0 });
    expect(await statuses(accountId)).toEqual(expect.arrayContaining(['active']));
    await settle(accountId, refs, 1000n);
    expect((await figures()).agent).toMatchObject({ promisesTaken: 1, promisesKept: 1 });
    expect(count(await fixture.typesOf(accountId), 'promiseToPayKept')).toBe(1);
  });

  it('breaks as one when a part of its money is missing', async () => {
    const { accountId, refs } = await promised();
    await settle(accountId, refs, 3500n);
    const before = fixture.clock;
    fixture.clock = instant(before + 3 * DAY);
    try {
      await reviewDueAgreements(fixture.house.database, fixture.house.clientA);
    } finally {
      fixture.clock = before;
    }
    expect(await statuses(accountId)).toEqual(['broken']);
    expect(await ofPromises(accountId)).toEqual(['promiseToPayCreated', 'promiseToPayBroken']);
  });

  it('is taken back whole, and gives up one claim alone to a plan about it', async () => {
    const one = await promised('debtor');
    await fixture.house.call(
      'finance',
      'mutation ($clientId: ID!, $id: ID!) { cancelPromiseToPay(clientId: $clientId, promiseToPayId: $id) { status } }',
      { ...client(), id: one.parts[2]?.promiseToPayId },
    );
    expect(await statuses(one.accountId)).toEqual(['invalidated']);
    expect(count(await fixture.typesOf(one.accountId), 'promiseToPayInvalidated')).toBe(1);

    const { accountId, refs } = await promised('debtor');
    await fixture.house.call(
      'finance',
      `mutation ($clientId: ID!, $accountId: ID!, $refs: [String!]!) { createInstalmentsPlan(clientId: $clientId, accountId: $accountId, externalClaimRefs: $refs, interval: "monthly", endsAgreements: true) { id } }`,
      { ...client(), accountId, refs: [refs[0]] },
    );
    const { getAccountPromisesToPay: left } = await fixture.house.call<{
      getAccountPromisesToPay: { status: string; externalClaimRef: string }[];
    }>(
      'finance',
      'query ($clientId: ID!, $accountId: ID!) { getAccountPromisesToPay(clientId: $clientId, accountId: $accountId) { status externalClaimRef } }',
      { ...client(), accountId },
    );
    expect(left.map((part) => [part.externalClaimRef, part.status]).sort()).toEqual(refs.slice(1).map((ref) => [ref, 'active']));
  });

  it('that was noted claim by claim before becomes one', async () => {
    const { accountId, parts } = await promised();
    const owner = fixture.house.database.owner;
    await owner.query(
      `update promise_to_pay set promise_id = null, status = case when promise_to_pay_id = $2 then 'broken' else 'kept' end where account_id = $1`,
      [accountId, parts[0]?.promiseToPayId],
    );
    const [statement] = (migrations().find(({ tag }) => tag.endsWith('promises_of_several_claims'))?.statements ?? []).slice(1);
    await owner.query(statement ?? '');
    const { rows } = await owner.query('select distinct promise_id is null as alone, status from promise_to_pay where account_id = $1', [
      accountId,
    ]);
    expect(rows).toEqual([{ alone: false, status: 'broken' }]);
  });
});
