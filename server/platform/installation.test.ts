import { afterEach, expect, it } from 'vitest';
import { uuidv7 } from '../../core/id.ts';
import { DEMO_USERS, fillDemo } from '../demo/demo.ts';
import { createClient } from '../services/backoffice/backoffice.logic.ts';
import { putPersonWithPassword } from '../services/identity/identity.logic.ts';
import { readConfig } from './config.ts';
import { allowsSandboxes, notePurpose, readPurpose, requireLiveDatabase, StartRefusal } from './installation.ts';
import { inClient } from './tenancy.ts';
import { startProgram } from './testing.programs.ts';
import { openTestHouse, type TestHouse, testDatabase } from './testing.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function empty() {
  const { database, drop } = await testDatabase(null);
  closers.push(drop);
  return database;
}
const newClient = (isDemo: boolean) => ({
  clientId: uuidv7(),
  name: 'Nordlicht Energie',
  currency: 'EUR',
  timezone: 'Europe/Berlin',
  countryCode: 'DE',
  isDemo,
  createdAt: Date.now() as never,
});

it('an empty database is what it is first filled as, however many processes say so at once', async () => {
  const database = await empty();
  expect(await readPurpose(database)).toBe(null);
  const said = await Promise.all([notePurpose(database, 'live'), notePurpose(database, 'demo'), notePurpose(database, 'test')]);
  expect(new Set(said).size).toBe(1);
  expect(await notePurpose(database, 'demo')).toBe(said[0]);
  expect(await readPurpose(database)).toBe(said[0]);
});

it('a database of an earlier release is judged by its clients, whatever is said later', async () => {
  const demo = await empty();
  await createClient(demo, newClient(true));
  await createClient(demo, newClient(false));
  expect(await readPurpose(demo)).toBe('demo');
  expect(await notePurpose(demo, 'live')).toBe('demo');
  const live = await empty();
  await createClient(live, newClient(false));
  expect(await notePurpose(live, 'demo')).toBe('live');
});

it('a production start makes an empty database live and refuses a demo and a test database with what to do', async () => {
  const live = await empty();
  await requireLiveDatabase(live, 'The database of DATABASE_URL');
  expect(await readPurpose(live)).toBe('live');
  await requireLiveDatabase(live, 'The database of DATABASE_URL');
  for (const purpose of ['demo', 'test'] as const) {
    const database = await empty();
    await notePurpose(database, purpose);
    const refused = await requireLiveDatabase(database, 'The database in /data').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartRefusal);
    expect((refused as Error).message).toMatch(/^The database in \/data was made .*QUITTANCE_DATA.*DATABASE_URL.*npm run create-client/s);
  }
});

/** Runs a program of the product against a database as an operator would. @returns its exit code and everything it wrote. */
function program(url: string, file: string, args: readonly string[], env: Record<string, string> = {}) {
  const secret = 'secret-of-a-production-start-0123456789';
  const production = { NODE_ENV: 'production', DATABASE_URL: url, QUITTANCE_SECRET: secret, PUBLIC_URL: 'https://x.example' };
  return startProgram(file, args, { ...production, ...env }).done;
}

it('every role of a production start refuses a demo database, as does create-client', async () => {
  const database = await empty();
  await createClient(database, newClient(true));
  for (const role of ['all', 'web', 'worker']) {
    const { code, text } = await program(database.url, 'main.ts', ['--role', role]);
    expect(code).toBe(1);
    expect(text).toMatch(/^The database of DATABASE_URL was made as a demo.*npm run create-client`\.\n$/s);
  }
  const person = ['--email', 'ada@nordlicht.example', '--user', 'Ada Petersen'];
  const wanted = ['--name', 'Nord', '--currency', 'EUR', '--timezone', 'Europe/Berlin', '--country', 'DE', ...person];
  const command = 'services/backoffice/create-client.command.ts';
  const password = { QUITTANCE_PASSWORD: 'correct horse battery staple' };
  const refused = await program(database.url, command, wanted, password);
  expect(refused.code).toBe(1);
  expect(refused.text).toContain('was made as a demo');
  const { rows } = await database.owner.query('select count(*) from pool_user');
  expect(rows[0].count).toBe(0n);
  expect(await program(database.url, command, [...wanted, '--locale', 'xx_XX'], password)).toMatchObject({
    code: 1,
    text: expect.stringContaining('--locale: '),
  });
  const developed = await program(database.url, command, wanted, { ...password, NODE_ENV: 'development' });
  expect(developed).toMatchObject({ code: 0 });
  expect(developed.text).toContain('This database was made as a demo: a production start over it is refused.');
  const live = await empty();
  const british = wanted.map((word) => (word === 'DE' ? 'GB' : word));
  expect(await program(live.url, command, british, password)).toMatchObject({ code: 0 });
  expect(await program(live.url, command, [...wanted, '--locale', 'nl_NL'], password)).toMatchObject({ code: 0 });
  expect((await live.owner.query('select default_locale, feature_flags from client order by default_locale')).rows).toEqual([
    { default_locale: 'en_GB', feature_flags: { HOME_PAGE: true } },
    { default_locale: 'nl_NL', feature_flags: { HOME_PAGE: true } },
  ]);
  // What an operator types in an emergency.
  const hold = 'hold-sending.command.ts';
  expect(await program(live.url, hold, [])).toMatchObject({ code: 1, text: expect.stringContaining('Enter a reason') });
  expect(await program(live.url, hold, ['--reason', 'wrong balances'])).toMatchObject({
    code: 0,
    text: expect.stringContaining('wrong balances'),
  });
  expect((await live.owner.query('select held_reason from installation')).rows).toEqual([{ held_reason: 'wrong balances' }]);
  expect(await program(live.url, hold, ['--resume'])).toMatchObject({ code: 0, text: expect.stringContaining('Sending goes on') });
  expect(await program(live.url, hold, ['--resume'])).toMatchObject({ code: 0, text: 'Sending was not held.\n' });
  // The command has made its own logins, to whom alone the database belongs now.
  expect((await live.owner.query('select purpose from installation')).rows).toEqual([{ purpose: 'live' }]);
});

it('a live database is never filled with a demo', async () => {
  const database = await empty();
  await notePurpose(database, 'live');
  expect(await fillDemo({ database, config: readConfig({ NODE_ENV: 'development' }), asOwner: null, close: async () => {} })).toBe(false);
  const { rows } = await database.owner.query('select (select count(*) from client) + (select count(*) from pool_user) as count');
  expect(rows[0].count).toBe(0n);
});

it('a demo database names the demo’s login only while there is one', async () => {
  const database = await empty();
  await notePurpose(database, 'demo');
  const start = () => fillDemo({ database, config: readConfig({ NODE_ENV: 'development' }), asOwner: null, close: async () => {} });
  await putPersonWithPassword(database, { email: 'own@nordlicht.example', name: 'Own', password: 'correct horse battery staple' });
  expect(await start()).toBe(false);
  await putPersonWithPassword(database, { email: DEMO_USERS[0]!.email, name: 'Ada', password: 'correct horse battery staple' });
  expect(await start()).toBe(true);
});

it('neither the application nor sign-in can change what a database was made for', async () => {
  const database = await empty();
  await notePurpose(database, 'live');
  const clientId = await createClient(database, newClient(false));
  for (const statement of [
    `update installation set purpose = 'demo'`,
    'delete from installation',
    `insert into installation (is_only, purpose, release, made_at) values (true, 'demo', '1', now())`,
  ]) {
    await expect(inClient(database, clientId, (tx) => tx.sql(statement))).rejects.toThrow('permission denied');
    await expect(database.identity.query(statement)).rejects.toThrow('permission denied');
  }
  expect(await inClient(database, clientId, allowsSandboxes)).toBe(false);
  expect((await database.identity.query('select purpose from installation')).rows).toEqual([{ purpose: 'live' }]);
});

it('sign-in names users of a demo only, and none in production', async () => {
  const hints = async (house: TestHouse) => {
    await house.database.owner.query(
      `insert into pool_user (user_id, email, name, created_at) values ($1, 'ada@demo.quittance.example', 'Ada', now())`,
      [uuidv7()],
    );
    const { getSignInHints } = await house.call<{ getSignInHints: { demoUsers: string[] } }>(
      'identity',
      '{ getSignInHints { demoUsers } }',
      {},
      null,
    );
    return getSignInHints.demoUsers;
  };
  const open = async (options: Parameters<typeof openTestHouse>[1]) => {
    const house = await openTestHouse(undefined, options);
    closers.push(house.close);
    return house;
  };
  expect(await hints(await open({ purpose: 'demo' }))).toEqual(['ada@demo.quittance.example']);
  expect(await hints(await open({ purpose: 'live' }))).toEqual([]);
  expect(await hints(await open({ purpose: 'demo', production: true }))).toEqual([]);
});
