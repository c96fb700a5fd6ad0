import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../../core/time.ts';
import { useClock } from '../../platform/clock.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { configureIdentity } from './identity.config.ts';
import {
  accessEvents,
  addPerson,
  browserOf,
  CODE,
  catchMails,
  INITIAL,
  PASSWORD,
  REFRESH,
  REQUEST,
  RESET,
  SIGN_IN,
} from './identity.testing.ts';
import { invite, putPoolUser, setPoolGroups } from './identity.users.logic.ts';

const OTHER = 'another long password';
let house: TestHouse;
let ask: ReturnType<typeof browserOf>;
let mails: ReturnType<typeof catchMails>;
let restore = () => {};
beforeAll(async () => {
  house = await openTestHouse();
  ask = browserOf(house);
});
beforeEach(() => {
  mails = catchMails();
});
afterEach(() => {
  restore();
  restore = () => {};
  mails.stop();
});
afterAll(() => house.close());

const signIn = (email: string, password = PASSWORD) => ask(SIGN_IN, { email, password });
const reset = (email: string, code: string, password = OTHER) => ask(RESET, { email, code, password });

/** Asks for a code and reads it in the mail. */
async function codeFor(email: string, locale = ''): Promise<string> {
  const mail = mails.next();
  await ask(REQUEST, { email }, { locale });
  return CODE.exec(await mail)![0];
}

describe('a forgotten password', () => {
  it('is replaced by a code of the mail, once, and every session ends', async () => {
    const email = 'forgot@nordlicht.example';
    const userId = await addPerson(house, email);
    const before = await signIn(email);
    const code = await codeFor(email, 'de_DE');
    expect(mails.all().join()).toContain('Ihr Code für ein neues Passwort');
    expect((await reset(email, code, 'short')).field).toBe('password');
    expect((await reset(email, code)).data).toEqual({ resetPassword: true });
    expect((await reset(email, code)).field).toBe('code');
    expect((await signIn(email)).code).toBe('UNAUTHENTICATED');
    expect((await signIn(email, OTHER)).data?.signIn?.session).toBeTruthy();
    expect((await ask(REFRESH, {}, { cookie: before.cookie })).code).toBe('UNAUTHENTICATED');
    const { status } = await house.raw('backoffice', 'query { getClientList { clientId } }', {}, before.data!.signIn!.session!.token);
    expect(status).toBe(401);
    await expect.poll(() => mails.all().join()).toContain('Your password was changed');
    const events = await accessEvents(house, house.clientA, userId);
    expect(events.find(({ type }) => type === 'passwordChanged')?.payload).toEqual({ byMail: true });
    expect(JSON.stringify(events)).not.toMatch(/another long|[A-Z0-9]{5}-[A-Z0-9]{5}/);
    const { rows } = await house.database.identity.query('select is_email_verified from pool_user where user_id = $1', [userId]);
    expect(rows).toEqual([{ is_email_verified: true }]);
  });

  it('has a code for half an hour, whoever asks for others meanwhile, and few mails', async () => {
    const email = 'slow@nordlicht.example';
    await addPerson(house, email);
    const first = await codeFor(email);
    await ask(REQUEST, { email });
    await ask(REQUEST, { email });
    expect(mails.all()).toHaveLength(1);
    restore = useClock(() => Date.now() + 2 * MINUTE);
    const second = await codeFor(email);
    // A stranger goes on asking: the mails become rare, and the codes that were mailed stay good.
    for (let minute = 3; minute < 25; minute++) {
      restore();
      restore = useClock(() => Date.now() + minute * MINUTE);
      await ask(REQUEST, { email }, { from: `192.0.2.${minute}` });
    }
    await expect.poll(() => mails.all().length).toBe(5);
    restore();
    restore = useClock(() => Date.now() + 31 * MINUTE);
    expect((await reset(email, first)).field).toBe('code');
    expect((await reset(email, second)).data).toEqual({ resetPassword: true });
    // The others end with it.
    const rest = CODE.exec(mails.all()[2]!)![0];
    expect((await reset(email, rest, 'a third rather long password')).field).toBe('code');
  });

  it('makes few mails of many who ask from one network, and is no more work for nobody', async () => {
    const codes = [];
    for (let each = 0; each < 35; each++)
      codes.push((await ask(REQUEST, { email: `nobody${each}@nordlicht.example` }, { from: '2001:db8:7::1' })).code);
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(5);
    expect((await ask(REQUEST, { email: 'nobody@nordlicht.example' }, { from: '2001:db8:7:0:ffff::9' })).code).toBe('RATE_LIMITED');
    expect((await ask(REQUEST, { email: 'nobody@nordlicht.example' }, { from: '2001:db8:7:1::1' })).code).toBeUndefined();
  });

  it('answers alike for nobody, for the disabled and for wrong codes, and mails nobody', async () => {
    const disabled = await addPerson(house, 'gone@nordlicht.example');
    await house.database.identity.query('update pool_group set is_enabled = false where user_id = $1', [disabled]);
    await addPerson(house, 'here@nordlicht.example');
    await codeFor('here@nordlicht.example');
    const expected = await reset('here@nordlicht.example', '0000 0000');
    for (const email of ['gone@nordlicht.example', 'nobody@nordlicht.example', 'no address']) {
      expect((await ask(REQUEST, { email })).data).toEqual({ requestPasswordReset: true });
      expect(await reset(email, '0000 0000')).toEqual(expected);
    }
    expect(mails.all()).toHaveLength(1);
  });

  it('can’t be reset in production without mail, and says so to everyone', async () => {
    configureIdentity(house.database, { ...house.config, production: true });
    for (const email of ['here@nordlicht.example', 'nobody@nordlicht.example'])
      expect((await ask(REQUEST, { email })).code).toBe('UNAVAILABLE');
    configureIdentity(house.database, house.config);
  });
});

describe('the first password', () => {
  /** Invites somebody new. @returns the code of the link. */
  async function invited(email: string): Promise<{ userId: string; code: string }> {
    const { userId } = await putPoolUser(house.database, { email, name: 'Noor' });
    await setPoolGroups(house.database, userId, house.clientA, [{ roleId: 'AGENT', partnerIds: [] }]);
    await invite(house.database, house.config, { userId, clientName: 'Nordlicht', inviter: 'Ada', locale: 'en_US' });
    const link = new URL(/http\S+/.exec(mails.all().at(-1)!)![0]);
    expect(link.pathname).toBe('/auth/set-initial-password');
    expect(link.searchParams.get('email')).toBe(email);
    return { userId, code: link.searchParams.get('code')! };
  }

  it('is set by the link of an invitation, once, and signs in', async () => {
    const email = 'noor@nordlicht.example';
    const { code } = await invited(email);
    expect((await ask(INITIAL, { email, code, password: 'short' })).field).toBe('password');
    expect((await ask(INITIAL, { email, code: `${code}x`, password: PASSWORD })).field).toBe('code');
    expect((await ask(INITIAL, { email: 'nobody@nordlicht.example', code, password: PASSWORD })).field).toBe('code');
    const answer = await ask(INITIAL, { email, code, password: PASSWORD });
    expect(answer.data!.setInitialPassword!.session!.user.name).toBe('Noor');
    expect(answer.cookie).not.toBe('');
    expect((await ask(INITIAL, { email, code, password: OTHER })).field).toBe('code');
    expect((await signIn(email)).data?.signIn?.session).toBeTruthy();
  });

  it('waits a week for its link, and the link of an older invitation ends', async () => {
    const email = 'week@nordlicht.example';
    const older = await invited(email);
    const newer = await invited(email);
    expect((await ask(INITIAL, { email, code: older.code, password: PASSWORD })).field).toBe('code');
    restore = useClock(() => Date.now() + 7 * DAY + MINUTE);
    expect((await ask(INITIAL, { email, code: newer.code, password: PASSWORD })).field).toBe('code');
  });

  it('asks for a second factor where a client does', async () => {
    const { code } = await invited('strict@nordlicht.example');
    configureIdentity(house.database, { ...house.config, featureFlags: ['MFA'] });
    const answer = await ask(INITIAL, { email: 'strict@nordlicht.example', code, password: PASSWORD });
    configureIdentity(house.database, house.config);
    expect(answer.data!.setInitialPassword).toMatchObject({ session: null, challenge: { kind: 'mfaSetup' } });
    expect(answer.cookie).toBe('');
  });
});

describe('another password', () => {
  const CHANGE =
    'mutation ($currentPassword: String!, $password: String!) { changePassword(currentPassword: $currentPassword, password: $password) }';

  it('needs the present one, ends every session and goes on in a new one', async () => {
    const email = 'change@nordlicht.example';
    await addPerson(house, email);
    const elsewhere = await signIn(email);
    const here = await signIn(email);
    const token = here.data!.signIn!.session!.token;
    const change = (currentPassword: string, password: string) =>
      ask(CHANGE, { currentPassword, password }, { token, cookie: here.cookie });
    expect((await change('not the password', OTHER)).field).toBe('currentPassword');
    expect((await change(PASSWORD, 'short')).field).toBe('password');
    const changed = await change(PASSWORD, OTHER);
    expect(changed.data).toEqual({ changePassword: true });
    for (const { cookie } of [elsewhere, here]) expect((await ask(REFRESH, {}, { cookie })).code).toBe('UNAUTHENTICATED');
    expect((await change(OTHER, PASSWORD)).code).toBe('UNAUTHENTICATED');
    expect((await ask(REFRESH, {}, { cookie: changed.cookie })).data?.refreshSession?.token).toBeTruthy();
    await expect.poll(() => mails.all().join()).toContain('Your password was changed');
  });
});
