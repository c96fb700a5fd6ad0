/** Views that services publish give nobody more than their tables do, and a release takes nothing of them from the one before. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Duty } from './logins.ts';
import { migrations } from './migrations.ts';
import { narrowedBy } from './migrations.views.ts';
import { connectDuties } from './testing.logins.ts';
import { openTestHouse, type TestHouse } from './testing.ts';

let house: TestHouse;
let views: string[];
let connections: Record<Duty, pg.Client>;
beforeAll(async () => {
  house = await openTestHouse();
  connections = await connectDuties(house);
  const { rows } = await house.database.owner.query<{ name: string }>(
    `select c.relname::text as name from pg_class c where relnamespace = 'published'::regnamespace order by 1`,
  );
  views = rows.map(({ name }) => name);
});
afterAll(async () => {
  for (const connection of Object.values(connections)) await connection.end();
  await house.close();
});

/** @returns the views that a login may read. */
async function readableBy(duty: Duty): Promise<string[]> {
  const readable: string[] = [];
  for (const view of views)
    await connections[duty].query(`select * from published.${view} limit 1`).then(
      () => readable.push(view),
      (error: { code?: string }) => expect(error.code, view).toBe('42501'),
    );
  return readable;
}

it('each reads with its reader’s rights', async () => {
  const { rows } = await house.database.owner.query(
    `select relname from pg_class where relnamespace = 'published'::regnamespace
       and (relkind <> 'v' or not coalesce(reloptions, '{}') && array['security_invoker=true', 'security_invoker=on'])`,
  );
  expect(rows).toEqual([]);
  expect(await readableBy('app')).toEqual(views);
  expect(await readableBy('identity')).toEqual(['client_domain', 'client_key', 'client_name']);
  expect(await readableBy('worker')).toEqual(['client_key']);
});

it('the application sees its client’s rows and changes none', async () => {
  const { app } = connections;
  const clients = async () => (await app.query('select client_id from published.client_user')).rows;
  expect(await clients()).toEqual([]);
  await app.query(`begin; set local app.client_id = '${house.clientA}'`);
  expect(await clients()).toEqual([{ client_id: house.clientA }]);
  await app.query('commit');
  for (const text of [
    "update published.client set name = ''",
    'delete from published.client',
    'insert into published.client_key values (null)',
  ])
    await expect(app.query(text), text).rejects.toMatchObject({ code: '42501' });
});

it('one that a migration makes anew is readable before rights are given again', async () => {
  await house.database.owner.query('create view published.later with (security_invoker = true) as select client_id from client');
  await expect(connections.app.query('select from published.later')).resolves.toBeDefined();
  await house.database.owner.query('drop view published.later');
});

it('no migration takes away what the release before reads', () => {
  expect(narrowedBy(migrations())).toEqual([]);
});

it('a migration is held to that', () => {
  const view = (name: string, columns: string) =>
    `CREATE VIEW "published"."${name}" WITH (security_invoker = true) AS (select ${columns} from ${name})`;
  const first = { tag: '1', statements: [view('account', 'client_id, city'), view('claim', 'client_id')] };
  const next = (...statements: string[]) => narrowedBy([first, { tag: '2', statements }]);
  const drop = 'DROP VIEW "published"."account"';
  expect(next(drop, view('account', 'client_id, city, locale'))).toEqual([]);
  expect(next(drop, view('account', 'client_id'))).toEqual(['2: published.account.city']);
  expect(next(drop)).toEqual(['2: published.account.client_id', '2: published.account.city']);
  expect(next(`-- contract: nobody reads the city since 0049\n${drop}`, view('account', 'client_id'))).toEqual([]);
});
