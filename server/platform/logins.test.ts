/** What somebody reaches who runs statements of their own on the product's connections, and that nobody's rows stay behind on them. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '../../core/id.ts';
import { addressesOf, type Duty, databaseOf, LOGIN_PURPOSES, loginsOf, namesOwner } from './logins.ts';
import { migrateDatabase } from './migrate.ts';
import { openOwned, TEST_SECRET } from './owned.ts';
import { inClient } from './tenancy.ts';
import { connectDuties } from './testing.logins.ts';
import { openTestHouse, type TestHouse } from './testing.ts';

let house: TestHouse;
let connections: Record<Duty, pg.Client>;
beforeAll(async () => {
  house = await openTestHouse();
  connections = await connectDuties(house);
});
afterAll(async () => {
  for (const connection of Object.values(connections)) await connection.end();
  await house.close();
});

/** @returns the error's code, or null when the statement ran. */
const refusal = (duty: Duty, text: string, values: unknown[] = []) =>
  connections[duty].query(text, values).then(
    () => null,
    (error: { code?: string }) => error.code ?? 'lost',
  );
const FORBIDDEN = '42501';

describe.each(LOGIN_PURPOSES)('the login for %s', (duty) => {
  it('owns nothing, may do nothing to the cluster and belongs to its own duty alone', async () => {
    const { rows } = await connections[duty].query(
      `select r.rolsuper, r.rolbypassrls, r.rolcreaterole, r.rolcreatedb, r.rolreplication,
         (select count(*)::int from pg_shdepend d where d.refobjid = r.oid and d.deptype = 'o') as owned,
         array(select m.roleid::regrole::text from pg_auth_members m where m.member = r.oid) as member_of
       from pg_roles r where r.rolname = session_user`,
    );
    expect(rows[0]).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      owned: 0,
      member_of: [`quittance_${duty}`],
    });
  });

  it('can’t become another role', async () => {
    const { rows } = await connections[duty].query('select rolname from pg_roles where rolname <> session_user');
    expect(rows.length).toBeGreaterThan(10);
    for (const { rolname } of rows) {
      expect(await refusal(duty, `set role "${rolname}"`), rolname).toBe(FORBIDDEN);
      expect(await refusal(duty, `set session authorization "${rolname}"`), rolname).toBe(FORBIDDEN);
    }
    await connections[duty].query('reset role');
    const { rows: self } = await connections[duty].query('select current_user = session_user as same');
    expect(self[0].same).toBe(true);
  });

  it('reaches neither programs nor files, makes nothing that lasts, and changes no rule', async () => {
    for (const text of [
      `copy (select 1) to program 'id'`,
      `copy (select 1) to '/tmp/quittance-copied'`,
      `select pg_read_file('/etc/passwd')`,
      `select pg_ls_dir('.')`,
      `select lo_import('/etc/passwd')`,
      'create table public.mine (a int)',
      'create schema mine',
      'create function public.search_bits(a text) returns bigint language sql as $$ select 1::bigint $$',
      'create extension pg_prewarm',
      'alter table account disable row level security',
      'alter table account no force row level security',
      'drop policy client_isolation on account',
      'create policy mine on account using (true)',
      'alter role current_user bypassrls',
      "alter system set log_statement = 'all'",
      'truncate event',
      'select rolpassword from pg_authid',
      'select lo_create(0)',
      `select lo_from_bytea(0, 'kept beside every policy')`,
      'select lo_open(1, 131072)',
      `select lo_put(1, 0, 'x')`,
      'select lo_unlink(1)',
      // Trusted ones need no superuser, but a right to create in the database.
      'create extension dblink',
      'create extension postgres_fdw',
      'create extension pg_trgm schema public',
      'select * from pg_hba_file_rules',
      'alter database postgres set search_path = pg_temp',
    ])
      expect(await refusal(duty, text), text).toBe(FORBIDDEN);
  });

  it('sees of other logins that they are there, not what they ask, and ends none of them', async () => {
    const others = LOGIN_PURPOSES.filter((each) => each !== duty);
    for (const other of others) await connections[other].query(`select 'said by ${other}' as secret`);
    const { rows } = await connections[duty].query<{ pid: number; query: string }>(
      `select pid, query from pg_stat_activity where datname = current_database() and usename <> session_user`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(others.length);
    expect(new Set(rows.map(({ query }) => query))).toEqual(new Set(['<insufficient privilege>']));
    for (const { pid } of rows)
      for (const end of ['pg_terminate_backend', 'pg_cancel_backend'])
        expect(await refusal(duty, `select ${end}($1)`, [pid]), end).toBe(FORBIDDEN);
  });
});

it('the application sees one client, whatever it sets', async () => {
  const app = connections.app;
  const count = async (text: string) => Number((await app.query(text)).rows[0].count);
  expect(await count('select count(*) from client')).toBe(0);
  await app.query(`begin; set local app.client_id = '${house.clientA}'`);
  expect(await count('select count(*) from client_user')).toBe(1);
  expect((await app.query('select client_id from client_user')).rows).toEqual([{ client_id: house.clientA }]);
  for (const table of ['searchable_account', 'searchable_claim']) await app.query(`select * from ${table}`);
  await app.query('commit');
  for (const value of ['', '*', 'null', "' or true --", `{${house.clientA},${house.clientB}}`]) {
    await app.query(`select set_config('app.client_id', $1, false)`, [value]);
    expect(await refusal('app', 'select 1 from client_user where false or true').then((code) => code ?? 'none')).toMatch(/22P02|none/);
    const seen = await app.query('select count(*)::int from client_user').then(
      ({ rows }) => rows[0].count,
      () => 0,
    );
    expect(seen, value).toBe(0);
  }
  await app.query('reset app.client_id');
  // Turned off, row-level security refuses instead of showing.
  await app.query('set row_security = off');
  expect(await refusal('app', 'select * from client_user')).toBe(FORBIDDEN);
  await app.query('reset row_security');
  await app.query(`select set_config('quittance.maintenance', 'on', false)`);
  expect(await count('select count(*) from client_user')).toBe(0);
  expect(await count('select count(*) from searchable_account')).toBe(0);
  await app.query('reset quittance.maintenance');
});

it('the application reads neither the user pool nor the queue, and takes nothing back that is written for good', async () => {
  await connections.app.query(`select set_config('app.client_id', $1, false)`, [house.clientA]);
  for (const text of [
    'select * from pool_user',
    'select * from pool_key',
    'update pool_user set is_enabled = false',
    'select payload from graphile_worker._private_jobs',
    'select * from graphile_worker.jobs',
    `select graphile_worker.add_job('outbox.drain')`,
    'delete from event',
    'update event set actor_id = null',
    'delete from ledger_entry',
    'delete from event_seal',
    'update drizzle.schema_range set works_from = null',
    'delete from drizzle.__drizzle_migrations',
  ])
    expect(await refusal('app', text), text).toBe(FORBIDDEN);
  await connections.app.query('reset app.client_id');
});

it('sign-in reads no tenant data, and background work reads where something is due and not what', async () => {
  for (const text of [
    'select * from account',
    'select * from client_user',
    'select * from event',
    'select timezone from client',
    'select * from searchable_account',
  ])
    for (const duty of ['identity', 'worker'] as const) expect(await refusal(duty, text), text).toBe(FORBIDDEN);
  expect(await refusal('identity', 'select * from graphile_worker._private_jobs')).toBe(FORBIDDEN);
  for (const duty of ['identity', 'worker'] as const) expect(await refusal(duty, 'create temporary table mine (a int)')).toBe(FORBIDDEN);
  for (const text of [
    'select name from client',
    'select rendered from outbox',
    'select * from strategy_run',
    'select * from pool_user',
    'delete from client',
    'update outbox set status = null',
  ])
    expect(await refusal('worker', text), text).toBe(FORBIDDEN);
  const { rows } = await connections.worker.query('select client_id from client');
  expect(rows.map(({ client_id }) => client_id)).toEqual(expect.arrayContaining([house.clientA, house.clientB]));
});

it('a temporary table stands before none of ours', async () => {
  await connections.app.query('create temporary table client_user (client_id uuid, name text)');
  await connections.app.query(`begin; set local app.client_id = '${house.clientA}'`);
  const { rows } = await connections.app.query('select name from client_user');
  expect(rows).toEqual([{ name: 'Staff of Nordlicht Energie' }]);
  await connections.app.query('commit; drop table pg_temp.client_user');
});

it('a connection that comes back keeps nothing of its client, prepared statements included', async () => {
  const { database, clientA, clientB } = house;
  const few = openOwned(database.url, { like: databaseOf(database.url), poolSize: 1, readers: 1 });
  try {
    const read = (clientId: string, readOnly: boolean) =>
      inClient(few, clientId, (tx) => tx.prepared<{ client_id: string }>('select client_id from client_user where $1', [true]), {
        readOnly,
      });
    for (const readOnly of [false, true])
      for (const clientId of [clientA, clientB, clientA, clientB])
        expect(await read(clientId, readOnly)).toEqual([{ client_id: clientId }]);
    await expect(inClient(few, clientA, (tx) => tx.sql('select 1 / 0'))).rejects.toThrow();
    for (const pool of [few.app, few.readers]) {
      const { rows } = await pool.query(
        `select count(*)::int, nullif(current_setting('app.client_id', true), '') as client from client_user`,
      );
      expect(rows).toEqual([{ count: 0, client: null }]);
    }
    await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const clientId = index % 2 ? clientA : clientB;
        expect(await read(clientId, index % 3 === 0)).toEqual([{ client_id: clientId }]);
      }),
    );
  } finally {
    await few.close();
  }
});

it('every table of tenant data is under forced row-level security', async () => {
  const { rows } = await house.database.owner.query(
    `select c.relname, c.relrowsecurity, c.relforcerowsecurity from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id') order by 1`,
  );
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.filter((row) => !row.relrowsecurity || !row.relforcerowsecurity)).toEqual([]);
});

it('a statement that nobody ends is ended', async () => {
  const { rows } = await connections.app.query(
    `select name, setting::int from pg_settings where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name`,
  );
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: 60_000 },
    { name: 'statement_timeout', setting: 60_000 },
  ]);
});

describe('an owner who is no superuser', () => {
  it('migrates, and its own views and functions are bound by the policies too', async () => {
    const name = `managed_${uuidv7().replaceAll('-', '').slice(0, 20)}`;
    const { owner } = house.database;
    await owner.query(`create role ${name} login createrole password 'managed'`);
    // The roles that carry rights are there already: on a cluster of its own, whoever made them is their administrator.
    for (const role of ['app', 'identity', 'worker', 'partner', 'search'])
      await owner.query(`grant quittance_${role} to ${name} with admin true, inherit false`);
    await owner.query(`create database ${name} owner ${name}`);
    const url = house.database.url.replace(/\/\/[^@]+@/, `//${name}:managed@`).replace(/\/test_\w+\?/, `/${name}?`);
    try {
      await migrateDatabase(url, { secrets: [TEST_SECRET] });
      await migrateDatabase(url, { secrets: [TEST_SECRET] });
      const managed = openOwned(url);
      try {
        const clientId = uuidv7();
        const accountId = uuidv7();
        await inClient(managed, clientId, async (tx) => {
          await tx.sql(
            `insert into client (client_id, name, currency, timezone, country_code, created_at) values ($1, 'Managed', 'EUR', 'UTC', 'DE', now())`,
            [clientId],
          );
        });
        expect((await managed.owner.query('select * from client')).rows).toEqual([]);
        await managed.owner.query(`begin; set local quittance.maintenance = 'on'`).catch(() => {});
        expect((await managed.worker.query('select client_id from client')).rows).toEqual([{ client_id: clientId }]);
        expect(
          await inClient(managed, clientId, (tx) => tx.sql('select * from searchable_account where account_id = $1', [accountId])),
        ).toEqual([]);
        await inClient(managed, clientId, (tx) =>
          tx.sql(`select refresh_statistics(), enqueue_job('outbox.sweep', '{}', null, now(), null)`),
        );
        expect((await managed.worker.query('select count(*)::int from graphile_worker._private_jobs')).rows).toEqual([{ count: 1 }]);
      } finally {
        await managed.close();
      }
    } finally {
      const logins = loginsOf(TEST_SECRET, name);
      await owner.query(`drop database ${name} with (force)`);
      for (const duty of LOGIN_PURPOSES) await owner.query(`drop role if exists ${logins[duty].name}`);
      await owner.query(`drop owned by ${name}; drop role ${name}`);
    }
  });
});

it('what a login sets for itself is gone with the next migration, its password too', async () => {
  const { owner, url } = house.database;
  const logins = loginsOf(TEST_SECRET, databaseOf(url));
  const { app } = connections;
  const name = pg.escapeIdentifier(logins.app.name);
  await app.query(
    `alter role ${name} set search_path = 'pg_temp, public'; alter role ${name} set work_mem = '1GB'; alter role ${name} password 'mine'`,
  );
  await app.query(`alter role ${name} in database ${databaseOf(url)} set statement_timeout = 0`);
  await migrateDatabase(url, { secrets: [TEST_SECRET] });
  const { rows } = await owner.query(
    `select s.setdatabase <> 0 as in_database, unnest(s.setconfig) as setting from pg_db_role_setting s join pg_roles r on r.oid = s.setrole where r.rolname = $1`,
    [logins.app.name],
  );
  expect(rows.map(({ setting }) => setting).sort()).toEqual([
    'idle_in_transaction_session_timeout=60000',
    'row_security=on',
    'search_path=public, pg_temp',
    'statement_timeout=60000',
  ]);
  const again = new pg.Client({ connectionString: addressesOf(url, logins).app });
  await again.connect();
  await again.end();
});

it('logins of an earlier secret stay while it is named, and go with it', async () => {
  const { owner, url } = house.database;
  const [first, second] = ['a secret of some length, the first one', 'a secret of some length, the second one'];
  const there = async (secret: string) =>
    (await owner.query('select 1 from pg_roles where rolname = $1', [loginsOf(secret, databaseOf(url)).app.name])).rowCount;
  await migrateDatabase(url, { secrets: [first] });
  await migrateDatabase(url, { secrets: [second, first] });
  expect([await there(first), await there(second)]).toEqual([1, 1]);
  await migrateDatabase(url, { secrets: [second, TEST_SECRET] });
  expect([await there(first), await there(second)]).toEqual([0, 1]);
});

it('an address says whether it is the owner’s, and carries a login wherever the server is', () => {
  expect(namesOwner('postgres://ada@host/quittance')).toBe(true);
  expect(namesOwner('postgres:///quittance?host=/run/postgresql&user=ada')).toBe(true);
  expect(namesOwner('postgres://host/quittance')).toBe(false);
  expect(namesOwner('postgres:///quittance?host=/run/postgresql')).toBe(false);
  const logins = loginsOf(TEST_SECRET, 'quittance');
  const client = new pg.Client({ connectionString: addressesOf('postgres:///quittance?host=/run/postgresql', logins).app });
  expect([client.user, client.database, client.host]).toEqual([logins.app.name, 'quittance', '/run/postgresql']);
});
