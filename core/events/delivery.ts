/** What keeps messages of all accounts from leaving. */
import { defineEvents } from './define.ts';

export const DELIVERY_EVENTS = defineEvents({
  deliveryPaused: { audit: ['messages', 'other', 'failure'], retention: null },
  deliveryResumed: { audit: ['messages', 'other'], retention: null },
  deliveryBlocked: { audit: ['messages', 'other', 'failure'], retention: null },
  deliveryUnblocked: { audit: ['messages', 'other'], retention: null },
  sendingHeld: { audit: ['messages', 'other', 'failure'], retention: null },
  sendingResumed: { audit: ['messages', 'other'], retention: null },
});
