/** Generates and runs the named test files: `npm run one -- server/services/account`. */
import { spawnSync } from 'node:child_process';
import { generate } from './generate.ts';

await generate();
const result = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)], { stdio: 'inherit' });
process.exit(result.status ?? 1);
