import { describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { now } from '../../../platform/clock.ts';
import { drainJobs } from '../../../platform/jobs.ts';
import { drainOutbox } from '../../../platform/outbox/drain.ts';
import { failingDeliveries } from '../../cms/cms.board.report.logic.ts';
import { createMandate, STRIPE } from '../debit/mandate.logic.ts';
import { financeFixture } from '../finance.testing.ts';
import { settlePayment, startPayment } from '../payment/payment.logic.ts';
import { chargeRecurringPaymentMandate } from './charge.logic.ts';
import { checkoutOf } from './stripe.logic.ts';
import { notice, SIGNING, signed, stripeFixture, stripeServer } from './stripe.testing.ts';

const fixture = financeFixture();
const { accountWith, claimOf, typesOf } = fixture;
const stripe = stripeServer();
const { knock, started, useStripe, deliver } = stripeFixture(fixture);

const SAVE = `mutation ($clientId: ID!, $credentials: JSON!, $revision: Int!) {
  savePaymentProviderSetting(clientId: $clientId, providerName: "stripe", isActive: true, credentials: $credentials, revision: $revision) { credentials isTest revision webhookUrl } }`;
const save = (credentials: object, revision: number) =>
  fixture.house.raw('finance', SAVE, { clientId: fixture.house.clientA, credentials, revision });

const charged = async (amount: bigint) => {
  // What a test before left takes none of the failures of this one.
  await deliver();
  const { accountId, refs } = await accountWith([amount]);
  const payment = await fixture.house.inA(async (tx) => {
    const mandate = await createMandate(tx, { accountId, providerName: STRIPE, customer: 'cus_1', paymentMethod: 'pm_1' }, 'debtor');
    return chargeRecurringPaymentMandate(tx, { mandateId: mandate.mandateId, externalClaimRefs: refs, idempotencyKey: uuidv7() });
  });
  return {
    ref: refs[0] ?? '',
    payment,
    charge: deliver,
  };
};
const statusOf = async (paymentId: Uuid) =>
  (
    await fixture.house.inA((tx) =>
      tx.sql<{ status: string; status_reason: string | null }>(
        'select status, status_reason from payment where client_id = $1 and payment_id = $2',
        [tx.clientId, paymentId],
      ),
    )
  )[0];

const pageOf = (paymentId: Uuid) =>
  checkoutOf(fixture.house.database, fixture.house.clientA, paymentId, {
    success: 'https://x.example/s',
    cancel: 'https://x.example/c',
  });

describe('Stripe', () => {
  it('keeps its keys sealed: they go in and never come out', async () => {
    expect((await save({ secretKey: 'wrong', signingSecret: SIGNING }, 0)).errors?.[0]?.extensions?.field).toBe('credentials.secretKey');
    const first = (await save({ secretKey: 'sk_test_abcdef', signingSecret: SIGNING }, 0)).data?.savePaymentProviderSetting;
    expect(first).toMatchObject([{ credentials: { secretKey: '********', signingSecret: '********' }, isTest: true, revision: 1 }]);
    expect((await save({ secretKey: '********', signingSecret: '********' }, 1)).errors).toBeUndefined();
    expect((await save({ secretKey: '********', signingSecret: '********' }, 1)).errors?.[0]?.extensions?.code).toBe('CONFLICT');
    const kept = JSON.stringify(
      await fixture.house.inA((tx) => tx.sql('select credentials from payment_provider_setting where client_id = $1', [tx.clientId])),
    );
    expect(kept).not.toContain('abcdef');
    // What comes next is told to the house, whose secret is another one than the environment's.
    await useStripe();
    const log = JSON.stringify(
      await fixture.house.inA((tx) =>
        tx.sql(`select payload from event where client_id = $1 and message_type = 'paymentProviderChanged'`, [tx.clientId]),
      ),
    );
    expect(log).not.toContain('sk_test');
  });

  it('charges a mandate once, however often its answer is lost', async () => {
    const { ref, payment, charge } = await charged(2_500n);
    expect(await statusOf(payment.paymentId)).toMatchObject({ status: 'processing', status_reason: 'pending' });
    stripe.failures = ['timeout', 500, 'timeout'];
    await charge();
    expect((await claimOf(ref)).balance).toBe(2_500n);
    await charge();
    await charge();
    expect(await claimOf(ref)).toMatchObject({ balance: 0n, ledger: 0n });
    const own = stripe.asked.filter((each) => each.key === payment.paymentId);
    expect(own.length).toBeGreaterThan(2);
    expect([...new Set(own.map((each) => each.body.get('amount')))]).toEqual(['2500']);
    expect([...stripe.done.keys()].filter((key) => key === payment.paymentId)).toHaveLength(1);
  });

  it('charges once, although Stripe has forgotten the key by the time it answers', async () => {
    const { ref, payment, charge } = await charged(2_600n);
    stripe.failures = ['timeout', 500, 500];
    await charge();
    stripe.done.delete(payment.paymentId);
    await charge();
    expect(await claimOf(ref)).toMatchObject({ balance: 0n, ledger: 0n });
    expect(stripe.intents.filter((each) => JSON.stringify(each).includes(payment.paymentId))).toHaveLength(1);
  });

  it('books a charge once, although the process died between the charge and its record', async () => {
    const { ref, payment, charge } = await charged(2_700n);
    const row = `where client_id = $1 and key = 'charge:${payment.paymentId}'`;
    await fixture.house.inA((tx) =>
      tx.sql(`update outbox set status = 'sending', attempts = 1, provider_name = 'stripe', rendered = request ${row}`, [tx.clientId]),
    );
    await charge();
    await charge();
    expect(await claimOf(ref)).toMatchObject({ balance: 0n, ledger: 0n });
    expect(await fixture.house.inA((tx) => tx.sql(`select status, attempts from outbox ${row}`, [tx.clientId]))).toEqual([
      { status: 'sent', attempts: 2 },
    ]);
  });

  it('that is away is seen, and is asked again by itself when its keys are saved', async () => {
    const { payment } = await charged(2_800n);
    await deliver();
    const waiting = await charged(2_900n);
    stripe.failures = Array.from({ length: 30 }, () => 500 as const);
    for (let times = 0; times < 3; times++) {
      await fixture.house.inA((tx) =>
        tx.sql(`update outbox set next_attempt_at = $2 where client_id = $1 and status = 'sending'`, [tx.clientId, new Date(now())]),
      );
      await drainOutbox(fixture.house.database, fixture.house.clientA, 'payment.stripe', fixture.house.config);
    }
    const seen = await fixture.house.inA((tx) => failingDeliveries(tx, now()));
    expect(seen).toMatchObject([{ channel: 'payment.stripe', status: 'paused', providerName: 'stripe', errorKey: 'providerSilent' }]);
    stripe.failures = [];
    await useStripe();
    await fixture.house.inA((tx) =>
      tx.sql(`update outbox set next_attempt_at = $2 where client_id = $1 and status = 'sending'`, [tx.clientId, new Date(now())]),
    );
    await drainJobs(fixture.house.database);
    expect(await claimOf(waiting.ref)).toMatchObject({ balance: 0n, ledger: 0n });
    expect((await statusOf(payment.paymentId))?.status).toBe('settled');
    expect(await fixture.house.inA((tx) => failingDeliveries(tx, now()))).toEqual([]);
  });

  it('charges in the currency of the account, to its smallest unit', async () => {
    const { accountId } = await accountWith([2_500n]);
    await fixture.house.inA(async (tx) => {
      for (const table of ['account', 'claim'])
        await tx.sql(`update ${table} set currency = 'JPY' where client_id = $1 and account_id = $2`, [tx.clientId, accountId]);
    });
    const { mandateId } = await fixture.house.inA((tx) =>
      createMandate(tx, { accountId, providerName: STRIPE, customer: 'cus_1', paymentMethod: 'pm_1' }, 'debtor'),
    );
    const charge = (amount: string) =>
      fixture.house.raw(
        'finance',
        'mutation ($clientId: ID!, $mandateId: ID!, $amount: Money) { chargeRecurringPaymentMandate(clientId: $clientId, mandateId: $mandateId, amount: $amount) { amount currency } }',
        { clientId: fixture.house.clientA, mandateId, amount },
      );
    expect((await charge('1200.50')).errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'amount' });
    expect((await charge('1200')).data).toEqual({ chargeRecurringPaymentMandate: { amount: '1200', currency: 'JPY' } });
  });

  it('reports a declined card in Stripe’s words, and rate limiting', async () => {
    const declined = await charged(1_000n);
    stripe.failures = ['card_declined'];
    await declined.charge();
    expect(await statusOf(declined.payment.paymentId)).toEqual({
      status: 'declined',
      status_reason: 'insufficient_funds: Your card was declined.',
    });
    const busy = await charged(1_000n);
    stripe.failures = [429, 429, 429];
    await busy.charge();
    expect((await statusOf(busy.payment.paymentId))?.status).toBe('processing');
  });

  it('opens one page for one payment', async () => {
    const { payment } = await started(700n);
    const page = () => pageOf(payment.paymentId);
    expect(await page()).toBe(await page());
    expect(stripe.asked.at(-1)?.body.get('payment_intent_data[metadata][paymentId]')).toBe(payment.paymentId);
  });

  it('closes the page of a payment that another one replaces, also after a declined card', async () => {
    const { accountId, refs } = await accountWith([900n]);
    const begin = () =>
      fixture.house.inA((tx) =>
        startPayment(tx, { accountId, externalClaimRefs: refs, providerName: STRIPE, method: 'card', idempotencyKey: uuidv7() }),
      );
    const open = async ({ paymentId }: { paymentId: Uuid }) => {
      const url = await pageOf(paymentId);
      return [...stripe.sessions.values()].find((each) => each.url === url)!;
    };
    await deliver();
    const one = await open(await begin());
    const second = await begin();
    expect(one.status).toBe('open');
    stripe.failures = [500, 500, 500];
    await drainJobs(fixture.house.database);
    expect(one.status).toBe('open');
    await deliver();
    expect(one.status).toBe('expired');

    // The card was declined; Stripe's page would take another one.
    const two = await open(second);
    two.payment_intent = 'pi_declined_here';
    await knock(
      notice('payment_intent.payment_failed', {
        id: 'pi_declined_here',
        metadata: { paymentId: second.paymentId },
        last_payment_error: { code: 'card_declined', message: 'no' },
      }),
    );
    const third = await begin();
    await drainJobs(fixture.house.database);
    expect(two.status).toBe('expired');

    // It was paid in the same moment: nothing is left to close, and the money counts.
    const three = await open(third);
    three.status = 'complete';
    await begin();
    await drainJobs(fixture.house.database);
    expect(three.status).toBe('complete');
    await knock(
      notice('payment_intent.succeeded', { id: 'pi_3', amount_received: 900, currency: 'eur', metadata: { paymentId: third.paymentId } }),
    );
    expect(await claimOf(refs[0] ?? '')).toMatchObject({ balance: 0n, ledger: 0n });
  });

  it('closes the pages of other attempts once one is paid, and asks staff to look when money came twice all the same', async () => {
    const { payment, accountId, ref, intent } = await started(900n);
    const url = await pageOf(payment.paymentId);
    const page = [...stripe.sessions.values()].find((each) => each.url === url)!;
    const elsewhere = await fixture.pay(accountId, [ref]);
    const unrelated = await started(300n);
    expect(page.status).toBe('open');
    await fixture.house.inA((tx) => settlePayment(tx, elsewhere.paymentId));
    await drainJobs(fixture.house.database);
    expect(page.status).toBe('expired');
    expect(await statusOf(payment.paymentId)).toEqual({ status: 'canceled', status_reason: 'paidOtherwise' });
    expect((await statusOf(unrelated.payment.paymentId))?.status).toBe('processing');
    const tasks = () =>
      fixture.house.inA((tx) =>
        tx.sql('select matter, external_claim_ref, matter_values from case_task where client_id = $1 and account_id = $2', [
          tx.clientId,
          accountId,
        ]),
      );
    expect(await tasks()).toEqual([]);

    // It was paid before the page closed.
    for (const _ of [1, 2]) await knock(notice('payment_intent.succeeded', intent));
    expect(await claimOf(ref)).toMatchObject({ balance: -900n, ledger: -900n });
    expect(await tasks()).toMatchObject([
      { matter: 'paidTwice', external_claim_ref: ref, matter_values: { credit: '9.00', currency: 'EUR', refs: ref } },
    ]);
  });

  it('settles two payments of one claim at the same moment without a deadlock', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { payment, accountId, ref } = await started(900n);
        return { ref, ids: [payment.paymentId, (await fixture.pay(accountId, [ref])).paymentId] };
      }),
    );
    await Promise.all(pairs.flatMap(({ ids }) => ids.map((id) => fixture.house.inA((tx) => settlePayment(tx, id)))));
    for (const { ref, ids } of pairs) {
      expect((await claimOf(ref)).ledger).toBe(-900n);
      for (const id of ids) expect((await statusOf(id))?.status).toBe('settled');
    }
  });

  it('closes a page that opens after its payment was replaced', async () => {
    const { payment, accountId, ref } = await started(400n);
    const again = { accountId, externalClaimRefs: [ref], providerName: STRIPE, method: 'card', idempotencyKey: uuidv7() };
    let replaced: Promise<unknown> | null = null;
    stripe.whileAsked = () => {
      replaced ??= fixture.house.inA((tx) => startPayment(tx, again));
      return replaced;
    };
    const url = await pageOf(payment.paymentId);
    await drainJobs(fixture.house.database);
    expect([...stripe.sessions.values()].find((each) => each.url === url)?.status).toBe('expired');
  });

  it('is accepted only with its signature, for its client, and while the webhook is fresh', async () => {
    const { ref, intent } = await started(500n);
    const body = notice('payment_intent.succeeded', intent);
    expect((await knock(body, signed(body, 'whsec_other'))).statusCode).toBe(401);
    expect((await knock(body.replace('500', '400'), signed(body))).statusCode).toBe(401);
    expect((await knock(body, signed(body, SIGNING, Math.floor(Date.now() / 1000) - 400))).statusCode).toBe(401);
    expect((await knock(body, signed(body), fixture.house.clientB)).statusCode).toBe(409);
    expect((await claimOf(ref)).balance).toBe(500n);
    expect((await knock(body)).statusCode).toBe(204);
    expect((await claimOf(ref)).balance).toBe(0n);
    expect((await knock(notice('customer.created', { id: 'cus_9' }))).statusCode).toBe(204);
  });

  it('delivered five times, shuffled and twenty at a time, books every payment once', async () => {
    const payments = await Promise.all(Array.from({ length: 6 }, () => started(1_000n)));
    const notices = payments.flatMap(({ intent }) => [
      notice('payment_intent.processing', intent),
      notice('payment_intent.payment_failed', { ...intent, last_payment_error: { code: 'x', message: 'first try' } }),
      notice('payment_intent.succeeded', intent),
    ]);
    const all = Array.from({ length: 5 }, () => notices)
      .flat()
      .map((body, index) => ({ body, order: (index * 37) % 90 }))
      .sort((a, b) => a.order - b.order);
    for (let from = 0; from < all.length; from += 20)
      for (const answer of await Promise.all(all.slice(from, from + 20).map(({ body }) => knock(body))))
        expect(answer.statusCode).toBe(204);
    for (const { ref, accountId } of payments) {
      expect(await claimOf(ref)).toMatchObject({ balance: 0n, ledger: 0n });
      expect((await typesOf(accountId)).filter((type) => type === 'paymentSettled')).toHaveLength(1);
    }
    const [kept] = await fixture.house.inA((tx) =>
      tx.sql<{ count: number }>(`select count(*)::int as count from payment_notice where client_id = $1 and payment_id = any($2)`, [
        tx.clientId,
        payments.map(({ payment }) => payment.paymentId),
      ]),
    );
    expect(kept?.count).toBe(18);
  });

  it('says whether it accepts a key before that is saved', async () => {
    const test = (secretKey: string) =>
      fixture.house.raw(
        'finance',
        `mutation ($clientId: ID!, $credentials: JSON!) { testPaymentProviderSetting(clientId: $clientId, providerName: "stripe", credentials: $credentials) { isTest } }`,
        { clientId: fixture.house.clientA, credentials: { secretKey } },
      );
    // Nobody waits for Stripe with a connection of the database.
    const { app } = fixture.house.database;
    const busy: number[] = [];
    stripe.whileAsked = () => void busy.push(app.totalCount - app.idleCount);
    expect((await test('sk_test_fine')).data).toMatchObject({ testPaymentProviderSetting: { isTest: true } });
    expect(busy).toEqual([0]);
    for (const wrong of ['sk_test_refused', 'something'])
      expect((await test(wrong)).errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'credentials.secretKey' });
  });
});
