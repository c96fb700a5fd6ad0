import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { clientId, clientPolicy, instantColumn } from '../../platform/tables.ts';

export const NOTIFICATION_TYPES = [
  'ACCOUNT_TASK_ASSIGNED',
  'ACCOUNT_TASK_WORKFLOW',
  'ACCOUNT_TASK_RESOLVED',
  'USER_IMPORT_COMPLETE',
  'EMAIL_DELIVERY_PAUSED',
  'EMAIL_DELIVERY_RESUMED',
  'EMAIL_DELIVERY_BLOCKED',
  'EMAIL_DELIVERY_UNBLOCKED',
  'SMS_DELIVERY_PAUSED',
  'SMS_DELIVERY_RESUMED',
  'SMS_DELIVERY_BLOCKED',
  'SMS_DELIVERY_UNBLOCKED',
  'WHATSAPP_DELIVERY_PAUSED',
  'WHATSAPP_DELIVERY_RESUMED',
  'WHATSAPP_DELIVERY_BLOCKED',
  'WHATSAPP_DELIVERY_UNBLOCKED',
  'LETTER_DELIVERY_PAUSED',
  'LETTER_DELIVERY_RESUMED',
  'LETTER_DELIVERY_BLOCKED',
  'LETTER_DELIVERY_UNBLOCKED',
  'PHONE_DELIVERY_PAUSED',
  'PHONE_DELIVERY_RESUMED',
  'PHONE_DELIVERY_BLOCKED',
  'PHONE_DELIVERY_UNBLOCKED',
  'PAYMENT_DELIVERY_PAUSED',
  'PAYMENT_DELIVERY_RESUMED',
  'SYSTEM_DELIVERY_PAUSED',
  'SYSTEM_DELIVERY_RESUMED',
  'PAYMENT_WAY_MISSING',
  'CONVERSATION_REVIEWED',
  'APPROVAL_REQUESTED',
  'APPROVAL_GRANTED',
  'APPROVAL_REJECTED',
  'WEBHOOK_FAILING',
  'WEBHOOK_PAUSED',
  'WATCHED_FILE_FAILED',
  'WATCHED_FILE_WAITING',
  'CONNECTOR_AWAY',
  'CONNECTOR_BACK',
  'ACCOUNTING_BATCH_FAILED',
  'PARTNER_FILE_UNSENT',
  'PARTNER_FILE_DELAYED',
  'PARTNER_RETURN_WAITING',
  'PARTNER_RETURN_FAILED',
  'PARTNER_FOLDER_AWAY',
  'PARTNER_FOLDER_BACK',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];
export const NOTIFICATION_STATUSES = ['NEW', 'VIEWED', 'RESOLVED', 'DISMISSED'] as const;
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number];

/** What somebody should know of: a task that was given to them, work that came to its end. */
export const notification = pgTable(
  'notification',
  {
    clientId: clientId(),
    notificationId: uuid().notNull(),
    recipientId: uuid().notNull(),
    /** Null: the product itself. */
    senderId: uuid(),
    type: text().$type<NotificationType>().notNull(),
    status: text().$type<NotificationStatus>().notNull(),
    accountId: uuid(),
    /** debtorFullName, note, tags, taskId, topicId. */
    metadata: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: instantColumn().notNull(),
    updatedAt: instantColumn().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.notificationId] }),
    index('notification_recipient').on(t.clientId, t.recipientId, t.createdAt.desc(), t.notificationId),
    clientPolicy(),
  ],
);
