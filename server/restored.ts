/** What must happen to data that come back from a backup, before anybody sees them: each function can run again. */
import type { Config } from './platform/config.ts';
import type { Database } from './platform/tenancy.ts';

export const AFTER_RESTORE: ((database: Database, config: Config) => Promise<void>)[] = [];
