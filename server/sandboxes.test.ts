import { afterAll, beforeAll, expect, it } from 'vitest';
import { uuidv7 } from '../core/id.ts';
import { StartRefusal } from './platform/installation.ts';
import { TEST_SECRET } from './platform/owned.ts';
import { sealObject } from './platform/seal.ts';
import { startProgram } from './platform/testing.programs.ts';
import { openTestHouse, type TestHouse } from './platform/testing.ts';
import { refuseSandboxes } from './sandboxes.ts';

let house: TestHouse;
beforeAll(async () => {
  // The process that one test starts opens what this one seals.
  process.env.QUITTANCE_SECRET = TEST_SECRET;
  house = await openTestHouse(undefined, { purpose: 'live', production: true });
});
afterAll(() => house.close());

/** As an earlier release, or somebody with the database in hand, left it. */
const pretend = () =>
  house.inA(async (tx) => {
    const place = { column: 'payment_provider_setting.credentials.sealed', scope: tx.clientId, row: 'stripe' };
    const credentials = { sealed: sealObject({ secretKey: 'sk_test_abcdef', signingSecret: 'whsec_abcdef' }, place) };
    await tx.sql(
      `insert into payment_provider_setting (client_id, provider_name, is_active, credentials, updated_at) values ($1, 'stripe', true, $2, now())
       on conflict (client_id, provider_name) do update set is_active = true`,
      [tx.clientId, JSON.stringify(credentials)],
    );
    const sms = { column: 'contact_setting.sms_provider.credentials', scope: tx.clientId, row: '' };
    const fake = JSON.stringify({ providerName: 'FakeProvider', credentials: sealObject({}, sms), extras: {} });
    await tx.sql(
      `insert into contact_setting (client_id, sms_provider, updated_at) values ($1, $2, now()) on conflict (client_id) do update set sms_provider = $2`,
      [tx.clientId, fake],
    );
  });
const check = (switchesOff = false) => refuseSandboxes(house.database, house.config, switchesOff);

it('a production start without sandboxes says nothing', async () => {
  expect(await check()).toEqual([]);
});

it('a production start with sandboxes that are on names the client and the way out, and that way works', async () => {
  await pretend();
  const refused = (await check().catch((error: unknown) => error)) as Error;
  expect(refused).toBeInstanceOf(StartRefusal);
  for (const words of [
    'Nordlicht Energie: test keys of Stripe',
    'FakeProvider stands for its provider of text messages',
    '--switch-off-sandboxes',
  ])
    expect(refused.message).toContain(words);
  expect(refused.message).not.toContain('Stadtwerke');
  expect(await check(true)).toHaveLength(2);
  expect(await check()).toEqual([]);
  const [kept] = await house.inA((tx) =>
    tx.sql<{ is_active: boolean; credentials: object }>(
      'select is_active, credentials from payment_provider_setting where client_id = $1',
      [tx.clientId],
    ),
  );
  expect(kept?.is_active).toBe(false);
  expect(kept?.credentials).toHaveProperty('sealed');
  const events = await house.inA((tx) =>
    tx.sql<{ message_type: string }>('select message_type from event where client_id = $1', [tx.clientId]),
  );
  expect(events.map((event) => event.message_type).sort()).toEqual(['clientConfigurationChanged', 'paymentProviderChanged']);
});

it('says which payments the sandbox of an earlier release has booked, and starts all the same', async () => {
  await house.inA((tx) =>
    tx.sql(
      `insert into payment (client_id, payment_id, account_id, provider_name, method, amount, currency, allocation, status, idempotency_key, created_at, updated_at)
       values ($1, $2, $2, 'sandbox', 'card', 100, 'EUR', '[]', 'settled', 'k', now(), now())`,
      [tx.clientId, uuidv7()],
    ),
  );
  expect((await check()).join()).toContain('Nordlicht Energie: 1 payment(s) booked by the sandbox');
});

it('the process itself ends with that sentence', async () => {
  await pretend();
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: house.database.url,
    QUITTANCE_SECRET: house.config.secret,
    PUBLIC_URL: 'https://x.example',
  };
  const ended = await startProgram('main.ts', ['--role', 'worker'], env).done;
  expect(ended).toMatchObject({ code: 1 });
  expect(ended.text).toMatch(/^A production start needs real providers\.\n {2}Nordlicht Energie: test keys/);
});
