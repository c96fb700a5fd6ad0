/** A backup taken while everybody works comes back whole or not at all. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { uuidv7 } from '../../core/id.ts';
import { command, everything, openPlaces } from './backup.testing.ts';
import { backUp } from './backup.ts';
import { enqueue } from './jobs.ts';
import { migrateDatabase } from './migrate.ts';
import { openOwned, TEST_SECRET } from './owned.ts';
import { restore } from './restore.ts';
import { inClient } from './tenancy.ts';
import { openTestHouse, type TestHouse } from './testing.ts';

let house: TestHouse;
const folder = mkdtempSync(path.join(os.tmpdir(), 'quittance-backup-'));
let places: ReturnType<typeof openPlaces>;
const source = () => ({ url: house.database.url, dataFolder: path.join(folder, 'source'), filesStore: null, secret: TEST_SECRET });
/** People with long names, so that a backup takes a moment. */
const addMany = (from: number, to: number) =>
  house.inA((tx) =>
    tx.sql(
      `insert into client_user (client_id, user_id, email, name, role) select $1, gen_random_uuid(), n || '@many.example', repeat($2, 20) || n, 'AGENT' from generate_series($3::int, $4::int) n`,
      [house.clientA, awkward, from, to],
    ),
  );
const awkward = 'tab\t line\n back\\slash \\N \\. "quotes" ünï 😀 \r';

beforeAll(async () => {
  house = await openTestHouse();
  places = openPlaces(house, folder);
  await addMany(1, 4_000);
  await house.inA((tx) => enqueue(tx, { name: 'outbox.sweep' }, { note: awkward }, { key: 'kept' }));
  for (const name of ['files/a/one', 'files/b/empty', 'imports/a/two']) {
    mkdirSync(path.dirname(path.join(folder, 'source', name)), { recursive: true });
    writeFileSync(path.join(folder, 'source', name), name.endsWith('empty') ? '' : randomBytes(700_000));
  }
  writeFileSync(path.join(folder, 'source', 'files/a/broken.part'), 'half');
});
afterAll(async () => {
  await places.drop();
  await house.close();
  rmSync(folder, { recursive: true, force: true });
});

it('brings back every row of every table and every file, into an empty place', async () => {
  const to = path.join(folder, 'quiet.backup');
  const held = await backUp(source(), to);
  expect(held).toMatchObject({ files: 3 });
  expect(statSync(to).mode & 0o777).toBe(0o600);
  // Nobody reads in it without the secret.
  expect(readFileSync(to).includes('many.example')).toBe(false);
  const place = await places.empty();
  let finished = 0;
  expect(
    await restore(place, to, async () => {
      await expect(migrateDatabase(place.url)).rejects.toThrow('did not finish');
      finished++;
    }),
  ).toEqual(held);
  expect(finished).toBe(1);
  expect(await everything(place.url)).toEqual(await everything(house.database.url));
  for (const name of ['files/a/one', 'files/b/empty', 'imports/a/two'])
    expect(readFileSync(path.join(place.dataFolder, name)).equals(readFileSync(path.join(folder, 'source', name))), name).toBe(true);
  expect(existsSync(path.join(place.dataFolder, 'files/a/broken.part'))).toBe(false);
  // The product works in it: rights and logins were made again.
  const restored = openOwned(place.url);
  expect(await inClient(restored, house.clientA, (tx) => tx.sql('select count(*)::int from client_user'))).toEqual([{ count: 4_001 }]);
  await inClient(restored, house.clientA, (tx) => enqueue(tx, { name: 'outbox.sweep' }, {}));
  await restored.close();
  // It is in use now.
  await expect(restore(place, to)).rejects.toThrow('not empty');
});

it('is a consistent snapshot while others write', async () => {
  let isOver = false;
  let written = 0;
  const writers = [0, 1].map(async () => {
    while (!isOver) {
      const id = uuidv7();
      await house.inB(async (tx) => {
        await tx.sql(`insert into client_user (client_id, user_id, email, name, role) values ($1, $2, $3, 'pair', 'AGENT')`, [
          tx.clientId,
          id,
          id,
        ]);
        await enqueue(tx, { name: 'outbox.sweep' }, { id }, { key: id });
      });
      written++;
    }
  });
  const to = path.join(folder, 'busy.backup');
  await expect.poll(() => written).toBeGreaterThan(5);
  const before = written;
  await backUp(source(), to);
  isOver = true;
  await Promise.all(writers);
  const place = await places.empty();
  await restore(place, to);
  const restored = openOwned(place.url);
  const { rows } = await restored.owner.query(
    `select (select count(*)::int from client_user where name = 'pair') as people,
       (select count(*)::int from graphile_worker._private_jobs where key in (select user_id::text from client_user where name = 'pair')) as jobs`,
  );
  await restored.close();
  expect(rows[0].people).toBe(rows[0].jobs);
  expect(rows[0].people).toBeGreaterThanOrEqual(before);
});

it('refuses a target that contains a row or a file, and leaves it alone', async () => {
  const to = path.join(folder, 'quiet.backup');
  const used = await places.empty();
  await migrateDatabase(used.url, { secrets: used.secrets });
  const client = new pg.Client({ connectionString: used.url });
  await client.connect();
  await client.query(
    `set quittance.maintenance = 'on'; insert into pool_user (user_id, email, name, created_at) values (gen_random_uuid(), 'ada@other.example', 'Ada', now())`,
  );
  await expect(restore(used, to)).rejects.toThrow('The database is not empty (pool_user).');
  expect((await client.query('select email from pool_user')).rows).toEqual([{ email: 'ada@other.example' }]);
  await client.end();
  const place = await places.empty();
  const file = path.join(place.dataFolder, 'files', 'x', 'theirs');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, 'theirs');
  await expect(restore(place, to)).rejects.toThrow(`${place.dataFolder} is not empty (files/x/theirs)`);
  expect(readFileSync(file, 'utf8')).toBe('theirs');
});

it('refuses a place in which a table does not become what the backup holds, and no process starts over it', async () => {
  const place = await places.empty();
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  // Stands for whatever alters a value on its way: a trigger of the place's own, an encoding, a broken disk.
  await client.query(`
    create schema place;
    create function place.alters() returns trigger language plpgsql as $$ begin
      if new.email = '7@many.example' then new.name := new.name || '.'; end if;
      return new;
    end $$;
    create function place.watches() returns event_trigger language plpgsql as $$ begin
      if exists (select from pg_event_trigger_ddl_commands() where object_identity = 'public.client_user' and command_tag = 'CREATE TABLE') then
        create trigger alters before insert on public.client_user for each row execute function place.alters();
      end if;
    end $$;
    create event trigger watches on ddl_command_end when tag in ('CREATE TABLE') execute function place.watches();`);
  await client.end();
  await expect(restore(place, path.join(folder, 'quiet.backup'))).rejects.toThrow('The table client_user is not what the backup holds.');
  const { code, text } = await command('platform/audit.command.ts', place.url, place.dataFolder, []).done;
  expect({ code, text }).toMatchObject({ code: 1, text: expect.stringContaining('did not finish') });
});

it('refuses another secret, and a file that was altered or cut off, leaving a place that no process starts over', async () => {
  const to = path.join(folder, 'quiet.backup');
  const place = await places.empty();
  await expect(restore({ ...place, archiveSecrets: ['another secret of some length altogether'] }, to)).rejects.toThrow(
    'needs the QUITTANCE_SECRET',
  );
  const broken = path.join(folder, 'broken.backup');
  const bytes = readFileSync(to);
  for (const spoil of [
    () => writeFileSync(broken, bytes.with(Math.floor(bytes.length / 2), bytes[Math.floor(bytes.length / 2)]! ^ 1)),
    () => truncateSync(broken, bytes.length - 1),
    () => writeFileSync(broken, Buffer.from(bytes.toString('latin1').replace('"release":"2', '"release":"3'), 'latin1')),
  ]) {
    writeFileSync(broken, bytes);
    spoil();
    await expect(restore(place, broken)).rejects.toThrow('damaged');
  }
  const { code, text } = await command('platform/audit.command.ts', place.url, place.dataFolder, []).done;
  expect({ code, text }).toMatchObject({ code: 1, text: expect.stringContaining('did not finish') });
  // The right one begins from nothing.
  await restore(place, to);
  expect((await everything(place.url)).get('public.client_user')).toBeDefined();
});

it('leaves nothing that looks complete when killed, in either direction', async () => {
  // There has to be time to kill them in.
  await addMany(4_001, 20_000);
  const kept = path.join(folder, 'kept');
  mkdirSync(kept, { recursive: true });
  const first = command('backup.command.ts', house.database.url, path.join(folder, 'source'), ['--to', path.join(kept, 'killed.backup')]);
  await expect.poll(() => readdirSync(kept), { interval: 5 }).toContain('killed.backup.part');
  first.child.kill('SIGKILL');
  await first.done;
  expect(readdirSync(kept)).not.toContain('killed.backup');
  await expect(restore(await places.empty(), path.join(kept, 'killed.backup.part'))).rejects.toThrow(/damaged|no backup/);
  // The next one finds its way.
  const again = await command('backup.command.ts', house.database.url, path.join(folder, 'source'), ['--to', kept]).done;
  expect(again).toMatchObject({ code: 0 });
  const [made = ''] = readdirSync(kept).filter((name) => name.startsWith('quittance-'));

  const place = await places.empty();
  const killed = command('restore.command.ts', place.url, place.dataFolder, ['--from', path.join(kept, made)]);
  const watch = new pg.Client({ connectionString: place.url });
  watch.on('error', () => {});
  await watch.connect();
  const restoring = () =>
    watch.query('select restoring is not null as is_so from drizzle.schema_range').then(
      ({ rows }) => rows[0]?.is_so === true,
      () => false,
    );
  await expect.poll(restoring, { interval: 5 }).toBe(true);
  killed.child.kill('SIGKILL');
  await killed.done;
  await watch.end();
  const start = await command('platform/audit.command.ts', place.url, place.dataFolder, []).done;
  expect(start).toMatchObject({ code: 1, text: expect.stringContaining('did not finish') });
  expect(await command('restore.command.ts', place.url, place.dataFolder, ['--from', path.join(kept, made)]).done).toMatchObject({
    code: 0,
  });
  expect((await everything(place.url)).get('public.client_user')).toBe((await everything(house.database.url)).get('public.client_user'));
});
