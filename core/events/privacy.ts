/** What the law on personal data made somebody do. */
import { defineEvents } from './define.ts';

export const PRIVACY_EVENTS = defineEvents({
  personalDataFileMade: { audit: ['privacy', 'access'], retention: null },
  personalDataFileDownloaded: { audit: ['privacy', 'access'], retention: null },
  personalDataFileDeleted: { audit: ['privacy', 'delete'], retention: null },
  personalDataErased: { audit: ['privacy', 'delete'], retention: null },
  dataRectified: { audit: ['privacy', 'update'], retention: 'details' },
  legalHoldPlaced: { audit: ['privacy', 'create'], retention: 'notes' },
  legalHoldReleased: { audit: ['privacy', 'delete'], retention: 'notes' },
});
