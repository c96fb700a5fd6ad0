/** A file that one machine took is imported by another one that shares no folder with it, when files are kept in a bucket. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACCESS_KEY, type BucketServer, openBucketServer } from '../../platform/store.testing.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { useImportFolder } from './import.files.ts';
import { workOn } from './import.jobs.ts';
import { readImport } from './import.logic.ts';
import { portfolio, startedImport } from './import.testing.ts';

let house: TestHouse;
let bucket: BucketServer;
const other = mkdtempSync(path.join(os.tmpdir(), 'quittance-other-machine-'));
beforeAll(async () => {
  bucket = await openBucketServer();
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: ACCESS_KEY.id,
    AWS_SECRET_ACCESS_KEY: ACCESS_KEY.secret,
    FILES_STORE: `s3://debt?region=eu-central-1&endpoint=${bucket.url}`,
  });
  house = await openTestHouse();
});
afterAll(async () => {
  await house.close();
  await bucket.close();
  rmSync(other, { recursive: true, force: true });
});

it('is imported from the bucket by a process with a folder of its own', async () => {
  const importId = await startedImport(house, house.clientA, portfolio(500));
  useImportFolder(other);
  expect(readdirSync(other)).toEqual([]);
  await workOn(house.database, house.clientA, importId);
  expect(await house.inA((tx) => readImport(tx, importId))).toMatchObject({ status: 'done', rowsDone: 500 });
});
