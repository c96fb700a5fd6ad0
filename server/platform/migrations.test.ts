/** Upgrades while everybody works, runs that are killed, and releases beside each other. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '../../core/id.ts';
import { withLockRetries } from './lockRetries.ts';
import { migrateDatabase } from './migrate.ts';
import { blockersIn, buildBeside } from './migrations.online.ts';
import { applyMigrations, type Migration, migrations, partsOf } from './migrations.ts';
import { TEST_SECRET } from './owned.ts';
import { checkRange, readJournal } from './schema.ts';
import { inClient } from './tenancy.ts';
import { openTestHouse, type TestHouse } from './testing.ts';

/** The last migration of the time when they stopped a running product. */
const BEFORE = '0026_corrected_money';

let house: TestHouse;
let owner: pg.Client;
beforeAll(async () => {
  house = await openTestHouse();
  owner = new pg.Client({ connectionString: house.database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await house.close();
});

describe('every new migration', () => {
  const all = migrations();
  const from = all.findIndex(({ tag }) => tag === BEFORE) + 1;
  it.each(all.slice(from).map(({ tag, statements }) => [tag, statements] as const))('%s stops nobody', (_tag, statements) => {
    expect(blockersIn(statements)).toEqual([]);
  });

  it('is held to that', () => {
    for (const statement of [
      'CREATE INDEX "a" ON "account" USING btree ("client_id")',
      'CREATE UNIQUE INDEX "a" ON "account" ("client_id")',
      'DROP INDEX "account_search"',
      'ALTER TABLE "account" ALTER COLUMN "name" SET NOT NULL',
      'ALTER TABLE "account" ALTER COLUMN "name" SET DATA TYPE text',
      'ALTER TABLE "account" ADD COLUMN "x" text NOT NULL',
      'ALTER TABLE "account" ADD COLUMN "x" text GENERATED ALWAYS AS (lower(name)) STORED',
      'ALTER TABLE "account" ADD COLUMN "x" uuid DEFAULT gen_random_uuid() NOT NULL',
      'ALTER TABLE "account" ADD CONSTRAINT "c" CHECK (a > 0)',
      'ALTER TABLE "account" ADD CONSTRAINT "c" UNIQUE ("client_id","x")',
      'ALTER TABLE "account" DROP COLUMN "name"',
      'ALTER TABLE "account" RENAME COLUMN "name" TO "title"',
      'DROP TABLE "account" CASCADE',
      '-- why it is needed\nUPDATE "account" SET "x" = 1',
      'DELETE FROM "event"',
    ])
      expect(blockersIn([statement]), statement).toHaveLength(1);
    for (const statements of [
      ['CREATE INDEX CONCURRENTLY IF NOT EXISTS "a" ON "account" ("client_id")'],
      [
        'CREATE TABLE "x" (a int)',
        'CREATE INDEX "a" ON "x" ("a")',
        'ALTER TABLE "x" ADD CONSTRAINT "c" CHECK (a > 0)',
        'UPDATE "x" SET a = 1',
      ],
      ['ALTER TABLE "account" ADD COLUMN "x" text'],
      ['ALTER TABLE "account" ADD COLUMN "x" text DEFAULT \'\' NOT NULL'],
      ['ALTER TABLE "account" ADD CONSTRAINT "c" CHECK (a > 0) NOT VALID', 'ALTER TABLE "account" VALIDATE CONSTRAINT "c"'],
      [
        '-- in batches\nUPDATE "account" SET x = 1 WHERE x IS NULL AND ctid = any(array(select ctid from account where x is null limit 5000))',
      ],
      ['-- contract: no release since 0030 reads it\nALTER TABLE "account" DROP COLUMN "x"'],
    ])
      expect(blockersIn(statements), statements[0]).toEqual([]);
  });

  it('is generated with indexes that are built beside the writers of tables that are there', () => {
    const text = [
      'CREATE TABLE "x" (a int);',
      '\nCREATE INDEX "b" ON "x" ("a");',
      '\nCREATE UNIQUE INDEX "c" ON "account" ("a");',
      '\nDROP INDEX "d";',
    ].join('--> statement-breakpoint');
    expect(
      buildBeside(text)
        .split('--> statement-breakpoint')
        .map((each) => each.trim()),
    ).toEqual([
      'CREATE TABLE "x" (a int);',
      'CREATE INDEX "b" ON "x" ("a");',
      'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "c" ON "account" ("a");',
      'DROP INDEX CONCURRENTLY IF EXISTS "d";',
    ]);
    expect(buildBeside(buildBeside(text))).toBe(buildBeside(text));
  });
});

it('a part is a transaction, an index or batches, in their order', () => {
  expect(
    partsOf([
      'alter table a add b int',
      'create index concurrently c on a (b)',
      '-- in batches\nupdate a set b = 1',
      'select 1',
      'select 2',
    ]),
  ).toEqual([
    { kind: 'transaction', statements: ['alter table a add b int'] },
    { kind: 'concurrent', statement: 'create index concurrently c on a (b)' },
    { kind: 'batches', statement: '-- in batches\nupdate a set b = 1' },
    { kind: 'transaction', statements: ['select 1', 'select 2'] },
  ]);
});

it('waits for a lock without making anybody wait behind it', async () => {
  const holder = await house.database.app.connect();
  await holder.query(`begin; set local app.client_id = '${house.clientA}'`);
  await holder.query('select count(*) from account');
  const altering = withLockRetries(owner, async () => void (await owner.query('alter table account add column upgraded int')));
  // Readers come and go while the migration tries, though the table is held all the time: behind a migration that waits for it until it
  // gets it, the first one would never end.
  const attempt = async () => {
    const { rows } = await house.database.owner.query<{ waits: boolean }>(
      `select exists (select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock' and relation = 'account'::regclass) as waits`,
    );
    return rows[0]!.waits;
  };
  for (let attempts = 0; attempts < 3; attempts++) {
    await expect.poll(attempt, { interval: 20 }).toBe(true);
    await house.inB((tx) => tx.sql('select count(*) from account'));
  }
  await holder.query('commit');
  holder.release();
  await altering;
  await owner.query('alter table account drop column upgraded');
  await owner.query('create table taken (a int)');
  const other = await house.database.owner.connect();
  await other.query('begin; lock table taken');
  await expect(withLockRetries(owner, async () => void (await owner.query('drop table taken')), 100)).rejects.toThrow('pg_stat_activity');
  await other.query('rollback');
  other.release();
  await owner.query('drop table taken');
});

describe('a migration that is killed', () => {
  const name = `upgrade_${uuidv7().replaceAll('-', '').slice(-12)}`;
  const newest = migrations().at(-1)!;
  const next = (statements: string[], offset: number): Migration => ({
    tag: `9999_${offset}`,
    when: newest.when + offset,
    hash: `${name}_${offset}`,
    statements,
  });

  it('goes on where it stopped, and builds a broken index again', async () => {
    await owner.query(`create table ${name} (id int, done boolean); insert into ${name} select n from generate_series(1, 20000) n`);
    const batches = `-- in batches\nupdate ${name} set done = true where ctid = any(array(select ctid from ${name} where done is null limit 3000))`;
    const index = `create unique index concurrently if not exists ${name}_id on ${name} (id)`;
    // Fails in the middle: a value is there twice.
    await owner.query(`insert into ${name} (id) values (1)`);
    const migration = next(
      [`alter table ${name} add column extra int`, batches, index, `insert into ${name} (id, extra) values (-1, 1)`],
      1,
    );
    await expect(applyMigrations(owner, undefined, [...migrations(), migration])).rejects.toThrow('unique');
    const { rows: broken } = await owner.query(`select indisvalid from pg_index where indexrelid = '${name}_id'::regclass`);
    expect(broken).toEqual([{ indisvalid: false }]);
    await owner.query(`delete from ${name} where ctid = (select max(ctid) from ${name} where id = 1)`);
    await applyMigrations(owner, undefined, [...migrations(), migration]);
    await applyMigrations(owner, undefined, [...migrations(), migration]);
    const { rows } = await owner.query(
      `select (select indisvalid from pg_index where indexrelid = '${name}_id'::regclass) as is_valid, count(*) filter (where done)::int as done, count(*) filter (where extra = 1)::int as extra from ${name}`,
    );
    expect(rows).toEqual([{ is_valid: true, done: 20_000, extra: 1 }]);
  });

  it('leaves a newer schema that this release runs beside, until it says otherwise', async () => {
    await expect(checkRange(owner)).resolves.toEqual({ isNewer: true, missing: [] });
    const rights = async () => (await owner.query('select rights, works_from from drizzle.schema_range')).rows[0];
    const before = await rights();
    // A start of this release changes nothing of what the newer one gave.
    await owner.query('revoke select on client_user from quittance_app');
    await migrateDatabase(house.database.url, { secrets: [TEST_SECRET] });
    await expect(inClient(house.database, house.clientA, (tx) => tx.sql('select 1 from client_user'))).rejects.toMatchObject({
      code: '42501',
    });
    await owner.query('grant select on client_user to quittance_app');
    expect(await rights()).toEqual(before);
    await owner.query('update drizzle.schema_range set works_from = $1', [newest.when + 1]);
    await expect(migrateDatabase(house.database.url)).rejects.toThrow('newer release');
    await owner.query('update drizzle.schema_range set works_from = $1', [before.works_from]);
    // An older release than this one, which does not know the last migrations.
    await expect(checkRange(owner, false, readJournal().slice(0, -1))).resolves.toMatchObject({ isNewer: true });
    await expect(checkRange(owner, false, readJournal().slice(0, 5))).rejects.toThrow('newer release');
  });
});
