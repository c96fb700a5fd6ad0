import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Uuid } from '../../../core/id.ts';
import { MINUTE } from '../../../core/time.ts';
import { useClock } from '../../platform/clock.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { ANSWER, accessEvents, addPerson, browserOf, PASSWORD, REFRESH, SIGN_IN, totp } from './identity.testing.ts';
import { setPoolGroups } from './identity.users.logic.ts';

const START = 'mutation { startMfaSetup { secret otpauthUrl qrCode } }';
const CONFIRM = 'mutation ($code: String!) { confirmMfaSetup(code: $code) }';
const STATE = 'query { getMfaState { mfaEnabled recoveryCodesLeft hasRecoveryCodes } }';
const DISABLE = 'mutation ($code: String!) { disableMfa(code: $code) }';

let house: TestHouse;
let ask: ReturnType<typeof browserOf>;
let restore = () => {};
let steps = 0;
beforeAll(async () => {
  house = await openTestHouse();
  ask = browserOf(house);
});
afterEach(() => restore());
afterAll(() => house.close());

/** Each code is good once, so the clock goes on a step before the next. */
async function nextCode(secret: string): Promise<string> {
  restore();
  steps += 1;
  const ahead = steps * 30_000;
  restore = useClock(() => Date.now() + ahead);
  return totp(secret);
}

const signIn = async (email: string) => (await ask(SIGN_IN, { email, password: PASSWORD })).data!.signIn!;
const answer = (challenge: string, code: string) => ask(ANSWER, { challenge, code });

/** A person with a second factor. */
async function secured(email: string): Promise<{ userId: Uuid; token: string; secret: string; codes: string[] }> {
  const userId = await addPerson(house, email);
  const token = (await signIn(email)).session!.token;
  const { startMfaSetup } = await house.call<{ startMfaSetup: { secret: string } }>('identity', START, {}, token);
  const { confirmMfaSetup } = await house.call<{ confirmMfaSetup: string[] }>(
    'identity',
    CONFIRM,
    { code: await nextCode(startMfaSetup.secret) },
    token,
  );
  return { userId, token, secret: startMfaSetup.secret, codes: confirmMfaSetup };
}

describe('a second factor of free will', () => {
  it('is nothing until it is confirmed, and then asked for', async () => {
    const email = 'free@nordlicht.example';
    const userId = await addPerson(house, email);
    const token = (await signIn(email)).session!.token;
    const { startMfaSetup: setup } = await house.call<{ startMfaSetup: { secret: string; otpauthUrl: string; qrCode: string } }>(
      'identity',
      START,
      {},
      token,
    );
    expect(setup.otpauthUrl).toBe(`otpauth://totp/Quittance:${encodeURIComponent(email)}?secret=${setup.secret}&issuer=Quittance`);
    expect(setup.qrCode).toMatch(/^<svg /);
    expect((await signIn(email)).session).toBeTruthy();
    const wrong = await house.raw('identity', CONFIRM, { code: '000000' }, token);
    expect(wrong.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'code' });
    await house.call('identity', CONFIRM, { code: await nextCode(setup.secret) }, token);
    expect((await house.call<{ getMfaState: object }>('identity', STATE, {}, token)).getMfaState).toEqual({
      mfaEnabled: true,
      recoveryCodesLeft: 10,
      hasRecoveryCodes: true,
    });
    expect((await house.raw('identity', START, {}, token)).errors?.[0]?.extensions?.code).toBe('CONFLICT');
    const { session, challenge } = await signIn(email);
    expect(session).toBe(null);
    expect(challenge).toMatchObject({ kind: 'mfa', setup: null });
    const answered = await answer(challenge!.challenge, await nextCode(setup.secret));
    expect(answered.data!.answerMfa!.session!.token).toBeTruthy();
    expect(answered.cookie).not.toBe('');
    // The secret is sealed, and nothing of it stands in the log.
    const { rows } = await house.database.identity.query<{ mfa_secret: string }>('select mfa_secret from pool_user where user_id = $1', [
      userId,
    ]);
    expect(rows[0]!.mfa_secret).not.toContain(setup.secret);
    const events = await accessEvents(house, house.clientA, userId);
    expect(events.map(({ type }) => type).filter((type) => type !== 'signInFailed')).toEqual([
      'userSignedIn',
      'userSignedIn',
      'mfaEnabled',
      'userSignedIn',
    ]);
    expect(JSON.stringify(events)).not.toContain(setup.secret);
  });

  it('takes each code once, one step early or late, and no others', async () => {
    const { secret } = await secured('steps@nordlicht.example');
    const { challenge } = await signIn('steps@nordlicht.example');
    const code = await nextCode(secret);
    for (const away of [-3, -2, 2, 3]) expect((await answer(challenge!.challenge, await totp(secret, away))).code).toBe('INVALID_INPUT');
    const early = await totp(secret, 1);
    expect((await answer(challenge!.challenge, early)).data!.answerMfa!.session).toBeTruthy();
    // A later step was used: this one has passed.
    const again = await signIn('steps@nordlicht.example');
    for (const used of [early, code]) expect((await answer(again.challenge!.challenge, used)).code).toBe('INVALID_INPUT');
  });

  it('lets in with a recovery code, each once, however it is typed', async () => {
    const { userId, codes, token } = await secured('recovery@nordlicht.example');
    expect(new Set(codes).size).toBe(10);
    const first = await signIn('recovery@nordlicht.example');
    expect(
      (await answer(first.challenge!.challenge, ` ${codes[0]!.toUpperCase().replace('-', ' ')}`)).data!.answerMfa!.session,
    ).toBeTruthy();
    const second = await signIn('recovery@nordlicht.example');
    expect((await answer(second.challenge!.challenge, codes[0]!)).code).toBe('INVALID_INPUT');
    const state = await house.call<{ getMfaState: { recoveryCodesLeft: number } }>('identity', STATE, {}, token);
    expect(state.getMfaState.recoveryCodesLeft).toBe(9);
    const renew = 'mutation ($code: String!) { renewRecoveryCodes(code: $code) }';
    const { renewRecoveryCodes: fresh } = await house.call<{ renewRecoveryCodes: string[] }>('identity', renew, { code: codes[1] }, token);
    expect((await answer(second.challenge!.challenge, codes[2]!)).code).toBe('INVALID_INPUT');
    expect((await answer(second.challenge!.challenge, fresh[0]!)).data!.answerMfa!.session).toBeTruthy();
    const { rows } = await house.database.identity.query('select code_hash from pool_recovery_code where user_id = $1', [userId]);
    expect(JSON.stringify(rows)).not.toContain(fresh[0]!.replace('-', ''));
    const types = (await accessEvents(house, house.clientA, userId)).map(({ type }) => type);
    expect(types.filter((type) => type === 'recoveryCodeUsed')).toHaveLength(2);
  });

  it('waits ten minutes for its code, and takes a challenge once', async () => {
    const { secret } = await secured('waits@nordlicht.example');
    const { challenge } = await signIn('waits@nordlicht.example');
    expect((await answer(challenge!.challenge, await nextCode(secret))).data!.answerMfa!.session).toBeTruthy();
    expect((await answer(challenge!.challenge, await nextCode(secret))).code).toBe('UNAUTHENTICATED');
    const slow = await signIn('waits@nordlicht.example');
    restore();
    restore = useClock(() => Date.now() + steps * 30_000 + 10.1 * MINUTE);
    expect((await answer(slow.challenge!.challenge, await totp(secret))).code).toBe('UNAUTHENTICATED');
    for (const forged of ['', 'x', `${challenge!.challenge}x`, challenge!.challenge.replace(/^./, '0')])
      expect((await answer(forged, '000000')).code).toBe('UNAUTHENTICATED');
  });

  it('is switched off with a code only', async () => {
    const { token, secret, userId } = await secured('off@nordlicht.example');
    expect((await house.raw('identity', DISABLE, { code: '123456' }, token)).errors?.[0]?.extensions?.code).toBe('INVALID_INPUT');
    await house.call('identity', DISABLE, { code: await nextCode(secret) }, token);
    expect((await signIn('off@nordlicht.example')).session).toBeTruthy();
    const { rows } = await house.database.identity.query('select mfa_secret, mfa_enabled from pool_user where user_id = $1', [userId]);
    expect(rows).toEqual([{ mfa_secret: null, mfa_enabled: false }]);
    expect((await accessEvents(house, house.clientA, userId)).map(({ type }) => type)).toContain('mfaDisabled');
  });
});

describe('the flag MFA', () => {
  const flag = (on: boolean) =>
    house.inB((tx) => tx.sql('update client set feature_flags = $2 where client_id = $1', [house.clientB, JSON.stringify({ MFA: on })]));

  it('of one client makes its people set a second factor up as they sign in, and keep it', async () => {
    const email = 'flag@nordlicht.example';
    const userId = await addPerson(house, email, [house.clientA, house.clientB]);
    expect((await signIn(email)).session).toBeTruthy();
    await flag(true);
    const { session, challenge } = await signIn(email);
    expect(session).toBe(null);
    expect(challenge?.kind).toBe('mfaSetup');
    const { secret } = challenge!.setup!;
    expect((await answer(challenge!.challenge, '000000')).code).toBe('INVALID_INPUT');
    const answered = (await answer(challenge!.challenge, await nextCode(secret))).data!.answerMfa!;
    expect(answered.session!.token).toBeTruthy();
    expect(answered.recoveryCodes).toHaveLength(10);
    expect((await signIn(email)).challenge!.kind).toBe('mfa');
    const off = await house.raw('identity', DISABLE, { code: answered.recoveryCodes[0] }, answered.session!.token);
    expect(off.errors?.[0]?.extensions?.code).toBe('CONFLICT');
    // Both clients see it in their logs.
    for (const clientId of [house.clientA, house.clientB])
      expect((await accessEvents(house, clientId, userId)).map(({ type }) => type)).toEqual(
        expect.arrayContaining(['userSignedIn', 'mfaEnabled', 'signInFailed']),
      );
    await flag(false);
    await house.call('identity', DISABLE, { code: answered.recoveryCodes[0] }, answered.session!.token);
  });

  it('ends running sessions without a second factor at their next renewal, and lets the others go on', async () => {
    const email = 'running@nordlicht.example';
    const userId = await addPerson(house, email, [house.clientB]);
    const bare = await ask(SIGN_IN, { email, password: PASSWORD });
    const has = await secured('has@nordlicht.example');
    await setPoolGroups(house.database, has.userId, house.clientB, [{ roleId: 'AGENT', partnerIds: [] }]);
    const { challenge } = await signIn('has@nordlicht.example');
    const safe = await answer(challenge!.challenge, await nextCode(has.secret));
    const before = await ask(REFRESH, {}, { cookie: bare.cookie });
    expect(before.data!.refreshSession!.token).toBeTruthy();
    await flag(true);
    expect((await ask(REFRESH, {}, { cookie: safe.cookie })).data!.refreshSession!.token).toBeTruthy();
    const ended = await ask(REFRESH, {}, { cookie: before.cookie });
    expect([ended.code, ended.cookie]).toEqual(['UNAUTHENTICATED', '']);
    // The token that was renewed before is no good any more either, as soon as this process has heard of it.
    await expect
      .poll(() => house.tokens.verify(before.data!.refreshSession!.token).catch(({ code }: { code: string }) => code))
      .toBe('UNAUTHENTICATED');
    expect((await accessEvents(house, house.clientB, userId)).at(-1)).toEqual({
      type: 'userSignedOut',
      payload: { secondFactor: 'missing' },
    });
    expect((await signIn(email)).challenge!.kind).toBe('mfaSetup');
    await flag(false);
  });
});
