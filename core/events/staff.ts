/** People and their roles. */
import { defineEvents } from './define.ts';

export const STAFF_EVENTS = defineEvents({
  roleSaved: { audit: ['roles', 'update'], retention: null },
  roleDeleted: { audit: ['roles', 'delete'], retention: null },
  userSaved: { audit: ['users', 'update'], retention: null },
  userInvited: { audit: ['users', 'send'], retention: null },
  userEnabled: { audit: ['users', 'update'], retention: null },
  userDisabled: { audit: ['users', 'update'], retention: null },
  userGroupsChanged: { audit: ['users', 'update'], retention: null },
  userAnonymized: { audit: ['users', 'delete'], retention: null },
  usersImported: { audit: ['users', 'run'], retention: null },
  availabilityChanged: { audit: ['users', 'update'], retention: null },
});
