/** The same contract, the same web app, another pool: only configuration differs. */
import { generateKeyPair } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { startCognito } from './identity.cognito.testing.ts';
import { configureIdentity } from './identity.config.ts';
import { addGroup, putPersonWithPassword } from './identity.logic.ts';
import {
  ANSWER,
  accessEvents,
  PASSWORD as BARE,
  browserOf,
  catchMails,
  INITIAL,
  REFRESH,
  REQUEST,
  RESET,
  SIGN_IN,
  totp,
} from './identity.testing.ts';
import { anonymizePoolUser, invite, putPoolUser, setPoolGroupEnabled, setPoolGroups, updatePoolUser } from './identity.users.logic.ts';

const PASSWORD = `${BARE} 1`;
const OTHER = 'another long password 2';
let house: TestHouse;
let cognito: Awaited<ReturnType<typeof startCognito>>;
let ask: ReturnType<typeof browserOf>;
beforeAll(async () => {
  // Of the test's own: administrators' calls are signed with them.
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIATEST');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  cognito = await startCognito();
  house = await openTestHouse();
  configureIdentity(house.database, { ...house.config, cognito: cognito.settings });
  ask = browserOf(house);
});
afterEach(() => {
  cognito.mend();
  cognito.pool.requiresMfa = false;
  cognito.pool.forge = null;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await house.close();
  await cognito.stop();
});

const signIn = (email: string, password = PASSWORD) => ask(SIGN_IN, { email, password });
const status = async (token: string) => (await house.raw('backoffice', 'query { getClientList { clientId } }', {}, token)).status;
const agent = () => `${house.clientA}:AGENT`;

describe('signing in by SRP', () => {
  it('gives a session with the groups of the pool', async () => {
    const user = cognito.add('srp@nordlicht.example', PASSWORD, [agent(), `${house.clientB}:DCA_AGENT:partner-7`, 'something else']);
    Object.assign(user.attributes, { given_name: 'Mira', family_name: 'Oduya' });
    const { data, cookie } = await signIn(' SRP@nordlicht.example ');
    const { session } = data!.signIn!;
    expect(session).toMatchObject({ user: { name: 'Mira Oduya' } });
    expect(session!.clients.map(({ clientId }) => clientId).sort()).toEqual([house.clientA, house.clientB].sort());
    const identity = await house.tokens.verify(session!.token);
    expect(identity).toMatchObject({ userId: user.sub, email: user.email });
    expect(identity.groups).toContainEqual({ clientId: house.clientB, role: 'DCA_AGENT', partnerId: 'partner-7' });
    expect(await status(session!.token)).toBe(200);
    // The password itself was sent nowhere, and the pool's refresh token is not readable in the cookie.
    expect(cookie).not.toContain([...user.refreshTokens][0]);
    expect(cookie.length).toBeLessThan(4_000);
    expect((await accessEvents(house, house.clientA, user.sub)).map(({ type }) => type)).toEqual(['userSignedIn']);
  });

  it('answers wrong passwords, nobody, the disabled and people without a group alike, and locks them alike', async () => {
    cognito.add('right@nordlicht.example', PASSWORD, [agent()]);
    cognito.add('disabled@nordlicht.example', PASSWORD, [agent()]).enabled = false;
    cognito.add('nogroup@nordlicht.example', PASSWORD, ['administrators']);
    const tries = async (email: string, password: string) => {
      const said = [];
      for (let count = 0; count < 6; count++) said.push(await signIn(email, password));
      return said;
    };
    const expected = await tries('right@nordlicht.example', OTHER);
    expect(expected.map(({ code }) => code)).toEqual([...Array(5).fill('UNAUTHENTICATED'), 'RATE_LIMITED']);
    for (const [email, password] of [
      ['nobody@nordlicht.example', PASSWORD],
      ['disabled@nordlicht.example', PASSWORD],
      ['nogroup@nordlicht.example', PASSWORD],
    ] as const)
      expect(await tries(email, password)).toEqual(expected);
  });

  it('believes only tokens that the pool has signed for this app client', async () => {
    const stranger = (await generateKeyPair('RS256')).privateKey;
    for (const [index, forge] of [
      (claims: object) => ({ claims: { ...claims, aud: 'another app client' } }),
      (claims: object) => ({ claims: { ...claims, iss: 'https://elsewhere.example/pool' } }),
      (claims: object) => ({ claims: { ...claims, token_use: 'access' } }),
      (claims: object) => ({ claims: { ...claims }, key: stranger }),
    ].entries()) {
      const email = `forged${index}@nordlicht.example`;
      cognito.add(email, PASSWORD, [agent()]);
      cognito.pool.forge = forge;
      expect((await signIn(email)).code).toBe('UNAUTHENTICATED');
      expect((await signIn(email)).data?.signIn?.session).toBeTruthy();
    }
  });

  it.each([
    ['TooManyRequestsException', 400, 'RATE_LIMITED'],
    ['LimitExceededException', 400, 'RATE_LIMITED'],
    ['InternalErrorException', 500, 'UNAVAILABLE'],
  ])('tells %s as what it is', async (name, httpStatus, code) => {
    cognito.add(`${name}@nordlicht.example`.toLowerCase(), PASSWORD, [agent()]);
    cognito.fail('InitiateAuth', name, httpStatus);
    expect((await signIn(`${name}@nordlicht.example`)).code).toBe(code);
  });
});

describe('a session', () => {
  it('goes on by the refresh cookie, knows new groups, and rotates', async () => {
    const user = cognito.add('refresh@nordlicht.example', PASSWORD, [agent()]);
    const first = await signIn(user.email);
    user.groups.add(`${house.clientB}:READ_ONLY`);
    const second = await ask(REFRESH, {}, { cookie: first.cookie });
    expect((await house.tokens.verify(second.data!.refreshSession!.token)).groups.map(({ role }) => role).sort()).toEqual([
      'AGENT',
      'READ_ONLY',
    ]);
    expect(second.cookie).not.toBe(first.cookie);
    const third = await ask(REFRESH, {}, { cookie: second.cookie });
    expect((await ask(REFRESH, {}, { cookie: first.cookie })).code).toBe('UNAUTHENTICATED');
    expect((await ask(REFRESH, {}, { cookie: third.cookie })).code).toBe('UNAUTHENTICATED');
  });

  it('ends when the pool has ended it, and stays while the pool does not answer', async () => {
    const user = cognito.add('ended@nordlicht.example', PASSWORD, [agent()]);
    const { cookie, data } = await signIn(user.email);
    cognito.fail('InitiateAuth', 'InternalErrorException', 500);
    expect((await ask(REFRESH, {}, { cookie })).code).toBe('UNAVAILABLE');
    cognito.mend();
    user.enabled = false;
    expect((await ask(REFRESH, {}, { cookie })).code).toBe('UNAUTHENTICATED');
    await expect.poll(() => status(data!.signIn!.session!.token)).toBe(401);
  });

  it('stays while the keys of the pool cannot be read, or nobody answers at its address', async () => {
    const user = cognito.add('keys@nordlicht.example', PASSWORD, [agent()]);
    const { cookie, data } = await signIn(user.email);
    const at = (settings: object) => configureIdentity(house.database, { ...house.config, cognito: { ...cognito.settings, ...settings } });
    // A process that has just begun knows no keys yet.
    at({});
    cognito.fail('jwks', 'InternalErrorException', 500);
    expect((await signIn(user.email)).code).toBe('UNAVAILABLE');
    expect((await ask(REFRESH, {}, { cookie })).code).toBe('UNAVAILABLE');
    at({ endpoint: 'http://127.0.0.1:9' });
    expect((await signIn(user.email)).code).toBe('UNAVAILABLE');
    expect((await ask(REFRESH, {}, { cookie })).code).toBe('UNAVAILABLE');
    for (const [request, variables] of [
      [REQUEST, { email: user.email }],
      [RESET, { email: user.email, code: '123456', password: OTHER }],
    ] as const)
      expect((await ask(request, variables)).code).toBe('UNAVAILABLE');
    at({});
    cognito.mend();
    expect(await status(data!.signIn!.session!.token)).toBe(200);
    expect((await ask(REFRESH, {}, { cookie })).data?.refreshSession?.token).toBeTruthy();
  });

  it('is over after signing out, in the pool too', async () => {
    const user = cognito.add('out@nordlicht.example', PASSWORD, [agent()]);
    const { cookie, data } = await signIn(user.email);
    expect(user.refreshTokens.size).toBe(1);
    await ask('mutation { signOut }', {}, { cookie });
    expect(user.refreshTokens.size).toBe(0);
    await expect.poll(() => status(data!.signIn!.session!.token)).toBe(401);
    expect((await ask(REFRESH, {}, { cookie })).code).toBe('UNAUTHENTICATED');
  });
});

describe('passwords', () => {
  it('are replaced when somebody else has given them', async () => {
    const user = cognito.add('given@nordlicht.example', PASSWORD, [agent()]);
    user.status = 'FORCE_CHANGE_PASSWORD';
    const { challenge } = (await signIn(user.email)).data!.signIn!;
    expect(challenge).toMatchObject({ kind: 'newPassword', setup: null });
    const set = (password: string) => ask(INITIAL, { email: user.email, code: challenge!.challenge, password });
    expect((await set('short')).field).toBe('password');
    expect(await set('no digit at all in it')).toMatchObject({ code: 'INVALID_INPUT', field: 'password' });
    expect((await set(OTHER)).data!.setInitialPassword!.session).toBeTruthy();
    expect((await signIn(user.email, OTHER)).data!.signIn!.session).toBeTruthy();
  });

  it('are set by the link of an invitation, once', async () => {
    const mails = catchMails();
    const email = 'invited@nordlicht.example';
    const { userId, isNew } = await putPoolUser(house.database, { email, name: 'Noor', familyName: 'van Dijk' });
    expect(isNew).toBe(true);
    expect(await putPoolUser(house.database, { email, name: 'Else' })).toEqual({ userId, isNew: false });
    expect(cognito.users.get(email)).toMatchObject({ sub: userId, attributes: { given_name: 'Noor', family_name: 'van Dijk' } });
    await setPoolGroups(house.database, userId, house.clientA, [{ roleId: 'AGENT', partnerIds: [] }]);
    const config = { ...house.config, cognito: cognito.settings };
    await invite(house.database, config, { userId, clientName: 'Nordlicht', inviter: 'Ada', locale: 'en_US' });
    const link = new URL(/http\S+/.exec(mails.all().at(-1)!)![0]);
    const code = link.searchParams.get('code')!;
    expect((await ask(INITIAL, { email, code: `${code}x`, password: PASSWORD })).field).toBe('code');
    expect((await ask(INITIAL, { email, code, password: PASSWORD })).data!.setInitialPassword!.session!.user.name).toBe('Noor van Dijk');
    expect((await ask(INITIAL, { email, code, password: OTHER })).field).toBe('code');
    // Whoever has a password is not given another: the mail leads to the pool's own code.
    await invite(house.database, config, { userId, clientName: 'Nordlicht', inviter: 'Ada', locale: 'en_US' });
    expect(mails.all().at(-1)).toContain('/auth/reset-password?email=');
    mails.stop();
  });

  it('are forgotten and set anew by the code of the pool, and nothing tells who exists', async () => {
    const user = cognito.add('forgot@nordlicht.example', PASSWORD, [agent()]);
    const before = await signIn(user.email);
    for (const email of [user.email, 'nobody-forgot@nordlicht.example'])
      expect((await ask(REQUEST, { email })).data).toEqual({ requestPasswordReset: true });
    const reset = (email: string, code: string, password = OTHER) => ask(RESET, { email, code, password });
    const wrong = await reset(user.email, '000000');
    expect(wrong).toMatchObject({ code: 'INVALID_INPUT', field: 'code' });
    expect(await reset('nobody-forgot@nordlicht.example', '123456')).toEqual(wrong);
    user.resetCode!.expired = true;
    expect(await reset(user.email, '123456')).toEqual(wrong);
    user.resetCode!.expired = false;
    cognito.fail('ConfirmForgotPassword', 'LimitExceededException');
    expect((await reset(user.email, '123456')).code).toBe('RATE_LIMITED');
    cognito.mend();
    expect((await reset(user.email, '123 456')).data).toEqual({ resetPassword: true });
    expect((await ask(REFRESH, {}, { cookie: before.cookie })).code).toBe('UNAUTHENTICATED');
    expect((await signIn(user.email, OTHER)).data?.signIn?.session).toBeTruthy();
    // Too many mails to one address are not told: they would say that it exists.
    cognito.fail('ForgotPassword', 'LimitExceededException');
    expect((await ask(REQUEST, { email: user.email })).data).toEqual({ requestPasswordReset: true });
    cognito.fail('ForgotPassword', 'TooManyRequestsException');
    expect((await ask(REQUEST, { email: user.email })).code).toBe('RATE_LIMITED');
  });

  it('change by the present one, and every session ends', async () => {
    const user = cognito.add('change@nordlicht.example', PASSWORD, [agent()]);
    const elsewhere = await signIn(user.email);
    const here = await signIn(user.email);
    const CHANGE = 'mutation ($current: String!, $password: String!) { changePassword(currentPassword: $current, password: $password) }';
    const change = (current: string, password: string) =>
      ask(CHANGE, { current, password }, { cookie: here.cookie, token: here.data!.signIn!.session!.token });
    expect((await change(OTHER, OTHER)).field).toBe('currentPassword');
    const changed = await change(PASSWORD, OTHER);
    expect(changed.data).toEqual({ changePassword: true });
    expect((await ask(REFRESH, {}, { cookie: elsewhere.cookie })).code).toBe('UNAUTHENTICATED');
    expect((await ask(REFRESH, {}, { cookie: changed.cookie })).data?.refreshSession?.token).toBeTruthy();
  });
});

describe('the second factor', () => {
  const answer = (challenge: string, code: string) => ask(ANSWER, { challenge, code });

  it('is set up at sign-in where the pool wants one, and asked for afterwards', async () => {
    cognito.pool.requiresMfa = true;
    const user = cognito.add('setup@nordlicht.example', PASSWORD, [agent()]);
    const { challenge } = (await signIn(user.email)).data!.signIn!;
    expect(challenge).toMatchObject({ kind: 'mfaSetup', setup: { qrCode: expect.stringMatching(/^<svg /) } });
    expect((await answer(challenge!.challenge, '000000')).field).toBe('code');
    const set = await answer(challenge!.challenge, await totp(challenge!.setup!.secret));
    expect(set.data!.answerMfa!.session).toBeTruthy();
    const again = (await signIn(user.email)).data!.signIn!.challenge!;
    expect(again.kind).toBe('mfa');
    expect((await answer(again.challenge, '000000')).field).toBe('code');
    expect((await answer(again.challenge, await totp(user.totp!))).data!.answerMfa!.session).toBeTruthy();
    expect((await answer(again.challenge, await totp(user.totp!))).code).toBe('UNAUTHENTICATED');
    expect((await answer(`x${again.challenge}`, await totp(user.totp!))).code).toBe('UNAUTHENTICATED');
  });

  it('is set up where a client of the product wants one', async () => {
    const user = cognito.add('flag@nordlicht.example', PASSWORD, [`${house.clientB}:AGENT`]);
    cognito.add('before@nordlicht.example', PASSWORD, [`${house.clientB}:AGENT`]);
    const before = await signIn('before@nordlicht.example');
    await house.inB((tx) => tx.sql(`update client set feature_flags = '{"MFA": true}' where client_id = $1`, [house.clientB]));
    const { challenge } = (await signIn(user.email)).data!.signIn!;
    expect(challenge!.kind).toBe('mfaSetup');
    const set = await answer(challenge!.challenge, await totp(challenge!.setup!.secret));
    expect(set.data!.answerMfa!.session).toBeTruthy();
    expect(user.mfa).toBe(true);
    expect((await signIn(user.email)).data!.signIn!.challenge!.kind).toBe('mfa');
    // A session from before the flag ends at its renewal; one that has shown a second factor goes on.
    expect((await ask(REFRESH, {}, { cookie: set.cookie })).data?.refreshSession?.token).toBeTruthy();
    expect((await ask(REFRESH, {}, { cookie: before.cookie })).code).toBe('UNAUTHENTICATED');
    await house.inB((tx) => tx.sql(`update client set feature_flags = '{}' where client_id = $1`, [house.clientB]));
  });

  it('is set up and switched off of free will; the pool knows no recovery codes', async () => {
    const user = cognito.add('free@nordlicht.example', PASSWORD, [agent()]);
    const { cookie, data } = await signIn(user.email);
    const as = { cookie, token: data!.signIn!.session!.token };
    const { data: started } = await ask('mutation { startMfaSetup { secret } }', {}, as);
    const { secret } = started!.startMfaSetup as unknown as { secret: string };
    const CONFIRM = 'mutation ($code: String!) { confirmMfaSetup(code: $code) }';
    expect((await ask(CONFIRM, { code: '000000' }, as)).field).toBe('code');
    expect((await ask(CONFIRM, { code: await totp(secret) }, as)).data).toEqual({ confirmMfaSetup: [] });
    const state = await ask('query { getMfaState { mfaEnabled recoveryCodesLeft hasRecoveryCodes } }', {}, as);
    expect(state.data!.getMfaState).toEqual({ mfaEnabled: true, recoveryCodesLeft: 0, hasRecoveryCodes: false });
    expect((await ask('mutation { renewRecoveryCodes(code: "123456") }', {}, as)).code).toBe('CONFLICT');
    expect((await ask('mutation ($code: String!) { disableMfa(code: $code) }', { code: await totp(secret) }, as)).data).toEqual({
      disableMfa: true,
    });
    expect(user.mfa).toBe(false);
    const said = (await accessEvents(house, house.clientA, user.sub)).map(({ type }) => type);
    expect(said.filter((type) => type !== 'signInFailed')).toEqual(['userSignedIn', 'mfaEnabled', 'mfaDisabled']);
  });
});

describe('administration', () => {
  it('reaches the pool: groups are made and changed, people disabled, enabled, renamed and taken out', async () => {
    const { database, clientA, clientB } = house;
    const email = 'managed@nordlicht.example';
    const { userId } = await putPoolUser(database, { email, name: 'Ivo' });
    const user = cognito.users.get(email)!;
    await setPoolGroups(database, userId, clientB, [{ roleId: 'AGENT', partnerIds: [] }]);
    await setPoolGroups(database, userId, clientA, [{ roleId: 'DCA_AGENT', partnerIds: ['p1', 'p2'] }]);
    expect([...user.groups].sort()).toEqual([`${clientB}:AGENT`, `${clientA}:DCA_AGENT:p1`, `${clientA}:DCA_AGENT:p2`].sort());
    await setPoolGroups(database, userId, clientA, [{ roleId: 'SUPERVISOR', partnerIds: [] }]);
    expect([...user.groups].sort()).toEqual([`${clientB}:AGENT`, `${clientA}:SUPERVISOR`].sort());
    expect(cognito.calls).toContain('AdminUserGlobalSignOut');
    await setPoolGroupEnabled(database, userId, clientA, false);
    expect([user.enabled, [...user.groups]]).toEqual([true, [`${clientB}:AGENT`]]);
    await setPoolGroupEnabled(database, userId, clientB, false);
    expect([user.enabled, [...user.groups]]).toEqual([false, []]);
    await setPoolGroupEnabled(database, userId, clientA, true);
    expect([user.enabled, [...user.groups]]).toEqual([true, [`${clientA}:SUPERVISOR`]]);
    await updatePoolUser(database, userId, { familyName: 'Kaya' });
    expect(user.attributes).toMatchObject({ given_name: 'Ivo', family_name: 'Kaya' });
    await anonymizePoolUser(database, userId);
    expect(cognito.users.has(email)).toBe(false);
  });

  it('makes the first administrator, who signs in at once, and leaves the password of one who is there', async () => {
    const person = { email: 'first@nordlicht.example', name: 'Ada', password: PASSWORD };
    const { userId } = await putPersonWithPassword(house.database, person);
    await addGroup(house.database, userId, { clientId: house.clientA, role: 'ADMINISTRATOR', partnerId: null });
    expect((await signIn(person.email)).data?.signIn?.session).toBeTruthy();
    expect(await putPersonWithPassword(house.database, { ...person, password: OTHER })).toEqual({ userId, isNew: false });
    expect((await signIn(person.email)).data?.signIn?.session).toBeTruthy();
  });

  it('changes nothing here that the pool refuses', async () => {
    const { userId } = await putPoolUser(house.database, { email: 'refused@nordlicht.example', name: 'Ivo' });
    cognito.fail('AdminAddUserToGroup', 'InternalErrorException', 500);
    await expect(setPoolGroups(house.database, userId, house.clientA, [{ roleId: 'AGENT', partnerIds: [] }])).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    const { rows } = await house.database.identity.query('select 1 from pool_group where user_id = $1', [userId]);
    expect(rows).toEqual([]);
  });
});
