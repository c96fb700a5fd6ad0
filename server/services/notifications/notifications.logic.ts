/** What somebody should know of: kept for them until they dismiss it, and told at once to whoever of them is here (specification 3, sections 3 and 4). */
import { collectFaults } from '../../../core/collectFaults.ts';
import { type FaultWords, invalid, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../core/id.ts';
import type { TaskMatter } from '../../../core/tasks.ts';
import { type Instant, instant, isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { requireAccount, requireUser } from '../account/ground/lookup.logic.ts';
import { sendSystemMessage } from '../backoffice/backoffice.message.logic.ts';
import type { NotificationInput, NotificationPagination } from './notifications.graphql.ts';
import { NOTIFICATION_STATUSES, NOTIFICATION_TYPES, type NotificationStatus, type NotificationType } from './notifications.tables.ts';

/** What the socket calls a notification; its payload names it, the list tells the rest. */
export const NOTIFICATION_MESSAGE = 'NOTIFICATION';
/** Notifications a page holds at most, and when nobody says how many (specification 3, section 9). */
const MOST_PAGE = 100;
const PAGE = 20;
/** Pages nobody turns to by hand. */
const MOST_PAGES = 10_000;
/** Characters of a note that a notification keeps; the task has the rest. */
const NOTE = 2_000;
const MOST_TAGS = 20;

export interface NotificationMetadata {
  readonly debtorFullName: string | null;
  readonly note: string | null;
  /** A note of the product itself, apart from any language. */
  readonly noteWords?: FaultWords | null;
  /** Of a provider that went away or is back. */
  readonly providerName?: string | null;
  readonly matter?: TaskMatter | null;
  readonly tags: readonly string[];
  readonly taskId: Uuid | null;
  readonly topicId: string | null;
  readonly counts?: unknown;
  /** Of files with partners. */
  readonly partnerId?: Uuid | null;
  readonly resolverId?: Uuid;
}

export interface NewNotification {
  readonly type: NotificationType;
  readonly recipientId: Uuid;
  /** Null: the product itself. */
  readonly senderId: Uuid | null;
  readonly accountId: Uuid | null;
  readonly metadata: NotificationMetadata;
}

/** A row of `notification`. */
interface NotificationRow extends Record<string, unknown> {
  readonly notification_id: Uuid;
  readonly recipient_id: Uuid;
  readonly sender_id: Uuid | null;
  readonly type: NotificationType;
  readonly status: NotificationStatus;
  readonly account_id: Uuid | null;
  readonly metadata: Partial<NotificationMetadata>;
  readonly created_at: string | Date;
  readonly updated_at: string | Date;
}

/** The notification in the contract's shape. */
function present(row: NotificationRow) {
  const { debtorFullName = null, note = null, noteWords = null, providerName = null, matter = null, tags = [] } = row.metadata;
  const { taskId = null, topicId = null, counts = null, partnerId = null } = row.metadata;
  const said = { errorKey: noteWords?.key ?? null, errorValues: noteWords?.values ?? null };
  return {
    notificationId: row.notification_id,
    type: row.type,
    status: row.status,
    accountId: row.account_id,
    recipientId: row.recipient_id,
    senderId: row.sender_id,
    createdAt: instant(row.created_at) as Instant,
    updatedAt: instant(row.updated_at) as Instant,
    metadata: { debtorFullName, note, ...said, providerName, matter, tags: [...tags], taskId, topicId, counts, partnerId },
  };
}
export type Notification = ReturnType<typeof present>;

/** Keeps notifications with one statement, and tells each recipient when the transaction commits. @returns them in the given order. */
export async function notify(tx: Tx, wanted: readonly NewNotification[]): Promise<Notification[]> {
  if (wanted.length === 0) return [];
  const at = isoInstant(now());
  const rows = wanted.map(
    (each): NotificationRow => ({
      notification_id: uuidv7(),
      recipient_id: each.recipientId,
      sender_id: each.senderId,
      type: each.type,
      status: 'NEW',
      account_id: each.accountId,
      metadata: { ...each.metadata, note: each.metadata.note?.slice(0, NOTE) ?? null },
      created_at: at,
      updated_at: at,
    }),
  );
  await tx.sql(
    `insert into notification (client_id, notification_id, recipient_id, sender_id, type, status, account_id, metadata, created_at, updated_at)
     select $1, notification_id, recipient_id, sender_id, type, status, account_id, metadata, created_at, updated_at
     from jsonb_to_recordset($2::jsonb) as n(notification_id uuid, recipient_id uuid, sender_id uuid, type text, status text, account_id uuid,
       metadata jsonb, created_at timestamptz, updated_at timestamptz)`,
    [tx.clientId, JSON.stringify(rows)],
  );
  await appendEvents(
    tx,
    rows.map((row) => ({
      messageType: 'notificationCreated',
      // Not of the account's timeline: what happened there is an event already.
      payload: {
        notificationId: row.notification_id,
        type: row.type,
        recipientId: row.recipient_id,
        senderId: row.sender_id,
        notifiedOf: row.account_id,
      },
    })),
  );
  for (const [recipientId, own] of Map.groupBy(rows, (row) => row.recipient_id)) await tell(tx, recipientId, own.at(-1)!);
  return rows.map(present);
}

/** One word to a recipient, however many there are: the list is read anew. */
async function tell(tx: Tx, recipientId: Uuid, row: NotificationRow): Promise<void> {
  const [sender] = row.sender_id
    ? await tx.sql<{ email: string; name: string }>('select email, name from published.client_user where client_id = $1 and user_id = $2', [
        tx.clientId,
        row.sender_id,
      ])
    : [];
  await sendSystemMessage(tx, {
    clientId: tx.clientId,
    recipientRole: null,
    senderRole: null,
    recipientId,
    senderId: row.sender_id ?? recipientId,
    email: sender?.email ?? '',
    displayName: sender?.name ?? '',
    messageType: NOTIFICATION_MESSAGE,
    payload: { notificationId: row.notification_id, type: row.type, status: row.status },
  });
}

/** Newest first, without dismissed ones. @throws Fault NOT_FOUND for somebody else's, INVALID_INPUT naming the field */
export async function listNotifications(
  tx: Tx,
  recipientId: Uuid,
  pagination: NotificationPagination | null | undefined,
  userId: Uuid,
): Promise<{ notifications: Notification[]; unseen: number }> {
  if (recipientId !== userId) throw notFound('notificationNotFound');
  const page = pagination?.page ?? 1;
  const limit = pagination?.limit ?? PAGE;
  if (page < 1 || page > MOST_PAGES) throw invalid('pagination.page', 'pageStart', { first: 1 });
  if (limit < 1 || limit > MOST_PAGE) throw invalid('pagination.limit', 'between', { least: 1, most: MOST_PAGE });
  const rows = await tx.sql<NotificationRow>(
    `select * from notification where client_id = $1 and recipient_id = $2 and status <> 'DISMISSED'
     order by created_at desc, notification_id desc limit $3 offset $4`,
    [tx.clientId, userId, limit, (page - 1) * limit],
  );
  const [counted] = await tx.sql<{ unseen: number }>(
    `select count(*)::int as unseen from notification where client_id = $1 and recipient_id = $2 and status = 'NEW'`,
    [tx.clientId, userId],
  );
  return { notifications: rows.map(present), unseen: counted?.unseen ?? 0 };
}

/** What one member of staff lets another know. @throws Fault INVALID_INPUT naming the field, NOT_FOUND for the account */
export async function createNotification(tx: Tx, accountId: Uuid | null, input: NotificationInput, senderId: Uuid): Promise<Notification> {
  const type = NOTIFICATION_TYPES.find((each) => each === input.type);
  if (accountId !== null) await requireAccount(tx, accountId);
  const metadata = await collectFaults(async (check) => {
    check(() => {
      if (!type) throw invalid('notification.type', 'schemaType', { types: NOTIFICATION_TYPES.join(', ') });
      if (type.startsWith('ACCOUNT_') && accountId === null) throw invalid('accountId', 'accountAbout');
    });
    await check(() => requireUser(tx, input.recipientId, 'notification.recipientId'));
    return check(() => readMetadata(input.metadata))!;
  });
  const [made] = await notify(tx, [{ type: type!, recipientId: input.recipientId, senderId, accountId, metadata }]);
  return made!;
}

/** @throws Fault INVALID_INPUT naming every wrong field */
function readMetadata(given: NotificationInput['metadata']) {
  const { debtorFullName = null, note = null, tags, taskId = null, topicId = null } = given ?? {};
  const texts = { note: [note, NOTE], debtorFullName: [debtorFullName, 300], topicId: [topicId, 300] } as const;
  return collectFaults((check) => {
    for (const [field, [text, number]] of Object.entries(texts))
      check(() => {
        if ((text?.length ?? 0) > number) throw invalid(`notification.metadata.${field}`, 'atMostCharacters', { number });
      });
    check(() => {
      if ((tags?.length ?? 0) > MOST_TAGS || tags?.some((tag) => tag.length > 60))
        throw invalid('notification.metadata.tags', 'tagsMost', { number: MOST_TAGS, length: 60 });
    });
    check(() => {
      if (taskId !== null && !isUuid(taskId)) throw invalid('notification.metadata.taskId', 'idWrong');
    });
    return { debtorFullName, note, tags: tags ?? [], taskId, topicId };
  });
}

export interface NotificationChange {
  readonly notificationId: Uuid;
  readonly userId: Uuid;
  readonly status: string;
  readonly assignedToId?: Uuid | null;
  readonly resolverId?: Uuid | null;
}

/**
 * Moves one's own notification on. It only goes forward (NEW, VIEWED, RESOLVED, DISMISSED): a tab that comes late changes nothing. Handed on,
 * it is new again for whoever gets it. @throws Fault NOT_FOUND for somebody else's, INVALID_INPUT naming the field
 */
export async function updateNotification(tx: Tx, change: NotificationChange, userId: Uuid): Promise<Notification> {
  const { notificationId, assignedToId = null, resolverId = null } = change;
  const status = NOTIFICATION_STATUSES.find((each) => each === change.status);
  if (!status) throw invalid('status', 'oneOf', { choices: NOTIFICATION_STATUSES.join(', ') });
  const own = change.userId === userId && isUuid(notificationId);
  const [row] = own
    ? await tx.sql<NotificationRow>(
        'select * from notification where client_id = $1 and notification_id = $2 and recipient_id = $3 for update',
        [tx.clientId, notificationId, userId],
      )
    : [];
  if (!row) throw notFound('notificationNotFound');
  if (assignedToId !== null) await requireUser(tx, assignedToId, 'assignedToId');
  if (resolverId !== null) await requireUser(tx, resolverId, 'resolverId');
  const handedOn = assignedToId !== null && assignedToId !== row.recipient_id;
  const forward = NOTIFICATION_STATUSES.indexOf(status) > NOTIFICATION_STATUSES.indexOf(row.status);
  const next = handedOn ? 'NEW' : forward ? status : row.status;
  const resolver = resolverId !== null && resolverId !== row.metadata.resolverId ? { resolverId } : {};
  if (!handedOn && next === row.status && !('resolverId' in resolver)) return present(row);
  const [after] = await tx.sql<NotificationRow>(
    `update notification set status = $3, recipient_id = $4, sender_id = $5, metadata = $6, updated_at = $7
     where client_id = $1 and notification_id = $2 returning *`,
    [
      tx.clientId,
      notificationId,
      next,
      handedOn ? assignedToId : row.recipient_id,
      handedOn ? userId : row.sender_id,
      JSON.stringify({ ...row.metadata, ...resolver }),
      isoInstant(now()),
    ],
  );
  const changes = [
    ...(next === row.status ? [] : [{ field: 'status', from: row.status, to: next }]),
    ...(handedOn ? [{ field: 'recipientId', from: row.recipient_id, to: assignedToId }] : []),
    ...('resolverId' in resolver ? [{ field: 'resolverId', from: row.metadata.resolverId ?? null, to: resolverId }] : []),
  ];
  await appendNotificationEvent(tx, after!, changes);
  if (handedOn) await tell(tx, userId, after!);
  return present(after!);
}

/** Tells the log, and the person's other tabs. */
async function appendNotificationEvent(
  tx: Tx,
  row: NotificationRow,
  changes: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[],
): Promise<void> {
  await appendEvents(tx, [{ messageType: 'notificationChanged', payload: { notificationId: row.notification_id, changes } }]);
  await tell(tx, row.recipient_id, row);
}

/** Dismisses all of one's own; without any, nothing happened. */
export async function dismissAll(tx: Tx, userId: Uuid): Promise<void> {
  const rows = await tx.sql<NotificationRow>(
    `update notification set status = 'DISMISSED', updated_at = $3 where client_id = $1 and recipient_id = $2 and status <> 'DISMISSED' returning *`,
    [tx.clientId, userId, isoInstant(now())],
  );
  if (rows.length === 0) return;
  await appendEvents(tx, [{ messageType: 'notificationChanged', payload: { dismissed: rows.length, recipientId: userId } }]);
  await tell(tx, userId, rows[0]!);
}
