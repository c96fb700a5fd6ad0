/** Paying at Stripe from the debtor's page: there, back, and what is believed of either. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from '../core/id.ts';
import { STRIPE } from '../server/services/finance/debit/mandate.logic.ts';
import { readProviderSettings, saveProviderSetting } from '../server/services/finance/providers/stripe.setting.logic.ts';
import { useStripeAddress } from '../server/services/finance/providers/stripe.ts';
import { openPortalHouse, type PortalHouse } from './portal.testing.ts';

const SIGNING = 'whsec_test_secret';
/** Sessions by idempotency key, as Stripe keeps them. */
const sessions = new Map<string, URLSearchParams>();
let isDown = false;
/** Stripe's "create a session", documented at docs.stripe.com/api/checkout/sessions/create. */
const stripe = createServer(async (request, reply) => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const key = String(request.headers['idempotency-key']);
  if (isDown)
    return reply.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"type":"invalid_request_error","message":"no"}}');
  if (!sessions.has(key)) sessions.set(key, new URLSearchParams(text));
  const url = `https://checkout.stripe.example/${key.replace(':', '/')}`;
  return reply
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ id: `cs_${key}`, object: 'checkout.session', url }));
});

let house: PortalHouse;
beforeAll(async () => {
  await new Promise<void>((resolve) => stripe.listen(0, '127.0.0.1', resolve));
  useStripeAddress(`http://127.0.0.1:${(stripe.address() as AddressInfo).port}`);
  house = await openPortalHouse();
});
afterAll(async () => {
  useStripeAddress(null);
  stripe.closeAllConnections();
  stripe.close();
  await house.close();
});
beforeEach(() => {
  isDown = false;
});

const use = (secretKey: string, isActive = true) =>
  house.inA(async (tx) => {
    const revision = (await readProviderSettings(tx, house.config))[0]?.revision ?? 0;
    const input = { providerName: STRIPE, isActive, credentials: { secretKey, signingSecret: SIGNING }, revision };
    await saveProviderSetting(tx, input, uuidv7());
  });
const tell = (type: string, paymentId: string, more: object = {}) => {
  const object = { id: `pi_${paymentId.slice(-8)}`, metadata: { paymentId }, ...more };
  const payload = JSON.stringify({ id: `evt_${uuidv7()}`, object: 'event', type, livemode: false, data: { object } });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: SIGNING });
  return house.app.inject({
    method: 'POST',
    url: `/api/payments/stripe/${house.clientA}`,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  });
};
/** Chooses Stripe and stands on the page that leads there. */
async function leave(amount: bigint) {
  const { address, accountId, refs } = await house.owe([amount]);
  const browser = await house.browser().enter(address);
  await browser.settle(address, { way: 'now', provider: 'stripe' });
  const url = /data-go="0" href="([^"]+)"/.exec(browser.body)?.[1] ?? '';
  return { address, accountId, refs, browser, url, paymentId: url.split('/').at(-1) ?? '' };
}

describe('paying at Stripe', () => {
  it('offers the client’s providers, and no sandbox beside live keys', async () => {
    const { address } = await house.owe([5000n]);
    const browser = await house.browser().enter(address);
    expect(browser.body).not.toContain('name="provider"');
    await use('sk_test_abcdef');
    await browser.get(address);
    expect([...browser.body.matchAll(/name="provider" value="(\w+)"/g)].map(([, name]) => name)).toEqual(['stripe', 'sandbox']);
    await use('sk_live_abcdef');
    await browser.get(address);
    expect(browser.body).not.toContain('name="provider"');
    await browser.settle(address, { way: 'now', provider: 'sandbox' });
    expect(browser.body).toContain('You’ll be taken to checkout.stripe.example');
    await use('sk_test_abcdef');
  });

  it('books on Stripe’s webhook, however often the debtor returns', async () => {
    const { address, accountId, refs, browser, url, paymentId } = await leave(5000n);
    const asked = sessions.get(`checkout:${paymentId}`);
    expect([asked?.get('line_items[0][price_data][unit_amount]'), asked?.get('line_items[0][price_data][currency]')]).toEqual([
      '5000',
      'eur',
    ]);
    expect(asked?.get('success_url')).toBe(`${house.config.publicUrl}${address}/back/${paymentId}?as=success`);
    // The same page again: the same session.
    const count = sessions.size;
    expect((await browser.get(`${address}/provider/${paymentId}`)).body).toContain(url);
    expect(sessions.size).toBe(count);

    // Another site sends the debtor back: a browser gives it no cookie of SameSite=Strict, and it must not lose the session over that.
    const back = await house.browser().get(`${address}/back/${paymentId}?as=success`);
    expect([back.status, back.cookie]).toEqual([200, '']);
    const onTo = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(back.body)?.[1] ?? '';
    await browser.get(onTo);
    expect(browser.body).toContain('We’re waiting for confirmation');
    expect(browser.body).toContain('data-go="3000"');
    expect(await house.balances(refs)).toEqual([5000n]);
    expect((await browser.get(`${address}/done/payment/${paymentId}?look=9`)).body).not.toContain('data-go');

    for (const _ of [1, 2])
      expect((await tell('payment_intent.succeeded', paymentId, { amount_received: 5000, currency: 'eur' })).statusCode).toBe(204);
    for (const _ of [1, 2]) expect((await browser.get(onTo)).body).toContain('Thank you, €50.00 is paid');
    expect(await house.balances(refs)).toEqual([0n]);
    expect((await house.events(accountId)).filter((type) => type === 'paymentSettled').length).toBe(1);
    // Nothing is left to pay there.
    expect((await browser.get(`${address}/provider/${paymentId}`)).location).toBe(`${address}/done/payment/${paymentId}`);
  });

  it('returns a debtor who cancels to their page, and shows what the bank is still processing', async () => {
    const { address, refs, browser, url, paymentId } = await leave(7000n);
    const back = await house.browser().get(`${address}/back/${paymentId}`);
    await browser.get(/url=([^"]+)"/.exec(back.body)?.[1] ?? '');
    expect(browser.body).toContain('Your payment isn’t finished');
    await browser.get(/class="button" href="([^"]+)"/.exec(browser.body)?.[1] ?? '');
    expect(browser.body).toContain(url);
    await tell('payment_intent.processing', paymentId);
    expect((await browser.get(`${address}/done/payment/${paymentId}?look=1`)).body).toContain('€70.00 is on its way');
    // While it moves, it cannot be paid again.
    expect((await browser.get(address)).body).not.toContain(`action="${address}/settle"`);
    await tell('payment_intent.payment_failed', paymentId, {
      last_payment_error: { code: 'card_declined', message: 'Your card was declined.' },
    });
    expect((await browser.get(`${address}/done/payment/${paymentId}`)).body).toContain('The payment didn’t go through');
    expect(await house.balances(refs)).toEqual([7000n]);
  });

  it('says when Stripe gives no page, and lets no page of its own answer for Stripe', async () => {
    const { address, refs, browser, paymentId } = await leave(3000n);
    isDown = true;
    const again = await browser.get(`${address}/provider/${paymentId}`);
    expect([again.status, again.body.includes('The payment provider isn’t responding')]).toEqual([503, true]);
    await browser.get(address);
    await browser.post(`${address}/provider/${paymentId}`, new URLSearchParams([...browser.fields('/settle'), ['outcome', 'success']]));
    expect(await house.balances(refs)).toEqual([3000n]);
    const stranger = await house.owe([100n]);
    const other = await house.browser().enter(stranger.address);
    expect((await other.get(`${stranger.address}/provider/${paymentId}`)).status).toBe(404);
    expect((await house.browser().get(`/p/nonsense/back/${paymentId}`)).status).toBe(404);
  });
});
