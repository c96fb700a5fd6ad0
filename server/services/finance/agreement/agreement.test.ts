import { describe, expect, it } from 'vitest';
import { uuidv7 } from '../../../../core/id.ts';
import { type CalendarDate, DAY, instant } from '../../../../core/time.ts';
import { reviewDueAgreements } from '../finance.jobs.ts';
import { count, financeFixture, RECORD } from '../finance.testing.ts';
import { chargeBack } from '../payment/chargeback.logic.ts';
import { settlePayment } from '../payment/payment.logic.ts';
import { createPromiseToPay } from './promise.logic.ts';

const fixture = financeFixture();
const { accountWith, claimOf, typesOf, pay } = fixture;

const PROMISE = `mutation ($clientId: ID!, $ref: String!, $amount: Money!, $due: Date!, $key: ID) {
  createPromiseToPay(clientId: $clientId, externalClaimRef: $ref, amount: $amount, dueDate: $due, idempotencyKey: $key) { id status amount dueDate requestedBy }
}`;

describe('promises to pay', () => {
  it('say that the amount is too high, and name the field', async () => {
    const { refs } = await accountWith([1000n]);
    const answer = await fixture.house.raw('finance', PROMISE, {
      clientId: fixture.house.clientA,
      ref: refs[0],
      amount: '10.01',
      due: '2026-11-30',
    });
    expect(answer.errors?.[0]).toMatchObject({
      message: "Amount cannot be greater than claim's due amount",
      extensions: { code: 'INVALID_INPUT', field: 'amount' },
    });
    const late = await fixture.house.raw('finance', PROMISE, {
      clientId: fixture.house.clientA,
      ref: refs[0],
      amount: '1.00',
      due: '2026-11-20',
    });
    expect(late.errors?.[0]?.extensions?.field).toBe('dueDate');
    const far = await fixture.house.raw('finance', PROMISE, {
      clientId: fixture.house.clientA,
      ref: refs[0],
      amount: '1.00',
      due: '2027-11-20',
    });
    expect(far.errors?.[0]?.extensions?.field).toBe('dueDate');
  });

  it('never exceed the amount due in total, 50 at once', async () => {
    const { refs } = await accountWith([1000n]);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        fixture.house.raw('finance', PROMISE, { clientId: fixture.house.clientA, ref: refs[0], amount: '1.50', due: '2026-11-30' }),
      ),
    );
    expect(answers.filter((answer) => !answer.errors).length).toBe(6);
    expect(new Set(answers.flatMap((answer) => answer.errors ?? []).map((error) => error.message))).toEqual(
      new Set(["Amount cannot be greater than claim's due amount"]),
    );
  });

  it('with one key are one promise', async () => {
    const { refs } = await accountWith([1000n]);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        fixture.house.call<{ createPromiseToPay: { id: string } }>('finance', PROMISE, {
          clientId: fixture.house.clientA,
          ref: refs[0],
          amount: '10.00',
          due: '2026-11-30',
          key: `same${refs[0]}`,
        }),
      ),
    );
    expect(new Set(answers.map((answer) => answer.createPromiseToPay.id)).size).toBe(1);
  });

  it('hold until their day, are kept by payment, broken by silence, and broken again by a chargeback', async () => {
    const [kept, silent] = [await accountWith([1000n]), await accountWith([1000n])];
    for (const { refs } of [kept, silent])
      await fixture.house.call('finance', PROMISE, { clientId: fixture.house.clientA, ref: refs[0], amount: '10.00', due: '2026-11-25' });
    expect((await claimOf(kept.refs[0] ?? '')).promised_until).toBe('2026-11-25');
    const payment = await pay(kept.accountId, kept.refs);
    await fixture.house.inA((tx) => settlePayment(tx, payment.paymentId));
    expect(count(await typesOf(kept.accountId), 'promiseToPayKept')).toBe(1);
    const before = fixture.clock;
    try {
      fixture.clock = instant('2026-11-25T22:59:00Z'); // 23:59 in Berlin
      await reviewDueAgreements(fixture.house.database, fixture.house.clientA);
      expect(count(await typesOf(silent.accountId), 'promiseToPayBroken')).toBe(0);
      fixture.clock = instant('2026-11-25T23:01:00Z');
      await reviewDueAgreements(fixture.house.database, fixture.house.clientA);
      await reviewDueAgreements(fixture.house.database, fixture.house.clientA);
      expect(count(await typesOf(silent.accountId), 'promiseToPayBroken')).toBe(1);
      expect((await claimOf(silent.refs[0] ?? '')).promised_until).toBeNull();
      await fixture.house.inA((tx) => chargeBack(tx, payment.paymentId, 'returned'));
      expect(count(await typesOf(kept.accountId), 'promiseToPayBroken')).toBe(1);
    } finally {
      fixture.clock = before;
    }
  });

  it("can be taken back, and leave the account's list then", async () => {
    const { accountId, refs } = await accountWith([1000n]);
    const { createPromiseToPay: made } = await fixture.house.call<{ createPromiseToPay: { id: string } }>('finance', PROMISE, {
      clientId: fixture.house.clientA,
      ref: refs[0],
      amount: '10.00',
      due: '2026-11-25',
    });
    const cancel = 'mutation ($clientId: ID!, $id: ID!) { cancelPromiseToPay(clientId: $clientId, promiseToPayId: $id) { status } }';
    for (const _ of [1, 2])
      expect(await fixture.house.call('finance', cancel, { clientId: fixture.house.clientA, id: made.id })).toEqual({
        cancelPromiseToPay: { status: 'invalidated' },
      });
    const list = await fixture.house.call(
      'finance',
      'query ($clientId: ID!, $accountId: ID!) { getAccountPromisesToPay(clientId: $clientId, accountId: $accountId) { id } }',
      { clientId: fixture.house.clientA, accountId },
    );
    expect(list).toEqual({ getAccountPromisesToPay: [] });
    expect(count(await typesOf(accountId), 'promiseToPayInvalidated')).toBe(1);
  });
});

describe('instalment plans', () => {
  const PLAN = `mutation ($clientId: ID!, $accountId: ID!, $refs: [String!]!, $interval: String!, $ends: Boolean, $key: ID) {
    createInstalmentsPlan(clientId: $clientId, accountId: $accountId, externalClaimRefs: $refs, interval: $interval, endsAgreements: $ends, idempotencyKey: $key) { id amount status instalments { amount dueDate status } }
  }`;

  it('split to the cent, replace promises, are one per key and claim', async () => {
    const { accountId, refs } = await accountWith([745_20n, 308_40n]);
    await fixture.house.inA((tx) =>
      createPromiseToPay(tx, {
        externalClaimRef: refs[0] ?? '',
        amount: 100n,
        dueDate: '2026-11-30' as CalendarDate,
        requestedBy: 'debtor',
        idempotencyKey: uuidv7(),
      }),
    );
    const variables = { clientId: fixture.house.clientA, accountId, refs, interval: 'monthly', ends: true, key: `plan${refs[0]}` };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        fixture.house.call<{ createInstalmentsPlan: { id: string; amount: string } }>('finance', PLAN, variables),
      ),
    );
    expect(answers[0]).toMatchObject({
      createInstalmentsPlan: {
        amount: '1053.60',
        instalments: ['2026-12-01', '2027-01-01', '2027-02-01'].map((dueDate) => ({ amount: '351.20', dueDate, status: 'pending' })),
      },
    });
    expect(new Set(answers.map((answer) => answer.createInstalmentsPlan.id)).size).toBe(1);
    expect((await fixture.house.raw('finance', PLAN, { ...variables, key: 'another' })).errors?.[0]?.extensions?.code).toBe('CONFLICT');
    expect(count(await typesOf(accountId), 'promiseToPayInvalidated')).toBe(1);
    expect((await claimOf(refs[0] ?? '')).promised_until).toBe('2026-12-01');
  });

  it('are paid from the first instalment, missed the day after, broken after the grace', async () => {
    const { accountId, refs } = await accountWith([300_00n]);
    await fixture.house.call('finance', PLAN, { clientId: fixture.house.clientA, accountId, refs, interval: 'weekly' });
    await fixture.house.call('finance', RECORD, { clientId: fixture.house.clientA, accountId, refs, amount: '100.00' });
    expect(count(await typesOf(accountId), 'instalmentPaid')).toBe(1);
    const before = fixture.clock;
    try {
      fixture.clock = instant(fixture.clock + 15 * DAY);
      await reviewDueAgreements(fixture.house.database, fixture.house.clientA);
      expect(count(await typesOf(accountId), 'instalmentMissed')).toBe(1);
      fixture.clock = instant(fixture.clock + 15 * DAY);
      await reviewDueAgreements(fixture.house.database, fixture.house.clientA);
      expect(await typesOf(accountId)).toContain('instalmentsPlanBroken');
      expect((await claimOf(refs[0] ?? '')).promised_until).toBeNull();
    } finally {
      fixture.clock = before;
    }
  });

  it('are completed by the last cent', async () => {
    const { accountId, refs } = await accountWith([100n, 200n]);
    await fixture.house.call('finance', PLAN, { clientId: fixture.house.clientA, accountId, refs, interval: 'everyTwoWeeks' });
    const payment = await pay(accountId, refs);
    await fixture.house.inA((tx) => settlePayment(tx, payment.paymentId));
    const types = await typesOf(accountId);
    expect([count(types, 'instalmentPaid'), count(types, 'instalmentsPlanCompleted'), count(types, 'claimResolved')]).toEqual([3, 1, 2]);
  });
});
