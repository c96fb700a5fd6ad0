/** An operator holds all sending: nothing leaves, nothing fails, everybody who should know sees it, and afterwards everything leaves once. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { HOUR, type Instant } from '../../../core/time.ts';
import { drainJobs } from '../../platform/jobs.ts';
import { holdSending, resumeSending } from '../../platform/outbox/hold.ts';
import { sweep } from '../../platform/outbox/outbox.jobs.ts';
import { type DeliveryHouse, openDeliveryHouse } from './cms.delivery.testing.ts';

const REASON = 'wrong balances in reminders';

let house: DeliveryHouse;
let gateway: Server;
const delivered = new Map<string, number>();
/** Called with each message, before it is answered. */
let onMessage: () => Promise<void> = async () => {};
beforeAll(async () => {
  house = await openDeliveryHouse();
  gateway = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk;
    });
    request.on('end', async () => {
      const { reference } = JSON.parse(body) as { reference: string };
      delivered.set(reference, (delivered.get(reference) ?? 0) + 1);
      await onMessage();
      response.writeHead(201).end(JSON.stringify({ id: reference }));
    });
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const baseURL = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  await house.chooseEmail([{ providerName: 'HttpGateway', credentials: { baseURL }, extras: { deliveryClass: 'neither' } }]);
});
afterEach(async () => {
  await resumeSending(house.database);
  onMessage = async () => {};
  delivered.clear();
  house.rewind();
});
afterAll(async () => {
  gateway.closeAllConnections();
  await new Promise((resolve) => gateway.close(resolve));
  await house.close();
});

const health = async () =>
  (
    await house.call<{ getDeliveryHealth: { channel: string; waiting: number; reason: string | null; holdReason: string | null }[] }>(
      'cms',
      'query ($clientId: ID!) { getDeliveryHealth(clientId: $clientId) { channel waiting pausedAt reason holdReason } }',
      { clientId: house.clientA },
    )
  ).getDeliveryHealth.find((each) => each.channel === 'email');
const told = async () =>
  (
    await house.inA((tx) =>
      tx.sql<{ message_type: string }>(
        `select message_type from event where client_id = $1 and message_type in ('sendingHeld', 'sendingResumed') order by message_id`,
        [tx.clientId],
      ),
    )
  ).map((row) => row.message_type);
const letPass = (hours: number) => {
  house.clock.time = (house.clock.time + hours * HOUR) as Instant;
};

it('keeps every message as it is for as long as it lasts, says so, and lets each leave once', async () => {
  const rows = await Promise.all(Array.from({ length: 12 }, () => house.queued()));
  await holdSending(house.database, REASON);
  for (let day = 0; day < 7; day++) {
    await sweep.run({}, house.database, undefined);
    await drainJobs(house.database);
    expect(await house.drain()).toBe(0);
    letPass(24);
  }
  expect(delivered.size).toBe(0);
  for (const { key, accountId } of rows) {
    expect(await house.rowOf(key)).toMatchObject({ status: 'queued', attempts: 0, last_error: null });
    expect(await house.eventsOf(accountId)).not.toContain('communicationFailed');
  }
  expect(await health()).toMatchObject({ waiting: 12, reason: 'sendingHeld', holdReason: REASON });
  expect((await house.app.inject('/readyz')).statusCode).toBe(200);
  expect((await house.app.inject('/readyz')).json()).toEqual({ status: 'degraded' });
  expect((await house.app.inject('/readyz/sending')).statusCode).toBe(503);
  await resumeSending(house.database);
  expect(await told()).toEqual(['sendingHeld', 'sendingResumed']);
  // Resuming asks for the drain.
  await drainJobs(house.database);
  expect([delivered.size, Math.max(...delivered.values())]).toEqual([12, 1]);
  for (const { key } of rows) expect(await house.statusOf(key)).toBe('sent');
  expect(await health()).toMatchObject({ waiting: 0, reason: null, holdReason: null });
});

it('stops a worker in the middle of a batch, and loses none of it', async () => {
  const rows = await Promise.all(Array.from({ length: 40 }, () => house.queued()));
  let hold: Promise<unknown> | null = null;
  onMessage = async () => {
    hold ??= holdSending(house.database, REASON);
    await hold;
    // Longer than a worker believes what it read.
    await new Promise((resolve) => setTimeout(resolve, 600));
  };
  await house.drain();
  expect(delivered.size).toBeLessThan(5);
  onMessage = async () => {};
  expect(await house.drain()).toBe(0);
  await resumeSending(house.database);
  await drainJobs(house.database);
  expect([delivered.size, Math.max(...delivered.values())]).toEqual([40, 1]);
  for (const { key } of rows) expect(await house.statusOf(key)).toBe('sent');
});

it('is set with a reason only, by nobody but the operator', async () => {
  await expect(holdSending(house.database, '  ')).rejects.toThrow(/--reason/);
  for (const pool of [house.database.app, house.database.identity])
    for (const statement of [
      `select hold_sending('x', now())`,
      'select resume_sending(now())',
      'update installation set held_since = now()',
    ])
      await expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' });
  expect(await resumeSending(house.database)).toBe(null);
});
