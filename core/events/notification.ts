/** Notifications to people. */
import { defineEvents } from './define.ts';
import { changes, count, id, text } from './fields.ts';

const ID = '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e0e';

export const NOTIFICATION_EVENTS = defineEvents({
  notificationCreated: {
    audit: ['notifications', 'create'],
    retention: 'notes',
    description: 'Somebody was notified.',
    payload: {
      notificationId: id,
      type: text,
      recipientId: id,
      senderId: id.nullable(),
      /** The account that it is about. */
      notifiedOf: id.nullable(),
    },
    example: { notificationId: ID, type: 'TASK_ASSIGNED', recipientId: ID, senderId: null, notifiedOf: null },
  },
  notificationChanged: {
    audit: ['notifications', 'update'],
    retention: null,
    description: 'Somebody read, dismissed or handed on a notification, or dismissed all of theirs.',
    payload: {
      notificationId: id.optional(),
      changes: changes.optional(),
      /** How many at once, and whose. */
      dismissed: count.optional(),
      recipientId: id.optional(),
    },
    example: { notificationId: ID, changes: [{ field: 'status', from: 'NEW', to: 'READ' }] },
  },
});
