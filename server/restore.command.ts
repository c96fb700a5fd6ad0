/** Brings a backup back into an empty database and an empty data folder or bucket: `npm run restore -- --from FILE` (docs/decisions/backup.md). */
import { parseArgs } from 'node:util';
import { readConfig } from './platform/config.ts';
import { secretsOf, withOwner } from './platform/connect.ts';
import { addressesOf, databaseOf, loginsOf } from './platform/logins.ts';
import { restore } from './platform/restore.ts';
import { openDatabase } from './platform/tenancy.ts';
import { AFTER_RESTORE } from './restored.ts';

const { values } = parseArgs({ options: { from: { type: 'string' } } });
try {
  const { from } = values;
  if (!from) throw new Error('Say from what: npm run restore -- --from FILE');
  const config = readConfig();
  const secrets = secretsOf(config);
  const held = await withOwner(config, (url) =>
    restore({ ...config, url, archiveSecrets: [config.secret, ...config.earlierSecrets], secrets }, from, async () => {
      const database = openDatabase(addressesOf(url, loginsOf(secrets[0] ?? '', databaseOf(url))));
      try {
        for (const step of AFTER_RESTORE) await step(database, config);
      } finally {
        await database.close();
      }
    }),
  );
  console.log(`Restored and compared: ${held.tables} tables with ${held.rows} rows, ${held.files} files. Start the product.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
