/** Backup, erasure, restore: by the commands that an operator types, each a process of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RETENTION_KINDS } from '../../../core/retention.ts';
import { command, everything, openPlaces } from '../../platform/backup.testing.ts';
import { openOwned } from '../../platform/owned.ts';
import { storeOf } from '../../platform/store.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { finishErasures } from './privacy.erase.logic.ts';
import { eraseOnRequest } from './privacy.request.logic.ts';
import { createTestPerson, NAMES, tablesNaming } from './privacy.testing.ts';

let house: TestHouse;
let places: ReturnType<typeof openPlaces>;
const folder = mkdtempSync(path.join(os.tmpdir(), 'quittance-erased-'));
beforeAll(async () => {
  house = await openTestHouse();
  places = openPlaces(house, folder);
});
afterAll(async () => {
  await places.drop();
  await house.close();
  rmSync(folder, { recursive: true, force: true });
});

async function filesIn(dataFolder: string): Promise<Record<string, string>> {
  const store = storeOf({ dataFolder, filesStore: null });
  const found: Record<string, string> = {};
  for await (const { key } of store.list('files')) found[key] = (await buffer(await store.open(key))).toString();
  return found;
}

it('who was erased after the backup is erased in what it is restored to, and everybody else is there as before', async () => {
  const { erased, stays } = await house.inA(async (tx) => ({
    erased: await createTestPerson(tx, 'erased', '2010-05-05T10:00:00Z'),
    stays: await createTestPerson(tx, 'stays', '2010-05-05T10:00:00Z'),
  }));
  const filesBefore = await filesIn(house.config.dataFolder);
  expect(Object.values(filesBefore)).toEqual(['Zebulon Quastenberg writes', 'Zebulon Quastenberg writes']);
  const env = { ERASURE_JOURNAL: house.config.erasureFolder };
  const to = path.join(folder, 'kept.backup');
  expect(await command('backup.command.ts', house.database.url, house.config.dataFolder, ['--to', to], env).done).toMatchObject({
    code: 0,
  });
  const before = await everything(house.database.url);

  await house.inA((tx) => eraseOnRequest(tx, [erased], house.userA));
  await finishErasures(house.database, house.clientA, RETENTION_KINDS);
  expect(await tablesNaming(house.database.owner, erased.accountId, NAMES)).toEqual([]);

  // Without the list outside the database everything comes back as it was.
  const unaware = await places.empty();
  const elsewhere = { ERASURE_JOURNAL: path.join(folder, 'no-list') };
  expect(await command('restore.command.ts', unaware.url, unaware.dataFolder, ['--from', to], elsewhere).done).toMatchObject({ code: 0 });
  expect(await everything(unaware.url)).toEqual(before);
  expect(await filesIn(unaware.dataFolder)).toEqual(filesBefore);

  const place = await places.empty();
  const restored = await command('restore.command.ts', place.url, place.dataFolder, ['--from', to], env).done;
  expect(restored).toMatchObject({ code: 0, text: expect.stringContaining('Start the product.') });
  const database = openOwned(place.url);
  try {
    expect(await tablesNaming(database.owner, erased.accountId, NAMES)).toEqual([]);
    const named = await tablesNaming(house.database.owner, stays.accountId, NAMES);
    expect(named).toEqual(expect.arrayContaining(['debtor', 'note', 'communication']));
    expect(await tablesNaming(database.owner, stays.accountId, NAMES)).toEqual(named);
  } finally {
    await database.close();
  }
  const filesAfter = await filesIn(house.config.dataFolder);
  expect(Object.keys(filesAfter)).toHaveLength(1);
  expect(await filesIn(place.dataFolder)).toEqual(filesAfter);
  // Only what erasing touches differs from the installation in which it was done first: when it was done, and for what cause.
  const [there, here] = [await everything(place.url), await everything(house.database.url)];
  expect([...here].filter(([name, rows]) => there.get(name) !== rows).map(([name]) => name)).toEqual([
    'public.erasure',
    'public.event',
    'public.event_erasure',
  ]);
});
