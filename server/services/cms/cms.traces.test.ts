/** What operators see of messages that leave: gate, deliveries and the job they leave in, as traces and as figures. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorker } from '../../platform/jobs.ts';
import { readMetrics } from '../../platform/metrics.ts';
import { collectSpans } from '../../platform/tracing.testing.ts';
import { optOut } from '../account/contact/delivery.logic.ts';
import { type DeliveryHouse, openDeliveryHouse } from './cms.delivery.testing.ts';

let house: DeliveryHouse;
let gateway: Server;
beforeAll(async () => {
  house = await openDeliveryHouse();
  gateway = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(201).end('{"id":"x"}'));
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const baseURL = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  await house.chooseEmail([{ providerName: 'HttpGateway', credentials: { baseURL }, extras: { deliveryClass: 'neither' } }]);
});
afterAll(async () => {
  gateway.closeAllConnections();
  await new Promise((resolve) => gateway.close(resolve));
  await house.close();
});

it('puts gate and deliveries into the trace of their job, and counts them, without naming anybody', async () => {
  const sent = await Promise.all([house.queued(), house.queued()]);
  const optedOut = await house.queued();
  await house.inA((tx) => optOut(tx, optedOut.accountId, 'email', 'test'));
  const { spans, stop } = await collectSpans('worker');
  const worker = await startWorker(house.database);
  try {
    await expect.poll(() => Promise.all([...sent, optedOut].map(({ key }) => house.statusOf(key)))).toEqual(['sent', 'sent', 'cancelled']);
  } finally {
    await worker.stop();
    await stop();
  }
  const gate = spans.find(({ name, attributes }) => name === 'gate' && attributes.some(({ key }) => key === 'send'));
  // Others may have found nothing left to do.
  const job = spans.find(({ name, traceId }) => name === 'job outbox.drain' && traceId === gate?.traceId);
  const deliveries = spans.filter(({ name }) => name === 'delivery');
  expect(deliveries.length).toBe(2);
  expect([gate?.traceId, ...deliveries.map((each) => each.traceId)]).toEqual([job?.traceId, job?.traceId, job?.traceId]);
  expect(gate?.attributes).toEqual(
    expect.arrayContaining([
      { key: 'channel', value: { stringValue: 'email' } },
      { key: 'send', value: { intValue: 2 } },
      { key: 'cancel', value: { intValue: 1 } },
    ]),
  );
  for (const { attributes } of deliveries)
    expect(attributes).toEqual(
      expect.arrayContaining([
        { key: 'provider', value: { stringValue: 'HttpGateway' } },
        { key: 'outcome', value: { stringValue: 'sent' } },
      ]),
    );
  const all = JSON.stringify(spans);
  for (const named of [house.clientA, ...sent.map(({ accountId }) => accountId), '@']) expect(all).not.toContain(named);
  const { text } = await readMetrics();
  expect(text).toMatch(/^quittance_gate_decisions_total\{channel="email",answer="allow",rule="\w+"\} [1-9]/m);
  expect(text).toMatch(/^quittance_gate_decisions_total\{channel="email",answer="deny",rule="\w+"\} [1-9]/m);
  expect(text).toMatch(/^quittance_deliveries_total\{channel="email",provider="HttpGateway",outcome="sent"\} [1-9]/m);
  expect(text).toMatch(/^quittance_job_duration_seconds_count\{job="outbox.drain",outcome="done"\} [1-9]/m);
});
