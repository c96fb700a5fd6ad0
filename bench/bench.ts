/**
 * `npm run bench`: prints the figures of the README with the machine they were measured on. `npm run bench -- search import` runs some of them,
 * `partners` those whose names go on after it as well. Each measurement is a program of its own (bench/<name>.ts) with its own throw-away database.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const folder = import.meta.dirname;
const known = globSync('*.ts', { cwd: folder })
  .map((file) => path.basename(file, '.ts'))
  .filter((name) => name !== 'bench' && !name.includes('.'))
  .sort();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`no such measurement: ${unknown.join(', ')}; there are ${known.join(', ')}`);
  process.exit(1);
}
const cpu = os.cpus()[0]?.model.trim() ?? 'unknown processor';
console.log(
  `${os.cpus().length} × ${cpu}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, ${os.type()} ${os.release()}, Node ${process.version}\n`,
);
let failed = 0;
const chosen = wanted.flatMap((each) => known.filter((name) => name === each || name.startsWith(`${each}-`)));
for (const name of wanted.length > 0 ? chosen : known) {
  console.log(`== ${name}`);
  const { status } = spawnSync(process.execPath, [path.join(folder, `${name}.ts`)], {
    stdio: 'inherit',
    env: { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'error' },
  });
  if (status !== 0) failed++;
  console.log('');
}
process.exit(failed > 0 ? 1 : 0);
