/** Writes everything into one sealed file while the product runs: `npm run backup -- --to FILE_OR_FOLDER` (docs/decisions/backup.md). */
import { statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { nameOfSecret } from './platform/archive.ts';
import { backUp } from './platform/backup.ts';
import { readConfig } from './platform/config.ts';
import { withOwner } from './platform/connect.ts';

const { values } = parseArgs({ options: { to: { type: 'string' } } });
try {
  if (!values.to) throw new Error('Say where to: npm run backup -- --to FILE_OR_FOLDER');
  const config = readConfig();
  const isFolder = statSync(values.to, { throwIfNoEntry: false })?.isDirectory();
  const to = isFolder
    ? path.join(
        values.to,
        `quittance-${new Date()
          .toISOString()
          .replace(/\.\d+Z$/, 'Z')
          .replaceAll(':', '')}.backup`,
      )
    : values.to;
  if (!isFolder && statSync(to, { throwIfNoEntry: false })) throw new Error(`${to} is there already.`);
  const held = await withOwner(config, (url) => backUp({ ...config, url }, to));
  console.log(
    `${to}: ${held.tables} tables with ${held.rows} rows, ${held.files} files. It opens with this QUITTANCE_SECRET only (${nameOfSecret(config.secret)}).`,
  );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
