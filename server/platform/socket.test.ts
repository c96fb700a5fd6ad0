/** The two real-time endpoints as the protocol has them: every close code of graphql-ws (server/platform/socket.ts). */
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { uuidv7 } from '../../core/id.ts';
import { notifyRevoked } from './access.ts';
import { openTestHouse, type TestHouse } from './testing.ts';

let house: TestHouse;
const address = (service: string) => `ws://127.0.0.1:${(house.app.server.address() as AddressInfo).port}/api/${service}/socket`;

beforeAll(async () => {
  house = await openTestHouse();
  await house.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => house.close());

/** Opens a bare socket, sends frames, and tells how the server closed it. */
async function closing(url: string, frames: readonly (object | string)[], { protocol = ['graphql-transport-ws'], awaitAck = false } = {}) {
  const socket = new WebSocket(url, protocol);
  const closed = new Promise<number>((resolve) => socket.on('close', (code) => resolve(code)));
  await new Promise((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });
  const text = (frame: object | string) => (typeof frame === 'string' ? frame : JSON.stringify(frame));
  const [first, ...rest] = frames;
  if (first !== undefined) socket.send(text(first));
  // Who is sent away before the acknowledgement never gets it.
  if (awaitAck) await Promise.race([new Promise((resolve) => socket.once('message', resolve)), closed]);
  for (const frame of rest) socket.send(text(frame));
  return closed;
}

describe.each(['backoffice', 'events'])('the socket of %s closes with', (service) => {
  const url = () => address(service);
  const init = async (token?: string) => ({
    type: 'connection_init',
    payload: { authorization: token ?? (await house.tokenFor(house.clientA)) },
  });
  const subscribe = () => ({
    type: 'subscribe',
    id: 'one',
    payload: {
      query:
        service === 'events'
          ? `subscription { listenForEvents(clientId: "${house.clientA}") { readAgain } }`
          : `subscription { listenForMessages(clientId: "${house.clientA}") { messageType } }`,
    },
  });

  it('4400 for what is no message', async () => {
    expect(await closing(url(), ['nonsense'])).toBe(4400);
    expect(await closing(url(), [{ type: 'make_coffee' }])).toBe(4400);
  });
  it('4401 for an operation before the connection was admitted', async () => {
    expect(await closing(url(), [subscribe()])).toBe(4401);
  });
  it('4403 for every invalid token', async () => {
    for (const token of ['', 'MISSING_TOKEN', 'nonsense']) expect(await closing(url(), [await init(token)])).toBe(4403);
    expect(await closing(url(), [{ type: 'connection_init', payload: { authorization: 5 } }])).toBe(4403);
    expect(await closing(url(), [{ type: 'connection_init' }])).toBe(4403);
  });
  it('4403 within seconds when the token is revoked', async () => {
    const userId = uuidv7();
    const token = await house.tokenFor(house.clientA, 'ADMINISTRATOR', userId);
    const closed = closing(url(), [await init(token)], { awaitAck: true });
    // Told until it is heard: the product reads from the database what it did not hear, and here there is only the message.
    const telling = setInterval(() => void notifyRevoked(house.database, { userId, before: Date.now() + 1 }), 500);
    expect(await closed).toBe(4403);
    clearInterval(telling);
  });
  it('4406 for who does not name the protocol', async () => {
    expect(await closing(url(), [], { protocol: [] })).toBe(4406);
  });
  it('4408 without connection_init', async () => {
    expect(await closing(url(), [])).toBe(4408);
  });
  it('4409 for an operation whose id is taken', async () => {
    expect(await closing(url(), [await init(), subscribe(), subscribe()], { awaitAck: true })).toBe(4409);
  });
  it('4429 for a second connection_init', async () => {
    expect(await closing(url(), [await init(), await init()], { awaitAck: true })).toBe(4429);
  });
});

it('no other address and no other service opens a socket', async () => {
  for (const service of ['account', 'nothing']) {
    const socket = new WebSocket(address(service), ['graphql-transport-ws']);
    expect(await new Promise((resolve) => socket.on('error', () => resolve('refused')).on('open', () => resolve('open')))).toBe('refused');
  }
});
