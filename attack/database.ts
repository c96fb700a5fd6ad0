/** Statements of one's own on the product's connections, as somebody has them who found a way to inject: from each login, everywhere else. */
import pg from 'pg';
import { LOGIN_PURPOSES } from '../server/platform/logins.ts';
import { type Attack, type Tally, tally } from './tally.ts';
import type { Target } from './target.ts';

/** @returns the tally of `run` with a connection of each login, which is new each time: what is left behind shows in others' tests. */
async function fromEach(
  { database }: Target,
  run: (client: pg.Client, duty: string, check: ReturnType<typeof tally>['check']) => Promise<void>,
): Promise<Tally> {
  const { check, result } = tally();
  for (const duty of LOGIN_PURPOSES) {
    const client = new pg.Client({ connectionString: database.addresses[duty] });
    client.on('error', () => {});
    await client.connect();
    try {
      await run(client, duty, check);
    } finally {
      await client.end();
    }
  }
  return result();
}

/** No right, no such table to somebody without rights, a reserved role, a grant that is not allowed, a role that has no members. */
const REFUSALS = ['42501', '42P01', '42939', '0LP01', '0A000'];
/** Where background work and sign-in see which clients there are, and when something is due. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  worker: ['public.client', 'public.outbox', 'public.strategy_run'],
  identity: ['public.client'],
};

/** @returns whether the database refused for lack of rights. */
const refused = (client: pg.Client, text: string) =>
  client.query(text).then(
    () => false,
    (error: { code?: string }) => REFUSALS.includes(error.code ?? ''),
  );

export const attacks: readonly Attack[] = [
  {
    name: 'becoming another role of the cluster',
    run: (target) =>
      fromEach(target, async (client, duty, check) => {
        const { rows } = await client.query<{ rolname: string }>('select rolname from pg_roles where rolname <> session_user');
        for (const { rolname } of rows)
          for (const way of ['set role', 'set local role', 'set session authorization', 'grant', 'alter role'])
            check(
              await refused(
                client,
                way === 'grant'
                  ? `grant "${rolname}" to current_user`
                  : way === 'alter role'
                    ? `alter role "${rolname}" nologin`
                    : `${way} "${rolname}"`,
              ),
              `${duty}: ${way} ${rolname}`,
            );
        await client.query('reset role');
        const { rows: self } = await client.query('select current_user = session_user as same');
        check(self[0]?.same === true, `${duty}: reset role`);
      }),
  },
  {
    name: 'programs, files, extensions, functions and rules of the database',
    run: (target) =>
      fromEach(target, async (client, duty, check) => {
        const { rows } = await client.query<{ name: string }>(
          `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'drizzle', 'graphile_worker')`,
        );
        for (const text of [
          ...rows.flatMap(({ name }) => [
            `truncate ${name}`,
            `drop table ${name}`,
            `alter table ${name} disable row level security`,
            `alter table ${name} no force row level security`,
            `create policy mine on ${name} using (true)`,
          ]),
          `copy (select 1) to program 'id'`,
          `copy (select 1) to '/tmp/quittance-attack'`,
          `select pg_read_file('/etc/passwd')`,
          `select lo_import('/etc/passwd')`,
          'create function public.unaccent(text) returns text language sql as $$ select $1 $$',
          'create extension pg_prewarm',
          'create schema mine',
          'alter system set fsync = off',
          `select pg_reload_conf()`,
          `select rolpassword from pg_authid`,
        ])
          check(await refused(client, text), `${duty}: ${text}`);
      }),
  },
  {
    name: 'rows of others: the user pool, the queue, clients that were not named',
    run: async (target) => {
      const { a, b } = target;
      return fromEach(target, async (client, duty, check) => {
        const { rows } = await client.query<{ name: string; of_pool: boolean; has_client: boolean }>(
          `select format('%I.%I', schemaname, tablename) as name, tablename like 'pool\\_%' as of_pool,
             exists (select from pg_attribute a where a.attrelid = (schemaname || '.' || quote_ident(tablename))::regclass and a.attname = 'client_id') as has_client
           from pg_tables where schemaname = 'public'`,
        );
        for (const { name, of_pool, has_client } of rows) {
          if (of_pool) check(duty === 'identity' || (await refused(client, `select * from ${name}`)), `${duty}: ${name}`);
          if (of_pool || !has_client) continue;
          for (const value of ['', `{${a.clientId},${b.clientId}}`, '*', a.clientId]) {
            await client.query(`select set_config('app.client_id', $1, false), set_config('quittance.maintenance', 'on', false)`, [value]);
            const foreign = await client.query(`select 1 from ${name} where client_id <> $1 limit 1`, [a.clientId]).then(
              ({ rowCount }) => rowCount,
              () => 0,
            );
            check(foreign === 0 || KNOWN[duty]?.includes(name) === true, `${duty}: ${name} under ${value}`);
            check(
              (await client.query(`delete from ${name} where client_id = $1`, [b.clientId]).then(
                ({ rowCount }) => rowCount,
                () => 0,
              )) === 0,
              `${duty}: delete from ${name} under ${value}`,
            );
          }
          await client.query('set row_security = off');
          check(
            await client.query(`select * from ${name}`).then(
              () => false,
              () => true,
            ),
            `${duty}: ${name} with row_security off`,
          );
          await client.query('reset row_security');
        }
        if (duty !== 'worker') check(await refused(client, 'select payload from graphile_worker._private_jobs'), `${duty}: the queue`);
      });
    },
  },
];
