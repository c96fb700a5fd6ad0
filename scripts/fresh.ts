/** What is built from the sources: again when they are newer than the last time, and by one process at a time. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const root = path.resolve(import.meta.dirname, '..');

export interface Target {
  /** Of its folder in dist/. */
  readonly name: string;
  /** Globs of everything that it is made of. */
  readonly sources: readonly string[];
  /** A file in its folder that is there when it is built. */
  readonly file: string;
}

const inDist = (name: string) => path.join(root, 'dist', name);
export const outputOf = ({ name }: Target): string => inDist(name);
const stampOf = ({ name }: Target) => inDist(`${name}.stamp`);
/** Names the process that builds. */
const lockOf = ({ name }: Target) => inDist(`${name}.lock`);

/** A digest of names, sizes and times of everything the build reads. */
function digest({ sources }: Target): string {
  const hash = createHash('sha256');
  for (const file of globSync([...sources, 'package-lock.json'], { cwd: root }).sort()) {
    if (file.endsWith('.graphql.ts') || file.endsWith('.test.ts')) continue;
    const stat = statSync(path.join(root, file));
    if (stat.isFile()) hash.update(`${file}:${stat.size}:${Math.round(stat.mtimeMs)}\n`);
  }
  return hash.digest('hex');
}

export function isFresh(target: Target): boolean {
  if (!existsSync(path.join(outputOf(target), target.file))) return false;
  // An image carries what was built and not all that it was made of.
  if (!existsSync(path.join(root, 'web'))) return true;
  return existsSync(stampOf(target)) && readFileSync(stampOf(target), 'utf8') === digest(target);
}

/** Notes that it is built from the sources as they are. */
export function noteBuilt(target: Target): void {
  writeFileSync(stampOf(target), digest(target));
}

/** @returns whether this process may build now. One that ended before it was through keeps nobody waiting. */
function takesTurn(lock: string): boolean {
  mkdirSync(path.dirname(lock), { recursive: true });
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (isLeft(lock)) rmSync(lock, { force: true });
    return false;
  }
}

/** @returns whether nobody builds any more who has written the lock. */
function isLeft(lock: string): boolean {
  const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    // Without a number it is just being written, or never will be.
    return pid === 0 ? Date.now() - since > 10_000 : !process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Builds what is not fresh. One process at a time: a build empties its folder first, and who reads there would find its files gone. */
export async function refresh(target: Target, build: () => Promise<void>): Promise<void> {
  while (!isFresh(target)) {
    if (takesTurn(lockOf(target))) {
      try {
        // Another one may have been through just now.
        if (!isFresh(target)) await build();
        return;
      } finally {
        rmSync(lockOf(target), { force: true });
      }
    }
    await sleep(300);
  }
}
