/** Paying without a provider: a live installation shows its bank account, or says whom to ask, and never a sandbox. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from '../core/id.ts';
import { type CalendarDate, HOUR, type Instant } from '../core/time.ts';
import { followTouched } from '../server/platform/follow.ts';
import { saveBankAccount } from '../server/services/finance/account/account.logic.ts';
import { createInstalmentsPlan } from '../server/services/finance/agreement/instalments.logic.ts';
import { createSettlementOffer } from '../server/services/finance/agreement/settlement.logic.ts';
import { openPortalHouse, type PortalHouse } from './portal.testing.ts';

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse({ purpose: 'live', production: true });
});
afterAll(() => house.close());
beforeEach(() => house.inA((tx) => tx.sql('delete from bank_account where client_id = $1', [tx.clientId])));

const useBank = (more: object = {}) =>
  house.inA((tx) =>
    saveBankAccount(tx, { name: 'Main', holder: 'Nordlicht <Energie> GmbH', iban: 'DE02120300000000202051', bic: 'BYLADEM1001', ...more }),
  );
const payments = () => house.inA((tx) => tx.sql('select 1 from payment where client_id = $1', [tx.clientId]));

describe('a live installation without a provider', () => {
  it('shows the bank account with amount and reference, and starts no payment', async () => {
    await useBank();
    const { address, refs } = await house.owe([12_345n]);
    const browser = await house.browser().enter(address);
    expect(browser.body).toContain('You’ll transfer the amount from your bank account.');
    await browser.settle(address, { way: 'now', provider: 'sandbox' });
    expect(browser.status).toBe(200);
    for (const text of ['€123.45', 'DE02 1203 0000 0000 2020 51', 'BYLADEM1001', 'Nordlicht &lt;Energie&gt; GmbH', refs[0] ?? '', '<svg'])
      expect(browser.body).toContain(text);
    expect(browser.body).not.toContain('Sandbox');
    await browser.get(address);
    await browser.settle(address, { way: 'now', amount: '23.45' });
    expect(browser.body).toContain('€23.45');
    expect((await browser.get(`${address}/transfer?claim=${refs[0]}&amount=99999999`)).body).toContain('€123.45');
    expect(await payments()).toEqual([]);
    expect(await house.balances(refs)).toEqual([12_345n]);
  });

  it('asks for the account’s reference when several claims are paid together', async () => {
    await useBank();
    const { address, accountId } = await house.owe([1_000n, 2_000n]);
    const browser = await house.browser().enter(address);
    await browser.settle(address, { way: 'now' });
    expect(browser.body).toContain('€30.00');
    expect(browser.body).toContain(`K-${accountId.slice(-6)}`);
  });

  it('pays an instalment and an offer the same way', async () => {
    await useBank();
    const { address, accountId, refs } = await house.owe([3_000n, 9_000n]);
    const [planned = '', offered = ''] = refs;
    await house.inA(async (tx) => {
      const plan = {
        accountId,
        externalClaimRefs: [planned],
        interval: 'monthly' as const,
        parts: 3,
        requestedBy: 'debtor',
        idempotencyKey: uuidv7(),
      };
      await createInstalmentsPlan(tx, plan);
      await createSettlementOffer(tx, {
        accountId,
        externalClaimRefs: [offered],
        amount: 6_000n,
        validUntil: '2026-12-01' as CalendarDate,
        note: '',
        offeredBy: house.userA,
        idempotencyKey: uuidv7(),
      });
    });
    const browser = await house.browser().enter(address);
    await browser.post(`${address}/instalment`, browser.fields('/instalment', { what: 'next' }));
    await browser.follow();
    expect(browser.body).toContain('€10.00');
    await browser.get(address);
    await browser.post(`${address}/instalment`, browser.fields('/instalment', { what: 'all' }));
    await browser.follow();
    expect(browser.body).toContain('€30.00');
    await browser.get(address);
    await browser.post(`${address}/settlement`, browser.fields('/settlement', { what: 'pay' }));
    await browser.follow();
    expect(browser.body).toContain('€60.00');
    expect(browser.body).toContain(offered);
    expect(await payments()).toEqual([]);
  });

  it('without an account in the currency says whom to ask', async () => {
    await useBank({ currency: 'CHF' });
    const { address } = await house.owe([5_000n]);
    const browser = await house.browser().enter(address);
    await browser.settle(address, { way: 'now' });
    expect(browser.status).toBe(200);
    expect(browser.body).toContain('Nordlicht Energie hasn’t set up a way to pay €50.00 on this page');
    expect(browser.body).toContain(`href="${address}/help"`);
    expect(browser.body).not.toContain('IBAN');
  });

  it('tells administrators once a day that a page offers no way to pay', async () => {
    const told = async () => {
      await followTouched(house.database);
      return house.inA((tx) =>
        tx.sql(`select type, recipient_id, metadata->>'note' as note from notification where client_id = $1`, [tx.clientId]),
      );
    };
    // What earlier tests were told of was another day.
    await followTouched(house.database);
    await house.inA((tx) => tx.sql('delete from notification where client_id = $1', [tx.clientId]));
    house.clock.time = (house.clock.time + 25 * HOUR) as Instant;
    const [own, other, paid] = [await house.owe([5_000n]), await house.owe([6_000n]), await house.owe([])];
    await house.browser().enter(paid.address);
    expect(await told()).toEqual([]);
    for (const { address } of [own, own, other]) await house.browser().enter(address);
    const one = { type: 'PAYMENT_WAY_MISSING', recipient_id: house.userA, note: 'EUR' };
    expect(await told()).toEqual([one]);
    house.clock.time = (house.clock.time + 25 * HOUR) as Instant;
    await house.browser().enter(other.address);
    expect(await told()).toEqual([one, one]);
    await useBank();
    house.clock.time = (house.clock.time + 25 * HOUR) as Instant;
    await house.browser().enter(other.address);
    expect(await told()).toHaveLength(2);
  });

  it('shows nothing to whoever has not passed the check, and nothing of other accounts', async () => {
    await useBank();
    const [own, other] = [await house.owe([1_000n]), await house.owe([7_700n])];
    expect((await house.browser().get(`${own.address}/transfer?claim=${own.refs[0]}`)).status).toBe(403);
    const browser = await house.browser().enter(own.address);
    await browser.get(`${own.address}/transfer?claim=${other.refs[0]}`);
    expect(browser.body).not.toContain('€77.00');
    expect(browser.body).not.toContain('IBAN');
  });

  it('gives no page and no answer to a payment that began at the sandbox of an earlier release', async () => {
    const { address, accountId, refs } = await house.owe([4_000n]);
    const paymentId = uuidv7();
    await house.inA((tx) =>
      tx.sql(
        `insert into payment (client_id, payment_id, account_id, provider_name, provider_ref, method, amount, currency, allocation, status, status_reason, idempotency_key, created_at, updated_at)
         values ($1, $2, $3, 'sandbox', $4, 'card', 4000, 'EUR', $5, 'processing', 'started', $6, now(), now())`,
        [
          tx.clientId,
          paymentId,
          accountId,
          `sandbox-${paymentId}`,
          JSON.stringify([{ externalClaimRef: refs[0], amount: '40.00' }]),
          uuidv7(),
        ],
      ),
    );
    const browser = await house.browser().enter(address);
    const form = browser.fields('/settle');
    await browser.get(`${address}/provider/${paymentId}`);
    expect([browser.status, browser.body.includes('name="outcome"')]).toEqual([409, false]);
    form.set('outcome', 'success');
    await browser.post(`${address}/provider/${paymentId}`, form);
    expect(browser.status).toBe(409);
    expect(await house.balances(refs)).toEqual([4_000n]);
  });
});
