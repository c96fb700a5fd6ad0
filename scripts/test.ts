/** `npm test`: generates, type-checks, lints, checks directions, builds the web app, runs every test. `--checks-only` leaves out the last two. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { generate } from './generate.ts';

const bin = (name: string) => path.join('node_modules', '.bin', name);
const started = Date.now();

function step(name: string, command: string, args: string[]): void {
  const began = Date.now();
  process.stdout.write(`— ${name}\n`);
  const result = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' } });
  if (result.status !== 0) {
    console.error(`${name} failed`);
    process.exit(result.status ?? 1);
  }
  console.log(`  ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

console.log(`— generate: ${await generate()} files`);
step('types', process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.']);
step('lint', bin('biome'), ['check', '--error-on-warnings', '--diagnostic-level=warn', '.']);
step('directions', process.execPath, ['scripts/directions.ts']);
if (!process.argv.includes('--checks-only')) {
  step('web app', process.execPath, ['scripts/build.ts']);
  step('tests', process.execPath, ['node_modules/vitest/vitest.mjs', 'run']);
}
console.log(`all green in ${((Date.now() - started) / 1000).toFixed(0)} s`);
