import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uuidv7 } from '../../../../core/id.ts';
import { addDays, DAY, instant } from '../../../../core/time.ts';
import { inClient, type Tx } from '../../../platform/tenancy.ts';
import { createPromiseToPay } from '../agreement/promise.logic.ts';
import { count, financeFixture, TODAY } from '../finance.testing.ts';
import { chargeBack } from '../payment/chargeback.logic.ts';
import { declinePayment, settlePayment, startPayment } from '../payment/payment.logic.ts';
import type { Payment } from '../payment/payment.read.logic.ts';
import { book } from './ledger.logic.ts';

const fixture = financeFixture();
const { accountWith, claimOf, typesOf } = fixture;

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
    await Promise.all(Array.from({ length: 10 }, () => fixture.house.inA((tx) => book(tx, [entry, { ...entry, amount: 9n }]))));
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
    await expect(fixture.house.inA((tx) => book(tx, [{ ...entry, accountId: uuidv7() }]))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      field: 'accountId',
    });
    await expect(fixture.house.inA((tx) => book(tx, [{ ...entry, currency: 'USD' }]))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      field: 'currency',
    });
    await expect(fixture.house.inB((tx) => book(tx, [entry]))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('cannot be changed by the application', async () => {
    await expect(fixture.house.inA((tx) => tx.sql('update ledger_entry set amount = 0'))).rejects.toThrow(/permission denied/);
    await expect(fixture.house.inA((tx) => tx.sql('delete from ledger_entry'))).rejects.toThrow(/permission denied/);
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
      const before = fixture.clock;
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
        if (kind === 'tomorrow') fixture.clock = instant(fixture.clock + DAY);
        await inClient(fixture.house.database, fixture.house.clientA, work).catch((error: { code?: string }) => {
          if (!['INVALID_INPUT', 'CONFLICT'].includes(error.code ?? '')) throw error;
        });
        for (const claim of await Promise.all(refs.map(claimOf))) {
          expect(claim.balance).toBe(claim.ledger);
          expect(claim.status).toBe(claim.balance > 0n ? 'open' : 'resolved');
        }
      }
      fixture.clock = before;
    }),
    { numRuns: 25 },
  );
});
