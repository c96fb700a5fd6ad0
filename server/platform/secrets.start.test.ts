/** Starts over a database that another secret was used with, runs of migrations that are killed, and releases that come too late. */
import { createCipheriv, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { uuidv7 } from '../../core/id.ts';
import { earlierSecretsOf } from './config.ts';
import { createKeyRing } from './keyRing.ts';
import { addressesOf, databaseOf, LOGIN_PURPOSES, loginsOf } from './logins.ts';
import { migrateDatabase } from './migrate.ts';
import { migrations } from './migrations.ts';
import { readJournal } from './schema.ts';
import { type Program, startProgram } from './testing.programs.ts';
import { testDatabase } from './testing.ts';

const RIGHT = 'the secret of this database, 0123456789';
const WRONG = 'the secret of another one, 0123456789';
let base: Awaited<ReturnType<typeof testDatabase>>;
const places: string[] = [];
const programs: Program[] = [];
const folder = mkdtempSync(path.join(os.tmpdir(), 'quittance-start-'));
beforeAll(async () => {
  base = await testDatabase();
});
afterAll(async () => {
  for (const { child } of programs) child.kill('SIGKILL');
  for (const name of places) {
    await base.database.owner.query(`drop database if exists ${name} with (force)`);
    for (const secret of [RIGHT, WRONG])
      for (const duty of LOGIN_PURPOSES) await base.database.owner.query(`drop role if exists ${loginsOf(secret, name)[duty].name}`);
  }
  await base.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** An address of a database without anything in it. */
async function empty(): Promise<string> {
  const name = `start_${uuidv7().replaceAll('-', '')}`;
  await base.database.owner.query(`create database ${name}`);
  places.push(name);
  return base.database.url.replace(/\/test_\w+\?/, `/${name}?`);
}

/** A program of the product as an operator runs it. */
function run(file: string, url: string, secret: string, args: readonly string[] = []) {
  const program = startProgram(file, args, {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://x.example',
    DATABASE_URL: url,
    QUITTANCE_SECRET: secret,
    QUITTANCE_DATA: folder,
    QUITTANCE_SECRET_PREVIOUS: '',
  });
  programs.push(program);
  return program;
}
const migrate = (url: string, secret: string) => run('platform/migrate.command.ts', url, secret).done;

async function asOwner<Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Everything a start could have changed: logins with their passwords and memberships, rights, notes of secrets. */
/** What a start could write: the logins of this database under either secret, and its own rows. Other databases of the server come and go. */
const stateOf = (url: string) => {
  const logins = [RIGHT, WRONG]
    .flatMap((secret) => LOGIN_PURPOSES.map((duty) => `'${loginsOf(secret, databaseOf(url))[duty].name}'`))
    .join(', ');
  return asOwner(
    url,
    `select (select datacl::text from pg_database where datname = current_database()) as rights,
       (select string_agg(rolname || rolpassword || rolcanlogin, ' ' order by rolname) from pg_authid where rolname in (${logins})) as logins,
       (select string_agg(roleid::text || member, ' ' order by roleid, member) from pg_auth_members
        where member in (select oid from pg_authid where rolname in (${logins}))) as members,
       (select string_agg(key_id || canary, ' ' order by key_id) from pool_secret) as secrets,
       (select count(*) from pool_key) as keys, (select count(*) from installation) as notes`,
  );
};

it('writes nothing where the secret is wrong, and the processes of the right one keep their logins', async () => {
  const url = await empty();
  expect(await migrate(url, RIGHT)).toMatchObject({ code: 0 });
  const running = run('main.ts', url, RIGHT, ['--role', 'worker']);
  await expect.poll(() => running.said()).toContain('role worker');
  const before = await stateOf(url);
  for (const [file, args] of [
    ['main.ts', []],
    ['main.ts', ['--role', 'worker']],
    ['platform/migrate.command.ts', []],
    ['rotate-secret.command.ts', []],
    ['hold-sending.command.ts', ['--reason', 'wrong balances']],
  ] as const) {
    const { code, text } = await run(file, url, WRONG, args).done;
    expect(text, file).toMatch(/^QUITTANCE_SECRET is not the secret of this database: .* QUITTANCE_SECRET_PREVIOUS\.\n$/);
    expect(code, file).toBe(1);
    expect(await stateOf(url), file).toEqual(before);
  }
  const login = new pg.Client({ connectionString: addressesOf(url, loginsOf(RIGHT, databaseOf(url))).app });
  await login.connect();
  await login.end();
  // A release that can work with the schema no longer ends by itself, and says why.
  expect(running.child.exitCode).toBe(null);
  const newer = (readJournal().at(-1)?.when ?? 0) + 1;
  await asOwner(url, `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer release', $1)`, [newer]);
  await asOwner(url, 'update drizzle.schema_range set works_from = $1', [newer]);
  const ended = await running.done;
  expect(ended.text).toContain('The database belongs to a newer release and this one can no longer work with it.');
  expect(ended.code).toBe(1);
});

it('asks what an earlier release has sealed, where no secret was noted yet', async () => {
  const url = await empty();
  expect(await migrate(url, RIGHT)).toMatchObject({ code: 0 });
  expect(await asOwner(url, 'select * from pool_secret')).toEqual([]);
  // Sealed as releases did that knew no key ids.
  const userId = uuidv7();
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', createKeyRing([RIGHT]).newest.derive('credentials'), nonce).setAAD(Buffer.from(userId));
  const body = Buffer.concat([cipher.update('JBSWY3DPEHPK3PXP', 'utf8'), cipher.final()]);
  const sealed = Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
  await asOwner(
    url,
    `insert into pool_user (user_id, email, name, mfa_secret, created_at) values ($1, 'ada@x.example', 'Ada', $2, now())`,
    [userId, sealed],
  );
  const before = await stateOf(url);
  const wrong = await migrate(url, WRONG);
  expect(wrong.text).toMatch(/^QUITTANCE_SECRET is not the secret of this database: it opens none/);
  expect(wrong.code).toBe(1);
  expect(await stateOf(url)).toEqual(before);
  expect(await migrate(url, RIGHT)).toMatchObject({ code: 0 });
});

it('killed again and again, npm run migrate ends with the schema of a run that nobody killed', async () => {
  const url = await empty();
  const shape = (address: string) =>
    asOwner(
      address,
      `select (select md5(string_agg(concat_ws(' ', table_schema, table_name, column_name, data_type, is_nullable, column_default), ',' order by table_schema, table_name, column_name))
         from information_schema.columns where table_schema in ('public', 'graphile_worker')) as columns,
       (select md5(string_agg(indexdef, ',' order by indexdef)) from pg_indexes where schemaname = 'public') as indexes,
       (select count(*) from pg_index where not indisvalid) as broken,
       (select md5(string_agg(concat_ws(' ', tablename, policyname, qual, with_check), ',' order by tablename, policyname)) from pg_policies where schemaname = 'public') as policies,
       (select count(*) from drizzle.__drizzle_migrations) as ran`,
    );
  // A new database is made in one transaction; one of an early release is brought up part by part.
  await migrateDatabase(url, { until: migrations()[0]! });
  const watcher = new pg.Client({ connectionString: url });
  await watcher.connect();
  const done = async () =>
    Number((await watcher.query('select count(*) from drizzle.__drizzle_migrations').catch(() => null))?.rows[0].count ?? 0);
  const stoppedAt: number[] = [];
  for (const until of [4, 12, 20]) {
    const migrating = run('platform/migrate.command.ts', url, RIGHT);
    while (migrating.child.exitCode === null && (await done()) < until);
    // Nothing more can be noted as done: the run is in the middle of something when it is killed.
    await watcher.query('begin; lock table drizzle.__drizzle_migrations in share mode');
    migrating.child.kill('SIGKILL');
    expect((await migrating.done).code).toBe(null);
    stoppedAt.push(await done());
    await watcher.query('rollback');
  }
  await watcher.end();
  expect(stoppedAt[0]).toBeLessThan(readJournal().length);
  expect(stoppedAt[0]).toBeGreaterThan(1);
  expect(await migrate(url, RIGHT)).toMatchObject({ code: 0 });
  expect(await shape(url)).toEqual(await shape(base.database.url));
});

it('names a secret with a comma as an earlier one in JSON', () => {
  expect(earlierSecretsOf('one, two,')).toEqual(['one', 'two']);
  expect(earlierSecretsOf('["one, with a comma","two"]')).toEqual(['one, with a comma', 'two']);
  expect(() => earlierSecretsOf('[one, two')).toThrow('no list in JSON');
});
