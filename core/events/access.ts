/** How people signed in, and what they were refused. */
import { defineEvents } from './define.ts';

export const ACCESS_EVENTS = defineEvents({
  userSignedIn: { audit: ['access', 'access'], retention: 'signIns' },
  userSignedOut: { audit: ['access', 'access'], retention: 'signIns' },
  signInFailed: { audit: ['access', 'access', 'failure'], retention: 'signIns' },
  passwordChanged: { audit: ['access', 'update'], retention: 'signIns' },
  mfaEnabled: { audit: ['access', 'update'], retention: 'signIns' },
  mfaDisabled: { audit: ['access', 'update'], retention: 'signIns' },
  recoveryCodeUsed: { audit: ['access', 'access'], retention: 'signIns' },
  rightRefused: { audit: ['access', 'access', 'failure'], retention: 'signIns' },
});
