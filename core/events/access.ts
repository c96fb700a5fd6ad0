/** How people signed in, and what they were refused. */
import { z } from 'zod';
import { defineEvents } from './define.ts';
import { flag, id, text } from './fields.ts';

export const ACCESS_EVENTS = defineEvents({
  userSignedIn: {
    audit: ['access', 'access'],
    retention: 'signIns',
    description: 'Somebody signed in.',
    payload: {
      /** What they signed in with besides the password. */
      secondFactor: text,
    },
    example: { secondFactor: 'app' },
  },
  userSignedOut: {
    audit: ['access', 'access'],
    retention: 'signIns',
    description: 'Somebody signed out, or was signed out because a second factor is demanded.',
    payload: { everywhere: flag.optional(), secondFactor: text.optional() },
    example: {},
  },
  signInFailed: {
    audit: ['access', 'access', 'failure'],
    retention: 'signIns',
    description: 'A try to sign in as somebody was refused.',
    payload: { step: text, why: text.optional() },
    example: { step: 'password' },
  },
  passwordChanged: {
    audit: ['access', 'update'],
    retention: 'signIns',
    description: 'Somebody changed their password.',
    payload: {
      /** They had forgotten it and came by a message. */
      byMail: flag,
    },
    example: { byMail: false },
  },
  mfaEnabled: {
    audit: ['access', 'update'],
    retention: 'signIns',
    description: 'Somebody turned on two-factor authentication.',
    payload: {},
    example: {},
  },
  mfaDisabled: {
    audit: ['access', 'update'],
    retention: 'signIns',
    description: 'Two-factor authentication of somebody was turned off: by themselves, or with a name by an administrator.',
    payload: { user: text.optional(), userId: id.optional(), by: z.literal('administrator').optional() },
    example: {},
  },
  recoveryCodeUsed: {
    audit: ['access', 'access'],
    retention: 'signIns',
    description: 'Somebody signed in with a recovery code.',
    payload: {},
    example: {},
  },
  rightRefused: {
    audit: ['access', 'access', 'failure'],
    retention: 'signIns',
    description: 'Somebody asked for what no right of theirs covers, told once a minute.',
    payload: { operation: text, right: text, roles: z.array(text) },
    example: { operation: 'account.editAccount', right: 'account/editAccount', roles: ['AGENT'] },
  },
});
