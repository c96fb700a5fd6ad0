/** Money that a bank takes back, in part or whole, after some of it was paid back already; and interest as of a day that has passed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { addDays } from '../../../../core/time.ts';
import { explainBalance } from '../explain/explain.logic.ts';
import { financeFixture, TODAY } from '../finance.testing.ts';
import { readEntries } from '../ground/read.logic.ts';
import { bookFee, bookInterest } from '../ledger/booking.logic.ts';
import { changeClaimTerms } from '../ledger/terms.logic.ts';
import { readTrialBalance } from '../ledger/trial.logic.ts';
import { chargeBack, reinstatePayment } from './chargeback.logic.ts';
import { settlePayment } from './payment.logic.ts';
import { refundPayment } from './refund.logic.ts';

const fixture = financeFixture();
const { accountWith, claimOf, pay } = fixture;
const booking = (accountId: Uuid) => ({ accountId, description: 'because', valueDate: null, idempotencyKey: uuidv7() });
const trial = () => fixture.house.inA(async (tx) => (await readTrialBalance(tx)).reduce((sum, line) => sum + line.amount, 0n));
const sumOf = async (refs: readonly string[]) =>
  (await Promise.all(refs.map(claimOf))).reduce((sum, claim) => {
    expect(claim.balance).toBe(claim.ledger);
    return sum + claim.balance;
  }, 0n);

describe('a chargeback', () => {
  it('takes back what came in, whole, although a part was paid back: the debtor has had that twice', async () => {
    const { accountId, refs } = await accountWith([600n, 400n]);
    const { paymentId } = await pay(accountId, refs);
    await fixture.house.inA((tx) => settlePayment(tx, paymentId));
    await fixture.house.inA((tx) => refundPayment(tx, { ...booking(accountId), paymentId, amount: 300n }));
    for (const _ of [1, 2]) await fixture.house.inA((tx) => chargeBack(tx, paymentId, 'MD06'));
    expect(await sumOf(refs)).toBe(1_300n);
    await expect(fixture.house.inA((tx) => refundPayment(tx, { ...booking(accountId), paymentId, amount: null }))).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await trial()).toBe(0n);
  });

  it('of a part gives back exactly that part, from what money reached last, and all of it again when the dispute is won', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.bigInt({ min: 1n, max: 700n }), { minLength: 1, maxLength: 3 }),
        fc.bigInt({ min: 1n, max: 2_200n }),
        fc.bigInt({ min: 0n, max: 250n }),
        async (amounts, wanted, fee) => {
          const { accountId, refs } = await accountWith(amounts);
          if (fee > 0n)
            await fixture.house.inA((tx) => bookFee(tx, { ...booking(accountId), externalClaimRef: refs[0] ?? '', amount: fee }));
          const due = await sumOf(refs);
          const payment = await pay(accountId, refs);
          await fixture.house.inA((tx) => settlePayment(tx, payment.paymentId));
          const taken = wanted > due ? due : wanted;
          for (const _ of [1, 2]) await fixture.house.inA((tx) => chargeBack(tx, payment.paymentId, 'fraudulent', wanted));
          expect(await sumOf(refs)).toBe(taken);
          const first = await claimOf(refs[0] ?? '');
          const later = due - (amounts[0] ?? 0n) - fee;
          expect(first.balance).toBe(taken > later ? taken - later : 0n);
          await fixture.house.inA((tx) => reinstatePayment(tx, payment.paymentId));
          expect(await sumOf(refs)).toBe(0n);
          expect(await trial()).toBe(0n);
        },
      ),
      { numRuns: 15 },
    );
  });
});

describe('interest as of a day that has passed', () => {
  it('is what had run by then, whatever was booked since, and is booked no second time', async () => {
    const { accountId, refs } = await accountWith([365_000n]);
    const ref = refs[0] ?? '';
    // One cent in a thousand a day: 3.65 % on 3,650.00 are 0.365 a day.
    await fixture.house.inA((tx) => changeClaimTerms(tx, ref, null, { kind: 'fixed', basisPoints: 365, from: addDays(TODAY, -99) }));
    const until = (day: typeof TODAY) => fixture.house.inA((tx) => bookInterest(tx, accountId, ref, day, ''));
    const explained = async (day: typeof TODAY) => {
      const { balance, accrued } = await fixture.house.inA((tx) => explainBalance(tx, accountId, ref, day, 'valueDate'));
      return balance + accrued;
    };
    const past = addDays(TODAY, -50);
    await until(past);
    // 50 days of 0.365, half up.
    expect(await sumOf(refs)).toBe(365_000n + 1_825n);
    await until(TODAY);
    expect(await sumOf(refs)).toBe(365_000n + 3_650n);
    // Booked already: a day before that is no second booking, and nothing is taken back.
    expect(await until(past)).toEqual([]);
    expect(await until(TODAY)).toEqual([]);
    expect(await explained(TODAY)).toBe(365_000n + 3_650n);
    const entries = await fixture.house.inA((tx) => readEntries(tx, accountId, ref));
    expect(entries.filter((entry) => entry.kind === 'interest').map((entry) => [entry.valueDate, entry.amount])).toEqual([
      [past, 1_825n],
      [TODAY, 1_825n],
    ]);
    await expect(until(addDays(TODAY, 1))).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'until' });
  });
});
