import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { addDays, type CalendarDate, DAY, instant } from '../../../../core/time.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { lockClaims } from '../../account/claim/balance.logic.ts';
import { acceptSettlementOffer, createSettlementOffer, listSettlementOffers } from '../agreement/settlement.logic.ts';
import { explainBalance } from '../explain/explain.logic.ts';
import { readAccountLoan } from '../explain/loan.logic.ts';
import { moneyByDay } from '../facts/report.logic.ts';
import { reviewEndedOffers } from '../finance.jobs.ts';
import { count, financeFixture, TODAY } from '../finance.testing.ts';
import { readSums } from '../ground/component.logic.ts';
import { readEntries } from '../ground/read.logic.ts';
import { chargeBack } from '../payment/chargeback.logic.ts';
import { settlePayment } from '../payment/payment.logic.ts';
import { refundPayment } from '../payment/refund.logic.ts';
import { bookFee, correctLedgerEntry, writeOff } from './booking.logic.ts';
import { accrueInterest } from './interest.logic.ts';
import { book } from './ledger.logic.ts';
import { changeClaimTerms } from './terms.logic.ts';
import { readTrialBalance } from './trial.logic.ts';

const fixture = financeFixture();
const { accountWith, claimOf, typesOf, pay } = fixture;
const sumsOf = (accountId: Uuid, ref: string) => fixture.house.inA(async (tx) => (await readSums(tx, [accountId], [ref])).get(ref));
const booking = (accountId: Uuid, description = 'because') => ({ accountId, description, valueDate: null, idempotencyKey: uuidv7() });
const fee = (accountId: Uuid, externalClaimRef: string, amount: bigint) =>
  fixture.house.inA((tx) => bookFee(tx, { ...booking(accountId), externalClaimRef, amount }));
/** All accounts of the client's books together, which must be zero. */
const trial = () => fixture.house.inA(async (tx) => (await readTrialBalance(tx)).reduce((sum, line) => sum + line.amount, 0n));

describe('payments on components', () => {
  it('go on costs, interest, principal, and what is more stays a credit that the next charge uses', async () => {
    const { accountId, refs } = await accountWith([1000n]);
    const ref = refs[0] ?? '';
    await fee(accountId, ref, 300n);
    const first = await pay(accountId, refs, 700n);
    await fixture.house.inA((tx) => settlePayment(tx, first.paymentId));
    expect(await sumsOf(accountId, ref)).toEqual({ costs: 0n, interest: 0n, principal: 600n, credit: 0n });
    const second = await pay(accountId, refs);
    await fixture.house.inA((tx) => writeOff(tx, { ...booking(accountId), externalClaimRef: ref, amount: 100n }));
    await fixture.house.inA((tx) => settlePayment(tx, second.paymentId));
    expect(await claimOf(ref)).toMatchObject({ balance: -100n, status: 'resolved' });
    expect((await sumsOf(accountId, ref))?.credit).toBe(-100n);
    await fee(accountId, ref, 250n);
    const explained = await fixture.house.inA((tx) => explainBalance(tx, accountId, ref, null, null));
    expect(explained).toMatchObject({ balance: 150n, components: { costs: 150n, interest: 0n, principal: 0n, credit: 0n } });
    expect(await trial()).toBe(0n);
  });

  it('follow the claim’s own order, and are given back component by component', async () => {
    const { accountId, refs } = await accountWith([1000n]);
    const ref = refs[0] ?? '';
    await fee(accountId, ref, 300n);
    await fixture.house.inA((tx) =>
      book(tx, [{ accountId, externalClaimRef: ref, kind: 'interest', amount: 200n, currency: 'EUR', valueDate: TODAY, key: uuidv7() }]),
    );
    await fixture.house.inA((tx) => changeClaimTerms(tx, ref, 'DE_497', null));
    const before = await sumsOf(accountId, ref);
    const payment = await pay(accountId, refs, 800n);
    await fixture.house.inA((tx) => settlePayment(tx, payment.paymentId));
    expect(await sumsOf(accountId, ref)).toEqual({ costs: 0n, interest: 200n, principal: 500n, credit: 0n });
    await Promise.all([1, 2, 3].map(() => fixture.house.inA((tx) => chargeBack(tx, payment.paymentId, 'AC04'))));
    expect(await sumsOf(accountId, ref)).toEqual(before);
    expect(await trial()).toBe(0n);
  });

  it('settled before payments were put on components are given back as they were booked', async () => {
    const { accountId, refs } = await accountWith([1000n]);
    const ref = refs[0] ?? '';
    await fee(accountId, ref, 300n);
    const payment = await pay(accountId, refs, 500n);
    await fixture.house.inA(async (tx) => {
      await tx.sql(`update payment set status = 'settled' where client_id = $1 and payment_id = $2`, [tx.clientId, payment.paymentId]);
      const entry = { accountId, externalClaimRef: ref, currency: 'EUR', valueDate: TODAY, paymentId: payment.paymentId };
      await book(tx, [{ ...entry, kind: 'payment', amount: -500n, key: `payment:${payment.paymentId}:settled:${ref}` }]);
    });
    await fixture.house.inA((tx) => settlePayment(tx, payment.paymentId));
    expect(await claimOf(ref)).toMatchObject({ balance: 800n });
    await fixture.house.inA((tx) => chargeBack(tx, payment.paymentId, 'back'));
    expect(await sumsOf(accountId, ref)).toEqual({ costs: 300n, interest: 0n, principal: 1000n, credit: 0n });
  });
});

describe('bookings by hand', () => {
  const FEE = `mutation ($clientId: ID!, $accountId: ID!, $ref: String!, $amount: Money!, $key: ID, $why: String!) {
    bookFee(clientId: $clientId, accountId: $accountId, externalClaimRef: $ref, amount: $amount, description: $why, idempotencyKey: $key) { id component contra amount } }`;
  const CORRECT = `mutation ($clientId: ID!, $accountId: ID!, $id: ID!, $amount: Money, $key: ID) {
    correctLedgerEntry(clientId: $clientId, accountId: $accountId, entryId: $id, description: "typed wrong", amount: $amount, idempotencyKey: $key) { id amount kind } }`;

  it('happen once per key, name a wrong field, and can be taken back once', async () => {
    const { accountId, refs } = await accountWith([1000n]);
    const variables = { clientId: fixture.house.clientA, accountId, ref: refs[0], amount: '5.00', why: 'Reminder', key: uuidv7() };
    const made = await Promise.all(
      Array.from({ length: 5 }, () => fixture.house.call<{ bookFee: { id: string }[] }>('finance', FEE, variables)),
    );
    expect(new Set(made.map((answer) => answer.bookFee[0]?.id)).size).toBe(1);
    expect(made[0]).toMatchObject({ bookFee: [{ component: 'costs', contra: 'income:costs', amount: '5.00' }] });
    for (const [wrong, field] of [
      [{ amount: '0.00' }, 'amount'],
      [{ amount: '1.234' }, 'amount'],
      [{ why: ' ' }, 'description'],
    ] as const)
      expect((await fixture.house.raw('finance', FEE, { ...variables, key: uuidv7(), ...wrong })).errors?.[0]?.extensions).toMatchObject({
        code: 'INVALID_INPUT',
        field,
      });

    const correct = { clientId: fixture.house.clientA, accountId, id: made[0]?.bookFee[0]?.id, amount: '3.00', key: uuidv7() };
    // Whoever comes first, of two presses and one other: one correction.
    const [one, two, other] = await Promise.all(
      [correct.key, correct.key, uuidv7()].map((key) => fixture.house.raw('finance', CORRECT, { ...correct, key })),
    );
    expect(one?.data).toEqual(two?.data);
    expect([one, other].filter((answer) => answer?.errors?.[0]?.extensions?.code === 'CONFLICT')).toHaveLength(1);
    expect(await claimOf(refs[0] ?? '')).toMatchObject({ balance: 1300n, ledger: 1300n });
    expect((await fixture.house.raw('finance', CORRECT, { ...correct, key: uuidv7() })).errors?.[0]?.extensions?.code).toBe('CONFLICT');
    const [row] = await fixture.house.inA((tx) =>
      tx.sql<{ total_fees: bigint }>('select total_fees from claim where client_id = $1 and external_claim_ref = $2', [
        fixture.house.clientA,
        refs[0],
      ]),
    );
    expect(row?.total_fees).toBe(300n);
    expect(await trial()).toBe(0n);
  });

  it('that take a payment back take it out of the reports', async () => {
    const { accountId, refs } = await accountWith([1000n]);
    const day = addDays(TODAY, -300);
    const cameIn = () => fixture.house.inA(async (tx) => (await moneyByDay(tx, day, day)).reduce((sum, each) => sum + each.amount, 0n));
    const payment = await pay(accountId, refs, 400n);
    await fixture.house.inA((tx) => settlePayment(tx, payment.paymentId, day));
    expect(await cameIn()).toBe(400n);
    const entry = (await fixture.house.inA((tx) => readEntries(tx, accountId, refs[0]))).find((each) => each.kind === 'payment');
    const right = { amount: 40n, component: null };
    await fixture.house.inA((tx) =>
      correctLedgerEntry(tx, { ...booking(accountId, 'a zero too many'), entryId: entry?.entryId ?? '', right }),
    );
    expect(await cameIn()).toBe(40n);
    expect((await claimOf(refs[0] ?? '')).balance).toBe(960n);
  });

  it('pay back at most what a payment has left, from the last part it was put on', async () => {
    const { accountId, refs } = await accountWith([1000n, 500n]);
    await fee(accountId, refs[0] ?? '', 100n);
    const payment = await pay(accountId, refs, 1300n);
    await fixture.house.inA((tx) => settlePayment(tx, payment.paymentId));
    const refund = (amount: bigint | null) =>
      fixture.house.inA((tx) => refundPayment(tx, { ...booking(accountId), paymentId: payment.paymentId, amount }));
    await expect(refund(1301n)).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'amount' });
    await refund(300n);
    expect(await Promise.all(refs.map(claimOf))).toMatchObject([{ balance: 100n }, { balance: 500n }]);
    // Ten at once over what is left: never more than was paid.
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => refund(300n)));
    expect(results.filter((result) => result.status === 'fulfilled').length).toBe(3);
    await refund(null);
    await expect(refund(null)).rejects.toMatchObject({ code: 'CONFLICT' });
    const claims = await Promise.all(refs.map(claimOf));
    expect(claims.reduce((sum, claim) => sum + claim.balance, 0n)).toBe(1600n);
    expect(count(await typesOf(accountId), 'paymentRefunded')).toBe(5);
  });
});

describe('interest', () => {
  it('is booked before money is put on it, and set right when money of an earlier day becomes known', async () => {
    const { accountId, refs } = await accountWith([365_000n]);
    const ref = refs[0] ?? '';
    // One cent in a thousand a day: 3.65 % on 3,650.00 are 0.365 a day.
    await fixture.house.inA((tx) => changeClaimTerms(tx, ref, null, { kind: 'fixed', basisPoints: 365, from: addDays(TODAY, -100) }));
    const loan = await fixture.house.inA((tx) => readAccountLoan(tx, accountId, TODAY));
    expect(loan).toMatchObject({ total: 365_000n + 3_687n, accrued: 3_687n, perDay: '36.5000' });
    const payment = await pay(accountId, refs, 100_000n);
    await fixture.house.inA((tx) => settlePayment(tx, payment.paymentId, TODAY));
    expect(await sumsOf(accountId, ref)).toEqual({ costs: 0n, interest: 0n, principal: 268_687n, credit: 0n });
    // A transfer of 50 days ago is read from a statement today: half the days ran on less.
    const late = await pay(accountId, refs, 100_000n);
    await fixture.house.inA((tx) => settlePayment(tx, late.paymentId, addDays(TODAY, -50)));
    const whole = await fixture.house.inA((tx) => explainBalance(tx, accountId, ref, TODAY, 'valueDate'));
    expect(whole.accrued).toBe(0n);
    const interest = (await fixture.house.inA((tx) => readEntries(tx, accountId, ref))).filter((entry) => entry.kind === 'interest');
    expect(interest.reduce((sum, entry) => sum + entry.amount, 0n)).toBeLessThan(3_687n);
    await fixture.house.inA(async (tx) => accrueInterest(tx, await lockClaims(tx, [ref]), TODAY));
    expect((await fixture.house.inA((tx) => readEntries(tx, accountId, ref))).filter((entry) => entry.kind === 'interest')).toHaveLength(
      interest.length,
    );
    expect(await trial()).toBe(0n);
  });
});

describe('settlements', () => {
  const offerOf = async (accountId: Uuid) => (await fixture.house.inA((tx) => listSettlementOffers(tx, accountId)))[0];
  const offer = (accountId: Uuid, refs: string[], amount: bigint) =>
    fixture.house.inA((tx) =>
      createSettlementOffer(tx, {
        accountId,
        externalClaimRefs: refs,
        amount,
        validUntil: addDays(TODAY, 10),
        note: '',
        offeredBy: 'me',
        idempotencyKey: uuidv7(),
      }),
    );

  it('write the rest off once when the sum arrives in time, and take it back once when it goes back', async () => {
    const { accountId, refs } = await accountWith([1000n, 500n]);
    await fee(accountId, refs[0] ?? '', 100n);
    await expect(offer(accountId, refs, 1600n)).rejects.toMatchObject({ field: 'amount' });
    await expect(offer(accountId, refs, 799n)).rejects.toMatchObject({ field: 'amount' });
    const made = await offer(accountId, refs, 900n);
    await expect(offer(accountId, refs, 900n)).rejects.toMatchObject({ code: 'CONFLICT' });
    await fixture.house.inA((tx) => acceptSettlementOffer(tx, made.settlementOfferId, false));
    expect((await claimOf(refs[0] ?? '')).promised_until).toBe(addDays(TODAY, 10));
    const parts = [await pay(accountId, refs, 500n), await pay(accountId, refs, 400n)];
    for (const part of parts) for (const _ of [1, 2]) await fixture.house.inA((tx) => settlePayment(tx, part.paymentId));
    expect(await offerOf(accountId)).toMatchObject({ status: 'applied', paidAmount: 900n });
    expect(await Promise.all(refs.map(claimOf))).toMatchObject([
      { balance: 0n, status: 'resolved' },
      { balance: 0n, status: 'resolved' },
    ]);
    for (const _ of [1, 2]) await fixture.house.inA((tx) => chargeBack(tx, parts[1]?.paymentId ?? '', 'MD06'));
    expect(await offerOf(accountId)).toMatchObject({ status: 'broken', paidAmount: 500n });
    const claims = await Promise.all(refs.map(claimOf));
    expect(claims.reduce((sum, claim) => sum + claim.balance, 0n)).toBe(1100n);
    expect(claims.every((claim) => claim.balance === claim.ledger)).toBe(true);
    const types = await typesOf(accountId);
    for (const type of ['settlementOffered', 'settlementAccepted', 'settlementApplied', 'settlementBroken'])
      expect(count(types, type)).toBe(1);
    expect(await trial()).toBe(0n);

    // Paid again in time, it settles a second time: what is written off is what is left by then, no more.
    const again = await pay(accountId, refs, 400n);
    for (const _ of [1, 2]) await fixture.house.inA((tx) => settlePayment(tx, again.paymentId));
    expect(await offerOf(accountId)).toMatchObject({ status: 'applied', paidAmount: 900n });
    expect(await Promise.all(refs.map(claimOf))).toMatchObject([
      { balance: 0n, ledger: 0n, status: 'resolved' },
      { balance: 0n, ledger: 0n, status: 'resolved' },
    ]);
    const lost = (await fixture.house.inA((tx) => readEntries(tx, accountId))).filter((entry) => entry.contra === 'loss:settlement');
    expect(lost.reduce((sum, entry) => sum + entry.amount, 0n)).toBe(-700n);
    expect(await trial()).toBe(0n);
  });

  it('expire after their day, and settle all the same by money of a day in time that becomes known later', async () => {
    const { accountId, refs } = await accountWith([1000n]);
    await offer(accountId, refs, 600n);
    const before = fixture.clock;
    try {
      fixture.clock = instant(fixture.clock + 12 * DAY);
      await reviewEndedOffers(fixture.house.database, fixture.house.clientA);
      expect((await offerOf(accountId))?.status).toBe('expired');
      const late = await pay(accountId, refs, 600n);
      await fixture.house.inA((tx) => settlePayment(tx, late.paymentId, addDays(TODAY, 9)));
      expect((await offerOf(accountId))?.status).toBe('applied');
      expect(await claimOf(refs[0] ?? '')).toMatchObject({ balance: 0n, status: 'resolved' });
    } finally {
      fixture.clock = before;
    }
  });
});

it('keeps every cent through any order of payments, returns, fees, write-offs, refunds and corrections', async () => {
  const operation = fc.record({
    kind: fc.constantFrom('pay', 'chargeback', 'fee', 'writeOff', 'refund', 'correct', 'settle'),
    amount: fc.bigInt({ min: 1n, max: 900n }),
    pick: fc.nat(40),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 3, maxLength: 10 }), async (operations) => {
      const { accountId, refs } = await accountWith([500n, 800n]);
      const payments: Uuid[] = [];
      for (const { kind, amount, pick } of operations) {
        const ref = refs[pick % 2] ?? '';
        const payment = payments[pick % Math.max(1, payments.length)] ?? '';
        const work = async (tx: Tx) => {
          if (kind === 'fee') await bookFee(tx, { ...booking(accountId), externalClaimRef: ref, amount });
          else if (kind === 'writeOff') await writeOff(tx, { ...booking(accountId), externalClaimRef: ref, amount });
          else if (kind === 'settle')
            await createSettlementOffer(tx, {
              accountId,
              externalClaimRefs: refs,
              amount,
              validUntil: addDays(TODAY, 5),
              note: '',
              offeredBy: 'me',
              idempotencyKey: uuidv7(),
            });
          else if (kind === 'correct') {
            const entries = await readEntries(tx, accountId);
            const entry = entries[pick % entries.length];
            if (entry)
              await correctLedgerEntry(tx, {
                ...booking(accountId),
                entryId: entry.entryId,
                right: pick % 3 === 0 ? { amount, component: null } : null,
              });
          } else if (payment && kind === 'chargeback') await chargeBack(tx, payment, 'back');
          else if (payment && kind === 'refund') await refundPayment(tx, { ...booking(accountId), paymentId: payment, amount });
        };
        try {
          if (kind === 'pay') {
            const made = await pay(accountId, refs, amount);
            payments.push(made.paymentId);
            await fixture.house.inA((tx) => settlePayment(tx, made.paymentId, addDays(TODAY, -(pick % 9)) as CalendarDate));
          } else await fixture.house.inA(work);
        } catch (error) {
          if (!['INVALID_INPUT', 'CONFLICT'].includes((error as { code?: string }).code ?? '')) throw error;
        }
        for (const claim of await Promise.all(refs.map(claimOf))) expect(claim.balance).toBe(claim.ledger);
      }
      const explained = await fixture.house.inA((tx) => explainBalance(tx, accountId, null, null, 'bookedAt'));
      const { costs, interest, principal, credit } = explained.components;
      expect(costs + interest + principal - credit).toBe(explained.balance);
      expect(await trial()).toBe(0n);
    }),
    { numRuns: 15 },
  );
});
