// Runs a TypeScript entry point on the pinned Node of package.json, whatever Node the machine has,
// and installs the pinned packages first when the lockfile changed since the last install.
// Usage: node scripts/run.mjs ENTRY.ts [ARG ...]
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const stamp = path.join(root, 'node_modules', '.quittance-lockfile');
const node = path.join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const lockfile = createHash('sha256')
  .update(readFileSync(path.join(root, 'package-lock.json')))
  .digest('hex');

const installed = existsSync(stamp) && readFileSync(stamp, 'utf8') === lockfile && existsSync(node);
if (!installed) {
  console.log('Installing the packages of package-lock.json (once, about a minute) …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const result = spawnSync(npm, ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, stdio: 'inherit' });
  if (result.status !== 0) process.exit(result.status ?? 1);
  // npm older than 11 runs install scripts by itself; a newer one asks for the approval in package.json.
  if (!existsSync(node)) spawnSync(npm, ['rebuild', 'node'], { cwd: root, stdio: 'inherit' });
  writeFileSync(stamp, lockfile);
}

// A program of the server starts by its bundle.
const program = process.argv[2]?.startsWith('server/') ? ['scripts/program.ts'] : [];
const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...program, ...process.argv.slice(2)], {
  cwd: process.cwd(),
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal ? 128 + 2 : (code ?? 1)));
