/** Taking a second factor away, through GraphQL: who may do it to whom, and how the person signs in afterwards. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { startCognito } from '../identity/identity.cognito.testing.ts';
import { configureIdentity } from '../identity/identity.config.ts';
import { ANSWER, addPerson, browserOf, PASSWORD, REFRESH, SIGN_IN, totp } from '../identity/identity.testing.ts';
import { setPoolGroupEnabled } from '../identity/identity.users.logic.ts';
import { addClientUser } from './backoffice.logic.ts';

const RESET = 'mutation ($clientId: ID!, $userId: ID!) { resetUserSecondFactor(clientId: $clientId, userId: $userId) { id mfaEnabled } }';
const CONFIRM = 'mutation ($code: String!) { confirmMfaSetup(code: $code) }';

let house: TestHouse;
let browser: ReturnType<typeof browserOf>;
/** What mail says when nothing is configured to send it by. */
const mails: string[] = [];
beforeAll(async () => {
  house = await openTestHouse();
  browser = browserOf(house);
});
beforeEach(() => void vi.spyOn(console, 'log').mockImplementation((text: string) => void mails.push(text)));
afterEach(() => vi.restoreAllMocks());
afterAll(() => house.close());

const signIn = async (email: string, password = PASSWORD) => {
  const { data, cookie, code } = await browser(SIGN_IN, { email, password });
  return { session: data?.signIn?.session ?? null, challenge: data?.signIn?.challenge ?? null, cookie, code };
};
const answer = (challenge: string, code: string) => browser(ANSWER, { challenge, code });
const status = async (token: string) => (await house.raw('backoffice', 'query { getClientList { clientId } }', {}, token)).status;

/** Resets and gives the refusal, or what the user is afterwards. */
async function reset(userId: Uuid, token?: string, clientId = house.clientA) {
  const { data, errors } = await house.raw('backoffice', RESET, { clientId, userId }, token);
  const { code, key } = (errors?.[0]?.extensions ?? {}) as { code?: string; key?: string };
  return errors ? { code, key, message: errors[0]?.message } : data?.resetUserSecondFactor;
}

/** Somebody whom the clients know and who can sign in. */
async function member(email: string, clients: readonly Uuid[] = [house.clientA], role = 'AGENT'): Promise<Uuid> {
  const userId = await addPerson(house, email, clients, role);
  for (const clientId of clients) await write(clientId, userId, email, role);
  return userId;
}
const write = (clientId: Uuid, userId: Uuid, email: string, role: string) =>
  (clientId === house.clientA ? house.inA : house.inB)((tx) => addClientUser(tx, { userId, email, name: 'Mira Oduya', role }));

/** Sets a second factor up. @returns the recovery codes. */
async function secure(as: { cookie: string; token: string }): Promise<string[]> {
  const { data } = await browser('mutation { startMfaSetup { secret } }', {}, as);
  const { secret } = data!.startMfaSetup as unknown as { secret: string };
  const confirmed = await browser(CONFIRM, { code: await totp(secret) }, as);
  expect(confirmed.message).toBeUndefined();
  return confirmed.data!.confirmMfaSetup as unknown as string[];
}

/** A member with a second factor, signed in. */
async function secured(email: string, clients?: readonly Uuid[], role?: string) {
  const userId = await member(email, clients, role);
  const { session, cookie } = await signIn(email);
  const as = { cookie, token: session!.token };
  return { userId, email, ...as, codes: await secure(as) };
}

/** What the log of a client says of factors that were taken away from the user. */
const removals = (clientId: Uuid, userId: Uuid) =>
  (clientId === house.clientA ? house.inA : house.inB)((tx) =>
    tx.sql<{ actor_id: Uuid; payload: object }>(
      `select actor_id, payload from event where client_id = $1 and message_type = 'mfaDisabled' and payload->>'userId' = $2`,
      [clientId, userId],
    ),
  );

const tokenOf = async (userId: Uuid, ...groups: readonly (readonly [clientId: Uuid, role: string])[]) => {
  const held = groups.map(([clientId, role]) => ({ clientId, role, partnerId: null }));
  return (await house.tokens.sign({ userId, email: 'x@test.example', name: 'X', groups: held })).token;
};

describe('a second factor that is taken away', () => {
  it('is gone with its codes, locks and sessions; the password alone lets in, and a new one can be set up', async () => {
    const { userId, email, token, cookie, codes } = await secured('lost@factor.example');
    const waiting = await signIn(email);
    for (let tries = 0; tries < 5; tries++) await answer(waiting.challenge!.challenge, '000000');
    expect((await answer(waiting.challenge!.challenge, '000000')).code).toBe('RATE_LIMITED');
    expect(await reset(userId)).toEqual({ id: userId, mfaEnabled: false });

    await expect.poll(() => status(token)).toBe(401);
    expect((await browser(REFRESH, {}, { cookie })).code).toBe('UNAUTHENTICATED');
    expect((await answer(waiting.challenge!.challenge, codes[0]!)).code).toBe('UNAUTHENTICATED');
    const { rows } = await house.database.identity.query(
      `select mfa_secret, mfa_enabled, (select count(*)::int from pool_recovery_code c where c.user_id = u.user_id) as codes
       from pool_user u where user_id = $1`,
      [userId],
    );
    expect(rows).toEqual([{ mfa_secret: null, mfa_enabled: false, codes: 0 }]);
    const back = await signIn(email);
    expect(back.challenge).toBe(null);

    // No lock is left in the way of a new one, and what was good before is not.
    const fresh = await secure({ cookie: back.cookie, token: back.session!.token });
    const { challenge } = await signIn(email);
    expect((await answer(challenge!.challenge, codes[1]!)).code).toBe('INVALID_INPUT');
    expect((await answer(challenge!.challenge, fresh[0]!)).data!.answerMfa!.session).toBeTruthy();
  });

  it('stands in the log under the administrator, and the person is told by mail', async () => {
    const { userId, email } = await secured('told@factor.example');
    await reset(userId);
    expect(await removals(house.clientA, userId)).toEqual([
      { actor_id: house.userA, payload: { user: 'Mira Oduya', userId, by: 'administrator' } },
    ]);
    await expect.poll(() => mails.join()).toContain(`Mail to ${email}`);
    expect(mails.join()).toContain('An administrator reset two-factor authentication for your Quittance account');
  });

  it('is set up anew at the next sign-in where the flag MFA asks for one', async () => {
    const { userId, email } = await secured('flag@factor.example', [house.clientB]);
    const flag = (flags: object) =>
      house.inB((tx) => tx.sql('update client set feature_flags = $2 where client_id = $1', [tx.clientId, JSON.stringify(flags)]));
    await flag({ MFA: true });
    expect((await signIn(email)).challenge?.kind).toBe('mfa');
    expect(await reset(userId, await house.tokenFor(house.clientB), house.clientB)).toMatchObject({ mfaEnabled: false });
    expect((await signIn(email)).challenge?.kind).toBe('mfaSetup');
    await flag({});
  });
});

describe('nobody takes it', () => {
  it('from themselves, from people without one, from nobody, and from people with more permissions', async () => {
    const own = await secured('own@factor.example', [house.clientA], 'CLIENT_ADMIN');
    const token = await tokenOf(own.userId, [house.clientA, 'CLIENT_ADMIN']);
    expect(await reset(own.userId, token)).toMatchObject({ code: 'CONFLICT', key: 'selfFactor' });
    const bare = await member('bare@factor.example');
    expect(await reset(bare, token)).toEqual({
      code: 'CONFLICT',
      key: 'noFactor',
      message: 'Mira Oduya doesn’t use two-factor authentication',
    });
    expect(await reset(uuidv7(), token)).toMatchObject({ code: 'NOT_FOUND' });
    const above = await secured('above@factor.example', [house.clientA], 'ADMINISTRATOR');
    expect(await reset(above.userId, token)).toMatchObject({ code: 'FORBIDDEN', key: 'userAbove' });
    expect(await reset(above.userId, await tokenOf(uuidv7(), [house.clientA, 'AGENT']))).toMatchObject({ code: 'FORBIDDEN' });
    const theirs = await secured('theirs@factor.example', [house.clientB]);
    expect(await reset(theirs.userId)).toMatchObject({ code: 'NOT_FOUND' });
    for (const { email, userId } of [own, above, theirs]) {
      expect((await signIn(email)).challenge?.kind).toBe('mfa');
      expect([...(await removals(house.clientA, userId)), ...(await removals(house.clientB, userId))]).toEqual([]);
    }
  });

  it('who may not do it in every client of the person, and hears of none by name', async () => {
    const { clientA, clientB, userA } = house;
    const { userId, email } = await secured('both@factor.example', [clientA, clientB], 'SUPERVISOR');
    const refused = { code: 'FORBIDDEN', key: 'factorElsewhere' };
    const first = await reset(userId);
    expect(first).toMatchObject(refused);
    const name = await house.inB((tx) => tx.sql<{ name: string }>('select name from client where client_id = $1', [tx.clientId]));
    for (const word of [clientB, name[0]!.name]) expect(JSON.stringify(first)).not.toContain(word);
    expect(await reset(userId, await tokenOf(userA, [clientA, 'ADMINISTRATOR'], [clientB, 'AGENT']))).toMatchObject(refused);
    // Kept out by the other client for the time being, they are still theirs.
    await setPoolGroupEnabled(house.database, userId, clientB, false);
    expect(await reset(userId)).toMatchObject(refused);
    await setPoolGroupEnabled(house.database, userId, clientB, true);
    expect((await signIn(email)).challenge?.kind).toBe('mfa');

    const both = await tokenOf(userA, [clientA, 'ADMINISTRATOR'], [clientB, 'CLIENT_ADMIN']);
    expect(await reset(userId, both)).toMatchObject({ mfaEnabled: false });
    for (const clientId of [clientA, clientB]) expect(await removals(clientId, userId)).toMatchObject([{ actor_id: userA }]);
    expect((await signIn(email)).session?.clients).toHaveLength(2);

    // Who holds more there is out of reach from here too.
    const chief = await secured('chief@factor.example', [clientB], 'ADMINISTRATOR');
    await house.database.identity.query(`insert into pool_group (user_id, client_id, role, partner_id) values ($1, $2, 'AGENT', '')`, [
      chief.userId,
      clientA,
    ]);
    await write(clientA, chief.userId, chief.email, 'AGENT');
    expect(await reset(chief.userId, both)).toMatchObject(refused);
  });
});

describe('a pool of AWS Cognito', () => {
  it('removes it there first; if it doesn’t answer, nothing changes', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIATEST');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
    const cognito = await startCognito();
    configureIdentity(house.database, { ...house.config, cognito: cognito.settings });
    try {
      const password = `${PASSWORD} 1`;
      const user = cognito.add('cognito@factor.example', password, [`${house.clientA}:AGENT`]);
      const { session, cookie } = await signIn(user.email, password);
      const userId = user.sub as Uuid;
      await write(house.clientA, userId, user.email, 'AGENT');
      await secure({ cookie, token: session!.token });
      const waiting = await signIn(user.email, password);
      for (let tries = 0; tries < 5; tries++) await answer(waiting.challenge!.challenge, '000000');
      expect((await answer(waiting.challenge!.challenge, '000000')).code).toBe('RATE_LIMITED');

      for (const operation of ['AdminSetUserMFAPreference', 'AdminUserGlobalSignOut']) {
        cognito.fail(operation, 'InternalErrorException', 500);
        expect(await reset(userId)).toMatchObject({ code: 'UNAVAILABLE', key: 'poolSilent' });
        cognito.mend();
        expect(await status(session!.token)).toBe(200);
        expect(await removals(house.clientA, userId)).toEqual([]);
      }
      expect(await reset(userId)).toEqual({ id: userId, mfaEnabled: false });
      expect([user.mfa, user.refreshTokens.size]).toEqual([false, 0]);
      await expect.poll(() => status(session!.token)).toBe(401);
      expect((await browser(REFRESH, {}, { cookie })).code).toBe('UNAUTHENTICATED');
      expect(await removals(house.clientA, userId)).toHaveLength(1);
      const back = await signIn(user.email, password);
      expect(back.session).toBeTruthy();
      await secure({ cookie: back.cookie, token: back.session!.token });
      // The lock of the address is gone too.
      const again = await signIn(user.email, password);
      expect((await answer(again.challenge!.challenge, await totp(user.totp!))).data?.answerMfa?.session).toBeTruthy();
    } finally {
      configureIdentity(house.database, house.config);
      vi.unstubAllEnvs();
      await cognito.stop();
    }
  });
});
