/** Lock-out per way in, and nothing that tells whether somebody exists. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '../../../core/time.ts';
import { useClock } from '../../platform/clock.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { ANSWER, addPerson, browserOf, catchMails, PASSWORD, REQUEST, RESET, SIGN_IN, totp } from './identity.testing.ts';

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

const wrong = (email: string) => ask(SIGN_IN, { email, password: 'wrong wrong wrong' });

describe('lock-out', () => {
  it('doubles after five wrong passwords, holds the right one off too, and ends with it', async () => {
    const email = 'doubling@nordlicht.example';
    await addPerson(house, email);
    for (let tries = 0; tries < 5; tries++) expect((await wrong(email)).code).toBe('UNAUTHENTICATED');
    expect((await ask(SIGN_IN, { email, password: PASSWORD })).message).toBe('Too many tries. Try again in 1 min.');
    for (const minutes of [2, 4, 8]) {
      wait(minutes / 2 + 0.1);
      expect((await wrong(email)).code).toBe('UNAUTHENTICATED');
      expect((await wrong(email)).message).toBe(`Too many tries. Try again in ${minutes} min.`);
    }
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

  it('of the second factor is its own: the password stays open', async () => {
    const email = 'factor@nordlicht.example';
    const userId = await addPerson(house, email);
    const signed = await ask(SIGN_IN, { email, password: PASSWORD });
    const token = signed.data!.signIn!.session!.token;
    const { startMfaSetup } = await house.call<{ startMfaSetup: { secret: string } }>(
      'identity',
      'mutation { startMfaSetup { secret } }',
      {},
      token,
    );
    await house.call(
      'identity',
      'mutation ($code: String!) { confirmMfaSetup(code: $code) }',
      { code: await totp(startMfaSetup.secret) },
      token,
    );
    const { challenge } = (await ask(SIGN_IN, { email, password: PASSWORD })).data!.signIn!;
    for (let tries = 0; tries < 5; tries++)
      expect(await ask(ANSWER, { challenge: challenge!.challenge, code: '000000' })).toMatchObject({
        code: 'INVALID_INPUT',
        field: 'code',
      });
    const right = await totp(startMfaSetup.secret, 1);
    expect((await ask(ANSWER, { challenge: challenge!.challenge, code: right })).code).toBe('RATE_LIMITED');
    expect((await ask(SIGN_IN, { email, password: PASSWORD })).data!.signIn!.challenge!.kind).toBe('mfa');
    const { rows } = await house.database.identity.query('select kind from pool_lock where user_id = $1', [userId]);
    expect(rows).toEqual([{ kind: 'mfa' }]);
  });

  it('of codes is its own too, and again the same for nobody', async () => {
    const mails = catchMails();
    const email = 'codes@nordlicht.example';
    await addPerson(house, email);
    for (const address of [email, 'nobody-codes@nordlicht.example']) {
      expect((await ask(REQUEST, { email: address })).data).toEqual({ requestPasswordReset: true });
      const tries = [];
      for (let count = 0; count < 6; count++)
        tries.push(await ask(RESET, { email: address, code: '00000000', password: 'another long password' }));
      expect(tries.map(({ code, field }) => [code, field])).toEqual([
        ...Array(5).fill(['INVALID_INPUT', 'code']),
        ['RATE_LIMITED', undefined],
      ]);
    }
    expect((await ask(SIGN_IN, { email, password: PASSWORD })).data?.signIn?.session).toBeTruthy();
    mails.stop();
  });
});

describe('a sign-in page', () => {
  it('takes as long for nobody as for somebody', async () => {
    const email = 'time@nordlicht.example';
    await addPerson(house, email);
    const time = async (address: string) => {
      const began = performance.now();
      await wrong(address);
      return performance.now() - began;
    };
    const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
    const [present, absent]: [number[], number[]] = [[], []];
    for (let round = 0; round < 4; round++) {
      present.push(await time(email));
      absent.push(await time('time-nobody@nordlicht.example'));
    }
    // The password's hash is nearly all of it; without it the answer would come ten times as fast.
    expect(median(absent)).toBeGreaterThan(median(present) / 3);
    expect(median(present)).toBeGreaterThan(median(absent) / 3);
  });
});
