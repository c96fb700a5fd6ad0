/** The debtor’s payment page, and the links to it. */
import { defineEvents } from './define.ts';

export const PORTAL_EVENTS = defineEvents({
  linkCreated: { audit: ['portal', 'create'], retention: 'portal' },
  linkRevoked: { audit: ['portal', 'delete'], retention: 'portal' },
  portalOpened: { audit: ['portal', 'access'], retention: 'portal' },
  portalIdentityConfirmed: { audit: ['portal', 'access'], retention: 'portal' },
  portalIdentityFailed: { audit: ['portal', 'access', 'failure'], retention: 'portal' },
  portalVisited: { audit: ['portal', 'access'], retention: 'portal' },
  portalHelpRequested: { audit: ['portal', 'other'], retention: 'notes' },
  portalLinkRequested: { audit: ['portal', 'other'], retention: 'portal' },
});
