import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { addDays, type CalendarDate, DAY, instant } from '../../../core/time.ts';
import { useClock } from '../../platform/clock.ts';
import { inClient, type Tx } from '../../platform/tenancy.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { mountPaymentCallbacks } from './finance.callback.ts';
import { reviewDueAgreements } from './finance.jobs.ts';
import { book } from './finance.logic.ts';
import {
  chargeBack,
  declinePayment,
  markPaymentPending,
  type Payment,
  readPayment,
  settlePayment,
  startPayment,
} from './finance.payment.logic.ts';
import { createPromiseToPay } from './finance.promise.logic.ts';
import { sandboxNotice } from './finance.provider.logic.ts';

const TODAY = '2026-11-21' as CalendarDate;
let clock = instant('2026-11-21T10:00:00Z');
let house: TestHouse;
let restore: () => void;

beforeAll(async () => {
  restore = useClock(() => clock);
  house = await openTestHouse(mountPaymentCallbacks);
});
afterAll(async () => {
  restore();
  await house.close();
});

let serial = 0;
/** An account with claims of the given sums, booked as principal. */
async function accountWith(amounts: readonly bigint[]): Promise<{ accountId: Uuid; refs: string[] }> {
  const accountId = uuidv7();
  const refs = amounts.map(() => `C-${++serial}`);
  await house.inA(async (tx) => {
    await tx.sql(
      `insert into account (client_id, account_id, external_account_ref, currency, created_at, updated_at) values ($1, $2, $3, 'EUR', $4, $4)`,
      [tx.clientId, accountId, `A-${accountId}`, '2026-01-01T00:00:00Z'],
    );
    for (const [index, ref] of refs.entries())
      await tx.sql(
        `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, created_at, updated_at) values ($1, $2, $3, 'EUR', $4, 0, $5, $6, $6)`,
        [tx.clientId, ref, accountId, amounts[index], addDays('2026-10-01' as CalendarDate, index), '2026-01-01T00:00:00Z'],
      );
    await book(
      tx,
      refs.map((ref, index) => ({
        accountId,
        externalClaimRef: ref,
        kind: 'principal' as const,
        amount: amounts[index] ?? 0n,
        currency: 'EUR',
        valueDate: TODAY,
        key: `principal:${ref}`,
      })),
    );
  });
  return { accountId, refs };
}

const claimOf = async (ref: string) => {
  const [row] = await house.inA((tx) =>
    tx.sql<{ balance: bigint; status: string; promised_until: string | null; ledger: bigint }>(
      `select balance, status, promised_until, coalesce((select sum(amount) from ledger_entry l where l.client_id = c.client_id and l.external_claim_ref = c.external_claim_ref), 0)::bigint as ledger
       from claim c where client_id = $1 and external_claim_ref = $2`,
      [house.clientA, ref],
    ),
  );
  if (!row) throw new Error(`no claim ${ref}`);
  return row;
};
const typesOf = async (accountId: Uuid) =>
  (
    await house.inA((tx) =>
      tx.sql<{ message_type: string }>(`select message_type from event where client_id = $1 and account_id = $2 order by message_id`, [
        house.clientA,
        accountId,
      ]),
    )
  ).map((row) => row.message_type);
const count = (types: string[], type: string) => types.filter((each) => each === type).length;
const pay = (accountId: Uuid, refs: string[], amount?: bigint, key = uuidv7()) =>
  house.inA((tx) =>
    startPayment(tx, {
      accountId,
      externalClaimRefs: refs,
      ...(amount === undefined ? {} : { amount }),
      providerName: 'sandbox',
      method: 'card',
      idempotencyKey: key,
    }),
  );

describe('the ledger', () => {
  it('books a key once, whatever is tried with it', async () => {
    const { accountId, refs } = await accountWith([1000n]);
    const ref = refs[0] ?? '';
    const entry = {
      accountId,
      externalClaimRef: ref,
      kind: 'fee' as const,
      amount: 500n,
      currency: 'EUR',
      valueDate: TODAY,
      key: `fee:${ref}`,
    };
    await Promise.all(Array.from({ length: 10 }, () => house.inA((tx) => book(tx, [entry, { ...entry, amount: 9n }]))));
    expect(await claimOf(ref)).toMatchObject({ balance: 1500n, ledger: 1500n });
    expect(count(await typesOf(accountId), 'ledgerEntryBooked')).toBe(2);
  });

  it('refuses another account, another currency and another client', async () => {
    const { accountId, refs } = await accountWith([1000n]);
    const entry = {
      accountId,
      externalClaimRef: refs[0] ?? '',
      kind: 'fee' as const,
      amount: 5n,
      currency: 'EUR',
      valueDate: TODAY,
      key: uuidv7(),
    };
    await expect(house.inA((tx) => book(tx, [{ ...entry, accountId: uuidv7() }]))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      field: 'accountId',
    });
    await expect(house.inA((tx) => book(tx, [{ ...entry, currency: 'USD' }]))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      field: 'currency',
    });
    await expect(house.inB((tx) => book(tx, [entry]))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('cannot be changed by the application', async () => {
    await expect(house.inA((tx) => tx.sql('update ledger_entry set amount = 0'))).rejects.toThrow(/permission denied/);
    await expect(house.inA((tx) => tx.sql('delete from ledger_entry'))).rejects.toThrow(/permission denied/);
  });
});

describe('payments', () => {
  it('spread over the chosen claims, oldest first, and resolve what they cover', async () => {
    const { accountId, refs } = await accountWith([1000n, 2000n, 3000n]);
    const payment = await pay(accountId, refs.slice(0, 2), 1500n);
    expect(payment.allocation).toEqual([
      { externalClaimRef: refs[0], amount: '10.00' },
      { externalClaimRef: refs[1], amount: '5.00' },
    ]);
    await house.inA((tx) => settlePayment(tx, payment.paymentId));
    expect(await Promise.all(refs.map(claimOf))).toMatchObject([
      { balance: 0n, status: 'resolved' },
      { balance: 1500n, status: 'open' },
      { balance: 3000n },
    ]);
    await house.inA((tx) => chargeBack(tx, payment.paymentId, 'returned'));
    expect(await Promise.all(refs.map(claimOf))).toMatchObject([
      { balance: 1000n, status: 'open' },
      { balance: 2000n },
      { balance: 3000n },
    ]);
    const types = await typesOf(accountId);
    for (const type of ['paymentSettled', 'claimResolved', 'paymentChargedBack', 'claimReopened']) expect(count(types, type)).toBe(1);
  });

  it('are refused above what is due, and above what is not already on its way', async () => {
    const { accountId, refs } = await accountWith([1000n]);
    await expect(pay(accountId, refs, 1001n)).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'amount' });
    const first = await pay(accountId, refs, 600n);
    await house.inA((tx) => markPaymentPending(tx, first.paymentId));
    await expect(pay(accountId, refs, 600n)).rejects.toMatchObject({ field: 'amount' });
    expect((await pay(accountId, refs)).amount).toBe(400n);
  });

  it('keep money that arrives although nothing is due any more, as a credit', async () => {
    const { accountId, refs } = await accountWith([1000n]);
    const payment = await pay(accountId, refs);
    await house.call('finance', RECORD, { clientId: house.clientA, accountId, refs, amount: '10.00' });
    await house.inA((tx) => settlePayment(tx, payment.paymentId));
    expect(await claimOf(refs[0] ?? '')).toMatchObject({ balance: -1000n, ledger: -1000n, status: 'resolved' });
    const [event] = await house.inA((tx) =>
      tx.sql<{ payload: { overpaidAmount?: string } }>(
        `select payload from event where client_id = $1 and account_id = $2 and message_type = 'paymentSettled' order by message_id desc limit 1`,
        [house.clientA, accountId],
      ),
    );
    expect(event?.payload.overpaidAmount).toBe('10.00');
  });

  it('with one key are one payment, however often the button is pressed at once', async () => {
    const { accountId, refs } = await accountWith([1000n]);
    const key = uuidv7();
    const all = await Promise.all(Array.from({ length: 12 }, () => pay(accountId, refs, 1000n, key)));
    expect(new Set(all.map((each) => each.paymentId)).size).toBe(1);
    expect(await house.inA((tx) => readPayment(tx, all[0]?.paymentId ?? ''))).toMatchObject({ status: 'processing' });
    expect(count(await typesOf(accountId), 'paymentProcessing')).toBe(1);
  });

  it('end where the highest report puts them, in any order and number', async () => {
    const steps = {
      pending: markPaymentPending,
      decline: (tx: Tx, id: Uuid) => declinePayment(tx, id, 'no'),
      success: settlePayment,
      chargeback: (tx: Tx, id: Uuid) => chargeBack(tx, id, 'back'),
    };
    const ends = { pending: 'processing', decline: 'declined', success: 'settled', chargeback: 'chargedBack' } as const;
    const names = Object.keys(steps) as (keyof typeof steps)[];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 6 }), async (order) => {
        const { accountId, refs } = await accountWith([700n, 300n]);
        const payment = await pay(accountId, refs, 900n);
        let last: Payment | null = null;
        for (const name of order) last = await house.inA((tx) => steps[name](tx, payment.paymentId));
        const highest = names[Math.max(...order.map((name) => names.indexOf(name)))] ?? 'pending';
        expect(last?.status).toBe(ends[highest]);
        const claims = await Promise.all(refs.map(claimOf));
        for (const claim of claims) expect(claim.balance).toBe(claim.ledger);
        expect(claims.reduce((sum, claim) => sum + claim.balance, 0n)).toBe(highest === 'success' ? 100n : 1000n);
      }),
      { numRuns: 25 },
    );
  });
});

const RECORD = `mutation ($clientId: ID!, $accountId: ID!, $refs: [String!]!, $amount: Money!, $key: ID) {
  recordPayment(clientId: $clientId, accountId: $accountId, externalClaimRefs: $refs, amount: $amount, idempotencyKey: $key) { id status amount }
}`;

describe('callbacks of a provider', () => {
  const knock = (body: string, signature: string, clientId = house.clientA) =>
    house.app.inject({
      method: 'POST',
      url: `/api/payments/sandbox/${clientId}`,
      headers: { 'content-type': 'application/json', 'x-payment-signature': signature },
      payload: body,
    });

  it('book 500 payments once when each notice comes five times, shuffled', async () => {
    const accounts = await Promise.all(Array.from({ length: 10 }, () => accountWith([100_000n])));
    const open = async ({ accountId, refs }: { accountId: Uuid; refs: string[] }) => {
      const made: Payment[] = [];
      for (let index = 0; index < 50; index++) {
        const payment = await pay(accountId, refs, 100n);
        made.push(await house.inA((tx) => markPaymentPending(tx, payment.paymentId)));
      }
      return made;
    };
    const payments = (await Promise.all(accounts.map(open))).flat();
    const notices = payments.flatMap((payment) =>
      Array.from({ length: 5 }, () =>
        sandboxNotice({ providerRef: payment.providerRef ?? '', outcome: 'success', reason: '' }, house.config.secret),
      ),
    );
    notices.sort(() => Math.random() - 0.5);
    for (let from = 0; from < notices.length; from += 50) {
      const answers = await Promise.all(notices.slice(from, from + 50).map((notice) => knock(notice.body, notice.signature)));
      for (const answer of answers) expect(answer.statusCode).toBe(204);
    }
    const [row] = await house.inA((tx) =>
      tx.sql<{ postings: bigint; sum: bigint }>(
        `select count(*) as postings, sum(amount)::bigint as sum from ledger_entry where client_id = $1 and payment_id = any($2)`,
        [house.clientA, payments.map((payment) => payment.paymentId)],
      ),
    );
    expect(row).toMatchObject({ postings: 500n, sum: -50_000n });
    for (const { refs } of accounts) expect(await claimOf(refs[0] ?? '')).toMatchObject({ balance: 95_000n, ledger: 95_000n });
  });

  it('are refused with a wrong signature, another body, or for another client', async () => {
    const { accountId, refs } = await accountWith([100n]);
    const payment = await pay(accountId, refs);
    const notice = sandboxNotice({ providerRef: payment.providerRef ?? '', outcome: 'success', reason: '' }, house.config.secret);
    const forged = sandboxNotice({ providerRef: payment.providerRef ?? '', outcome: 'success', reason: '' }, 'another secret');
    expect((await knock(notice.body, forged.signature)).statusCode).toBe(401);
    expect((await knock(notice.body.replace('success', 'chargeback'), notice.signature)).statusCode).toBe(401);
    expect((await knock(notice.body, '')).statusCode).toBe(401);
    expect((await knock(notice.body, notice.signature, house.clientB)).statusCode).toBe(404);
    expect((await claimOf(refs[0] ?? '')).balance).toBe(100n);
    expect((await knock(notice.body, notice.signature)).statusCode).toBe(204);
    expect((await claimOf(refs[0] ?? '')).balance).toBe(0n);
  });
});

const PROMISE = `mutation ($clientId: ID!, $ref: String!, $amount: Money!, $due: Date!, $key: ID) {
  createPromiseToPay(clientId: $clientId, externalClaimRef: $ref, amount: $amount, dueDate: $due, idempotencyKey: $key) { id status amount dueDate requestedBy }
}`;

describe('promises to pay', () => {
  it('say word for word that the amount is too high, and name the field', async () => {
    const { refs } = await accountWith([1000n]);
    const answer = await house.raw('finance', PROMISE, { clientId: house.clientA, ref: refs[0], amount: '10.01', due: '2026-11-30' });
    expect(answer.errors?.[0]).toMatchObject({
      message: "Amount cannot be greater than claim's due amount",
      extensions: { code: 'INVALID_INPUT', field: 'amount' },
    });
    const late = await house.raw('finance', PROMISE, { clientId: house.clientA, ref: refs[0], amount: '1.00', due: '2026-11-20' });
    expect(late.errors?.[0]?.extensions?.field).toBe('dueDate');
    const far = await house.raw('finance', PROMISE, { clientId: house.clientA, ref: refs[0], amount: '1.00', due: '2027-11-20' });
    expect(far.errors?.[0]?.extensions?.field).toBe('dueDate');
  });

  it('never exceed together what is due, 50 at once', async () => {
    const { refs } = await accountWith([1000n]);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        house.raw('finance', PROMISE, { clientId: house.clientA, ref: refs[0], amount: '1.50', due: '2026-11-30' }),
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
        house.call<{ createPromiseToPay: { id: string } }>('finance', PROMISE, {
          clientId: house.clientA,
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
      await house.call('finance', PROMISE, { clientId: house.clientA, ref: refs[0], amount: '10.00', due: '2026-11-25' });
    expect((await claimOf(kept.refs[0] ?? '')).promised_until).toBe('2026-11-25');
    const payment = await pay(kept.accountId, kept.refs);
    await house.inA((tx) => settlePayment(tx, payment.paymentId));
    expect(count(await typesOf(kept.accountId), 'promiseToPayKept')).toBe(1);
    const before = clock;
    try {
      clock = instant('2026-11-25T22:59:00Z'); // 23:59 in Berlin
      await reviewDueAgreements(house.database, house.clientA);
      expect(count(await typesOf(silent.accountId), 'promiseToPayBroken')).toBe(0);
      clock = instant('2026-11-25T23:01:00Z');
      await reviewDueAgreements(house.database, house.clientA);
      await reviewDueAgreements(house.database, house.clientA);
      expect(count(await typesOf(silent.accountId), 'promiseToPayBroken')).toBe(1);
      expect((await claimOf(silent.refs[0] ?? '')).promised_until).toBeNull();
      await house.inA((tx) => chargeBack(tx, payment.paymentId, 'returned'));
      expect(count(await typesOf(kept.accountId), 'promiseToPayBroken')).toBe(1);
    } finally {
      clock = before;
    }
  });

  it("can be taken back, and leave the account's list then", async () => {
    const { accountId, refs } = await accountWith([1000n]);
    const { createPromiseToPay: made } = await house.call<{ createPromiseToPay: { id: string } }>('finance', PROMISE, {
      clientId: house.clientA,
      ref: refs[0],
      amount: '10.00',
      due: '2026-11-25',
    });
    const cancel = 'mutation ($clientId: ID!, $id: ID!) { cancelPromiseToPay(clientId: $clientId, promiseToPayId: $id) { status } }';
    for (const _ of [1, 2])
      expect(await house.call('finance', cancel, { clientId: house.clientA, id: made.id })).toEqual({
        cancelPromiseToPay: { status: 'invalidated' },
      });
    const list = await house.call(
      'finance',
      'query ($clientId: ID!, $accountId: ID!) { getAccountPromisesToPay(clientId: $clientId, accountId: $accountId) { id } }',
      { clientId: house.clientA, accountId },
    );
    expect(list).toEqual({ getAccountPromisesToPay: [] });
    expect(count(await typesOf(accountId), 'promiseToPayInvalidated')).toBe(1);
  });
});

describe('instalment plans', () => {
  const PLAN = `mutation ($clientId: ID!, $accountId: ID!, $refs: [String!]!, $interval: String!, $key: ID) {
    createInstalmentsPlan(clientId: $clientId, accountId: $accountId, externalClaimRefs: $refs, interval: $interval, idempotencyKey: $key) { id amount status instalments { amount dueDate status } }
  }`;

  it('split to the cent, replace promises, are one per key and claim', async () => {
    const { accountId, refs } = await accountWith([745_20n, 308_40n]);
    await house.inA((tx) =>
      createPromiseToPay(tx, {
        externalClaimRef: refs[0] ?? '',
        amount: 100n,
        dueDate: '2026-11-30' as CalendarDate,
        requestedBy: 'debtor',
        idempotencyKey: uuidv7(),
      }),
    );
    const variables = { clientId: house.clientA, accountId, refs, interval: 'monthly', key: `plan${refs[0]}` };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => house.call<{ createInstalmentsPlan: { id: string; amount: string } }>('finance', PLAN, variables)),
    );
    expect(answers[0]).toMatchObject({
      createInstalmentsPlan: {
        amount: '1053.60',
        instalments: ['2026-12-01', '2027-01-01', '2027-02-01'].map((dueDate) => ({ amount: '351.20', dueDate, status: 'pending' })),
      },
    });
    expect(new Set(answers.map((answer) => answer.createInstalmentsPlan.id)).size).toBe(1);
    expect((await house.raw('finance', PLAN, { ...variables, key: 'another' })).errors?.[0]?.extensions?.code).toBe('CONFLICT');
    expect(count(await typesOf(accountId), 'promiseToPayInvalidated')).toBe(1);
    expect((await claimOf(refs[0] ?? '')).promised_until).toBe('2026-12-01');
  });

  it('are paid from the first instalment, missed the day after, broken after the grace', async () => {
    const { accountId, refs } = await accountWith([300_00n]);
    await house.call('finance', PLAN, { clientId: house.clientA, accountId, refs, interval: 'weekly' });
    await house.call('finance', RECORD, { clientId: house.clientA, accountId, refs, amount: '100.00' });
    expect(count(await typesOf(accountId), 'instalmentPaid')).toBe(1);
    const before = clock;
    try {
      clock = instant(clock + 15 * DAY);
      await reviewDueAgreements(house.database, house.clientA);
      expect(count(await typesOf(accountId), 'instalmentMissed')).toBe(1);
      clock = instant(clock + 15 * DAY);
      await reviewDueAgreements(house.database, house.clientA);
      expect(await typesOf(accountId)).toContain('instalmentsPlanBroken');
      expect((await claimOf(refs[0] ?? '')).promised_until).toBeNull();
    } finally {
      clock = before;
    }
  });

  it('are completed by the last cent', async () => {
    const { accountId, refs } = await accountWith([100n, 200n]);
    await house.call('finance', PLAN, { clientId: house.clientA, accountId, refs, interval: 'everyTwoWeeks' });
    const payment = await pay(accountId, refs);
    await house.inA((tx) => settlePayment(tx, payment.paymentId));
    const types = await typesOf(accountId);
    expect([count(types, 'instalmentPaid'), count(types, 'instalmentsPlanCompleted'), count(types, 'claimResolved')]).toEqual([3, 1, 2]);
  });
});

it('keeps every balance the sum of its ledger through random days', async () => {
  const operation = fc.record({
    kind: fc.constantFrom('pay', 'settle', 'chargeback', 'decline', 'promise', 'fee', 'tomorrow'),
    amount: fc.bigInt({ min: 1n, max: 900n }),
    pick: fc.nat(20),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { maxLength: 14 }), async (operations) => {
      const before = clock;
      const { accountId, refs } = await accountWith([500n, 800n]);
      const payments: Payment[] = [];
      for (const { kind, amount, pick } of operations) {
        const ref = refs[pick % 2] ?? '';
        const payment = payments[pick % Math.max(1, payments.length)];
        const work = async (tx: Tx) => {
          if (kind === 'pay')
            payments.push(
              await startPayment(tx, {
                accountId,
                externalClaimRefs: refs,
                amount,
                providerName: 'sandbox',
                method: 'card',
                idempotencyKey: uuidv7(),
              }),
            );
          else if (kind === 'promise')
            await createPromiseToPay(tx, {
              externalClaimRef: ref,
              amount,
              dueDate: addDays(TODAY, 60),
              requestedBy: 'debtor',
              idempotencyKey: uuidv7(),
            });
          else if (kind === 'fee')
            await book(tx, [{ accountId, externalClaimRef: ref, kind: 'fee', amount, currency: 'EUR', valueDate: TODAY, key: uuidv7() }]);
          else if (payment && kind === 'settle') await settlePayment(tx, payment.paymentId);
          else if (payment && kind === 'chargeback') await chargeBack(tx, payment.paymentId, 'back');
          else if (payment && kind === 'decline') await declinePayment(tx, payment.paymentId, 'no');
        };
        if (kind === 'tomorrow') clock = instant(clock + DAY);
        await inClient(house.database, house.clientA, work).catch((error: { code?: string }) => {
          if (!['INVALID_INPUT', 'CONFLICT'].includes(error.code ?? '')) throw error;
        });
        for (const claim of await Promise.all(refs.map(claimOf))) {
          expect(claim.balance).toBe(claim.ledger);
          expect(claim.status).toBe(claim.balance > 0n ? 'open' : 'resolved');
        }
      }
      clock = before;
    }),
    { numRuns: 25 },
  );
});
