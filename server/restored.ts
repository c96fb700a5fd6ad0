/** What must happen to data that come back from a backup, before anybody sees them: each function can run again. */
import type { Config } from './platform/config.ts';
import type { Database } from './platform/tenancy.ts';
import { configureFiles } from './services/files/files.settings.ts';
import { reapplyErasures } from './services/privacy/privacy.restore.logic.ts';
// Each service declares what it holds of people.
import './services.ts';

export const AFTER_RESTORE: ((database: Database, config: Config) => Promise<unknown>)[] = [
  async (database, config) => {
    configureFiles(config);
    return reapplyErasures(database, config);
  },
];
