import { mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { type Instant, instant, MINUTE } from '../../../core/time.ts';
import { useClock } from '../../platform/clock.ts';
import { openSftpServer, type SftpTestServer } from '../../platform/delivery/sftp.testing.ts';
import { drainJobs } from '../../platform/jobs.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { useImportFolder } from './import.files.ts';
import { readClaim } from './import.testing.ts';
import { watchJob } from './import.watch.jobs.ts';
import { matches, nextLook } from './import.watch.logic.ts';
import { lookInto } from './import.watch.look.ts';

let house: TestHouse;
let server: SftpTestServer;
let clock: Instant = instant('2026-11-20T10:00:00Z');
let restore: () => void;
let mappingId: Uuid;
const FIELDS = [
  { field: 'account.ref', column: 'account' },
  { field: 'claim.ref', column: 'claim' },
  { field: 'claim.amount', column: 'amount' },
];
const root = path.join(os.tmpdir(), `quittance-watch-${uuidv7()}`);
const inbox = () => path.join(root, house.clientA);

beforeAll(async () => {
  restore = useClock(() => clock);
  house = await openTestHouse();
  useImportFolder(house.config.dataFolder);
  server = await openSftpServer();
  const { saveImportMapping } = await house.call<{ saveImportMapping: { mappingId: Uuid } }>(
    'import',
    `mutation ($clientId: ID!, $mapping: ImportMappingInput!) { saveImportMapping(clientId: $clientId, name: "Monthly", mapping: $mapping) { mappingId } }`,
    { clientId: house.clientA, mapping: { record: 'claims', hasHeader: true, decimalMark: '.', dateOrder: 'YMD', fields: FIELDS } },
  );
  mappingId = saveImportMapping.mappingId;
});
afterAll(async () => {
  await server.close();
  await house.close();
  restore();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(() => {
  vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.0/8');
  vi.stubEnv('WATCH_FOLDERS', root);
  rmSync(root, { recursive: true, force: true });
  mkdirSync(inbox(), { recursive: true });
  server.files.clear();
  server.wrong = {};
  server.reads = [];
});
afterEach(() => house.inA((tx) => tx.sql('delete from import_watch where client_id = $1', [tx.clientId])));

let serial = 0;
const watch = (more: object = {}) => ({
  name: `Portfolio ${++serial}`,
  isActive: true,
  kind: 'folder',
  folder: '',
  pattern: '*.csv',
  mappingId,
  everyMinutes: 60,
  times: [],
  workingDays: false,
  isMoved: true,
  confirm: 'overLimit',
  mostRejected: 10,
  userIds: [],
  ...more,
});
const sftp = (more: object = {}) =>
  watch({ kind: 'sftp', folder: 'in', server: { host: '127.0.0.1', port: server.port, user: 'creditor' }, ...more });
const PASSWORD = { password: 'secret' };
const SAVE = `mutation ($clientId: ID!, $watchId: ID, $watch: ImportWatchInput!, $secrets: WatchSecretsInput, $forgetKey: Boolean, $revision: Int!) {
  saveImportWatch(clientId: $clientId, watchId: $watchId, watch: $watch, secrets: $secrets, forgetKey: $forgetKey, revision: $revision) {
    watchId revision fingerprint hasPassword nextLookAt lastErrorKey awaySince } }`;
interface Saved {
  watchId: Uuid;
  revision: number;
  fingerprint: string | null;
}
const trySave = (given: object, secrets: object | null = null, more: object = {}) =>
  house.raw('import', SAVE, { clientId: house.clientA, watch: given, secrets, revision: 0, ...more });
const save = async (given: object, secrets: object | null = null, more: object = {}) => {
  const answer = await trySave(given, secrets, more);
  expect(answer.errors).toBeUndefined();
  return answer.data!.saveImportWatch as Saved;
};
const get = async (watchId: Uuid) =>
  (
    await house.call<{ getImportWatch: Record<string, unknown> }>(
      'import',
      `query ($clientId: ID!, $watchId: ID!) { getImportWatch(clientId: $clientId, watchId: $watchId) {
        fingerprint lastErrorKey awaySince nextLookAt openFiles waitingFiles failedFiles } }`,
      { clientId: house.clientA, watchId },
    )
  ).getImportWatch;
interface Listed {
  name: string;
  state: string;
  reasonKey: string | null;
  reasonValues: Record<string, unknown> | null;
  importId: Uuid | null;
}
const filesOf = async (watchId: Uuid) =>
  (
    await house.call<{ listWatchedFiles: { items: Listed[] } }>(
      'import',
      `query ($clientId: ID!, $watchId: ID!) { listWatchedFiles(clientId: $clientId, watchId: $watchId) { items { name state reasonKey reasonValues importId } } }`,
      { clientId: house.clientA, watchId },
    )
  ).listWatchedFiles.items.sort((one, other) => one.name.localeCompare(other.name));
const states = async (watchId: Uuid) => (await filesOf(watchId)).map(({ name, state, reasonKey }) => [name, state, reasonKey]);
/** Lets minutes go by, and the product look as it does by itself. */
const wait = async (minutes = 2) => {
  clock = instant(clock + minutes * MINUTE);
  await watchJob.run({}, house.database, undefined);
  await drainJobs(house.database);
};
/** A first look, the second one that takes what has not changed, and the one that clears up. */
const settle = async () => {
  await wait();
  await wait();
  await wait();
};
const csv = (...rows: string[]) => ['account,claim,amount', ...rows].join('\n');
const drop = (name: string, text: string | Buffer, seconds = 0) => {
  writeFileSync(path.join(inbox(), name), text);
  utimesSync(path.join(inbox(), name), 1_700_000_000 + seconds, 1_700_000_000 + seconds);
};
const folder = (name = '') => readdirSync(path.join(inbox(), name)).sort();
const types = async (type: string) =>
  (
    await house.inA((tx) =>
      tx.sql<{ payload: Record<string, unknown> }>(
        'select payload::jsonb as payload from event where client_id = $1 and message_type = $2 order by message_id',
        [tx.clientId, type],
      ),
    )
  ).map(({ payload }) => payload);

describe('a folder of this machine', () => {
  it('is looked into by itself: what has not changed for two looks is imported in the order of its time, and moved aside', async () => {
    const { watchId } = await save(watch());
    drop('b.csv', csv('K1,F1,20.00'), 1);
    drop('a.csv', csv('K1,F1,30.00', 'K1,F2,5.00'), 2);
    drop('c.csv.part', csv('K1,F3,1.00'));
    drop('notes.txt', 'not for us');
    await wait();
    expect(await states(watchId)).toEqual([
      ['a.csv', 'seen', null],
      ['b.csv', 'seen', null],
    ]);
    await wait();
    await wait();
    expect(await states(watchId)).toEqual([
      ['a.csv', 'done', null],
      ['b.csv', 'done', null],
    ]);
    // The later file is the truth.
    expect(await readClaim(house, 'F1')).toMatchObject({ amount: 3000n });
    expect(folder()).toEqual(['c.csv.part', 'done', 'notes.txt']);
    expect(folder('done')).toEqual(['a.csv', 'b.csv']);
    const { listWatchLooks } = await house.call<{ listWatchLooks: object[] }>(
      'import',
      'query ($clientId: ID!, $watchId: ID!) { listWatchLooks(clientId: $clientId, watchId: $watchId) { found fresh taken moved userId errorKey } }',
      { clientId: house.clientA, watchId },
    );
    expect(listWatchLooks.slice(-3)).toEqual([
      { found: 0, fresh: 0, taken: 0, moved: 2, userId: null, errorKey: null },
      { found: 2, fresh: 0, taken: 2, moved: 0, userId: null, errorKey: null },
      { found: 2, fresh: 2, taken: 0, moved: 0, userId: null, errorKey: null },
    ]);
  });

  it('never imports the same content twice, whatever it is called; the same name with another content is another file', async () => {
    const { watchId } = await save(watch());
    drop('first.csv', csv('K2,G1,10.00'));
    await settle();
    drop('again.csv', csv('K2,G1,10.00'));
    drop('first.csv', csv('K2,G1,12.00'), 5);
    await wait(61);
    await settle();
    const [again, ...rest] = await filesOf(watchId);
    expect(again).toMatchObject({
      name: 'again.csv',
      state: 'repeated',
      reasonKey: 'watchRepeated',
      reasonValues: { file: 'first.csv', day: '2026-11-20' },
    });
    expect(rest.map(({ state }) => state)).toEqual(['done', 'done']);
    expect(await readClaim(house, 'G1')).toMatchObject({ amount: 1200n });
    expect(folder('done')).toEqual(['again.csv', 'first.2.csv', 'first.csv']);
  });

  it('leaves files and remembers them, when it is told to', async () => {
    const { watchId } = await save(watch({ isMoved: false }));
    drop('kept.csv', csv('K3,H1,10.00'));
    await settle();
    await wait(70);
    expect(await states(watchId)).toEqual([['kept.csv', 'done', null]]);
    expect(folder()).toEqual(['kept.csv']);
  });

  it('takes a file at once with its marker, and moves both', async () => {
    const { watchId } = await save(watch({ marker: '.done' }));
    drop('m.csv', csv('K4,I1,10.00'));
    await wait();
    await wait(70);
    expect(await states(watchId)).toEqual([['m.csv', 'seen', null]]);
    drop('m.csv.done', '');
    await wait(70);
    await wait();
    expect(await states(watchId)).toEqual([['m.csv', 'done', null]]);
    expect(folder('done')).toEqual(['m.csv', 'm.csv.done']);
  });

  it('ends a file that the mapping does not fit with the reason, tells its people, and goes on with the next', async () => {
    const { watchId } = await save(watch({ userIds: [house.userA] }));
    drop('1.csv', 'account,claim\nK5,J1\n', 1);
    drop('2.csv', Buffer.from('PK\u0003\u0004 and then it breaks off'), 2);
    drop('3.csv', '', 3);
    drop('4.csv', csv('"K5,J4,1.00'), 4);
    drop('5.csv', csv('K5,J5,10.00'), 5);
    await settle();
    await wait();
    expect(await states(watchId)).toEqual([
      ['1.csv', 'failed', 'fileColumn'],
      ['2.csv', 'failed', 'workbookDamaged'],
      ['3.csv', 'failed', 'fileEmpty'],
      ['4.csv', 'failed', 'fileQuote'],
      ['5.csv', 'done', null],
    ]);
    expect(folder('failed')).toEqual(['1.csv', '2.csv', '3.csv', '4.csv']);
    const told = await house.inA((tx) =>
      tx.sql<{ name: string }>(
        `select metadata ->> 'debtorFullName' as name from notification where client_id = $1 and type = 'WATCHED_FILE_FAILED' and recipient_id = $2 order by 1`,
        [tx.clientId, house.userA],
      ),
    );
    expect(told.map(({ name }) => name)).toEqual(['1.csv', '2.csv', '3.csv', '4.csv']);
    // A person mends the mapping of a failed one on its own page, and it is done after all.
    const [first] = await filesOf(watchId);
    const mended = {
      record: 'claims',
      hasHeader: true,
      decimalMark: '.',
      dateOrder: 'YMD',
      fields: [
        { field: 'account.ref', column: 'account' },
        { field: 'claim.ref', column: 'claim' },
        { field: 'claim.amount', constant: '7.00' },
      ],
    };
    const own = { clientId: house.clientA, importId: first!.importId };
    await house.call(
      'import',
      'mutation ($clientId: ID!, $importId: ID!, $mapping: ImportMappingInput!) { checkImport(clientId: $clientId, importId: $importId, mapping: $mapping) { status } }',
      { ...own, mapping: mended },
    );
    await drainJobs(house.database);
    await house.call(
      'import',
      'mutation ($clientId: ID!, $importId: ID!) { startImport(clientId: $clientId, importId: $importId) { status } }',
      own,
    );
    await drainJobs(house.database);
    expect((await states(watchId))[0]).toEqual(['1.csv', 'done', null]);
    // The mapping is gone: the next file says so.
    drop('1.csv', csv('K5,J1,1.00'), 9);
    await wait(61);
    await house.inA((tx) => tx.sql('update import_watch set mapping_id = $2 where client_id = $1', [tx.clientId, uuidv7()]));
    await settle();
    expect((await filesOf(watchId)).filter(({ name }) => name === '1.csv').map(({ reasonKey }) => reasonKey)).toEqual(
      expect.arrayContaining(['watchMappingGone', null]),
    );
  });

  it('refuses a file in another encoding than the mapping reads, rather than garble names', async () => {
    const SAVE_MAPPING = `mutation ($clientId: ID!, $mapping: ImportMappingInput!, $name: String!) { saveImportMapping(clientId: $clientId, name: $name, mapping: $mapping) { mappingId } }`;
    const mappingIn = async (encoding: string) => {
      const fields = [...FIELDS, { field: 'debtor.lastName', column: 'name' }];
      const mapping = { record: 'claims', encoding, hasHeader: true, decimalMark: '.', dateOrder: 'YMD', fields };
      const saved = await house.call<{ saveImportMapping: { mappingId: Uuid } }>('import', SAVE_MAPPING, {
        clientId: house.clientA,
        name: encoding,
        mapping,
      });
      return saved.saveImportMapping.mappingId;
    };
    const text = (ref: string) => `account,claim,amount,name\n${ref},${ref},1.00,Müßig\n`;
    const modern = await save(watch({ mappingId: await mappingIn('utf-8'), pattern: 'u*.csv' }));
    const old = await save(watch({ mappingId: await mappingIn('windows-1252'), pattern: 'w*.csv' }));
    drop('u-latin.csv', Buffer.from(text('E1'), 'latin1'));
    drop('u-utf.csv', text('E2'), 1);
    drop('w-latin.csv', Buffer.from(text('E3'), 'latin1'));
    drop('w-utf.csv', text('E4'), 1);
    await settle();
    expect(await states(modern.watchId)).toEqual([
      ['u-latin.csv', 'failed', 'watchEncoding'],
      ['u-utf.csv', 'done', null],
    ]);
    expect((await states(old.watchId)).map(([, state]) => state)).toEqual(['done', 'done']);
    const names = await house.inA((tx) =>
      tx.sql<{ last_name: string }>(`select last_name from debtor where client_id = $1 and last_name like 'M%'`, [tx.clientId]),
    );
    expect(names.map(({ last_name }) => last_name)).toEqual(['Müßig', 'Müßig', 'Müßig']);
  });

  it('waits for somebody when too many rows would be rejected, and the files behind it wait too', async () => {
    const { watchId } = await save(watch({ mostRejected: 20 }));
    drop('1.csv', csv('K6,L1,10.00', 'K6,L2,x', 'K6,L3,10.00'), 1);
    drop('2.csv', csv('K6,L1,15.00'), 2);
    await settle();
    const [waiting, behind] = await filesOf(watchId);
    expect(waiting).toMatchObject({ state: 'waiting', reasonKey: 'watchRejected', reasonValues: { rejected: 1, rows: 3, most: 20 } });
    expect(behind).toMatchObject({ state: 'taken' });
    expect(await readClaim(house, 'L1')).toBeUndefined();
    expect(await types('watchedFileWaiting')).toHaveLength(1);
    await house.call(
      'import',
      'mutation ($clientId: ID!, $importId: ID!) { startImport(clientId: $clientId, importId: $importId) { status } }',
      {
        clientId: house.clientA,
        importId: waiting!.importId,
      },
    );
    await drainJobs(house.database);
    expect((await filesOf(watchId)).map(({ state }) => state)).toEqual(['done', 'done']);
    expect(await readClaim(house, 'L1')).toMatchObject({ amount: 1500n });
  });

  it('is only one below the operator’s root and the client’s own: no link, no way up, no other client', async () => {
    for (const bad of ['../x', '/etc', 'a/../../b', '.hidden', 'a/.ssh'])
      expect((await trySave(watch({ folder: bad }))).errors?.[0]?.extensions).toMatchObject({
        key: 'watchFolderForbidden',
        field: 'watch.folder',
      });
    const other = path.join(root, house.clientB);
    mkdirSync(other);
    writeFileSync(path.join(other, 'theirs.csv'), csv('K7,M1,1.00'));
    symlinkSync(other, path.join(inbox(), 'link'));
    symlinkSync(path.join(other, 'theirs.csv'), path.join(inbox(), 'theirs.csv'));
    const { watchId } = await save(watch({ folder: 'link' }));
    const plain = await save(watch());
    await settle();
    expect(await get(watchId)).toMatchObject({ lastErrorKey: 'watchFolderForbidden' });
    expect(await filesOf(watchId)).toEqual([]);
    expect(await filesOf(plain.watchId)).toEqual([]);
    const missing = await save(watch({ folder: 'nowhere' }));
    await settle();
    expect(await get(missing.watchId)).toMatchObject({ lastErrorKey: 'watchFolderMissing' });
    vi.stubEnv('WATCH_FOLDERS', '');
    expect(
      (
        await house.raw(
          'import',
          'mutation ($clientId: ID!, $watch: ImportWatchInput!) { testImportWatch(clientId: $clientId, watch: $watch) { total } }',
          { clientId: house.clientA, watch: watch() },
        )
      ).errors?.[0]?.extensions,
    ).toMatchObject({ key: 'watchFolderNone' });
  });

  it('is looked into by one process at a time', async () => {
    const { watchId } = await save(watch());
    drop('once.csv', csv('K8,N1,10.00'));
    await wait();
    clock = instant(clock + 2 * MINUTE);
    const looks = await Promise.all(
      Array.from({ length: 4 }, () =>
        lookInto(house.database, house.clientA, watchId, { config: { ...house.config, watchFolders: root }, userId: house.userA }),
      ),
    );
    expect(looks.filter((done) => done).length).toBeGreaterThan(0);
    await drainJobs(house.database);
    expect(await states(watchId)).toEqual([['once.csv', 'done', null]]);
    const [{ count } = { count: 0 }] = await house.inA((tx) =>
      tx.sql<{ count: number }>(`select count(*)::int as count from import_run where client_id = $1 and file_name = 'once.csv'`, [
        tx.clientId,
      ]),
    );
    expect(count).toBe(1);
  });
});

describe('an SFTP server', () => {
  it('is believed by the key that it shows first; with another key, nothing is sent or taken until somebody forgets the old one', async () => {
    const { watchId, fingerprint } = await save(sftp(), PASSWORD);
    expect(fingerprint).toBeNull();
    server.put('in/s1.csv', csv('K9,O1,10.00'));
    await settle();
    expect(await states(watchId)).toEqual([['s1.csv', 'done', null]]);
    expect(await get(watchId)).toMatchObject({ fingerprint: server.fingerprint });
    expect([...server.files.keys()]).toEqual(['in/done/s1.csv']);

    const changed = await server.changeKey();
    const before = server.logins;
    server.put('in/s2.csv', csv('K9,O2,10.00'));
    await wait(61);
    expect(await get(watchId)).toMatchObject({ lastErrorKey: 'connectorOtherKey', awaySince: expect.anything() });
    expect(server.logins).toBe(before);
    await wait(61);
    expect((await types('connectorAway')).filter(({ watchId: id }) => id === watchId)).toHaveLength(1);
    const saved = await save({ ...sftp(), name: `Portfolio ${serial}` }, null, { watchId, revision: 1, forgetKey: true });
    expect(saved.fingerprint).toBeNull();
    await settle();
    expect(await get(watchId)).toMatchObject({ fingerprint: changed, lastErrorKey: null, awaySince: null });
    expect((await types('connectorBack')).map(({ watchId: id }) => id)).toContain(watchId);
    expect((await states(watchId)).map(([, state]) => state)).toEqual(['done', 'done']);
  });

  it('gets no password that was entered for another server, and gives none back', async () => {
    const { watchId } = await save(sftp(), PASSWORD);
    const rows = await house.inA((tx) =>
      tx.sql<{ secrets: string }>('select secrets from import_watch where client_id = $1', [tx.clientId]),
    );
    expect(rows[0]?.secrets).toMatch(/^s1\./);
    const elsewhere = { ...sftp(), server: { host: 'localhost', port: server.port, user: 'creditor' } };
    const moved = await trySave(elsewhere, null, { watchId, revision: 1 });
    expect(moved.errors?.[0]?.extensions).toMatchObject({ key: 'connectorSecret', field: 'watch.password' });
    expect((await trySave(sftp(), { privateKey: 'no key' })).errors?.[0]?.extensions).toMatchObject({ key: 'sftpKeyUnreadable' });
    expect(
      (await trySave({ ...sftp(), server: { host: '10.1.2.3', port: 22, user: 'x' } }, PASSWORD)).errors?.[0]?.extensions,
    ).toMatchObject({
      key: 'outboundPrivate',
      field: 'watch.server.host',
    });
    expect((await trySave(sftp(), PASSWORD, { watchId, revision: 7 })).errors?.[0]?.extensions).toMatchObject({
      code: 'CONFLICT',
      key: 'connectorChanged',
    });
  });

  it('that dies or falls silent in the middle of a file leaves nothing half: the next look begins again', async () => {
    const { watchId } = await save(sftp(), PASSWORD);
    const rows = Array.from({ length: 12_000 }, (_, row) => `K10,P${row},1.00`);
    server.put('in/large.csv', csv(...rows));
    await wait();
    server.wrong = { diesAfter: 60_000 };
    await wait();
    expect(await get(watchId)).toMatchObject({ lastErrorKey: expect.stringMatching(/connectionBroken|fileInterrupted/), openFiles: 1 });
    expect(await states(watchId)).toEqual([['large.csv', 'seen', null]]);
    server.wrong = { stallsAfter: 60_000 };
    clock = instant(clock + 61 * MINUTE);
    await lookInto(house.database, house.clientA, watchId, {
      config: { ...house.config, outboundAllow: ['127.0.0.0/8'] },
      userId: house.userA,
      patience: { answer: 5_000, stall: 200 },
    });
    expect(await get(watchId)).toMatchObject({ lastErrorKey: 'watchStalled' });
    const kept = await house.inA((tx) => tx.sql(`select from import_run where client_id = $1 and file_name = 'large.csv'`, [tx.clientId]));
    expect(kept).toHaveLength(0);
    server.wrong = {};
    await wait(61);
    await wait();
    expect(await states(watchId)).toEqual([['large.csv', 'done', null]]);
    expect(await readClaim(house, 'P11999')).toMatchObject({ amount: 100n });
  });

  it('shows a file that still grows: it is taken when it has come to rest, whole', async () => {
    const { watchId } = await save(sftp(), PASSWORD);
    server.put('in/grows.csv', csv('K11,Q1,1.00'));
    await wait();
    server.put('in/grows.csv', csv('K11,Q1,1.00', 'K11,Q2,1.00'), 1_700_000_060);
    await wait();
    // Its clock goes wrong: a time in the past is another time, too.
    server.put('in/grows.csv', csv('K11,Q1,1.00', 'K11,Q2,2.00'), 900_000_000);
    await wait();
    expect(server.reads).toEqual([]);
    expect(await states(watchId)).toEqual([['grows.csv', 'seen', null]]);
    await wait();
    await wait();
    expect(await states(watchId)).toEqual([['grows.csv', 'done', null]]);
    expect(await readClaim(house, 'Q2')).toMatchObject({ amount: 200n });
    server.put('in/gone.csv', csv('K11,Q9,1.00'));
    await wait(61);
    server.files.delete('in/gone.csv');
    await wait();
    expect(await states(watchId)).toEqual([['grows.csv', 'done', null]]);
  });

  it('is tried out before it is saved: its key, the first 20 files, and why which would be left', async () => {
    const TEST = `mutation ($clientId: ID!, $watchId: ID, $watch: ImportWatchInput!, $secrets: WatchSecretsInput) {
      testImportWatch(clientId: $clientId, watchId: $watchId, watch: $watch, secrets: $secrets) { fingerprint total isCut files { name sizeBytes ignored } } }`;
    for (let n = 0; n < 2_345; n++) server.put(`in/p${String(n).padStart(5, '0')}.csv`, csv('K12,R1,1.00'));
    server.put('in/a.tmp', 'x');
    server.put('in/b.txt', 'x');
    server.put('in/p00000.csv.ok', '');
    const given = sftp({ marker: '.ok' });
    const { testImportWatch } = await house.call<{ testImportWatch: { files: object[] } }>('import', TEST, {
      clientId: house.clientA,
      watch: given,
      secrets: PASSWORD,
    });
    expect(testImportWatch).toMatchObject({ fingerprint: server.fingerprint, total: 2_348, isCut: false });
    expect(testImportWatch.files).toHaveLength(20);
    expect(testImportWatch.files.slice(0, 4)).toEqual([
      { name: 'a.tmp', sizeBytes: 1, ignored: 'unfinished' },
      { name: 'b.txt', sizeBytes: 1, ignored: 'pattern' },
      { name: 'p00000.csv', sizeBytes: 32, ignored: null },
      { name: 'p00000.csv.ok', sizeBytes: 0, ignored: 'marker' },
    ]);
    const told = async (watched: object, secrets: object) =>
      (await house.raw('import', TEST, { clientId: house.clientA, watch: watched, secrets })).errors?.[0]?.extensions?.key;
    expect(await told(given, { password: 'wrong' })).toBe('sftpNoLogin');
    expect(await told(sftp({ folder: 'nowhere' }), PASSWORD)).toBe('sftpRefused');
    expect(await told({ ...given, server: { host: '127.0.0.1', port: 1, user: 'creditor' } }, PASSWORD)).toBe('serverRefuses');
    expect(server.reads).toEqual([]);
  });

  it('that lets nothing be moved says so, and nothing is imported again', async () => {
    const { watchId } = await save(sftp(), PASSWORD);
    server.wrong = { keepsFiles: true };
    server.put('in/stays.csv', csv('K13,S1,1.00'));
    await settle();
    await wait(61);
    expect(await get(watchId)).toMatchObject({ lastErrorKey: 'watchFileMoved', awaySince: null });
    expect(await states(watchId)).toEqual([['stays.csv', 'done', null]]);
    expect(server.reads).toEqual(['in/stays.csv']);
  });

  it('is asked at once by whoever wants to see', async () => {
    const { watchId } = await save(sftp({ isActive: false }), PASSWORD);
    server.put('in/now.csv', csv('K14,T1,1.00'));
    await wait();
    expect(await filesOf(watchId)).toEqual([]);
    await house.call('import', 'mutation ($clientId: ID!, $watchId: ID!) { lookNow(clientId: $clientId, watchId: $watchId) { watchId } }', {
      clientId: house.clientA,
      watchId,
    });
    await drainJobs(house.database);
    expect(await states(watchId)).toEqual([['now.csv', 'seen', null]]);
  });
});

describe('what is asked of names and days', () => {
  it('patterns name files as people expect, and none takes long', () => {
    expect(matches('Portfolio_2026.CSV', 'portfolio_*.csv')).toBe(true);
    expect(matches('a1.csv', 'a?.csv')).toBe(true);
    expect(matches('ab.csv.bak', '*.csv')).toBe(false);
    expect(matches('a'.repeat(200), `${'*a'.repeat(40)}*b`)).toBe(false);
  });

  it('times are those of the client’s zone and of its working days', async () => {
    const next = (after: string, workingDays = true) =>
      house.inA(async (tx) =>
        new Date(await nextLook(tx, { everyMinutes: null, times: ['08:00', '17:30'], workingDays }, instant(after))).toISOString(),
      );
    clock = instant('2026-11-20T10:00:00Z');
    expect(await next('2026-11-20T06:59:00Z')).toBe('2026-11-20T07:00:00.000Z');
    expect(await next('2026-11-20T07:00:00Z')).toBe('2026-11-20T16:30:00.000Z');
    // A Friday evening.
    expect(await next('2026-11-20T16:30:00Z')).toBe('2026-11-23T07:00:00.000Z');
    expect(await next('2026-11-20T16:30:00Z', false)).toBe('2026-11-21T07:00:00.000Z');
  });
});
