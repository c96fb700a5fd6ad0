/** A start of the product looks whether it keeps files where the others of its installation do. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { command } from './backup.testing.ts';
import { requireSameStore } from './store.ts';
import { openTestHouse, type TestHouse } from './testing.ts';

let house: TestHouse;
const folder = mkdtempSync(path.join(os.tmpdir(), 'quittance-store-start-'));
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(async () => {
  await house.close();
  rmSync(folder, { recursive: true, force: true });
});

it('a process that keeps files in another folder does not start', async () => {
  await requireSameStore(house.database, { ...house.config, dataFolder: path.join(folder, 'of-the-others') });
  const { child, done } = command('main.ts', house.database.url, path.join(folder, 'its-own'), ['--role', 'worker']);
  // One that starts all the same would never end.
  const started = new Promise<{ code: number | null; text: string }>((resolve) =>
    child.stdout.on('data', (part: Buffer) => part.includes('Stop with Ctrl+C') && resolve({ code: null, text: 'It started.' })),
  );
  try {
    expect(await Promise.race([done, started])).toMatchObject({ code: 1, text: expect.stringMatching(/^Files are not kept in .*its-own/) });
  } finally {
    child.kill('SIGKILL');
    await done;
  }
});
