/** What sign-in is configured to be. Each server says so for its database; jobs and commands read the environment. */
import { type Config, readConfig } from '../../platform/config.ts';
import type { Database } from '../../platform/tenancy.ts';

const known = new WeakMap<Database, Config>();

/** Says under which configuration people sign in. */
export function configureIdentity(database: Database, config: Config): void {
  known.set(database, config);
}

/** @returns the configuration of this database's sign-in. */
export function configOf(database: Database): Config {
  let config = known.get(database);
  if (!config) {
    config = readConfig();
    known.set(database, config);
  }
  return config;
}
