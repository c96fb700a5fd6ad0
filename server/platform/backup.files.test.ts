/** Files in a backup: from a bucket and from a folder into either, and never out of the place they belong to. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { RELEASE } from '../../core/release.ts';
import { ArchiveWriter } from './archive.ts';
import { command, openPlaces } from './backup.testing.ts';
import { backUp } from './backup.ts';
import { readConfig } from './config.ts';
import { TEST_SECRET } from './owned.ts';
import { restore } from './restore.ts';
import { readJournal } from './schema.ts';
import { isKey } from './store.port.ts';
import { ACCESS_KEY, type BucketServer, openBucketServer, refuse } from './store.testing.ts';
import { storeOf } from './store.ts';
import { openTestHouse, type TestHouse } from './testing.ts';

let house: TestHouse;
let bucket: BucketServer;
let places: ReturnType<typeof openPlaces>;
const folder = mkdtempSync(path.join(os.tmpdir(), 'quittance-backup-files-'));
const names = ['files/a/one', 'files/a/two', 'files/b/empty', 'files/b/large', 'imports/a/two'];
const bytes = new Map(names.map((name) => [name, randomBytes(name.endsWith('empty') ? 0 : name.endsWith('large') ? 12_000_000 : 300_000)]));

beforeAll(async () => {
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: ACCESS_KEY.id, AWS_SECRET_ACCESS_KEY: ACCESS_KEY.secret });
  bucket = await openBucketServer();
  house = await openTestHouse();
  places = openPlaces(house, folder);
});
beforeEach(() => {
  bucket.interfere = null;
});
afterAll(async () => {
  await places.drop();
  await house.close();
  await bucket.close();
  rmSync(folder, { recursive: true, force: true });
});

const address = (name: string) => `s3://debt/${name}?region=eu-central-1&endpoint=${bucket.url}`;
const bucketOf = (name: string) => readConfig({ FILES_STORE: address(name) }).filesStore;
const source = () => ({
  url: house.database.url,
  dataFolder: path.join(folder, 'source'),
  filesStore: bucketOf('source'),
  secret: TEST_SECRET,
});
const kept = path.join(folder, 'kept.backup');

async function filesIn(place: { dataFolder: string; filesStore: ReturnType<typeof bucketOf> }): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  const store = storeOf(place);
  for (const top of ['files', 'imports']) for await (const { key } of store.list(top)) found.set(key, await buffer(await store.open(key)));
  return found;
}

function expectAll(found: ReadonlyMap<string, Buffer>) {
  expect([...found.keys()].sort()).toEqual(names);
  for (const [name, expected] of bytes) expect(found.get(name)?.equals(expected), name).toBe(true);
}

it('takes every file out of a bucket and puts it into another bucket, and into a folder', async () => {
  const store = storeOf(source());
  mkdirSync(source().dataFolder);
  for (const [name, content] of bytes) {
    const file = path.join(folder, 'coming');
    writeFileSync(file, content);
    await store.keep(name, file);
  }
  // What consoles and other products leave beside ours is not ours; nor is a file of this machine.
  bucket.objects.set('debt/source/files/', Buffer.alloc(0));
  bucket.objects.set('debt/source/files/../out', Buffer.from('out'));
  bucket.objects.set('debt/source/filesystem/other', Buffer.from('other'));
  const made = await command('backup.command.ts', house.database.url, source().dataFolder, ['--to', kept], {
    FILES_STORE: address('source'),
  }).done;
  expect(made).toMatchObject({ code: 0, text: expect.stringContaining('5 files') });

  const other = { ...(await places.empty()), filesStore: bucketOf('other') };
  const restored = await command('restore.command.ts', other.url, other.dataFolder, ['--from', kept], { FILES_STORE: address('other') })
    .done;
  expect(restored).toMatchObject({ code: 0, text: expect.stringContaining('5 files') });
  expectAll(await filesIn(other));
  expect([...bucket.objects.keys()].filter((key) => key.startsWith('debt/other/')).sort()).toEqual(
    names.map((name) => `debt/other/${name}`),
  );
  expect(await filesIn({ ...other, filesStore: null })).toEqual(new Map());
  // It is in use now.
  await expect(restore({ ...(await places.empty()), filesStore: other.filesStore }, kept)).rejects.toThrow(
    's3://debt/other is not empty (files/a/one)',
  );

  const here = await places.empty();
  expect(await restore(here, kept)).toMatchObject({ files: 5 });
  expectAll(await filesIn(here));
  // And back: a folder's backup into a bucket.
  const back = path.join(folder, 'back.backup');
  await backUp({ ...here, secret: TEST_SECRET }, back);
  const third = { ...(await places.empty()), filesStore: bucketOf('third') };
  await restore(third, back);
  expectAll(await filesIn(third));
  expect(bucket.refused()).toBe(0);
});

it('makes no backup of a bucket that breaks off or refuses, and no place of one that gives back something else', async () => {
  const to = path.join(folder, 'none.backup');
  bucket.interfere = (request, reply) => {
    if (!request.url?.startsWith('/debt/source/files/b/large')) return false;
    reply.writeHead(200, { 'content-length': 12_000_000 }).write(Buffer.alloc(100_000), () => reply.destroy());
    return true;
  };
  await expect(backUp(source(), to)).rejects.toThrow();
  bucket.interfere = (request, reply) => {
    if (!request.url?.includes('list-type')) return false;
    refuse(reply, 403, 'AccessDenied');
    return true;
  };
  await expect(backUp(source(), to)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(readdirSync(folder).filter((name) => name.startsWith('none'))).toEqual([]);
  bucket.interfere = (request, reply) => {
    if (request.method !== 'GET' || !request.url?.startsWith('/debt/spoilt/files/a/two')) return false;
    reply.writeHead(200, { 'content-length': 3 }).end('bad');
    return true;
  };
  const spoilt = { ...(await places.empty()), filesStore: bucketOf('spoilt') };
  await expect(restore(spoilt, kept)).rejects.toThrow('The file files/a/two is not what the backup holds.');
});

/** A backup under the right secret that holds one file of this name. */
async function backupNaming(name: string): Promise<string> {
  const to = path.join(folder, `${randomBytes(6).toString('hex')}.backup`);
  const migration = readJournal().at(-1)?.tag ?? '';
  const archive = await ArchiveWriter.create(to, TEST_SECRET, { release: RELEASE, migration, madeAt: new Date().toISOString() });
  await archive.note({ kind: 'file', path: name, size: 4 });
  await archive.data(Buffer.from('evil'));
  await archive.note({ kind: 'bytes', digest: createHash('sha256').update('evil').digest('hex') });
  await archive.finish();
  return to;
}

it('refuses a backup that names a file outside of the place, though it opens with the secret', async () => {
  const place = await places.empty();
  const outside = path.join(folder, 'outside');
  for (const name of ['files/../../outside', outside, 'files/../imports/../../outside', 'server.ts', 'files', 'files/a/..'])
    await expect(restore(place, await backupNaming(name)), name).rejects.toThrow('names a file outside of the place for files');
  await expect(
    restore({ ...(await places.empty()), filesStore: bucketOf('attacked') }, await backupNaming('files/../../outside')),
  ).rejects.toThrow('names a file outside');
  expect([...bucket.objects.keys()].filter((key) => /attacked|outside/.test(key))).toEqual([]);
  // A link that stands in the place, put there after a restore began.
  mkdirSync(path.join(place.dataFolder, 'files'), { recursive: true });
  mkdirSync(`${outside}.folder`);
  symlinkSync(`${outside}.folder`, path.join(place.dataFolder, 'files', 'linked'));
  await expect(restore(place, await backupNaming('files/linked/one'))).rejects.toThrow('is a link');
  expect(readdirSync(`${outside}.folder`)).toEqual([]);
  expect(existsSync(outside)).toBe(false);
});

it('says where a link stands in a place whose backup is made, instead of leaving out what it leads to', async () => {
  const dataFolder = path.join(folder, 'linked');
  mkdirSync(path.join(dataFolder, 'files'), { recursive: true });
  symlinkSync('/etc', path.join(dataFolder, 'files', 'a'));
  await expect(backUp({ ...source(), dataFolder, filesStore: null }, path.join(folder, 'linked.backup'))).rejects.toThrow(
    'files/a is a link',
  );
});

it('takes for a key what lies in a folder of ours, and nothing that leads out of it', () => {
  for (const name of [...names, 'files/.DS_Store', 'files/a..b/c', 'imports/x']) expect(isKey(name), name).toBe(true);
  for (const name of [
    '',
    'files',
    'files/',
    '/files/a',
    'other/a',
    'files//a',
    'files/./a',
    'files/..',
    'files/a/../../b',
    'files\\..\\a',
    'files/..\\a',
    'files/a\0',
    'FILES/a',
    '../files/a',
  ])
    expect(isKey(name), name).toBe(false);
});

it('refuses a backup that names a table of the server’s own', async () => {
  const to = path.join(folder, 'table.backup');
  const archive = await ArchiveWriter.create(to, TEST_SECRET, {
    release: RELEASE,
    migration: readJournal().at(-1)?.tag ?? '',
    madeAt: new Date().toISOString(),
  });
  await archive.note({ kind: 'table', schema: 'pg_catalog', name: 'pg_db_role_setting', columns: ['setdatabase', 'setrole', 'setconfig'] });
  await archive.data(Buffer.from('0\t0\t{log_statement=all}\n'));
  await archive.note({ kind: 'rows', rows: 1, digest: '' });
  await archive.finish();
  await expect(restore(await places.empty(), to)).rejects.toThrow('names a table that its release does not have');
});
