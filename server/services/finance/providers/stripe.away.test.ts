/** Stripe that is away: whoever may change the settings hears of it once, and once when it is back. */
import { expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { instant, MINUTE } from '../../../../core/time.ts';
import { followTouched } from '../../../platform/follow.ts';
import { drainOutbox } from '../../../platform/outbox/drain.ts';
import { createMandate, STRIPE } from '../debit/mandate.logic.ts';
import { financeFixture } from '../finance.testing.ts';
import { callKind } from '../payment/call.logic.ts';
import { chargeRecurringPaymentMandate } from './charge.logic.ts';
import { stripeFixture, stripeServer } from './stripe.testing.ts';

const fixture = financeFixture();
const stripe = stripeServer();
const { useStripe } = stripeFixture(fixture);
const agent = uuidv7();

interface Told {
  readonly type: string;
  readonly metadata: { readonly providerName: string | null; readonly errorKey: string | null };
}
/** What somebody's drawer shows, the oldest first. */
async function toldTo(userId: Uuid, role: string): Promise<Told[]> {
  const { house } = fixture;
  await followTouched(house.database);
  const { getNotifications } = await house.call<{ getNotifications: { notifications: Told[] } }>(
    'notifications',
    `query ($clientId: ID!, $recipientId: ID!) { getNotifications(clientId: $clientId, recipientId: $recipientId) {
       notifications { type metadata { providerName errorKey } } } }`,
    { clientId: house.clientA, recipientId: userId },
    await house.tokenFor(house.clientA, role, userId),
  );
  return getNotifications.notifications.toReversed();
}
/** What the payment screens say of Stripe. */
async function health(): Promise<object | undefined> {
  const { getPaymentProviderHealth: found } = await fixture.house.call<{ getPaymentProviderHealth: { providerName: string }[] }>(
    'finance',
    `query ($clientId: ID!) { getPaymentProviderHealth(clientId: $clientId) { providerName displayName waiting oldestAt pausedAt errorKey } }`,
    { clientId: fixture.house.clientA },
  );
  return found.find((each) => each.providerName === STRIPE);
}
/** Lets time pass, with a drain every five minutes. */
async function wait(drains: number): Promise<void> {
  for (let count = 0; count < drains; count++) {
    fixture.clock = instant(fixture.clock + 5 * MINUTE);
    await drainOutbox(fixture.house.database, fixture.house.clientA, callKind(STRIPE), fixture.house.config);
  }
}

it('is on the payment screens, and told once to whoever may change the settings, with the provider and the reason in any language, and once when it is back', async () => {
  const { house } = fixture;
  await useStripe();
  const { accountId, refs } = await fixture.accountWith([2_500n]);
  await house.inA(async (tx) => {
    await tx.sql(
      `insert into client_user (client_id, user_id, email, name, role) values ($1, $2, 'agent@test.example', 'Bea Agent', 'AGENT')`,
      [tx.clientId, agent],
    );
    const mandate = await createMandate(tx, { accountId, providerName: STRIPE, customer: 'cus_1', paymentMethod: 'pm_1' }, 'debtor');
    await chargeRecurringPaymentMandate(tx, { mandateId: mandate.mandateId, externalClaimRefs: refs, idempotencyKey: uuidv7() });
  });
  stripe.failures = Array.from({ length: 100 }, () => 500 as const);
  await wait(8);
  const paused = { type: 'PAYMENT_DELIVERY_PAUSED', metadata: { providerName: 'stripe', errorKey: 'providerSilent' } };
  expect(await toldTo(house.userA, 'ADMINISTRATOR')).toEqual([paused]);
  expect(await health()).toMatchObject({
    displayName: 'Stripe',
    waiting: 1,
    oldestAt: '2026-11-21T10:00:00.000Z',
    pausedAt: expect.any(String),
    errorKey: 'providerSilent',
  });

  stripe.failures = [];
  await wait(3);
  expect((await fixture.claimOf(refs[0]!)).balance).toBe(0n);
  const resumed = { type: 'PAYMENT_DELIVERY_RESUMED', metadata: { providerName: 'stripe', errorKey: null } };
  expect(await toldTo(house.userA, 'ADMINISTRATOR')).toEqual([paused, resumed]);
  expect(await health()).toMatchObject({ waiting: 0, oldestAt: null, pausedAt: null, errorKey: null });
  expect(await toldTo(agent, 'AGENT')).toEqual([]);
});
