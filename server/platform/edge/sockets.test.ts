/** What a WebSocket may ask for, as production runs it: the armor of HTTP, subscriptions only, and limits of its own. */
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { uuidv7 } from '../../../core/id.ts';
import { openTestHouse, type TestHouse } from '../testing.ts';
import { trustOf } from './proxies.ts';
import { CONNECTS_PER_MINUTE, Connections, holdToLimits, MOST_SUBSCRIPTIONS } from './sockets.ts';

let house: TestHouse;
let address: string;

beforeAll(async () => {
  house = await openTestHouse(undefined, { production: true, settings: { isTrustedProxy: trustOf('loopback') } });
  await house.app.listen({ port: 0, host: '127.0.0.1' });
  address = `ws://127.0.0.1:${(house.app.server.address() as AddressInfo).port}/api/events/socket`;
});
afterAll(() => house.close());

interface Message {
  readonly type: string;
  readonly id?: string;
  readonly payload?: { message: string; extensions?: { code?: string; key?: string } }[];
}

/** An introduced connection. */
async function opened(userId = uuidv7()) {
  const socket = new WebSocket(address, ['graphql-transport-ws']);
  const heard: Message[] = [];
  socket.on('message', (data) => heard.push(JSON.parse(String(data)) as Message));
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  const send = (message: object) => socket.send(JSON.stringify(message));
  send({ type: 'connection_init', payload: { authorization: await house.tokenFor(house.clientA, 'ADMINISTRATOR', userId) } });
  const until = async (fits: (message: Message) => boolean): Promise<Message> => {
    for (let waited = 0; waited < 20_000; waited += 20) {
      const found = heard.find(fits);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`not heard among ${JSON.stringify(heard).slice(0, 500)}`);
  };
  const ask = async (query: string, variables: object = {}) => {
    const id = uuidv7();
    send({ type: 'subscribe', id, payload: { query, variables } });
    return until((message) => message.id === id);
  };
  return { socket, heard, closed, send, until, ask };
}

const LISTEN = 'subscription ($clientId: ID!) { listenForEvents(clientId: $clientId) { readAgain } }';

/** How an upgrade with these headers is answered. */
const upgrade = (headers: Record<string, string>) =>
  new Promise<number>((resolve) => {
    const socket = new WebSocket(address, ['graphql-transport-ws'], { headers });
    socket.on('open', () => {
      socket.terminate();
      resolve(101);
    });
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', () => {});
  });

it('a page of another site opens none', async () => {
  const foreign: Record<string, string>[] = [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }];
  for (const headers of foreign) expect(await upgrade(headers)).toBe(403);
  expect(await upgrade({ origin: 'http://127.0.0.1:4000' })).toBe(101);
  expect(await upgrade({})).toBe(101);
});

it('an address opens so many a minute, whatever connection of its proxy they come by', async () => {
  const from = (forwarded: string) => upgrade({ 'x-forwarded-for': forwarded });
  let [opens, refused] = [0, 0];
  while (refused === 0 && opens < 10 * CONNECTS_PER_MINUTE) {
    const answers = await Promise.all(Array.from({ length: 60 }, () => from('203.0.113.9')));
    opens += answers.filter((status) => status === 101).length;
    refused += answers.filter((status) => status === 429).length;
  }
  expect(opens).toBeGreaterThanOrEqual(CONNECTS_PER_MINUTE);
  expect(refused).toBeGreaterThan(0);
  expect(await from('203.0.113.10')).toBe(101);
});

describe('an operation', () => {
  it('is refused like over HTTP: introspection, aliases, depth, tokens, and whatever is no subscription', async () => {
    const { ask, socket, until } = await opened();
    await until(({ type }) => type === 'connection_ack');
    const refused: [query: string, words: string][] = [
      ['subscription { __schema { types { name } } }', 'introspection'],
      [
        `subscription ($clientId: ID!) { listenForEvents(clientId: $clientId) { ${Array.from({ length: 40 }, (_, index) => `a${index}: readAgain`).join(' ')} } }`,
        'Aliases limit',
      ],
      [`{ ${'a '.repeat(10_000)} }`, 'Token limit'],
      [`{ ${'a { '.repeat(900)}`, 'Nesting limit'],
      ['{ __typename }', 'only accepts subscriptions'],
      ['{ __typename }{', 'Syntax Error'],
      ['subscription { nothing }', 'Cannot query field'],
    ];
    for (const [query, words] of refused) {
      const answer = await ask(query, { clientId: house.clientA });
      expect(answer.type, words).toBe('error');
      expect(answer.payload?.[0]?.message, query.slice(0, 40)).toMatch(new RegExp(words, 'i'));
    }
    socket.terminate();
  });
});

describe('a connection', () => {
  it('has so many subscriptions and no more', async () => {
    const { send, until, socket } = await opened();
    await until(({ type }) => type === 'connection_ack');
    for (let index = 0; index <= MOST_SUBSCRIPTIONS; index += 1)
      send({ type: 'subscribe', id: `${index}`, payload: { query: LISTEN, variables: { clientId: house.clientA } } });
    const refusal = await until(({ type }) => type === 'error');
    expect(refusal.payload?.[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', key: 'tooManySubscriptions' });
    expect(refusal.id).toBe(`${MOST_SUBSCRIPTIONS}`);
    expect(socket.readyState).toBe(WebSocket.OPEN);
    socket.terminate();
  });

  it.each(['messages', 'pings'])('is closed when it floods us with %s', async (what) => {
    const { send, socket, closed, until } = await opened();
    await until(({ type }) => type === 'connection_ack');
    for (let index = 0; index < 600; index += 1) {
      if (what === 'pings') socket.ping();
      else send({ type: 'ping' });
    }
    // Pongs that are on their way cut the farewell short.
    expect(what === 'pings' ? [1006, 1008] : [1008]).toContain(await closed);
  });

  it('takes no large message', async () => {
    const { send, closed } = await opened();
    send({ type: 'ping', payload: { text: 'x'.repeat(40_000) } });
    expect(await closed).toBe(1009);
  });

  it('is one of at most sixty of a person', async () => {
    const userId = uuidv7();
    const all = [];
    for (let index = 0; index < 60; index += 1) {
      const one = await opened(userId);
      await one.until(({ type }) => type === 'connection_ack');
      all.push(one);
    }
    expect(await (await opened(userId)).closed).toBe(1013);
    all[0]!.socket.terminate();
    await all[0]!.closed;
    await new Promise((resolve) => setTimeout(resolve, 200));
    const again = await opened(userId);
    await again.until(({ type }) => type === 'connection_ack');
    for (const { socket } of [...all, again]) socket.terminate();
  });

  it('is forgotten when it leaves while its token is looked at', async () => {
    const userId = uuidv7();
    const { verify } = house.tokens;
    const lookedAt = Promise.withResolvers<void>();
    const looking = vi.spyOn(house.tokens, 'verify').mockImplementation((token) => lookedAt.promise.then(() => verify(token)));
    const all = await Promise.all(Array.from({ length: 60 }, () => opened(userId)));
    await expect.poll(() => looking.mock.calls.length).toBe(60);
    for (const { socket } of all) socket.terminate();
    const { server } = house.app;
    await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(0);
    lookedAt.resolve();
    await Promise.all(looking.mock.results.map(({ value }) => value));
    looking.mockRestore();
    const again = await opened(userId);
    await again.until(({ type }) => type === 'connection_ack');
    again.socket.terminate();
  });
});

it('counts the connections of an address, and forgets those that left', () => {
  const connections = new Connections();
  const leaves = Array.from({ length: 2_000 }, () => connections.enter('address a'));
  expect(leaves.every((leave) => leave !== null)).toBe(true);
  expect(connections.enter('address a')).toBeNull();
  expect(connections.enter('address b')).not.toBeNull();
  leaves[0]!();
  expect(connections.enter('address a')).not.toBeNull();
});

it('cuts off a reader for whom too much waits', async () => {
  const { EventEmitter } = await import('node:events');
  const slow = Object.assign(new EventEmitter(), { bufferedAmount: 2 * 2 ** 20, terminate: () => slow.emit('close') });
  const closed = new Promise((resolve) => slow.once('close', () => resolve('closed')));
  holdToLimits(slow as never);
  expect(await closed).toBe('closed');
});
