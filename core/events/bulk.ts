/** Imports, exports and actions over many accounts. */
import { defineEvents } from './define.ts';

export const BULK_EVENTS = defineEvents({
  importFinished: { audit: ['imports', 'run'], retention: null },
  bulkActionScheduled: { audit: ['bulkActions', 'run'], retention: null },
  bulkActionFinished: { audit: ['bulkActions', 'run'], retention: null },
  accountsExported: { audit: ['exports', 'access'], retention: null },
  listExported: { audit: ['exports', 'access'], retention: null },
  auditExported: { audit: ['audit', 'access'], retention: null },
});
