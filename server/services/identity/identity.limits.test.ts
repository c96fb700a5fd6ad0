/** Who tries from where: guessers stop, and nobody is locked out by a stranger. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { MINUTE } from '../../../core/time.ts';
import { useClock } from '../../platform/clock.ts';
import { logger } from '../../platform/log.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import {
  ANSWER,
  accessEvents,
  addPerson,
  browserOf,
  CODE,
  catchMails,
  PASSWORD,
  REQUEST,
  RESET,
  SIGN_IN,
  totp,
} from './identity.testing.ts';
import { unknownAddressId } from './identity.tries.logic.ts';

const OTHER = 'another long password';
let house: TestHouse;
let ask: ReturnType<typeof browserOf>;
let restore = () => {};
beforeAll(async () => {
  house = await openTestHouse();
  ask = browserOf(house);
});
afterEach(() => {
  restore();
  restore = () => {};
});
afterAll(() => house.close());

const signIn = (email: string, password = PASSWORD, as: { from?: string; browser?: string } = {}) => ask(SIGN_IN, { email, password }, as);
const guess = (email: string, from: string) => signIn(email, 'wrong wrong wrong', { from });

/** Guesses from so many networks, five from each as each may. */
async function storm(email: string, networks: number): Promise<number> {
  let made = 0;
  for (let network = 0; network < networks; network++)
    for (let tries = 0; tries < 5; tries++) if ((await guess(email, `203.0.${network}.7`)).code === 'UNAUTHENTICATED') made += 1;
  return made;
}

describe('strangers who guess one person’s password', () => {
  it('are paced wherever they come from, and keep a browser that is known out never', async () => {
    const email = 'botnet@nordlicht.example';
    await addPerson(house, email);
    const { browser } = await signIn(email);
    expect(browser).toMatch(/^[\w-]{43}$/);
    expect(await storm(email, 12)).toBeLessThan(30);
    // From a place of their own that nobody tried from, the person waits seconds; in their browser, not at all.
    const elsewhere = await signIn(email, PASSWORD, { from: '192.0.2.1' });
    expect(elsewhere.message).toMatch(/Try again in (\d+ s|[1-5] min)\.$/);
    expect((await signIn(email, PASSWORD, { from: '203.0.1.7', browser })).data?.signIn?.session).toBeTruthy();
    restore = useClock(() => Date.now() + 6 * MINUTE);
    expect((await signIn(email, PASSWORD, { from: '192.0.2.1' })).data?.signIn?.session).toBeTruthy();
  });

  it('stop at the network they come from', async () => {
    const email = 'oneplace@nordlicht.example';
    await addPerson(house, email);
    for (let tries = 0; tries < 5; tries++) expect((await guess(email, '2001:db8:1:2::7')).code).toBe('UNAUTHENTICATED');
    expect((await guess(email, '2001:db8:1:2:aaaa::8')).code).toBe('RATE_LIMITED');
    expect((await guess(email, '2001:db8:1:3::7')).code).toBe('UNAUTHENTICATED');
  });

  it('keep nobody from a new password, which makes the browser known', async () => {
    const mails = catchMails();
    const email = 'besieged@nordlicht.example';
    await addPerson(house, email);
    const mail = mails.next();
    await ask(REQUEST, { email });
    const code = CODE.exec(await mail)![0];
    for (let network = 0; network < 30; network++) {
      await ask(RESET, { email, code: 'AAAAA-AAAAA', password: OTHER }, { from: `203.1.${network}.7` });
      await ask(REQUEST, { email }, { from: `203.1.${network}.7` });
    }
    await storm(email, 8);
    const { data, browser } = await ask(RESET, { email, code: code.toLowerCase(), password: OTHER }, { from: '192.0.2.9' });
    expect(data).toEqual({ resetPassword: true });
    await storm(email, 8);
    expect((await signIn(email, OTHER, { from: '192.0.2.9', browser })).data?.signIn?.session).toBeTruthy();
    mails.stop();
  });
});

describe('one network that tries many people', () => {
  it('stops after thirty, also when the tries come at once, and others go on', async () => {
    const emails = Array.from({ length: 60 }, (_, index) => `spray${index}@nordlicht.example`);
    const codes = (await Promise.all(emails.map((email) => guess(email, '198.51.100.7')))).map(({ code }) => code);
    expect(codes.filter((code) => code === 'UNAUTHENTICATED')).toHaveLength(30);
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(30);
    const email = 'office@nordlicht.example';
    await addPerson(house, email);
    const { browser } = await signIn(email, PASSWORD, { from: '198.51.100.8' });
    expect((await signIn(email, PASSWORD, { from: '198.51.100.7' })).code).toBe('RATE_LIMITED');
    expect((await signIn(email, PASSWORD, { from: '198.51.100.7', browser })).data?.signIn?.session).toBeTruthy();
  });

  it('does not wipe the slate by a password of its own', async () => {
    const email = 'insider@nordlicht.example';
    await addPerson(house, email);
    let guesses = 0;
    for (let round = 0; round < 45; round++) {
      if ((await guess(`victim${round}@nordlicht.example`, '198.51.100.20')).code === 'UNAUTHENTICATED') guesses += 1;
      await signIn(email, PASSWORD, { from: '198.51.100.20' });
    }
    expect(guesses).toBe(30);
  });
});

describe('a known browser', () => {
  it('is limited itself, and is one person’s', async () => {
    const [email, other] = ['knows@nordlicht.example', 'colleague@nordlicht.example'];
    await addPerson(house, email);
    await addPerson(house, other);
    const { browser } = await signIn(email);
    const codes = [];
    for (let tries = 0; tries < 11; tries++) codes.push((await signIn(email, 'wrong wrong wrong', { browser })).code);
    expect(codes.slice(0, 10)).toEqual(Array(10).fill('UNAUTHENTICATED'));
    expect(codes[10]).toBe('RATE_LIMITED');
    for (let tries = 0; tries < 5; tries++) await signIn(other, 'wrong wrong wrong', { browser, from: '192.0.2.30' });
    expect((await signIn(other, PASSWORD, { browser, from: '192.0.2.30' })).code).toBe('RATE_LIMITED');
  });

  it('is shared by who signs in with it, gets another secret each time, and only a digest is kept', async () => {
    const [one, two] = ['first@nordlicht.example', 'second@nordlicht.example'];
    const ids = [await addPerson(house, one), await addPerson(house, two)];
    const planted = (await signIn(one)).browser;
    const { browser } = await signIn(two, PASSWORD, { browser: planted });
    expect(browser).not.toBe(planted);
    for (const email of [one, two]) for (let tries = 0; tries < 5; tries++) await guess(email, '192.0.2.40');
    const known = async (email: string, cookie: string) =>
      (await signIn(email, 'wrong wrong wrong', { from: '192.0.2.40', browser: cookie })).code === 'UNAUTHENTICATED';
    expect([await known(one, browser), await known(two, browser)]).toEqual([true, true]);
    expect([await known(one, planted), await known(two, planted)]).toEqual([false, false]);
    const { rows } = await house.database.identity.query('select token_hash from pool_browser where user_id = any($1)', [ids]);
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(browser);
  });

  it.each([
    ['another password', 'mutation ($p: String!, $n: String!) { changePassword(currentPassword: $p, password: $n) }'],
    ['signing out everywhere', 'mutation { signOutEverywhere }'],
  ] as const)('is a stranger again after %s', async (name, document) => {
    const email = `lost${name.length}@nordlicht.example`;
    const userId = await addPerson(house, email);
    const { browser, data } = await signIn(email);
    const second = await signIn(email);
    const { token } = data!.signIn!.session!;
    const answer = await ask(document, document.includes('$p') ? { p: PASSWORD, n: OTHER } : {}, { token });
    expect(answer.code).toBeUndefined();
    for (let tries = 0; tries < 5; tries++) await guess(email, '192.0.2.50');
    for (const cookie of [browser, second.browser])
      expect((await signIn(email, 'wrong wrong wrong', { from: '192.0.2.50', browser: cookie })).code).toBe('RATE_LIMITED');
    // Every session has ended; the one that changed the password goes on in a browser that is known.
    const { rows } = await house.database.identity.query(
      'select count(*)::int as sessions from pool_session where user_id = $1 and revoked_at is null',
      [userId],
    );
    expect(rows).toEqual([{ sessions: name === 'another password' ? 1 : 0 }]);
    expect(answer.browser !== '').toBe(name === 'another password');
  });
});

describe('whoever has the password', () => {
  it('cannot guess the second factor from many places, nor keep its owner from using it', async () => {
    const email = 'administrator@nordlicht.example';
    await addPerson(house, email, [house.clientA], 'ADMINISTRATOR');
    const { token } = (await signIn(email)).data!.signIn!.session!;
    const { data } = await ask('mutation { startMfaSetup { secret } }', {}, { token });
    const { secret } = data!.startMfaSetup as unknown as { secret: string };
    const CONFIRM = 'mutation ($code: String!) { confirmMfaSetup(code: $code) }';
    const confirmed = await ask(CONFIRM, { code: await totp(secret) }, { token });
    const [recovery] = confirmed.data!.confirmMfaSetup as unknown as string[];
    const answer = async (code: string, from: string, browser = '') => {
      const { challenge } = (await signIn(email, PASSWORD, { from, browser })).data!.signIn!;
      return ask(ANSWER, { challenge: challenge!.challenge, code }, { from, browser });
    };
    const { browser } = await answer(await totp(secret, 1), '192.0.2.60');
    expect(browser).not.toBe('');
    let made = 0;
    for (let network = 0; network < 10; network++)
      for (let tries = 0; tries < 4; tries++) if ((await answer('000000', `203.2.${network}.7`)).code !== 'RATE_LIMITED') made += 1;
    expect(made).toBe(20);
    restore = useClock(() => Date.now() + MINUTE / 2);
    expect((await answer(await totp(secret, 1), '192.0.2.61')).code).toBe('RATE_LIMITED');
    expect((await answer(await totp(secret, 1), '203.2.1.7', browser)).data?.answerMfa?.session).toBeTruthy();
    expect((await answer(recovery!, '192.0.2.61')).data?.answerMfa?.session).toBeTruthy();
  });
});

describe('what was refused', () => {
  it('stands in the log: wrong tries, and once a minute that there were too many', async () => {
    const email = 'watched@nordlicht.example';
    const userId = await addPerson(house, email);
    for (let tries = 0; tries < 12; tries++) await guess(email, '192.0.2.70');
    const payloads = async () => (await accessEvents(house, house.clientA, userId)).map(({ payload }) => payload);
    await expect.poll(async () => (await payloads()).length).toBe(6);
    expect(await payloads()).toEqual(
      expect.arrayContaining([...Array(5).fill({ step: 'password' }), { step: 'password', why: 'tooManyTries' }]),
    );
  });

  it('stands in the process’s log for addresses that nobody has, without the address', async () => {
    const lines = vi.spyOn(logger, 'warn').mockImplementation(() => {});
    const email = 'nobody-at-all@nordlicht.example';
    await guess(email, '192.0.2.71');
    const said = lines.mock.calls.map((call) => JSON.stringify(call)).filter((line) => line.includes('nobody has this address'));
    lines.mockRestore();
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(unknownAddressId(email));
    expect(said[0]).not.toMatch(/nobody-at-all|192\.0\.2/);
  });

  it('is a right too: once per operation and minute, with the right and the role', async () => {
    const lines = vi.spyOn(logger, 'warn').mockImplementation(() => {});
    const userId = await addPerson(house, 'agent@nordlicht.example');
    const token = await house.tokenFor(house.clientA, 'READ_ONLY', userId);
    const remove = 'mutation ($clientId: ID!, $name: String!) { deleteClientRole(clientId: $clientId, name: $name) }';
    for (let calls = 0; calls < 5; calls++) {
      const { errors } = await house.raw('backoffice', remove, { clientId: house.clientA, name: 'AGENT' }, token);
      expect(errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
    }
    const events = () =>
      house.inA((tx) =>
        tx.sql(`select payload from event where client_id = $1 and actor_id = $2 and message_type = 'rightRefused'`, [tx.clientId, userId]),
      );
    await expect.poll(async () => (await events()).length).toBe(1);
    expect(await events()).toEqual([
      { payload: { operation: 'backoffice.deleteClientRole', right: 'backoffice/editRoles', roles: ['READ_ONLY'] } },
    ]);
    expect(lines.mock.calls.filter(([, text]) => (text as unknown) === 'right refused')).toHaveLength(1);
    lines.mockRestore();
  });
});
