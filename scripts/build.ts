/** Builds the staff application when its sources are newer than the last build: `npm run build`, and part of every start. */

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = path.resolve(import.meta.dirname, '..');
export const WEB_OUTPUT = path.join(root, 'dist', 'web');
const stamp = path.join(root, 'dist', 'web.stamp');
/** Names the process that builds. */
const lock = path.join(root, 'dist', 'web.lock');

/** A digest of names, sizes and times of everything the build reads. */
function sources(): string {
  const files = globSync(
    [
      'web/**/*',
      'core/**/*.ts',
      'engine/**/*.ts',
      'server/services/*/*.graphql',
      'server/platform/base.graphql',
      'vite.config.ts',
      'package-lock.json',
    ],
    { cwd: root },
  ).sort();
  const hash = createHash('sha256');
  for (const file of files) {
    if (file.endsWith('.graphql.ts') || file.endsWith('.test.ts')) continue;
    const stat = statSync(path.join(root, file));
    if (stat.isFile()) hash.update(`${file}:${stat.size}:${Math.round(stat.mtimeMs)}\n`);
  }
  return hash.digest('hex');
}

function upToDate(): boolean {
  // An image carries the build and not what it was made of.
  if (!existsSync(path.join(root, 'web'))) return existsSync(path.join(WEB_OUTPUT, 'index.html'));
  return existsSync(path.join(WEB_OUTPUT, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sources();
}

/** @returns whether this process may build now. One that ended before it was through keeps nobody waiting. */
function takesTurn(): boolean {
  mkdirSync(path.dirname(lock), { recursive: true });
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (isLeft()) rmSync(lock, { force: true });
    return false;
  }
}

/** @returns whether nobody builds any more who has written the lock. */
function isLeft(): boolean {
  const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    // Without a number it is just being written, or never will be.
    return pid === 0 ? Date.now() - since > 10_000 : !process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/**
 * Builds in a process of its own: the builder needs memory, and sets NODE_ENV for whoever comes after it. One process at a time: a build empties
 * the folder first, and a page that was just served from it would find its files gone.
 * @throws Error when the build fails.
 */
export async function buildWebApp(): Promise<void> {
  while (!upToDate()) {
    if (takesTurn()) {
      try {
        // Another one may have been through just now.
        if (!upToDate()) await build();
        return;
      } finally {
        rmSync(lock, { force: true });
      }
    }
    await sleep(300);
  }
}

async function build(): Promise<void> {
  console.log('Building the web app (once after a change, about half a minute) …');
  const child = spawn(process.execPath, [import.meta.filename], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Whoever asks for it, tests too, gets what users get.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error('The web app could not be built');
}

if (import.meta.main) {
  if (upToDate()) console.log('up to date');
  else {
    const { generate } = await import('./generate.ts');
    const vite = await import('vite');
    const { compressAssets } = await import('./compress.ts');
    await generate();
    await vite.build({ configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' });
    await compressAssets(WEB_OUTPUT);
    writeFileSync(stamp, sources());
    console.log('built');
  }
}
