/** People and their roles. */
import { z } from 'zod';
import { defineEvents } from './define.ts';
import { changes, count, id, text } from './fields.ts';

const ID = '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e0d';

const USER = {
  /** The name, or the email address of somebody without one. */
  user: text,
  userId: id,
  changes: changes.optional(),
};
const user = { user: 'Ada Petersen', userId: ID };
const ROLE = { role: text, changes };

export const STAFF_EVENTS = defineEvents({
  roleSaved: {
    audit: ['roles', 'update'],
    retention: null,
    description: 'A role was made or changed.',
    payload: ROLE,
    example: { role: 'AGENT', changes: [{ field: 'roleType', from: null, to: 'WORK' }] },
  },
  roleDeleted: {
    audit: ['roles', 'delete'],
    retention: null,
    description: 'A role was removed, or a built-in one brought back to what it was.',
    payload: ROLE,
    example: { role: 'NIGHT_SHIFT', changes: [{ field: 'permissions', from: [], to: null }] },
  },
  userSaved: {
    audit: ['users', 'update'],
    retention: null,
    description: 'A member of staff was added or edited.',
    payload: USER,
    example: { ...user, changes: [{ field: 'phoneNumber', from: '', to: '+49 30 123456' }] },
  },
  userInvited: {
    audit: ['users', 'send'],
    retention: null,
    description: 'A member of staff was invited.',
    payload: USER,
    example: user,
  },
  userEnabled: {
    audit: ['users', 'update'],
    retention: null,
    description: 'A member of staff may sign in again.',
    payload: USER,
    example: user,
  },
  userDisabled: {
    audit: ['users', 'update'],
    retention: null,
    description: 'A member of staff may not sign in any more.',
    payload: USER,
    example: user,
  },
  userGroupsChanged: {
    audit: ['users', 'update'],
    retention: null,
    description: 'A member of staff has other roles.',
    payload: USER,
    example: user,
  },
  userAnonymized: {
    audit: ['users', 'delete'],
    retention: null,
    description: 'What is known of a member of staff was removed.',
    payload: { userId: id },
    example: { userId: ID },
  },
  usersImported: {
    audit: ['users', 'run'],
    retention: null,
    description: 'A file of members of staff was imported.',
    payload: { counts: z.record(text, count) },
    example: { counts: { created: 3, changed: 1, unchanged: 0, rejected: 0 } },
  },
  availabilityChanged: {
    audit: ['users', 'update'],
    retention: null,
    description: 'A member of staff is available for work, or not.',
    payload: { userId: id, changes, reason: text.nullable() },
    example: { userId: ID, changes: [{ field: 'availability', from: 'available', to: 'unavailable' }], reason: 'Lunch' },
  },
});
