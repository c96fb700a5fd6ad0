/** A live installation: nothing that only pretends to move money may book any. */

import { describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { mountPortal } from '../../../../portal/mount.ts';
import { now } from '../../../platform/clock.ts';
import { secretsFor } from '../../../platform/keyRing.ts';
import { portalServices } from '../../landing-page/landing-page.portal.logic.ts';
import { createMandate, STRIPE } from '../debit/mandate.logic.ts';
import { financeFixture } from '../finance.testing.ts';
import { chargeRecurringPaymentMandate } from '../providers/charge.logic.ts';
import { activeProviders, findProvider } from '../providers/providers.ts';
import { checkoutOf } from '../providers/stripe.logic.ts';
import { notice, SIGNING, stripeFixture, stripeServer } from '../providers/stripe.testing.ts';
import { startPayment } from './payment.logic.ts';
import { PAYMENT_OUTCOMES, SANDBOX, sandboxWebhook } from './provider.logic.ts';

const fixture = financeFixture(
  (app, { database, config }) =>
    mountPortal(app, { services: portalServices(database, config), secrets: secretsFor("debtor's page"), isSecure: false, now }),
  { purpose: 'live', production: true },
);
const { accountWith, claimOf, typesOf } = fixture;
const stripe = stripeServer();
const { knock, started, deliver } = stripeFixture(fixture);

const REPORT = `mutation ($clientId: ID!, $paymentId: ID!, $outcome: String!) { reportSandboxPayment(clientId: $clientId, paymentId: $paymentId, outcome: $outcome) { status } }`;
const SAVE = `mutation ($clientId: ID!, $isActive: Boolean!, $credentials: JSON!, $revision: Int!) {
  savePaymentProviderSetting(clientId: $clientId, providerName: "stripe", isActive: $isActive, credentials: $credentials, revision: $revision) { isActive isTest revision } }`;
const save = (secretKey: string, isActive: boolean, revision: number) => {
  const credentials = { secretKey, signingSecret: SIGNING };
  return fixture.house.raw('finance', SAVE, { clientId: fixture.house.clientA, credentials, isActive, revision });
};

/** A payment as an earlier release left it: begun at the sandbox, with the debtor on its page. */
async function stored(amount: bigint, status = 'processing') {
  const { accountId, refs } = await accountWith([amount]);
  const paymentId: Uuid = uuidv7();
  await fixture.house.inA((tx) =>
    tx.sql(
      `insert into payment (client_id, payment_id, account_id, provider_name, provider_ref, method, amount, currency, allocation, status, status_reason, idempotency_key, created_at, updated_at)
       values ($1, $2, $3, 'sandbox', $4, 'card', $5, 'EUR', $6, $7, 'started', $8, now(), now())`,
      [
        tx.clientId,
        paymentId,
        accountId,
        `sandbox-${paymentId}`,
        amount,
        JSON.stringify([{ externalClaimRef: refs[0], amount: '10.00' }]),
        status,
        uuidv7(),
      ],
    ),
  );
  return { accountId, ref: refs[0] ?? '', paymentId };
}

describe('the sandbox in a live database', () => {
  it('is not offered, to staff or to debtors', async () => {
    const providers = await fixture.house.inA((tx) => activeProviders(tx));
    expect(providers.map((provider) => provider.providerName)).toEqual([]);
    const allowed = await fixture.house.call<{ getAllowedPaymentProviders: unknown[] }>(
      'finance',
      'query ($clientId: ID!) { getAllowedPaymentProviders(clientId: $clientId) { providerName } }',
      { clientId: fixture.house.clientA },
    );
    expect(allowed.getAllowedPaymentProviders).toEqual([]);
  });

  it('starts nothing, books nothing and takes nothing back, whoever asks and however', async () => {
    const { accountId, refs } = await accountWith([1000n]);
    const wish = { accountId, externalClaimRefs: refs, providerName: SANDBOX.providerName, method: 'card', idempotencyKey: uuidv7() };
    await expect(fixture.house.inA((tx) => startPayment(tx, wish))).rejects.toMatchObject({ code: 'CONFLICT' });
    for (const status of ['processing', 'declined', 'canceled']) {
      const { paymentId, ref, accountId: owner } = await stored(1000n, status);
      for (const outcome of PAYMENT_OUTCOMES) {
        const asked = await fixture.house.raw('finance', REPORT, { clientId: fixture.house.clientA, paymentId, outcome });
        expect(asked.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', key: 'sandboxLive' });
        const { body, signature } = sandboxWebhook({ providerRef: `sandbox-${paymentId}`, outcome, reason: '' });
        const answer = await fixture.house.app.inject({
          method: 'POST',
          url: `/api/payments/sandbox/${fixture.house.clientA}`,
          headers: { 'content-type': 'application/json', 'x-payment-signature': signature },
          payload: body,
        });
        expect(answer.statusCode).toBe(409);
      }
      expect(await claimOf(ref)).toMatchObject({ balance: 1000n, ledger: 1000n, status: 'open' });
      expect((await typesOf(owner)).filter((type) => type.startsWith('payment'))).toEqual([]);
    }
  });

  it('pays nothing back of what an earlier release let it book', async () => {
    const { database, config, clientA } = fixture.house;
    const answer = await findProvider('sandbox')?.refund?.({ database, config }, clientA, { payment: {} as never, amount: 1n, key: 'k' });
    expect(answer).toMatchObject({ outcome: 'refused' });
  });
});

describe('test keys of Stripe in a live database', () => {
  /** As an earlier release stored them: switched on, without a note that they are test keys. */
  const switchOn = () =>
    fixture.house.inA((tx) =>
      tx.sql(`update payment_provider_setting set is_active = true, credentials = credentials - 'isTest' where client_id = $1`, [
        tx.clientId,
      ]),
    );

  it('can be tried and kept, and not switched on', async () => {
    expect((await save('sk_test_abcdef', true, 0)).errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'credentials.secretKey',
      key: 'stripeTestLive',
    });
    expect((await save('rk_test_abcdef', true, 0)).errors?.[0]?.extensions).toMatchObject({ key: 'stripeTestLive' });
    expect((await save('sk_test_abcdef', false, 0)).data?.savePaymentProviderSetting).toMatchObject([{ isActive: false, isTest: true }]);
    const tested = await fixture.house.raw(
      'finance',
      'mutation ($clientId: ID!) { testPaymentProviderSetting(clientId: $clientId, providerName: "stripe", credentials: { secretKey: "********" }) { isTest } }',
      { clientId: fixture.house.clientA },
    );
    expect(tested.data?.testPaymentProviderSetting).toEqual({ isTest: true });
  });

  it('switched on by an earlier release open no page, charge no card and book no webhook', async () => {
    await switchOn();
    const { ref, payment, intent, accountId } = await started(500n);
    const { database, clientA } = fixture.house;
    const urls = { success: 'https://x.example/s', cancel: 'https://x.example/c' };
    await expect(checkoutOf(database, clientA, payment.paymentId, urls)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await knock(notice('payment_intent.succeeded', intent))).statusCode).toBe(204);
    const kept = await fixture.house.inA((tx) => tx.sql('select outcome from payment_notice where client_id = $1', [tx.clientId]));
    expect(kept).toEqual([{ outcome: 'testMode' }]);
    expect(await claimOf(ref)).toMatchObject({ balance: 500n, ledger: 500n });
    await fixture.house.inA(async (tx) => {
      const mandate = await createMandate(tx, { accountId, providerName: STRIPE, customer: 'cus_1', paymentMethod: 'pm_1' }, 'debtor');
      return chargeRecurringPaymentMandate(tx, { mandateId: mandate.mandateId, externalClaimRefs: [ref], idempotencyKey: uuidv7() });
    });
    const before = stripe.asked.length;
    await deliver();
    expect(stripe.asked.length).toBe(before);
    expect(await claimOf(ref)).toMatchObject({ balance: 500n, ledger: 500n });
    expect((await typesOf(accountId)).filter((type) => type === 'paymentDeclined')).toHaveLength(1);
  });

  it('and live keys with a test-mode webhook book nothing either', async () => {
    const revision = 1;
    expect((await save('sk_live_abcdef', true, revision)).data?.savePaymentProviderSetting).toMatchObject([
      { isActive: true, isTest: false },
    ]);
    const { ref, intent } = await started(700n);
    await knock(notice('payment_intent.succeeded', intent));
    expect(await claimOf(ref)).toMatchObject({ balance: 700n, ledger: 700n });
    const live = notice('payment_intent.succeeded', intent).replace('"livemode":false', '"livemode":true');
    expect((await knock(live)).statusCode).toBe(204);
    expect(await claimOf(ref)).toMatchObject({ balance: 0n, ledger: 0n });
  });
});
