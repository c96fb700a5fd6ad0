/** Lock-out per way in, and nothing that tells whether somebody exists. */
import { getNamedType, isObjectType } from 'graphql';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { MINUTE } from '../../../core/time.ts';
import { useClock } from '../../platform/clock.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { SERVICES } from '../../services.ts';
import {
  ANSWER,
  addPerson,
  browserOf,
  CODE,
  type CookieAnswer,
  catchMails,
  INITIAL,
  PASSWORD,
  REQUEST,
  RESET,
  SIGN_IN,
  totp,
} from './identity.testing.ts';

let house: TestHouse;
let ask: ReturnType<typeof browserOf>;
let later = 0;
let restore = () => {};
beforeAll(async () => {
  house = await openTestHouse();
  ask = browserOf(house);
});
afterEach(() => {
  restore();
  later = 0;
});
afterAll(() => house.close());

/** Lets time pass for business, not for tokens. */
function wait(minutes: number): void {
  restore();
  later += minutes * MINUTE;
  const ahead = later;
  restore = useClock(() => Date.now() + ahead);
}

/** Five wrong tries are free, then each is followed by a lock twice as long, in which the right one is refused too. */
async function doubles(tryWrong: (count: number) => Promise<CookieAnswer>, tryRight: () => Promise<CookieAnswer>): Promise<void> {
  const lock = (minutes: number) => ({ code: 'RATE_LIMITED', message: `Too many attempts. Try again in ${minutes} min.` });
  const refusal = await tryWrong(0);
  expect(refusal.code).toMatch(/^(UNAUTHENTICATED|INVALID_INPUT)$/);
  for (let count = 1; count < 5; count++) expect((await tryWrong(count)).code).toBe(refusal.code);
  expect(await tryRight()).toMatchObject(lock(1));
  for (const minutes of [2, 4, 8]) {
    wait(minutes / 2 - 0.2);
    expect((await tryRight()).message).toMatch(/^Too many attempts. Try again in 1?\d s.$/);
    wait(0.3);
    expect((await tryWrong(minutes)).code).toBe(refusal.code);
    expect(await tryWrong(1)).toMatchObject(lock(minutes));
    expect(await tryRight()).toMatchObject(lock(minutes));
  }
}

const wrong = (email: string) => ask(SIGN_IN, { email, password: 'wrong wrong wrong' });

describe('lock-out', () => {
  it('doubles after five wrong passwords, holds the right one off too, and ends with it', async () => {
    const email = 'doubling@nordlicht.example';
    await addPerson(house, email);
    await doubles(
      () => wrong(email),
      () => ask(SIGN_IN, { email, password: PASSWORD }),
    );
    wait(9);
    expect((await ask(SIGN_IN, { email, password: PASSWORD })).data?.signIn?.session?.token).toBeTruthy();
    // The count began anew.
    for (let tries = 0; tries < 5; tries++) expect((await wrong(email)).code).toBe('UNAUTHENTICATED');
    expect((await wrong(email)).code).toBe('RATE_LIMITED');
  });

  it('counts tries that come at once', async () => {
    const email = 'parallel@nordlicht.example';
    await addPerson(house, email);
    const codes = (await Promise.all(Array.from({ length: 20 }, () => wrong(email)))).map(({ code }) => code);
    expect(codes.filter((code) => code === 'UNAUTHENTICATED')).toHaveLength(5);
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(15);
  });

  it('is the same for addresses that nobody has, and for disabled people', async () => {
    const disabled = await addPerson(house, 'disabled@nordlicht.example');
    await house.database.identity.query('update pool_user set is_enabled = false where user_id = $1', [disabled]);
    await addPerson(house, 'present@nordlicht.example');
    await addPerson(house, 'noclient@nordlicht.example', []);
    const answers = async (email: string) => {
      const said = [];
      for (let tries = 0; tries < 7; tries++) said.push(await wrong(email));
      wait(1.1);
      said.push(await wrong(email), await wrong(email));
      wait(-1.1);
      return said;
    };
    const expected = await answers('present@nordlicht.example');
    expect(expected.map(({ code }) => code)).toEqual([
      ...Array(5).fill('UNAUTHENTICATED'),
      'RATE_LIMITED',
      'RATE_LIMITED',
      'UNAUTHENTICATED',
      'RATE_LIMITED',
    ]);
    for (const email of ['nobody@nordlicht.example', 'disabled@nordlicht.example', 'noclient@nordlicht.example'])
      expect(await answers(email)).toEqual(expected);
  });

  it('of the second factor is its own, doubles, and leaves the way by a recovery code', async () => {
    const email = 'factor@nordlicht.example';
    const userId = await addPerson(house, email);
    const token = (await ask(SIGN_IN, { email, password: PASSWORD })).data!.signIn!.session!.token;
    const { startMfaSetup } = await house.call<{ startMfaSetup: { secret: string } }>(
      'identity',
      'mutation { startMfaSetup { secret } }',
      {},
      token,
    );
    const { confirmMfaSetup: recovery } = await house.call<{ confirmMfaSetup: string[] }>(
      'identity',
      'mutation ($code: String!) { confirmMfaSetup(code: $code) }',
      { code: await totp(startMfaSetup.secret) },
      token,
    );
    // Each right password begins anew; the count of the second factor goes on.
    const tryCode = async (code: string) => {
      const { challenge } = (await ask(SIGN_IN, { email, password: PASSWORD })).data!.signIn!;
      expect(challenge!.kind).toBe('mfa');
      return ask(ANSWER, { challenge: challenge!.challenge, code });
    };
    await doubles(
      () => tryCode('000000'),
      async () => tryCode(await totp(startMfaSetup.secret)),
    );
    const { rows } = await house.database.identity.query(
      'select kind, scope from pool_try where user_id = $1 and failed_tries > 0 order by scope',
      [userId],
    );
    expect(rows).toEqual([
      { kind: 'mfa', scope: 'account' },
      { kind: 'mfa', scope: 'here' },
    ]);
    expect((await tryCode(recovery[0]!)).data?.answerMfa?.session?.token).toBeTruthy();
  });

  it('of codes by mail is its own, doubles, and counts invitations with forgotten passwords; again the same for nobody', async () => {
    const mails = catchMails();
    const email = 'codes@nordlicht.example';
    await addPerson(house, email);
    const password = 'another long password';
    for (const address of [email, 'nobody-codes@nordlicht.example']) {
      const began = later;
      await doubles(
        (count) => ask(count % 2 === 0 ? RESET : INITIAL, { email: address, code: '00000000', password }),
        () => ask(RESET, { email: address, code: '11111111', password }),
      );
      wait(-(later - began) / MINUTE);
    }
    expect((await ask(SIGN_IN, { email, password: PASSWORD })).data?.signIn?.session).toBeTruthy();
    wait(16);
    const mail = mails.next();
    expect((await ask(REQUEST, { email })).data).toEqual({ requestPasswordReset: true });
    const code = CODE.exec(await mail)![0];
    expect((await ask(RESET, { email, code, password })).data).toEqual({ resetPassword: true });
    mails.stop();
  });
});

describe('every operation that takes a secret', () => {
  const password = 'another long password';
  /** Wrong data of each, for somebody with or without a second factor. */
  const operations: Readonly<
    Record<string, { factor?: true; wrong: (who: { email: string; challenge: string }) => Record<string, string> }>
  > = {
    signIn: { wrong: ({ email }) => ({ email, password: 'wrong wrong wrong' }) },
    answerMfa: { factor: true, wrong: ({ challenge }) => ({ challenge, code: '000000' }) },
    setInitialPassword: { wrong: ({ email }) => ({ email, code: 'no-code', password }) },
    resetPassword: { wrong: ({ email }) => ({ email, code: '00000000', password }) },
    confirmMfaSetup: { wrong: () => ({ code: '000000' }) },
    disableMfa: { factor: true, wrong: () => ({ code: '000000' }) },
    renewRecoveryCodes: { factor: true, wrong: () => ({ code: 'aaaaa-aaaaa' }) },
    changePassword: { wrong: () => ({ currentPassword: 'wrong wrong wrong', password }) },
  };
  const mutations = SERVICES.find(({ name }) => name === 'identity')!
    .schema.getMutationType()!
    .getFields();

  it('is listed here', () => {
    const taking = Object.values(mutations).filter(({ args }) => args.some(({ name }) => /code|password/i.test(name)));
    expect(Object.keys(operations).sort()).toEqual(taking.map(({ name }) => name).sort());
  });

  it.each(Object.entries(operations))('locks after five wrong tries: %s', async (name, { factor, wrong: data }) => {
    const email = `every-${name.toLowerCase()}@nordlicht.example`;
    await addPerson(house, email);
    const { token } = (await ask(SIGN_IN, { email, password: PASSWORD })).data!.signIn!.session!;
    const { data: started } = await ask('mutation { startMfaSetup { secret } }', {}, { token });
    const { secret } = started!.startMfaSetup as unknown as { secret: string };
    let challenge = '';
    if (factor) {
      await ask('mutation ($code: String!) { confirmMfaSetup(code: $code) }', { code: await totp(secret) }, { token });
      challenge = (await ask(SIGN_IN, { email, password: PASSWORD })).data!.signIn!.challenge!.challenge;
    }
    const variables = data({ email, challenge });
    const declared = Object.keys(variables).map((key) => `$${key}: String!`);
    const passed = Object.keys(variables).map((key) => `${key}: $${key}`);
    const answers = isObjectType(getNamedType(mutations[name]!.type)) ? ' { session { token } }' : '';
    const document = `mutation (${declared.join(', ')}) { ${name}(${passed.join(', ')})${answers} }`;
    const codes = [];
    for (let tries = 0; tries < 6; tries++) codes.push((await ask(document, variables, { token })).code);
    expect(new Set(codes.slice(0, 5)).size).toBe(1);
    expect(codes[0]).toMatch(/^(UNAUTHENTICATED|INVALID_INPUT)$/);
    expect(codes[5]).toBe('RATE_LIMITED');
  });
});

describe('a page of signing in', () => {
  const password = 'another long password';
  it.each([
    ['a password', (email: string) => wrong(email)],
    ['a code', (email: string) => ask(RESET, { email, code: '00000000', password })],
    ['an invitation', (email: string) => ask(INITIAL, { email, code: 'no-code', password })],
  ] as const)('takes as long for nobody as for somebody: %s', async (name, page) => {
    const email = `time-${name.replace(' ', '')}@nordlicht.example`;
    await addPerson(house, email);
    const time = async (address: string) => {
      const began = performance.now();
      await page(address);
      return performance.now() - began;
    };
    const [present, absent]: [number[], number[]] = [[], []];
    for (let round = 0; round < 5; round++) {
      present.push(await time(email));
      absent.push(await time(`nobody-${email}`));
    }
    // The password's hash is nearly all of it; without it the answer would come ten times as fast. The fastest answer tells of the work
    // alone: what else the machine does only makes answers slower.
    expect(Math.min(...absent)).toBeGreaterThan(Math.min(...present) / 3);
    expect(Math.min(...present)).toBeGreaterThan(Math.min(...absent) / 3);
  });

  it('asks the database the same for nobody as for somebody who has forgotten a password, and answers before any mail', async () => {
    const mails = catchMails();
    const email = 'same@nordlicht.example';
    await addPerson(house, email);
    const { identity } = house.database;
    const [connect, query] = [vi.spyOn(identity, 'connect'), vi.spyOn(identity, 'query')];
    const counts = [];
    for (const address of [email, 'same-nobody@nordlicht.example']) {
      const before = [connect.mock.calls.length, query.mock.calls.length] as const;
      expect((await ask(REQUEST, { email: address })).data).toEqual({ requestPasswordReset: true });
      counts.push([connect.mock.calls.length - before[0], query.mock.calls.length - before[1]]);
    }
    expect(counts[1]).toEqual(counts[0]);
    await expect.poll(() => mails.all().length).toBe(1);
    vi.restoreAllMocks();
  });
});
