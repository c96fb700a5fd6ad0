/** Keys of the REST API. */
import { z } from 'zod';
import { defineEvents } from './define.ts';
import { id, instant, text } from './fields.ts';

const KEY = { keyId: id, name: text };
const key = { keyId: '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e0d', name: 'ERP' };
const CREATED = { ...KEY, scopes: z.array(text), expiresAt: instant };
const created = { ...key, scopes: ['accounts:read', 'payments:write'], expiresAt: '2027-11-26T09:30:00.000Z' };

export const API_KEY_EVENTS = defineEvents({
  apiKeyCreated: {
    audit: ['apiKeys', 'create'],
    retention: null,
    description: 'A key of the REST API was made.',
    version: 2,
    payload: { ...CREATED, partnerId: id.nullable() },
    example: { ...created, partnerId: null },
    former: [{ version: 1, payload: CREATED, example: created, make: ({ partnerId: _, ...before }) => before }],
  },
  apiKeyRevoked: {
    audit: ['apiKeys', 'delete'],
    retention: null,
    description: 'A key of the REST API was revoked: nobody can use it any more.',
    payload: KEY,
    example: key,
  },
});
