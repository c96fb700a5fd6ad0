/** A provider that takes a message long after the caller has given up: it is asked only when it must know. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { uuidv7 } from '../../../core/id.ts';
import { type Instant, instant } from '../../../core/time.ts';
import { useClock } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config.ts';
import { queueCommunications } from '../../platform/delivery/outbox.ts';
import { openTestHouse } from '../../platform/testing.ts';
import { drainClient } from './cms.delivery.ts';
import { addBundle, addDebtor, queueMessage } from './cms.testing.ts';

// A Friday, 11:00 in Berlin.
const START = instant('2026-11-20T10:00:00Z');
const LEASE = 900;
const CHOOSE = `mutation ($clientId: ID!, $providerConfigurations: [ProviderConfigurationInput!]!) { setEmailSetting(clientId: $clientId, providerConfigurations: $providerConfigurations) { __typename } }`;

it('an askable provider that is slow gets a message once', async () => {
  let clock: Instant = START;
  onTestFinished(useClock(() => clock));
  const house = await openTestHouse();
  const taken: string[] = [];
  let asked = 0;
  let take = () => {};
  const mayTake = new Promise<void>((resolve) => (take = resolve));
  const provider = createServer(async (request, response) => {
    if (request.method === 'GET') {
      asked++;
      return response.writeHead(taken.length > 0 ? 200 : 404).end('{"id":"p"}');
    }
    await mayTake;
    taken.push(request.url ?? '');
    response.writeHead(202).end('{"id":"p"}');
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    provider.closeAllConnections();
    provider.close();
    await house.close();
  });
  const baseURL = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  await house.call('operations', CHOOSE, {
    clientId: house.clientA,
    providerConfigurations: [{ providerName: 'HttpGateway', credentials: { baseURL }, extras: { deliveryClass: 'askable' } }],
  });
  await house.inA(async (tx) => {
    await addBundle(tx, 'mail', { source: 'Please pay' });
    await queueMessage(tx, await addDebtor(tx, {}), 'mail', 'email');
  });
  const drain = () => drainClient(house.database, house.clientA, 'email', readConfig(), { lease: LEASE, pause: 10 });

  await drain();
  clock = instant(START + LEASE - 1);
  await drain();
  expect([asked, taken.length]).toEqual([0, 0]);

  take();
  while (taken.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  clock = instant(START + LEASE);
  await drain();
  expect([asked, taken.length]).toEqual([1, 1]);
  expect(await house.inA((tx) => tx.sql('select status from outbox'))).toEqual([{ status: 'sent' }]);
});

it('one key queues one message of a client, and another of another client', async () => {
  const house = await openTestHouse();
  onTestFinished(() => house.close());
  const row = { key: 'act-1', channel: 'email', accountId: uuidv7(), externalClaimRef: null, request: { bundleName: 'mail' } } as const;
  const queue = (inClient: typeof house.inA) => inClient((tx) => queueCommunications(tx, [row]));
  expect([await queue(house.inA), await queue(house.inA), await queue(house.inB)]).toEqual([1, 0, 1]);
  const { rows } = await house.database.owner.query('select outbox_id from outbox');
  expect(new Set(rows.map(({ outbox_id: id }) => id)).size).toBe(2);
});
