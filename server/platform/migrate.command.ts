/**
 * Brings the database to this release while the product runs: `npm run migrate`, with the owner's address in MIGRATION_DATABASE_URL.
 * `-- --print-roles` prints what an administrator of the database runs where its owner may not create roles.
 */
import { parseArgs } from 'node:util';
import { readConfig } from './config.ts';
import { secretsOf, withOwner } from './connect.ts';
import { databaseOf, loginsOf, loginsSql, rightsSql } from './logins.ts';
import { migrateDatabase } from './migrate.ts';

const { values } = parseArgs({ options: { 'print-roles': { type: 'boolean', default: false } } });
try {
  const config = readConfig();
  const secrets = secretsOf(config);
  await withOwner(config, async (url) => {
    if (values['print-roles']) {
      const name = databaseOf(url);
      console.log(`${rightsSql()}\n${loginsSql(loginsOf(secrets[0] ?? '', name), name, 160_000)}`);
      return;
    }
    const began = Date.now();
    await migrateDatabase(url, { secrets });
    console.log(`The database fits this release (${((Date.now() - began) / 1000).toFixed(1)} s).`);
  });
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
