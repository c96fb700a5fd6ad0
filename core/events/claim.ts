/** What happened to a claim as such. */
import { defineEvents } from './define.ts';

export const CLAIM_EVENTS = defineEvents({
  claimImported: { audit: ['claims', 'create'], retention: null },
  claimChanged: { audit: ['claims', 'update'], retention: null },
  claimDisputed: { audit: ['claims', 'update'], retention: 'notes' },
  disputeClosed: { audit: ['claims', 'update'], retention: 'notes' },
  claimResolved: { audit: ['claims', 'update'], retention: null },
  claimReopened: { audit: ['claims', 'update'], retention: null },
  claimDeleted: { audit: ['claims', 'delete'], retention: null },
  claimMetaChanged: { audit: ['claims', 'update'], retention: 'details' },
});
