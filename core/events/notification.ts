/** Notifications to people. */
import { defineEvents } from './define.ts';

export const NOTIFICATION_EVENTS = defineEvents({
  notificationCreated: { audit: ['notifications', 'create'], retention: 'notes' },
  notificationChanged: { audit: ['notifications', 'update'], retention: null },
});
