/** Files kept in a folder and in a bucket: the same answers, also when the place fails. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from '../../core/id.ts';
import { type Config, readConfig } from './config.ts';
import { StartRefusal } from './installation.ts';
import { receiveTo } from './receive.ts';
import { ACCESS_KEY, type BucketServer, openBucketServer, refuse } from './store.testing.ts';
import { requireSameStore, storeOf } from './store.ts';
import { openTestHouse, type TestHouse } from './testing.ts';

let bucket: BucketServer;
let house: TestHouse;
const folders: string[] = [];

function newFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quittance-store-'));
  folders.push(folder);
  return folder;
}

function fileOf(bytes: Uint8Array): string {
  const file = path.join(newFolder(), 'file');
  writeFileSync(file, bytes);
  return file;
}

const inFolder = (): Config => ({ ...house.config, dataFolder: newFolder() });
const inBucket = (prefix = uuidv7()): Config => ({
  ...house.config,
  dataFolder: newFolder(),
  filesStore: readConfig({ FILES_STORE: `s3://debt/${prefix}?region=eu-central-1&endpoint=${bucket.url}` }).filesStore,
});

beforeAll(async () => {
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: ACCESS_KEY.id, AWS_SECRET_ACCESS_KEY: ACCESS_KEY.secret });
  bucket = await openBucketServer();
  house = await openTestHouse();
});
beforeEach(() => {
  bucket.interfere = null;
});
afterAll(async () => {
  await house.close();
  await bucket.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe.each([
  ['a folder', inFolder],
  ['a bucket', inBucket],
])('%s', (_, configOf) => {
  it('keeps a file, gives its bytes back, and removes it', async () => {
    const store = storeOf(configOf());
    const bytes = randomBytes(300_000);
    await store.keep('files/a/b', fileOf(bytes));
    expect(await store.has('files/a/b')).toBe(true);
    expect(Buffer.compare(await buffer(await store.open('files/a/b')), bytes)).toBe(0);
    await store.remove('files/a/b');
    await store.remove('files/a/b');
    expect(await store.has('files/a/b')).toBe(false);
  });

  it('says of a file that is not there that it is not there', async () => {
    await expect(storeOf(configOf()).open('files/none')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('takes the first start as the place, and refuses a process that keeps files elsewhere', async () => {
    await house.database.app.query('delete from file_store');
    const [first, other] = [configOf(), configOf()];
    await requireSameStore(house.database, first);
    await requireSameStore(house.database, first);
    await expect(requireSameStore(house.database, other)).rejects.toThrow(StartRefusal);
    await expect(requireSameStore(house.database, other)).rejects.toThrow('QUITTANCE_DATA');
  });

  it('lets processes that start together share the place', async () => {
    await house.database.app.query('delete from file_store');
    const config = configOf();
    await Promise.all(Array.from({ length: 4 }, () => requireSameStore(house.database, config)));
    await requireSameStore(house.database, config);
  });
});

describe('a bucket', () => {
  it('takes a large file in parts, and nothing of it is left behind', async () => {
    const store = storeOf(inBucket());
    const bytes = randomBytes(12_000_000);
    await store.keep('files/large', fileOf(bytes));
    expect(Buffer.compare(await buffer(await store.open('files/large')), bytes)).toBe(0);
    expect(bucket.unfinished.size).toBe(0);
  });

  it('tries again what the bucket puts off', async () => {
    const store = storeOf(inBucket());
    let times = 0;
    bucket.interfere = (_request, reply) => {
      if (times++ >= 2) return false;
      refuse(reply, 503, 'SlowDown');
      return true;
    };
    await store.keep('files/slow', fileOf(randomBytes(10)));
    expect(await store.has('files/slow')).toBe(true);
    expect(times).toBeGreaterThan(2);
  });

  it('says that files cannot be kept when the bucket refuses, and keeps what came', async () => {
    const store = storeOf(inBucket());
    bucket.interfere = (_request, reply) => {
      refuse(reply, 403, 'AccessDenied');
      return true;
    };
    const file = fileOf(randomBytes(10));
    await expect(store.keep('files/refused', file)).rejects.toMatchObject({ code: 'UNAVAILABLE', words: { key: 'storeAway' } });
    expect(readFileSync(file).length).toBe(10);
    await expect(store.has('files/refused')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('refuses a start whose bucket cannot be read', async () => {
    bucket.interfere = (_request, reply) => {
      refuse(reply, 403, 'AccessDenied');
      return true;
    };
    await expect(requireSameStore(house.database, inBucket())).rejects.toThrow(StartRefusal);
  });

  it('signs every request', () => expect(bucket.refused()).toBe(0));
});

describe('a disk that keeps nothing', () => {
  it('reports a full disk, not an interrupted upload', async () => {
    // Everything that is written to this device is answered as a full disk answers.
    const target = path.join(newFolder(), 'full');
    symlinkSync('/dev/full', target);
    await expect(receiveTo(target, Readable.from([Buffer.alloc(100)]), 1000)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      words: { key: 'storeFull' },
    });
  });

  it('says that nothing can be written where a folder cannot be made', async () => {
    const folder = newFolder();
    writeFileSync(path.join(folder, 'files'), 'not a folder');
    const target = path.join(folder, 'files', 'a', 'b');
    await expect(receiveTo(target, Readable.from(['x']), 1000)).rejects.toMatchObject({ words: { key: 'storeReadOnly' } });
    const store = storeOf({ filesStore: null, dataFolder: folder });
    mkdirSync(path.join(folder, 'in'));
    await expect(store.keep('files/a/b', fileOf(randomBytes(3)))).rejects.toMatchObject({ words: { key: 'storeReadOnly' } });
  });

  it('still says of an upload that broke off that it was interrupted', async () => {
    const broken = new Readable({ read() {} });
    setTimeout(() => broken.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })), 10);
    await expect(receiveTo(path.join(newFolder(), 'x'), broken, 1000)).rejects.toMatchObject({ words: { key: 'fileInterrupted' } });
  });
});
