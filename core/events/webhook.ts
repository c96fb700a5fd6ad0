/** Webhooks: where a client's events are sent to, and what becomes of an address that does not take them. */
import { z } from 'zod';
import { defineEvents } from './define.ts';
import { anything, changes, count, id, instant, text } from './fields.ts';

const ENDPOINT = { endpointId: id, url: text };
const endpoint = { endpointId: '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e12', url: 'https://hooks.example.com/quittance' };

export const WEBHOOK_EVENTS = defineEvents({
  webhookSaved: {
    audit: ['webhooks', 'update'],
    retention: null,
    description: 'An address for webhooks was added or edited, or which events it is sent.',
    payload: { ...ENDPOINT, changes },
    example: { ...endpoint, changes: [{ field: 'messageTypes', from: [], to: ['paymentSettled.v1'] }] },
  },
  webhookDeleted: {
    audit: ['webhooks', 'delete'],
    retention: null,
    description: 'An address for webhooks was deleted; what waited for it was dropped.',
    payload: { ...ENDPOINT, dropped: count },
    example: { ...endpoint, dropped: 0 },
  },
  webhookSecretRotated: {
    audit: ['webhooks', 'update'],
    retention: null,
    description: 'An address got a new secret; until the moment named here the former one signs as well.',
    payload: { ...ENDPOINT, formerUntil: instant.nullable() },
    example: { ...endpoint, formerUntil: '2026-11-27T09:30:00.000Z' },
  },
  webhookFailing: {
    audit: ['webhooks', 'other', 'failure'],
    retention: null,
    description: 'An address has taken nothing for an hour; it is tried on.',
    payload: { ...ENDPOINT, since: instant, key: text, values: z.record(text, anything), waiting: count, ownerId: text.nullable() },
    example: { ...endpoint, since: '2026-11-26T09:30:00.000Z', key: 'serverRefuses', values: {}, waiting: 120, ownerId: null },
  },
  webhookPaused: {
    audit: ['webhooks', 'other', 'failure'],
    retention: null,
    description: 'Nothing is sent to an address any more: somebody paused it, it failed for days, or it says that it is gone.',
    payload: {
      ...ENDPOINT,
      reason: z.enum(['person', 'failing', 'gone']),
      since: instant.nullable(),
      waiting: count,
      ownerId: text.nullable(),
    },
    example: { ...endpoint, reason: 'failing', since: '2026-11-23T09:30:00.000Z', waiting: 5200, ownerId: null },
  },
  webhookResumed: {
    audit: ['webhooks', 'update'],
    retention: null,
    description: 'An address that was paused is sent to again, beginning with what waited.',
    payload: { ...ENDPOINT, waiting: count },
    example: { ...endpoint, waiting: 5200 },
  },
  webhooksRedelivered: {
    audit: ['webhooks', 'run'],
    retention: null,
    description: 'Events were queued for an address again.',
    payload: { endpointId: id.nullable(), events: count },
    example: { endpointId: endpoint.endpointId, events: 12 },
  },
});
