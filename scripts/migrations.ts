/** Writes a migration from the difference between the tables in code and the last one: `npm run migrations -- --name what_changed`. */
import { spawnSync } from 'node:child_process';

const result = spawnSync(process.execPath, ['node_modules/drizzle-kit/bin.cjs', 'generate', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(result.status ?? 1);
