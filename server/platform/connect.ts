/** How a command reaches the database: DATABASE_URL, or the embedded one of the data folder, started when it does not run. */
import { type Config, readConfig } from './config.ts';
import { migrateDatabase } from './migrate.ts';
import { startPostgres } from './postgres.ts';
import { type Database, openDatabase } from './tenancy.ts';

/** @returns the migrated database; close() also stops an embedded one that this call started. */
export async function connect(config: Config = readConfig()): Promise<{ database: Database; config: Config; close: () => Promise<void> }> {
  const embedded = config.databaseUrl === null ? await startPostgres({ folder: config.dataFolder }) : null;
  const url = config.databaseUrl ?? embedded?.url ?? '';
  await migrateDatabase(url);
  const database = openDatabase(url);
  return {
    database,
    config,
    close: async () => {
      await database.close();
      await embedded?.stop();
    },
  };
}
