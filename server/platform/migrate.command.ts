/**
 * Brings the database to this release while the product runs: `npm run migrate`, with the owner's address in MIGRATION_DATABASE_URL.
 * `-- --print-roles` prints what an administrator of the database runs where its owner may not create roles.
 */
import { parseArgs } from 'node:util';
import { readConfig } from './config.ts';
import { ownerOf, secretsOf } from './connect.ts';
import { databaseOf, loginsOf, loginsSql, rightsSql } from './logins.ts';
import { migrateDatabase } from './migrate.ts';
import { startPostgres } from './postgres.ts';

const { values } = parseArgs({ options: { 'print-roles': { type: 'boolean', default: false } } });
try {
  const config = readConfig();
  const embedded = config.databaseUrl === null && !config.migrationDatabaseUrl ? await startPostgres({ folder: config.dataFolder }) : null;
  try {
    const url = ownerOf(config, embedded);
    if (!url)
      throw new Error('Set MIGRATION_DATABASE_URL to the address of the schema’s owner, e.g. postgres://owner:password@host/quittance');
    const secrets = secretsOf(config);
    if (values['print-roles']) {
      const name = databaseOf(url);
      console.log(`${rightsSql()}\n${loginsSql(loginsOf(secrets[0] ?? '', name), name, 160_000)}`);
    } else {
      const began = Date.now();
      await migrateDatabase(url, { secrets });
      console.log(`The database fits this release (${((Date.now() - began) / 1000).toFixed(1)} s).`);
    }
  } finally {
    await embedded?.stop();
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
