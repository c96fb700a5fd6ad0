/**
 * Writes a migration from the difference between the tables in code and the last one: `npm run migrations -- --name what_changed`.
 * Indexes on tables that are there already are built beside their writers; what would stop a running product is named.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { blockersIn, buildBeside } from '../server/platform/migrations.online.ts';

const folder = path.join('server', 'platform', 'migrations');
const before = new Set(readdirSync(folder));
const result = spawnSync(process.execPath, ['node_modules/drizzle-kit/bin.cjs', 'generate', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
for (const name of readdirSync(folder)) {
  if (before.has(name) || !name.endsWith('.sql')) continue;
  const file = path.join(folder, name);
  const text = buildBeside(readFileSync(file, 'utf8'));
  writeFileSync(file, text);
  for (const blocker of blockersIn(text.split('--> statement-breakpoint')))
    console.warn(`${name}: ${blocker} (docs/decisions/upgrades.md)`);
}
process.exit(result.status ?? 1);
