/** Builds the staff application and bundles the server when their sources are newer than the last time: `npm run build`, and part of every start. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { isFresh, noteBuilt, outputOf, refresh, root, type Target } from './fresh.ts';
import { FOR_TESTS, SERVER, SERVER_FOR_TESTS, WEB, WEB_OUTPUT } from './targets.ts';

/** @throws Error when the build fails. */
export function buildWebApp(): Promise<void> {
  return refresh(WEB, () => inProcess(WEB, 'Building the web app (once after a change, about half a minute) …'));
}

/** @throws Error when the build fails. */
export function bundleServer(): Promise<void> {
  return refresh(SERVER, () => inProcess(SERVER, 'Bundling the server (once after a change, a few seconds) …'));
}

/** @throws Error when the build fails. */
export function bundleForTests(): Promise<void> {
  return refresh(SERVER_FOR_TESTS, () => inProcess(SERVER_FOR_TESTS, 'Bundling the programs of tests (once after a change) …'));
}

/** Builds in a process of its own: a builder needs memory, and sets NODE_ENV for whoever comes after it. */
async function inProcess({ name }: Target, says: string): Promise<void> {
  console.log(says);
  const child = spawn(process.execPath, [path.join(root, 'scripts', 'build.ts'), name], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Whoever asks for it, tests too, gets what users get.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`dist/${name} could not be built`);
}

async function build(target: Target): Promise<void> {
  if (isFresh(target)) return console.log(`${target.name}: up to date`);
  if (target === WEB) {
    const { generate } = await import('./generate.ts');
    const vite = await import('vite');
    const { compressAssets } = await import('./compress.ts');
    await generate();
    await vite.build({ configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' });
    await compressAssets(WEB_OUTPUT);
  } else {
    const { bundle } = await import('./bundle.ts');
    await bundle(outputOf(target), target === SERVER_FOR_TESTS ? [FOR_TESTS] : []);
  }
  noteBuilt(target);
  console.log(`${target.name}: built`);
}

if (import.meta.main) {
  const named = process.argv[2];
  for (const target of [WEB, SERVER, SERVER_FOR_TESTS])
    if (named ? named === target.name : target !== SERVER_FOR_TESTS) await build(target);
}
