/** Files of accounts and claims. */
import { defineEvents } from './define.ts';

export const FILE_EVENTS = defineEvents({
  fileAnnounced: { audit: ['files', 'other'], retention: 'files' },
  fileStored: { audit: ['files', 'create'], retention: 'files' },
  fileRefused: { audit: ['files', 'other', 'failure'], retention: 'files' },
  fileDeleted: { audit: ['files', 'delete'], retention: 'files' },
  fileChanged: { audit: ['files', 'update'], retention: 'files' },
  fileRestored: { audit: ['files', 'update'], retention: 'files' },
});
