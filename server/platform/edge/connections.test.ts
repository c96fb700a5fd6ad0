/** What one sender's connections may cost, over real ones: slow headers, many connections, many requests, many documents. */
import { Agent, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../testing.ts';
import { documentMemory } from './armor.ts';

let house: TestHouse;
let port: number;

beforeAll(async () => {
  house = await openTestHouse();
  await house.app.listen({ host: '127.0.0.1', port: 0 });
  port = (house.app.server.address() as AddressInfo).port;
});
afterAll(() => house.close());

/** @returns what the server says until it closes the connection. */
const untilClosed = (sent: string) =>
  new Promise<string>((resolve) => {
    let told = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(sent));
    socket
      .on('data', (part) => (told += part))
      .on('close', () => resolve(told))
      .on('error', () => {});
  });

it('doesn’t wait for headers that never arrive', async () => {
  const { server } = house.app;
  expect(server.headersTimeout).toBe(20_000);
  server.headersTimeout = 200;
  expect(await untilClosed('GET /livez HTTP/1.1\r\nhost: x\r\nx-slow: ')).toMatch(/^HTTP\/1\.1 408 /);
  server.headersTimeout = 20_000;
});

it('one connection more than a process takes is closed at once, and there is room again when others end', async () => {
  const { server } = house.app;
  expect(server.maxConnections).toBe(20_000);
  const count = () => new Promise((resolve) => server.getConnections((_, number) => resolve(number)));
  await expect.poll(count).toBe(0);
  server.maxConnections = 2;
  const held = [0, 1].map(() => connect(port, '127.0.0.1'));
  await Promise.all(held.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  const whole = 'GET /livez HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
  await expect.poll(count).toBe(2);
  expect(await untilClosed(whole)).toBe('');
  for (const socket of held) socket.destroy();
  await expect.poll(count).toBe(0);
  expect(await untilClosed(whole)).toMatch(/^HTTP\/1\.1 200 /);
  server.maxConnections = 20_000;
});

it('a connection ends after so many requests', async () => {
  const { server } = house.app;
  expect(server.maxRequestsPerSocket).toBe(10_000);
  server.maxRequestsPerSocket = 2;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const connections: unknown[] = [];
  for (let requests = 0; requests < 2; requests += 1) {
    const answer = await new Promise<IncomingMessage>((resolve) => get({ port, host: '127.0.0.1', path: '/livez', agent }, resolve));
    connections.push(answer.headers.connection);
    await new Promise((resolve) => answer.resume().once('end', resolve));
  }
  agent.destroy();
  server.maxRequestsPerSocket = 10_000;
  expect(connections).toEqual(['keep-alive', 'close']);
});

it('of documents only so many are remembered, and no long ones', () => {
  const { documentCache, errorCache } = documentMemory() as Record<
    string,
    { get(text: string): unknown; set(text: string, value: object): void }
  >;
  for (const cache of [documentCache!, errorCache!]) {
    for (let number = 0; number < 1_000; number += 1) cache.set(`{ a${number} }`, {});
    const kept = Array.from({ length: 1_000 }, (_, number) => cache.get(`{ a${number} }`)).filter((value) => value !== undefined);
    expect(kept).toHaveLength(250);
    cache.set('x'.repeat(8 * 1024), {});
    cache.set('x'.repeat(8 * 1024 + 1), {});
    expect([cache.get('x'.repeat(8 * 1024)), cache.get('x'.repeat(8 * 1024 + 1))]).toEqual([{}, undefined]);
  }
});

it('a server that stops waits for no connection that never asked for anything', async () => {
  const stopping = await openTestHouse();
  await stopping.app.listen({ host: '127.0.0.1', port: 0 });
  const silent = connect((stopping.app.server.address() as AddressInfo).port, '127.0.0.1');
  await new Promise((resolve) => silent.once('connect', resolve));
  const closed = new Promise((resolve) => silent.once('close', resolve));
  await stopping.close();
  await closed;
});
