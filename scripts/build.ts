/** Builds the staff application when its sources are newer than the last build: `npm run build`, and part of every start. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { compressAssets } from './compress.ts';
import { generate } from './generate.ts';

const root = path.resolve(import.meta.dirname, '..');
export const WEB_OUTPUT = path.join(root, 'dist', 'web');
const stamp = path.join(root, 'dist', 'web.stamp');

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

/** @returns whether it had to build. */
export async function buildWebApp(): Promise<boolean> {
  const digest = sources();
  if (existsSync(path.join(WEB_OUTPUT, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return false;
  console.log('Building the web app (once after a change, about half a minute) …');
  await generate();
  await build({ configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' });
  await compressAssets(WEB_OUTPUT);
  writeFileSync(stamp, sources());
  return true;
}

if (import.meta.main) console.log((await buildWebApp()) ? 'built' : 'up to date');
