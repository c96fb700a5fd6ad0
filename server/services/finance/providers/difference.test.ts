/** Money that Stripe tells of in another sum or currency than was asked for: people book it, once. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { exponentOf } from '../../../../core/money.ts';
import { createMandate, STRIPE } from '../debit/mandate.logic.ts';
import { financeFixture } from '../finance.testing.ts';
import { chargeRecurringPaymentMandate } from './charge.logic.ts';
import { fromStripe, isSum, toStripe } from './stripe.amount.ts';
import { notice, stripeFixture, stripeServer } from './stripe.testing.ts';

const fixture = financeFixture();
const { accountWith, claimOf, typesOf } = fixture;
const stripe = stripeServer();
const { knock, started, useStripe, deliver } = stripeFixture(fixture);
beforeAll(useStripe);

const BOOK = `mutation ($clientId: ID!, $entryId: ID!, $revision: Int!, $parts: [BankEntryPart!]!) {
  bookBankEntry(clientId: $clientId, entryId: $entryId, revision: $revision, parts: $parts) { entryId status } }`;

interface Listed {
  readonly entry_id: Uuid;
  readonly amount: bigint;
  readonly currency: string;
  readonly remittance: string;
  readonly status: string;
  readonly revision: number;
}
const workList = (accountId: Uuid) =>
  fixture.house.inA((tx) =>
    tx.sql<Listed & Record<string, unknown>>(
      `select entry_id, amount, currency, remittance, status, revision from bank_entry where client_id = $1 and account_id = $2 order by position`,
      [tx.clientId, accountId],
    ),
  );
const statusOf = async (paymentId: Uuid) =>
  (
    await fixture.house.inA((tx) =>
      tx.sql('select status, status_reason from payment where client_id = $1 and payment_id = $2', [tx.clientId, paymentId]),
    )
  )[0];
const succeeded = (intent: object, more: object) => notice('payment_intent.succeeded', { ...intent, ...more });

describe('a notice of another sum', () => {
  it('never books 12,000 JPY as 120.00 EUR: both figures go to the work list, once', async () => {
    const { accountId, ref, payment, intent } = await started(12_000n);
    const told = { currency: 'jpy', amount_received: 12_000 };
    const answers = await Promise.all(Array.from({ length: 6 }, () => knock(succeeded(intent, told))));
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(6).fill(204));
    expect(await claimOf(ref)).toMatchObject({ balance: 12_000n, ledger: 12_000n, status: 'open' });
    expect(await statusOf(payment.paymentId)).toEqual({ status: 'canceled', status_reason: 'amountDiffers' });
    const list = await workList(accountId);
    expect(list).toMatchObject([{ amount: 12_000n, currency: 'JPY', status: 'ambiguous' }]);
    expect(list[0]?.remittance).toContain('12000 JPY moved, 120.00 EUR asked for');
    expect((await typesOf(accountId)).filter((type) => type === 'paymentDiffers')).toHaveLength(1);
    // What comes later for it books nothing by itself either, not even the right sum.
    await knock(succeeded(intent, {}));
    expect(await claimOf(ref)).toMatchObject({ balance: 12_000n });
    expect(await workList(accountId)).toHaveLength(1);
  });

  it.each([
    ['less', { amount_received: 400 }, '4.00 EUR moved, 5.00 EUR asked for'],
    ['more', { amount_received: 50_000 }, '500.00 EUR moved, 5.00 EUR asked for'],
    ['nothing', { amount_received: 0 }, '0.00 EUR moved'],
    ['another currency of the same figure', { currency: 'usd' }, '5.00 USD moved'],
    ['a currency of three digits', { currency: 'kwd', amount_received: 5_000 }, '5.000 KWD moved'],
  ])('of %s books nothing', async (_, told, words) => {
    const { accountId, ref, intent } = await started(500n);
    expect((await knock(succeeded(intent, told))).statusCode).toBe(204);
    expect(await claimOf(ref)).toMatchObject({ balance: 500n, ledger: 500n });
    expect((await workList(accountId))[0]?.remittance).toContain(words);
  });

  it('lets people book what has really come', async () => {
    const { accountId, ref, intent } = await started(500n);
    await knock(succeeded(intent, { amount_received: 400 }));
    const [entry] = await workList(accountId);
    const parts = [{ accountId, amount: '4.00', externalClaimRefs: [ref] }];
    const variables = { clientId: fixture.house.clientA, entryId: entry?.entry_id, revision: entry?.revision, parts };
    await fixture.house.call('finance', BOOK, variables);
    expect(await claimOf(ref)).toMatchObject({ balance: 100n, ledger: 100n });
    await knock(succeeded(intent, { amount_received: 400 }));
    expect(await claimOf(ref)).toMatchObject({ balance: 100n });
    // What Stripe gives back of it is a bank transaction of its own, for the same people.
    await knock(
      notice('charge.refunded', {
        payment_intent: intent.id,
        currency: 'eur',
        amount: 400,
        amount_captured: 400,
        amount_refunded: 400,
        metadata: intent.metadata,
      }),
    );
    await knock(
      notice('charge.dispute.created', { payment_intent: intent.id, currency: 'eur', amount: 400, reason: 'fraudulent', metadata: {} }),
    );
    expect(await claimOf(ref)).toMatchObject({ balance: 100n });
    expect((await workList(accountId)).map((each) => [each.amount, each.status])).toEqual([
      [400n, 'booked'],
      [-400n, 'ambiguous'],
      [-400n, 'ambiguous'],
    ]);
  });

  it('first reported by a refund books nothing either', async () => {
    const { accountId, ref, intent } = await started(500n);
    const charge = { payment_intent: intent.id, currency: 'jpy', amount: 500, amount_captured: 500, amount_refunded: 100 };
    await knock(notice('charge.refunded', { ...charge, metadata: intent.metadata }));
    expect(await claimOf(ref)).toMatchObject({ balance: 500n, ledger: 500n });
    expect((await workList(accountId)).map((each) => [each.amount, each.currency])).toEqual([
      [500n, 'JPY'],
      [-100n, 'JPY'],
    ]);
  });

  it('in the answer to a charge under a mandate books nothing', async () => {
    const { accountId, refs } = await accountWith([12_000n]);
    await fixture.house.inA(async (tx) => {
      const mandate = await createMandate(tx, { accountId, providerName: STRIPE, customer: 'cus_1', paymentMethod: 'pm_1' }, 'debtor');
      return chargeRecurringPaymentMandate(tx, { mandateId: mandate.mandateId, externalClaimRefs: refs, idempotencyKey: uuidv7() });
    });
    stripe.received = { currency: 'jpy' };
    await deliver();
    await deliver();
    expect(await claimOf(refs[0] ?? '')).toMatchObject({ balance: 12_000n, ledger: 12_000n });
    expect(await workList(accountId)).toMatchObject([{ amount: 12_000n, currency: 'JPY' }]);
  });
});

describe('Stripe’s way of counting', () => {
  const currencies = ['EUR', 'USD', 'JPY', 'KRW', 'CLP', 'ISK', 'UGX', 'MGA', 'KWD', 'BHD', 'HUF', 'TWD'];
  it('knows the currencies whose digits are not ISO 4217’s', () => {
    expect(toStripe(12_000n, 'JPY')).toBe(12_000);
    expect(toStripe(500n, 'ISK')).toBe(50_000);
    expect(toStripe(500n, 'MGA')).toBe(5);
    expect(() => toStripe(501n, 'MGA')).toThrow('Stripe doesn’t support 5.01 MGA');
    expect(() => toStripe(5_001n, 'KWD')).toThrow('Stripe doesn’t support 5.001 KWD');
    expect(fromStripe(50_050, 'ISK')).toEqual({ minor: 500n, isExact: false });
    expect(isSum({ amount: 50_050n, currency: 'ISK' }, 500n, 'ISK')).toBe(false);
  });
  it('reads back exactly what was asked for, and takes no other sum or currency for it', () => {
    const sums = fc.record({
      minor: fc.bigInt({ min: 1n, max: 10n ** 12n }),
      currency: fc.constantFrom(...currencies),
      other: fc.constantFrom(...currencies),
    });
    fc.assert(
      fc.property(sums, fc.bigInt({ min: 1n, max: 1000n }), ({ minor, currency, other }, more) => {
        const whole = exponentOf(currency) === 3 || currency === 'MGA' ? minor * 100n : minor;
        const told = BigInt(toStripe(whole, currency));
        expect(fromStripe(told, currency)).toEqual({ minor: whole, isExact: true });
        expect(isSum({ amount: told, currency }, whole, currency)).toBe(true);
        expect(isSum({ amount: told + more, currency }, whole, currency)).toBe(false);
        if (other !== currency) expect(isSum({ amount: told, currency: other }, whole, currency)).toBe(false);
      }),
    );
  });
});
