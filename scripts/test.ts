/** `npm test`: generates, type-checks, lints, checks directions, builds, runs every test. `--checks-only` leaves out the last two. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { generate } from './generate.ts';

const bin = (name: string) => path.join('node_modules', '.bin', name);
const started = Date.now();

/** Runs a command and shows what it says when it is through: two of them may run side by side. @throws Error when it fails. */
async function step(name: string, command: string, args: string[], live = false): Promise<void> {
  const began = Date.now();
  if (live) process.stdout.write(`— ${name}\n`);
  const child = spawn(command, args, {
    stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
  });
  let said = live ? '' : `— ${name}\n`;
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (said += part));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  process.stdout.write(said);
  if (code !== 0) throw new Error(`${name} failed`);
  console.log(`  ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

/** Waits for each, so that all that is wrong is said; ends the process when anything was. */
async function all(steps: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(steps)).filter((each) => each.status === 'rejected');
  for (const { reason } of failed) console.error((reason as Error).message);
  if (failed.length > 0) process.exit(1);
}

console.log(`— generate: ${await generate()} files`);
const more = !process.argv.includes('--checks-only');
await all([
  (async () => {
    // Each checker works out for itself what the others know too: more of them than processors are slower. What it found the last time
    // stands for the files that nothing has changed for since, as long as compiler and settings are the same.
    const known = ['--incremental', '--tsBuildInfoFile', 'dist/types.tsbuildinfo'];
    await step('types', process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.', '--checkers', '1', ...known]);
    await step('directions', process.execPath, ['scripts/directions.ts']);
    await step('tables of other services', process.execPath, ['scripts/published.ts']);
  })(),
  (async () => {
    await step('lint', bin('biome'), ['check', '--error-on-warnings', '--diagnostic-level=warn', '.']);
    if (more) await step('web app and server', process.execPath, ['scripts/build.ts']);
  })(),
]);
if (more) await all([step('tests', process.execPath, ['node_modules/vitest/vitest.mjs', 'run'], true)]);
console.log(`all green in ${((Date.now() - started) / 1000).toFixed(0)} s`);
