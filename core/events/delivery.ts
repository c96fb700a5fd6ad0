/** What keeps messages of all accounts from leaving. */
import { z } from 'zod';
import { defineEvents } from './define.ts';
import { anything, count, instant, text } from './fields.ts';

/** How many messages of the channel wait, and since when the first of them does. */
const WAITING = { waiting: count, oldestAt: instant.nullable() };
const waiting = { waiting: 12, oldestAt: '2026-11-26T09:30:00.000Z' };

export const DELIVERY_EVENTS = defineEvents({
  deliveryPaused: {
    audit: ['messages', 'other', 'failure'],
    retention: null,
    description: 'A message provider is away for longer than a moment.',
    payload: { channel: text, providerName: text, reason: text, key: text, values: z.record(text, anything).optional(), ...WAITING },
    example: {
      channel: 'email',
      providerName: 'smtp',
      reason: 'Connection refused',
      key: 'providerSaid',
      values: { text: 'Connection refused' },
      ...waiting,
    },
  },
  deliveryResumed: {
    audit: ['messages', 'other'],
    retention: null,
    description: 'A message provider is back.',
    payload: { channel: text, providerName: text, pausedAt: instant, ...WAITING },
    example: { channel: 'email', providerName: 'smtp', pausedAt: '2026-11-26T09:30:00.000Z', ...waiting },
  },
  deliveryBlocked: {
    audit: ['messages', 'other', 'failure'],
    retention: null,
    description: 'Messages of a channel wait, because no provider is set up.',
    payload: { channel: text, reason: text, ...WAITING },
    example: { channel: 'sms', reason: 'noProvider', ...waiting },
  },
  deliveryUnblocked: {
    audit: ['messages', 'other'],
    retention: null,
    description: 'No message of a channel waits for a provider any more.',
    payload: { channel: text, blockedAt: instant },
    example: { channel: 'sms', blockedAt: '2026-11-26T09:30:00.000Z' },
  },
  sendingHeld: {
    audit: ['messages', 'other', 'failure'],
    retention: null,
    description: 'Nothing is sent until somebody says that it may be, e.g. after a restored backup.',
    payload: { reason: text },
    example: { reason: 'restored' },
  },
  sendingResumed: {
    audit: ['messages', 'other'],
    retention: null,
    description: 'Messages may leave again.',
    payload: { heldSince: instant },
    example: { heldSince: '2026-11-26T09:30:00.000Z' },
  },
});
