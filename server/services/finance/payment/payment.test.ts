import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { count, financeFixture, RECORD } from '../finance.testing.ts';
import { chargeBack } from './chargeback.logic.ts';
import { declinePayment, markPaymentPending, settlePayment, startPayment } from './payment.logic.ts';
import { type Payment, readPayment } from './payment.read.logic.ts';
import { sandboxWebhook } from './provider.logic.ts';

const fixture = financeFixture();
const { accountWith, claimOf, typesOf, pay } = fixture;

describe('payments', () => {
  it('spread over the chosen claims, oldest first, and resolve what they cover', async () => {
    const { accountId, refs } = await accountWith([1000n, 2000n, 3000n]);
    const payment = await pay(accountId, refs.slice(0, 2), 1500n);
    expect(payment.allocation).toEqual([
      { externalClaimRef: refs[0], amount: '10.00' },
      { externalClaimRef: refs[1], amount: '5.00' },
    ]);
    await fixture.house.inA((tx) => settlePayment(tx, payment.paymentId));
    expect(await Promise.all(refs.map(claimOf))).toMatchObject([
      { balance: 0n, status: 'resolved' },
      { balance: 1500n, status: 'open' },
      { balance: 3000n },
    ]);
    await fixture.house.inA((tx) => chargeBack(tx, payment.paymentId, 'returned'));
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
    await fixture.house.inA((tx) => markPaymentPending(tx, first.paymentId));
    await expect(pay(accountId, refs, 600n)).rejects.toMatchObject({ field: 'amount' });
    expect((await pay(accountId, refs)).amount).toBe(400n);
  });

  it('by hand above what is due are refused until a credit is meant, and leave one on the claim that is due longest', async () => {
    const { accountId, refs } = await accountWith([1000n, 2000n]);
    const values = { clientId: fixture.house.clientA, accountId, refs, amount: '35.00' };
    const refused = await fixture.house.raw('finance', RECORD, values);
    expect(refused.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'amount' });
    expect((await claimOf(refs[0] ?? '')).balance).toBe(1000n);
    const WITH_CREDIT = RECORD.replace('idempotencyKey: $key)', 'allowCredit: true, idempotencyKey: $key)');
    const booked = { recordPayment: { status: 'settled', amount: '35.00' } };
    expect(await fixture.house.call('finance', WITH_CREDIT, values)).toMatchObject(booked);
    expect(await Promise.all(refs.map(claimOf))).toMatchObject([
      { balance: -500n, ledger: -500n, status: 'resolved' },
      { balance: 0n, status: 'resolved' },
    ]);
    // Nothing is due any more: all of it is a credit.
    expect(await fixture.house.call('finance', WITH_CREDIT, values)).toMatchObject(booked);
    expect(await claimOf(refs[0] ?? '')).toMatchObject({ balance: -4000n });
    const told = await fixture.house.inA((tx) =>
      tx.sql<{ over: string }>(
        `select payload ->> 'overpaidAmount' as over from event where client_id = $1 and account_id = $2 and message_type = 'paymentSettled' order by message_id`,
        [tx.clientId, accountId],
      ),
    );
    expect(told.map((row) => row.over)).toEqual(['5.00', '35.00']);
  });

  it('keep money that arrives although nothing is due any more, as a credit', async () => {
    const { accountId, refs } = await accountWith([1000n]);
    const payment = await pay(accountId, refs);
    await fixture.house.call('finance', RECORD, { clientId: fixture.house.clientA, accountId, refs, amount: '10.00' });
    await fixture.house.inA((tx) => settlePayment(tx, payment.paymentId));
    expect(await claimOf(refs[0] ?? '')).toMatchObject({ balance: -1000n, ledger: -1000n, status: 'resolved' });
    const [event] = await fixture.house.inA((tx) =>
      tx.sql<{ payload: { overpaidAmount?: string } }>(
        `select payload from event where client_id = $1 and account_id = $2 and message_type = 'paymentSettled' order by message_id desc limit 1`,
        [fixture.house.clientA, accountId],
      ),
    );
    expect(event?.payload.overpaidAmount).toBe('10.00');
  });

  it('with one key are one payment, however often the button is pressed at once', async () => {
    const { accountId, refs } = await accountWith([1000n]);
    const key = uuidv7();
    const all = await Promise.all(Array.from({ length: 12 }, () => pay(accountId, refs, 1000n, key)));
    expect(new Set(all.map((each) => each.paymentId)).size).toBe(1);
    expect(await fixture.house.inA((tx) => readPayment(tx, all[0]?.paymentId ?? ''))).toMatchObject({ status: 'processing' });
    expect(count(await typesOf(accountId), 'paymentProcessing')).toBe(1);
  });

  it('end at the highest reported status, in any order and number', async () => {
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
        for (const name of order) last = await fixture.house.inA((tx) => steps[name](tx, payment.paymentId));
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

describe('callbacks of a provider', () => {
  const knock = (body: string, signature: string, clientId = fixture.house.clientA) =>
    fixture.house.app.inject({
      method: 'POST',
      url: `/api/payments/sandbox/${clientId}`,
      headers: { 'content-type': 'application/json', 'x-payment-signature': signature },
      payload: body,
    });

  it('book 200 payments once when each webhook arrives five times, shuffled and twenty at once', async () => {
    const accounts = await Promise.all(Array.from({ length: 10 }, () => accountWith([100_000n])));
    const open = ({ accountId, refs }: { accountId: Uuid; refs: string[] }) =>
      fixture.house.inA(async (tx) => {
        const made: Payment[] = [];
        for (let index = 0; index < 20; index++) {
          const { paymentId } = await startPayment(tx, {
            accountId,
            externalClaimRefs: refs,
            amount: 100n,
            providerName: 'sandbox',
            method: 'card',
            idempotencyKey: uuidv7(),
          });
          made.push(await markPaymentPending(tx, paymentId));
        }
        return made;
      });
    const payments = (await Promise.all(accounts.map(open))).flat();
    const notices = payments.flatMap((payment) =>
      Array.from({ length: 5 }, () => sandboxWebhook({ providerRef: payment.providerRef ?? '', outcome: 'success', reason: '' })),
    );
    notices.sort(() => Math.random() - 0.5);
    for (let from = 0; from < notices.length; from += 20) {
      const answers = await Promise.all(notices.slice(from, from + 20).map((notice) => knock(notice.body, notice.signature)));
      for (const answer of answers) expect(answer.statusCode).toBe(204);
    }
    const [row] = await fixture.house.inA((tx) =>
      tx.sql<{ postings: bigint; sum: bigint }>(
        `select count(*) as postings, sum(amount)::bigint as sum from ledger_entry where client_id = $1 and payment_id = any($2)`,
        [fixture.house.clientA, payments.map((payment) => payment.paymentId)],
      ),
    );
    expect(row).toMatchObject({ postings: 200n, sum: -20_000n });
    for (const { refs } of accounts) expect(await claimOf(refs[0] ?? '')).toMatchObject({ balance: 98_000n, ledger: 98_000n });
  });

  it('are refused with a wrong signature, another body, or for another client', async () => {
    const { accountId, refs } = await accountWith([100n]);
    const payment = await pay(accountId, refs);
    const notice = sandboxWebhook({ providerRef: payment.providerRef ?? '', outcome: 'success', reason: '' });
    const forged = { signature: createHmac('sha256', 'another secret').update(notice.body).digest('base64url') };
    expect((await knock(notice.body, forged.signature)).statusCode).toBe(401);
    expect((await knock(notice.body.replace('success', 'chargeback'), notice.signature)).statusCode).toBe(401);
    expect((await knock(notice.body, '')).statusCode).toBe(401);
    expect((await knock(notice.body, notice.signature, fixture.house.clientB)).statusCode).toBe(404);
    expect((await claimOf(refs[0] ?? '')).balance).toBe(100n);
    expect((await knock(notice.body, notice.signature)).statusCode).toBe(204);
    expect((await claimOf(refs[0] ?? '')).balance).toBe(0n);
  });
});
