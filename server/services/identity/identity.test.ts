import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '../../../core/id.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { putUser } from './identity.logic.ts';

const SIGN_IN =
  'mutation ($email: String!, $password: String!) { signIn(email: $email, password: $password) { session { token user { id email name } clients { clientId name } } challenge { kind } } }';
let house: TestHouse;

beforeAll(async () => {
  house = await openTestHouse();
  await putUser(house.database, {
    userId: uuidv7(),
    email: 'Mira@Nordlicht.example',
    name: 'Mira Oduya',
    password: 'a long enough password',
    groups: [
      { clientId: house.clientA, role: 'AGENT', partnerId: null },
      { clientId: house.clientB, role: 'READ_ONLY', partnerId: null },
    ],
  });
});
afterAll(() => house.close());

const post = (query: string, variables: object, cookies: Record<string, string> = {}) =>
  house.app.inject({
    method: 'POST',
    url: '/api/identity',
    headers: { 'content-type': 'application/json' },
    cookies,
    payload: JSON.stringify({ query, variables }),
  });

describe('sign-in', () => {
  it('answers with a token for both clients, whatever the case of the e-mail address', async () => {
    const {
      signIn: { session },
    } = await house.call<{ signIn: { session: { token: string; clients: { clientId: string }[] } } }>(
      'identity',
      SIGN_IN,
      { email: 'mira@NORDLICHT.example', password: 'a long enough password' },
      null,
    );
    expect(session.clients.map((client) => client.clientId).sort()).toEqual([house.clientA, house.clientB].sort());
    const { getCurrentClientRole } = await house.call<{ getCurrentClientRole: { name: string } }>(
      'backoffice',
      'query ($clientId: ID!) { getCurrentClientRole(clientId: $clientId) { name } }',
      { clientId: house.clientB },
      session.token,
    );
    expect(getCurrentClientRole.name).toBe('READ_ONLY');
  });

  it('does not tell whether an e-mail address exists', async () => {
    const unknown = await house.raw('identity', SIGN_IN, { email: 'nobody@nordlicht.example', password: 'a long enough password' }, null);
    const wrong = await house.raw('identity', SIGN_IN, { email: 'mira@nordlicht.example', password: 'another password' }, null);
    expect(unknown.errors).toEqual(wrong.errors);
    expect(wrong.errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED');
  });

  it('locks after five wrong tries, also for the right password', async () => {
    await putUser(house.database, {
      userId: uuidv7(),
      email: 'lock@nordlicht.example',
      name: 'Lock',
      password: 'a long enough password',
      groups: [],
    });
    for (let i = 0; i < 5; i++)
      await house.raw('identity', SIGN_IN, { email: 'lock@nordlicht.example', password: 'wrong wrong wrong' }, null);
    const locked = await house.raw('identity', SIGN_IN, { email: 'lock@nordlicht.example', password: 'a long enough password' }, null);
    expect(locked.errors?.[0]?.extensions?.code).toBe('RATE_LIMITED');
  });

  it('rotates the refresh cookie and ends the session when a replaced one comes back', async () => {
    const first = await post(SIGN_IN, { email: 'mira@nordlicht.example', password: 'a long enough password' });
    const cookie = (answer: typeof first) => answer.cookies.find((c) => c.name === 'quittance-refresh')?.value ?? '';
    const refresh = 'mutation { refreshSession { token } }';
    const [c1] = [cookie(first)];
    const second = await post(refresh, {}, { 'quittance-refresh': c1 });
    const c2 = cookie(second);
    expect(c2).not.toBe(c1);
    const third = await post(refresh, {}, { 'quittance-refresh': c2 });
    expect(third.json().data.refreshSession.token).toBeTruthy();
    // c1 was replaced twice: whoever shows it now must not be trusted, nor the session it belongs to.
    expect((await post(refresh, {}, { 'quittance-refresh': c1 })).json().errors[0].extensions.code).toBe('UNAUTHENTICATED');
    expect((await post(refresh, {}, { 'quittance-refresh': cookie(third) })).json().errors[0].extensions.code).toBe('UNAUTHENTICATED');
  });

  it('gives the same new cookie again to whom the answer never reached, until it is used or a minute has passed', async () => {
    const cookie = (answer: Awaited<ReturnType<typeof post>>) => answer.cookies.find((c) => c.name === 'quittance-refresh')?.value ?? '';
    const renewed = async (value: string) => post('mutation { refreshSession { token } }', {}, { 'quittance-refresh': value });
    const c1 = cookie(await post(SIGN_IN, { email: 'mira@nordlicht.example', password: 'a long enough password' }));
    // The page was loaded again before the answer came: the browser still has the first one, and goes on with what it gets now.
    const lost = cookie(await renewed(c1));
    const c2 = cookie(await renewed(c1));
    expect([c2, c2 === c1]).toEqual([lost, false]);
    expect((await renewed(c2)).json().data.refreshSession.token).toBeTruthy();

    const late = cookie(await post(SIGN_IN, { email: 'mira@nordlicht.example', password: 'a long enough password' }));
    await renewed(late);
    await house.database.identity.query(`update pool_session set rotated_at = rotated_at - interval '61 seconds' where session_id = $1`, [
      late.split('.')[0],
    ]);
    expect((await renewed(late)).json().errors[0].extensions.code).toBe('UNAUTHENTICATED');
  });

  it('is over after signing out', async () => {
    const first = await post(SIGN_IN, { email: 'mira@nordlicht.example', password: 'a long enough password' });
    const value = first.cookies.find((c) => c.name === 'quittance-refresh')?.value ?? '';
    await post('mutation { signOut }', {}, { 'quittance-refresh': value });
    expect((await post('mutation { refreshSession { token } }', {}, { 'quittance-refresh': value })).json().errors[0].extensions.code).toBe(
      'UNAUTHENTICATED',
    );
  });
});
