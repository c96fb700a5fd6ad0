/** The database stops, or hangs: everybody hears so within a bounded time, in plain words, and everything goes on when it is back. */
import net from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { watchForHangs } from './platform/hang.ts';
import type { Addresses } from './platform/logins.ts';
import { openDatabase } from './platform/tenancy.ts';
import { openTestHouse, type TestHouse } from './platform/testing.ts';
import { createServer, type Web } from './server.ts';

const CLIENTS = 'query { getClientList { clientId } }';
const CONFIGURATION = 'query ($clientId: ID!) { getClientConfiguration(clientId: $clientId) { name } }';

/** A wire to the database that can be cut, and that can go dead without anybody hearing of it. */
async function openWire(target: string) {
  const pairs = new Set<[net.Socket, net.Socket]>();
  const state = { isCut: false, isDead: false };
  const listener = net.createServer((near) => {
    near.on('error', () => {});
    if (state.isCut) return near.destroy();
    const far = net.connect(target);
    const pair: [net.Socket, net.Socket] = [near, far];
    pairs.add(pair);
    far.on('error', () => near.destroy());
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', (bytes) => !state.isDead && to.write(bytes));
      from.on('close', () => {
        pairs.delete(pair);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return {
    port: (listener.address() as net.AddressInfo).port,
    state,
    cut: () => {
      state.isCut = true;
      for (const [near, far] of pairs) {
        near.destroy();
        far.destroy();
      }
    },
    close: () => {
      for (const [near] of pairs) near.destroy();
      listener.close();
    },
  };
}

let house: TestHouse;
let wire: Awaited<ReturnType<typeof openWire>>;
let web: Web;
let token: string;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  house = await openTestHouse();
  const socket = new URL(house.database.addresses.app).searchParams.get('host') ?? '';
  wire = await openWire(`${socket}/.s.PGSQL.5432`);
  const through = (address: string) => {
    const url = new URL(address);
    url.searchParams.delete('host');
    url.host = `127.0.0.1:${wire.port}`;
    return url.toString();
  };
  const { app, identity, worker, partner } = house.database.addresses;
  const addresses: Addresses = { app: through(app), identity: through(identity), worker: through(worker), partner: through(partner) };
  const database = openDatabase(addresses, { poolSize: 4 });
  closers.push(watchForHangs(database, { every: 200, patience: 2_000 }));
  web = await createServer(database, house.config);
  closers.push(
    () => web.close(),
    wire.close,
    () => database.close(),
  );
  token = await house.tokenFor(house.clientA);
});
beforeEach(() => {
  wire.state.isCut = false;
  wire.state.isDead = false;
});
afterAll(async () => {
  wire.state.isCut = false;
  wire.state.isDead = false;
  for (const close of closers) await close();
  await house.close();
});

const ask = (query: string, variables: object = {}) =>
  web.app.inject({
    method: 'POST',
    url: '/api/backoffice',
    headers: { authorization: token, 'content-type': 'application/json' },
    payload: JSON.stringify({ query, variables }),
  });
const ofA = () => ask(CONFIGURATION, { clientId: house.clientA });

/** Says that it is away, in our words and without saying where it would be. */
async function expectAway(answering: ReturnType<typeof ask>): Promise<void> {
  const answer = await answering;
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBeDefined();
  expect(answer.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAVAILABLE', key: 'databaseAway' } }] });
  expect(answer.body).not.toMatch(/127\.0\.0\.1|ECONN|PGSQL|node_modules|\/tmp/);
}

describe('a database that is stopped', () => {
  it('is answered with 503 by operations and health, and everything goes on when it is back', async () => {
    expect((await ofA()).statusCode).toBe(200);
    wire.cut();
    await expectAway(ofA());
    expect((await web.app.inject('/readyz')).statusCode).toBe(503);
    expect((await web.app.inject('/readyz')).body).toBe('{"status":"failed"}');
    expect((await web.app.inject('/livez')).statusCode).toBe(200);
    wire.state.isCut = false;
    await expect.poll(async () => (await ofA()).statusCode).toBe(200);
    expect((await web.app.inject('/readyz')).statusCode).toBe(200);
  });
});

describe('a database that hangs', () => {
  it('keeps nobody waiting for ever, and everything goes on when it is back', async () => {
    expect((await ask(CLIENTS)).statusCode).toBe(200);
    wire.state.isDead = true;
    await Promise.all([expectAway(ofA()), expectAway(ofA()), expectAway(ofA())]);
    expect((await web.app.inject('/readyz')).statusCode).toBe(503);
    wire.state.isDead = false;
    await expect.poll(async () => (await ofA()).statusCode).toBe(200);
  });
});
