/** What others do becomes a notification here, so that they need not know of notifications. */

import { englishOf, type FaultWords } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { isMessageChannel, type MessageChannel } from '../../../core/messageChannels.ts';
import { WORKFLOW_TAG } from '../../../core/tasks.ts';
import type { StoredEvent } from '../../platform/events.ts';
import { defineFollower } from '../../platform/follow.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { partnersOfAccounts } from '../account/ground/outsourced.logic.ts';
import { readTasks, type Task } from '../account/task/task.row.logic.ts';
import { holdersOf, ownerOrHolders } from '../backoffice/backoffice.holders.logic.ts';
import { type NewNotification, type NotificationMetadata, notify } from './notifications.logic.ts';
import { NOTIFICATION_TYPES } from './notifications.tables.ts';

/** A person, not a strategy or the product. */
const personOf = (event: StoredEvent): Uuid | null => (event.actorType === 'user' && isUuid(event.actorId) ? event.actorId : null);
const textOf = (event: StoredEvent, key: string): string | null => {
  const value = event.payload[key];
  return typeof value === 'string' ? value : null;
};

const tasksOf = (tx: Tx, events: readonly StoredEvent[]) => readTasks(tx, events.map((event) => textOf(event, 'taskId')).filter(isUuid));

const metadataOf = ({ debtorFullName, note, matter, tags, taskId, topicId }: Task): NotificationMetadata => ({
  debtorFullName,
  note,
  ...(note === '' && matter ? { matter: matter.key } : {}),
  tags,
  taskId,
  topicId,
});

/** A task given to somebody else than who gave it. */
async function notifyAssigned(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  const given = events.filter((event) => textOf(event, 'recipientId') !== null && textOf(event, 'recipientId') !== event.actorId);
  if (given.length === 0) return;
  const tasks = await tasksOf(tx, given);
  const wanted = given.flatMap((event): NewNotification[] => {
    const task = tasks.get(textOf(event, 'taskId') ?? '');
    // Whom it was given to then: by now it may be somebody else's.
    const recipientId = textOf(event, 'recipientId');
    // A workflow tells of its own (notifyStep).
    if (!task || !isUuid(recipientId) || task.tags.includes(WORKFLOW_TAG)) return [];
    return [
      { type: 'ACCOUNT_TASK_ASSIGNED', recipientId, senderId: personOf(event), accountId: task.accountId, metadata: metadataOf(task) },
    ];
  });
  await notify(tx, wanted);
}

/** A step of a workflow waits for a person, or for the people of a role. */
async function notifyStep(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  const tasks = await tasksOf(tx, events);
  const wanted: NewNotification[] = [];
  for (const event of events) {
    const task = tasks.get(textOf(event, 'taskId') ?? '');
    if (!task) continue;
    const [userId, role] = [textOf(event, 'userId'), textOf(event, 'userRole')];
    const recipients = userId ? [userId] : role ? await peopleOf(tx, role) : [];
    for (const recipientId of recipients)
      if (recipientId !== event.actorId)
        wanted.push({
          type: 'ACCOUNT_TASK_WORKFLOW',
          recipientId,
          senderId: personOf(event),
          accountId: task.accountId,
          metadata: metadataOf(task),
        });
  }
  await notify(tx, wanted);
}

/** @returns the people of a role. */
async function peopleOf(tx: Tx, role: string): Promise<Uuid[]> {
  const rows = await tx.sql<{ user_id: Uuid }>(
    `select u.user_id from published.client_user u where u.client_id = $1 and u.is_enabled and (u.role = $2
       or exists (select from jsonb_array_elements(u.groups) g where g ->> 'roleId' = $2)) order by u.user_id limit 100`,
    [tx.clientId, role],
  );
  return rows.map((row) => row.user_id);
}

/** A task is done: who gave it last hears of it, otherwise who made it; the notice of it is done with. */
async function notifyResolved(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  const tasks = await tasksOf(tx, events);
  const ids = [...tasks.keys()];
  const givers = await tx.sql<{ task_id: Uuid; sender_id: Uuid | null }>(
    `select distinct on (e.payload->>'taskId') e.payload->>'taskId' as task_id, e.actor_id as sender_id from event e
     where e.client_id = $1 and e.account_id = any($2::uuid[]) and e.message_type = 'taskReassigned' and e.actor_type = 'user'
       and e.payload->>'taskId' = any($3) order by e.payload->>'taskId', e.emit_time desc, e.message_id desc`,
    [tx.clientId, [...new Set([...tasks.values()].map((task) => task.accountId))], ids],
  );
  const giverOf = new Map(givers.map((row) => [row.task_id, row.sender_id]));
  const asked = events.map((event) => {
    const task = tasks.get(textOf(event, 'taskId') ?? '');
    return { event, task, giver: task ? (giverOf.get(task.taskId) ?? task.senderId) : null };
  });
  const staff = await tx.sql<{ user_id: Uuid }>(
    'select user_id from published.client_user where client_id = $1 and user_id = any($2::uuid[]) and is_enabled',
    [tx.clientId, asked.map((each) => each.giver).filter(isUuid)],
  );
  const known = new Set(staff.map((row) => row.user_id));
  await notify(
    tx,
    asked.flatMap(({ event, task, giver }): NewNotification[] => {
      if (!task || !giver || !known.has(giver) || giver === event.actorId) return [];
      const note = textOf(event, 'resolutionNote') ?? task.note;
      const metadata = { ...metadataOf(task), note };
      return [{ type: 'ACCOUNT_TASK_RESOLVED', recipientId: giver, senderId: personOf(event), accountId: task.accountId, metadata }];
    }),
  );
}

/** An import of users came to its end: who began it hears how. */
async function notifyImported(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  await notify(
    tx,
    events.flatMap((event): NewNotification[] => {
      const recipientId = personOf(event);
      if (!recipientId) return [];
      const metadata = { debtorFullName: null, note: null, tags: [], taskId: null, topicId: null, counts: event.payload.counts ?? null };
      return [{ type: 'USER_IMPORT_COMPLETE', recipientId, senderId: null, accountId: null, metadata }];
    }),
  );
}

/** @returns what a notification of the product's own work says. @param about what it is about. @param words why, where there is a reason */
const newsOf = (about: string | null, words: FaultWords | null): NotificationMetadata => ({
  debtorFullName: about,
  note: words && englishOf(words),
  noteWords: words,
  tags: [],
  taskId: null,
  topicId: null,
});

/** @returns the reason that an event gives; null: none. */
const reasonOf = ({ payload }: StoredEvent): FaultWords | null => {
  const { key, values = {} } = (payload.reason ?? payload) as Partial<FaultWords>;
  return typeof key === 'string' ? { key, values } : null;
};

/** @returns who may change the client's settings. */
const administrators = (tx: Tx) => holdersOf(tx, 'configuration', 'editConfiguration');

/** Somebody asks for approval: whoever may decide hears of it. It is decided: whoever asked hears of it. */
async function notifyApproval(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  const deciders = events.some((event) => event.messageType === 'approvalRequested')
    ? await holdersOf(tx, 'operations', 'decideApprovals')
    : [];
  await notify(
    tx,
    events.flatMap((event): NewNotification[] => {
      const asker = textOf(event, 'requestedBy');
      if (!asker) return [];
      const about = {
        senderId: personOf(event),
        accountId: event.accountId,
        metadata: { debtorFullName: null, note: textOf(event, 'note') || null, tags: [], taskId: null, topicId: null },
      };
      if (event.messageType !== 'approvalRequested')
        return [{ type: event.messageType === 'approvalGranted' ? 'APPROVAL_GRANTED' : 'APPROVAL_REJECTED', recipientId: asker, ...about }];
      return deciders
        .filter((each) => each !== asker)
        .map((recipientId) => ({ type: 'APPROVAL_REQUESTED' as const, recipientId, ...about }));
    }),
  );
}

/** What the news is about, by the kind of delivery. */
const aboutOf = (kind: string | null) =>
  isMessageChannel(kind) ? (kind.toUpperCase() as Uppercase<MessageChannel>) : kind?.startsWith('payment.') ? 'PAYMENT' : 'SYSTEM';

const DELIVERY_NEWS = {
  deliveryPaused: 'DELIVERY_PAUSED',
  deliveryResumed: 'DELIVERY_RESUMED',
  deliveryBlocked: 'DELIVERY_BLOCKED',
  deliveryUnblocked: 'DELIVERY_UNBLOCKED',
} as const;

/** A provider went away or is missing, or that is over: who may change its settings hears of it, once each time. */
async function notifyDelivery(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  const staff = await administrators(tx);
  await notify(
    tx,
    events.flatMap((event) => {
      const news = DELIVERY_NEWS[event.messageType as keyof typeof DELIVERY_NEWS];
      const type = NOTIFICATION_TYPES.find((each) => each === `${aboutOf(textOf(event, 'channel'))}_${news}`);
      if (!type) return [];
      // Why one is away; that none is set up is said by the type already.
      const isAway = event.messageType === 'deliveryPaused';
      const key = isAway ? textOf(event, 'key') : null;
      const noteWords = key ? { key, values: event.payload.values as FaultWords['values'] } : null;
      const metadata = {
        debtorFullName: null,
        note: isAway ? textOf(event, 'reason') : null,
        noteWords,
        providerName: textOf(event, 'providerName'),
        tags: [],
        taskId: null,
        topicId: null,
      };
      return staff.map((recipientId): NewNotification => ({ type, recipientId, senderId: null, accountId: null, metadata }));
    }),
  );
}

/** A debtor's page offered no way to pay: who may change the settings hears in which currency. */
async function notifyNoPaymentWay(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  const staff = await administrators(tx);
  await notify(
    tx,
    events.flatMap((event) => {
      const metadata = { debtorFullName: null, note: textOf(event, 'currency'), tags: [], taskId: null, topicId: null };
      return staff.map(
        (recipientId): NewNotification => ({ type: 'PAYMENT_WAY_MISSING', recipientId, senderId: null, accountId: null, metadata }),
      );
    }),
  );
}

/** Somebody reviewed a conversation: whoever held it hears of the score; what it was for is talked about in person. */
async function notifyReviewed(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  await notify(
    tx,
    events.flatMap((event): NewNotification[] => {
      const recipientId = textOf(event, 'userId');
      if (!recipientId) return [];
      const { score } = event.payload;
      const note = typeof score === 'number' ? `${score}/100` : null;
      const metadata = { debtorFullName: null, note, tags: [], taskId: null, topicId: null };
      return [{ type: 'CONVERSATION_REVIEWED', recipientId, senderId: personOf(event), accountId: null, metadata }];
    }),
  );
}

/** An address for webhooks takes nothing, or was paused for it: its owner hears of it, or else who may edit webhooks. */
async function notifyWebhook(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  const wanted: NewNotification[] = [];
  for (const event of events) {
    // Whoever paused it knows.
    if (event.payload.reason === 'person') continue;
    const isPaused = event.messageType === 'webhookPaused';
    const key = textOf(event, 'key');
    const noteWords = key ? { key, values: event.payload.values as FaultWords['values'] } : null;
    const metadata = { ...newsOf(null, noteWords), providerName: textOf(event, 'url') };
    for (const { userId } of await ownerOrHolders(tx, textOf(event, 'ownerId'), 'configuration', 'editWebhooks'))
      wanted.push({
        type: isPaused ? 'WEBHOOK_PAUSED' : 'WEBHOOK_FAILING',
        recipientId: userId,
        senderId: null,
        accountId: null,
        metadata,
      });
  }
  await notify(tx, wanted);
}

const CONNECTOR_NEWS = {
  watchedFileFailed: 'WATCHED_FILE_FAILED',
  watchedFileWaiting: 'WATCHED_FILE_WAITING',
  connectorAway: 'CONNECTOR_AWAY',
  connectorBack: 'CONNECTOR_BACK',
  accountingBatchFailed: 'ACCOUNTING_BATCH_FAILED',
} as const;

/** Something of a watched folder or of the accounting export needs somebody: those who were named for it, else whoever may edit connectors. */
async function notifyConnectors(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  const editors = await holdersOf(tx, 'configuration', 'editConnectors');
  await notify(
    tx,
    events.flatMap((event) => {
      const type = CONNECTOR_NEWS[event.messageType as keyof typeof CONNECTOR_NEWS];
      const named = Array.isArray(event.payload.userIds) ? event.payload.userIds.filter(isUuid) : [];
      const about = textOf(event, 'fileName') ?? textOf(event, 'name') ?? textOf(event, 'untilDay');
      const metadata = newsOf(about, reasonOf(event));
      // A batch that somebody asked for is on their screen.
      if (event.messageType === 'accountingBatchFailed' && event.payload.scheduled !== true) return [];
      return (named.length > 0 ? named : editors).map(
        (recipientId): NewNotification => ({ type, recipientId, senderId: null, accountId: null, metadata }),
      );
    }),
  );
}

const PARTNER_FILE_NEWS = {
  partnerFileFailed: 'PARTNER_FILE_UNSENT',
  partnerFileDelayed: 'PARTNER_FILE_DELAYED',
  partnerReturnWaiting: 'PARTNER_RETURN_WAITING',
  partnerReturnFailed: 'PARTNER_RETURN_FAILED',
  partnerFolderAway: 'PARTNER_FOLDER_AWAY',
  partnerFolderBack: 'PARTNER_FOLDER_BACK',
} as const;

/** A file for a partner or from one needs somebody: whoever may exchange files hears of it. */
async function notifyPartnerFiles(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  const staff = await holdersOf(tx, 'partner', 'exchangeFiles');
  const partnerOf = (event: StoredEvent) => textOf(event, 'partnerId') as Uuid;
  const partners = await partnersOfAccounts(tx, events.map(partnerOf));
  await notify(
    tx,
    events.flatMap((event) => {
      const type = PARTNER_FILE_NEWS[event.messageType as keyof typeof PARTNER_FILE_NEWS];
      // The partner, and its file where it is about one.
      const about = [...new Set([partners.get(partnerOf(event)), textOf(event, 'name')])].filter(Boolean).join(' · ');
      const metadata = { ...newsOf(about, reasonOf(event)), partnerId: partnerOf(event) };
      return staff.map((recipientId): NewNotification => ({ type, recipientId, senderId: null, accountId: null, metadata }));
    }),
  );
}

/** What tells of what; they follow the log, so that whoever acts waits for nobody's notification. */
const TELLERS: readonly { readonly types: readonly string[]; readonly tell: (tx: Tx, events: readonly StoredEvent[]) => Promise<void> }[] =
  [
    { types: Object.keys(CONNECTOR_NEWS), tell: notifyConnectors },
    { types: Object.keys(PARTNER_FILE_NEWS), tell: notifyPartnerFiles },
    { types: ['conversationReviewed'], tell: notifyReviewed },
    { types: ['approvalRequested', 'approvalGranted', 'approvalRejected'], tell: notifyApproval },
    { types: ['paymentWayMissing'], tell: notifyNoPaymentWay },
    { types: ['deliveryPaused', 'deliveryResumed', 'deliveryBlocked', 'deliveryUnblocked'], tell: notifyDelivery },
    { types: ['webhookFailing', 'webhookPaused'], tell: notifyWebhook },
    { types: ['taskCreated', 'taskReassigned'], tell: notifyAssigned },
    { types: ['workflowStepAssigned'], tell: notifyStep },
    { types: ['taskResolved'], tell: notifyResolved },
    { types: ['usersImported'], tell: notifyImported },
  ];

defineFollower({
  name: 'notifications',
  types: TELLERS.flatMap(({ types }) => types),
  run: async (tx, events) => {
    for (const { types, tell } of TELLERS) {
      const theirs = events.filter((event) => types.includes(event.messageType));
      if (theirs.length > 0) await tell(tx, theirs);
    }
  },
});
