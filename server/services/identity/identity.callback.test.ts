/** Who is sent out is out: in this process and in another one, for calls and for open sockets. */
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Uuid } from '../../../core/id.ts';
import { createTokens } from '../../platform/identity.ts';
import { openDatabase } from '../../platform/tenancy.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { createServer, type Web } from '../../server.ts';
import { accessEvents, addPerson, browserOf, PASSWORD, REFRESH, SIGN_IN } from './identity.testing.ts';
import { setPoolGroupEnabled, setPoolGroups } from './identity.users.logic.ts';

let house: TestHouse;
let other: Web;
let otherDatabase: ReturnType<typeof openDatabase>;
let ask: ReturnType<typeof browserOf>;
let askOther: ReturnType<typeof browserOf>;
beforeAll(async () => {
  house = await openTestHouse();
  otherDatabase = openDatabase(house.database.addresses, { poolSize: 4 });
  other = await createServer(otherDatabase, house.config);
  await other.app.listen({ host: '127.0.0.1', port: 0 });
  ask = browserOf(house);
  askOther = browserOf(other);
});
afterAll(async () => {
  await other.close();
  await otherDatabase.close();
  await house.close();
});

/** @returns the HTTP status of a call with a token. */
async function status(app: Web['app'], token: string): Promise<number> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/backoffice',
    headers: { 'content-type': 'application/json', authorization: token },
    payload: JSON.stringify({ query: 'query { getClientList { clientId } }' }),
  });
  return answer.statusCode;
}

async function signedIn(email: string, clients?: readonly Uuid[]) {
  const userId = await addPerson(house, email, clients, 'ADMINISTRATOR');
  const { data, cookie } = await ask(SIGN_IN, { email, password: PASSWORD });
  const token = data!.signIn!.session!.token;
  expect([await status(house.app, token), await status(other.app, token)]).toEqual([200, 200]);
  return { userId, token, cookie };
}

/** Both processes refuse the token within a minute, as the rule says. */
async function isOut(token: string): Promise<void> {
  for (const { app } of [house, other]) await expect.poll(() => status(app, token)).toBe(401);
}

describe('a token is called back', () => {
  it('by signing out: its session only', async () => {
    const first = await signedIn('out@nordlicht.example');
    const second = await ask(SIGN_IN, { email: 'out@nordlicht.example', password: PASSWORD });
    await ask('mutation { signOut }', {}, { cookie: first.cookie });
    await isOut(first.token);
    expect((await askOther(REFRESH, {}, { cookie: first.cookie })).code).toBe('UNAUTHENTICATED');
    expect(await status(other.app, second.data!.signIn!.session!.token)).toBe(200);
    expect((await accessEvents(house, house.clientA, first.userId)).map(({ type }) => type)).toEqual([
      'userSignedIn',
      'userSignedIn',
      'userSignedOut',
    ]);
  });

  it('by signing out without the cookie', async () => {
    const { token } = await signedIn('bare@nordlicht.example');
    await ask('mutation { signOut }', {}, { token });
    await isOut(token);
  });

  it('by disabling; nobody signs in who may work for no client', async () => {
    const { userId, token, cookie } = await signedIn('disable@nordlicht.example');
    await setPoolGroupEnabled(otherDatabase, userId, house.clientA, false);
    await isOut(token);
    expect((await ask(REFRESH, {}, { cookie })).code).toBe('UNAUTHENTICATED');
    expect((await ask(SIGN_IN, { email: 'disable@nordlicht.example', password: PASSWORD })).code).toBe('UNAUTHENTICATED');
    await setPoolGroupEnabled(otherDatabase, userId, house.clientA, true);
    expect((await ask(SIGN_IN, { email: 'disable@nordlicht.example', password: PASSWORD })).data?.signIn?.session).toBeTruthy();
  });

  it('by disabling in one client: the next token knows the others only', async () => {
    const { userId, token } = await signedIn('both@nordlicht.example', [house.clientA, house.clientB]);
    await setPoolGroupEnabled(house.database, userId, house.clientB, false);
    await isOut(token);
    const again = await ask(SIGN_IN, { email: 'both@nordlicht.example', password: PASSWORD });
    expect(again.data!.signIn!.session!.clients.map(({ clientId }) => clientId)).toEqual([house.clientA]);
  });

  it('by other groups', async () => {
    const { userId, token, cookie } = await signedIn('groups@nordlicht.example');
    await setPoolGroups(otherDatabase, userId, house.clientA, [{ roleId: 'READ_ONLY', partnerIds: [] }]);
    await isOut(token);
    expect((await ask(REFRESH, {}, { cookie })).code).toBe('UNAUTHENTICATED');
  });

  it('by a refresh token that comes back after it was replaced', async () => {
    const { token, cookie } = await signedIn('theft@nordlicht.example');
    const second = await ask(REFRESH, {}, { cookie });
    const third = await askOther(REFRESH, {}, { cookie: second.cookie });
    expect((await ask(REFRESH, {}, { cookie })).code).toBe('UNAUTHENTICATED');
    expect((await ask(REFRESH, {}, { cookie: third.cookie })).code).toBe('UNAUTHENTICATED');
    for (const each of [token, second.data!.refreshSession!.token, third.data!.refreshSession!.token]) await isOut(each);
  });

  it('and its open socket closes, in the other process too', async () => {
    const { userId, token } = await signedIn('socket@nordlicht.example');
    const port = (other.app.server.address() as { port: number }).port;
    let closed = 0;
    const client = createClient({
      url: `ws://127.0.0.1:${port}/api/backoffice/socket`,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: token },
      retryAttempts: 0,
      lazy: false,
      on: { closed: (event) => (closed = (event as { code: number }).code) },
      onNonLazyError: () => {},
    });
    const opened = new Promise<void>((resolve) => client.on('connected', () => resolve()));
    await opened;
    await setPoolGroups(house.database, userId, house.clientA, [{ roleId: 'AGENT', partnerIds: [] }]);
    await expect.poll(() => closed).toBe(4403);
    await client.dispose();
  });
});

describe('signing keys', () => {
  it('are replaced after 30 days: the old one signs nothing more, and verifies what it has signed', async () => {
    const tokens = createTokens(house.database);
    const keyOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid as string;
    const person = { userId: house.userA, email: 'a@test.example', name: 'A', groups: [] };
    const old = await tokens.sign(person);
    await house.database.identity.query(`update pool_key set created_at = created_at - interval '31 days'`);
    const next = createTokens(house.database);
    const fresh = await next.sign(person);
    expect(keyOf(fresh.token)).not.toBe(keyOf(old.token));
    expect(keyOf((await next.sign(person)).token)).toBe(keyOf(fresh.token));
    // A process that comes later signs with the new one too, and knows both.
    const third = createTokens(house.database);
    expect(keyOf((await third.sign(person)).token)).toBe(keyOf(fresh.token));
    for (const token of [old.token, fresh.token]) expect((await third.verify(token)).userId).toBe(house.userA);
    // Its last token has long run out: the key is forgotten.
    await house.database.identity.query(`update pool_key set retired_at = retired_at - interval '1 hour' where retired_at is not null`);
    await expect(createTokens(house.database).verify(old.token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
