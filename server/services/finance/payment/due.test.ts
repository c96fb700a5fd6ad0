/** What is owed on a day, and how it is paid or forgiven: interest that has run, what the payer named, promises and settlements. */
import { describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { addDays, DAY, instant } from '../../../../core/time.ts';
import { accrueMonth } from '../finance.jobs.ts';
import { count, financeFixture, TODAY } from '../finance.testing.ts';
import { readEntries } from '../ground/read.logic.ts';
import { settlePayment } from './payment.logic.ts';

const fixture = financeFixture();
const { accountWith, claimOf, typesOf, pay } = fixture;
const client = () => ({ clientId: fixture.house.clientA });
const TERMS = `mutation ($clientId: ID!, $ref: String!, $terms: InterestTermsInput) { setClaimTerms(clientId: $clientId, externalClaimRef: $ref, interestTerms: $terms) { interestTerms { basisPoints } } }`;
/** One cent in a thousand a day: 3.65 % on 3,650.00 are 0.365 a day. */
const bearing = async (from = addDays(TODAY, -100)) => {
  const { accountId, refs } = await accountWith([365_000n]);
  await fixture.house.call('finance', TERMS, { ...client(), ref: refs[0], terms: { kind: 'fixed', basisPoints: 365, from } });
  return { accountId, ref: refs[0] ?? '' };
};

describe('a loan', () => {
  const LOAN = `query ($clientId: ID!, $accountId: ID!, $day: Date) { getAccountLoan(clientId: $clientId, accountId: $accountId, dueDate: $day) {
    dueDate principal interest costs credit total interestPerDay claims { externalClaimRef total } } }`;
  const loan = async (accountId: Uuid, day?: string) =>
    (await fixture.house.call<{ getAccountLoan: object }>('account', LOAN, { ...client(), accountId, day })).getAccountLoan;

  it('is paid off by what the calculator says of a day, also of one ahead', async () => {
    const { accountId, ref } = await bearing();
    expect(await loan(accountId)).toEqual({
      dueDate: TODAY,
      principal: '3650.00',
      interest: '36.87',
      costs: '0.00',
      credit: '0.00',
      total: '3686.87',
      interestPerDay: '0.365000',
      claims: [{ externalClaimRef: ref, total: '3686.87' }],
    });
    expect(await loan(accountId, addDays(TODAY, 10))).toMatchObject({ interest: '40.52', total: '3690.52' });
    // Looking is no booking.
    expect(await claimOf(ref)).toMatchObject({ balance: 365_000n });
  });

  it('is paid with the interest of today by whoever pays all that is due', async () => {
    const { accountId, ref } = await bearing();
    const payment = await pay(accountId, [ref]);
    expect(payment.amount).toBe(368_687n);
    await fixture.house.inA((tx) => settlePayment(tx, payment.paymentId));
    expect(await claimOf(ref)).toMatchObject({ balance: 0n, ledger: 0n, status: 'resolved' });
    expect(await loan(accountId)).toMatchObject({ total: '0.00', interestPerDay: '0.000000' });
  });

  it('gets its interest booked once for each month that has ended', async () => {
    const { accountId, ref } = await bearing(addDays(TODAY, -50));
    const before = fixture.clock;
    const interest = async () =>
      (await fixture.house.inA((tx) => readEntries(tx, accountId, ref)))
        .filter((entry) => entry.kind === 'interest')
        .map((entry) => entry.valueDate);
    try {
      for (const _ of [1, 2]) await accrueMonth(fixture.house.database, fixture.house.clientA);
      expect(await interest()).toEqual(['2026-10-31']);
      fixture.clock = instant(fixture.clock + 10 * DAY);
      for (const _ of [1, 2]) await accrueMonth(fixture.house.database, fixture.house.clientA);
      expect(await interest()).toEqual(['2026-10-31', '2026-11-30']);
      // From 2 October on, 60 days of 0.365.
      expect((await claimOf(ref)).balance).toBe(365_000n + 2_190n);
    } finally {
      fixture.clock = before;
    }
  });
});

describe('what the payer names', () => {
  const RECORD = `mutation ($clientId: ID!, $accountId: ID!, $refs: [String!]!, $amount: Money!, $part: String) {
    recordPayment(clientId: $clientId, accountId: $accountId, externalClaimRefs: $refs, amount: $amount, designation: $part) { allocation { externalClaimRef amount } } }`;
  const FEE = `mutation ($clientId: ID!, $accountId: ID!, $ref: String!) { bookFee(clientId: $clientId, accountId: $accountId, externalClaimRef: $ref, amount: "10.00", description: "Reminder") { id } }`;
  const EXPLAIN = `query ($clientId: ID!, $accountId: ID!, $ref: String) { explainBalance(clientId: $clientId, accountId: $accountId, externalClaimRef: $ref) { components { costs principal } } }`;

  it('goes before the order of the law: the claims chosen, and the part of them', async () => {
    const { accountId, refs } = await accountWith([5_000n, 7_000n]);
    const [first, second] = refs;
    await fixture.house.call('finance', FEE, { ...client(), accountId, ref: second });
    const record = (part: string | null) =>
      fixture.house.raw('finance', RECORD, { ...client(), accountId, refs: [second], amount: '20.00', part });
    expect((await record('principal')).data).toMatchObject({
      recordPayment: { allocation: [{ externalClaimRef: second, amount: '20.00' }] },
    });
    const parts = async () =>
      (await fixture.house.call<{ explainBalance: { components: object } }>('finance', EXPLAIN, { ...client(), accountId, ref: second }))
        .explainBalance.components;
    expect(await parts()).toEqual({ costs: '10.00', principal: '50.00' });
    await record(null);
    expect(await parts()).toEqual({ costs: '0.00', principal: '40.00' });
    expect((await record('everything')).errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'designation' });
    expect((await claimOf(first ?? '')).balance).toBe(5_000n);
  });
});

describe('a promise', () => {
  it('shows the bookings that count towards it, and no others', async () => {
    const { accountId, refs } = await accountWith([10_000n]);
    const early = await pay(accountId, refs, 1_000n);
    await fixture.house.inA((tx) => settlePayment(tx, early.paymentId));
    fixture.clock = instant(fixture.clock + 1000);
    const { createPromiseToPay } = await fixture.house.call<{ createPromiseToPay: { id: Uuid } }>(
      'finance',
      `mutation ($clientId: ID!, $ref: String!) { createPromiseToPay(clientId: $clientId, externalClaimRef: $ref, amount: "50.00", dueDate: "2026-11-30") { id } }`,
      { ...client(), ref: refs[0] },
    );
    const paid = await pay(accountId, refs, 2_000n);
    await fixture.house.inA((tx) => settlePayment(tx, paid.paymentId));
    const late = await pay(accountId, refs, 3_000n);
    await fixture.house.inA((tx) => settlePayment(tx, late.paymentId, addDays(TODAY, 15)));
    const { getPromiseToPayTransactions: told } = await fixture.house.call<{ getPromiseToPayTransactions: object[] }>(
      'finance',
      `query ($clientId: ID!, $id: ID!) { getPromiseToPayTransactions(clientId: $clientId, promiseToPayId: $id) { amount transactionDate type promiseToPayId } }`,
      { ...client(), id: createPromiseToPay.id },
    );
    // The ten came before it was made, the thirty after its day.
    expect(told).toEqual([{ amount: '20.00', transactionDate: TODAY, type: 'payment', promiseToPayId: createPromiseToPay.id }]);
  });
});

describe('a settlement', () => {
  const OFFER = '{ id status amount paidAmount }';
  it('pressed many times at once is one offer, accepted once, and applied once', async () => {
    const { accountId, refs } = await accountWith([1_000n]);
    const offer = {
      ...client(),
      accountId,
      refs,
      key: uuidv7(),
    };
    const made = await Promise.all(
      Array.from({ length: 6 }, () =>
        fixture.house.call<{ createSettlementOffer: { id: Uuid } }>(
          'finance',
          `mutation ($clientId: ID!, $accountId: ID!, $refs: [String!]!, $key: ID) { createSettlementOffer(clientId: $clientId, accountId: $accountId, externalClaimRefs: $refs, amount: "7.00", validUntil: "2026-12-01", idempotencyKey: $key) ${OFFER} }`,
          offer,
        ),
      ),
    );
    const [id, ...others] = [...new Set(made.map((answer) => answer.createSettlementOffer.id))];
    expect(others).toEqual([]);
    const accept = () =>
      fixture.house.call<{ acceptSettlementOffer: { status: string } }>(
        'finance',
        `mutation ($clientId: ID!, $id: ID!) { acceptSettlementOffer(clientId: $clientId, settlementOfferId: $id) ${OFFER} }`,
        { ...client(), id },
      );
    expect(new Set((await Promise.all(Array.from({ length: 6 }, accept))).map((answer) => answer.acceptSettlementOffer.status))).toEqual(
      new Set(['accepted']),
    );
    const payments = [await pay(accountId, refs, 300n), await pay(accountId, refs, 400n)];
    await Promise.all(
      [...payments, ...payments, ...payments].map(({ paymentId }) => fixture.house.inA((tx) => settlePayment(tx, paymentId))),
    );
    expect(await claimOf(refs[0] ?? '')).toMatchObject({ balance: 0n, ledger: 0n, status: 'resolved' });
    const types = await typesOf(accountId);
    for (const type of ['settlementOffered', 'settlementAccepted', 'settlementApplied'])
      expect([type, count(types, type)]).toEqual([type, 1]);
  });
});
