/** Writes what became of messages: the outbox row, the communication and its event, together and once. */
import type { EventTypeOf } from '../../../core/events/catalogue.ts';
import type { MESSAGE } from '../../../core/events/message.ts';
import { englishOf, type SaidWords, words } from '../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { HOUR, type Instant, isoInstant } from '../../../core/time.ts';
import { now } from '../clock.ts';
import type { OutboxStatus, RenderedMessage } from '../delivery.tables.ts';
import { appendEvents, type Besides, composeEvent, type NewEvent } from '../events.ts';
import { count } from '../metrics.ts';
import type { Tx } from '../tenancy.ts';
import type { Provider } from './provider.ts';
import { type DrainWork, failing, type OutboxRow, type Prepared, type Result } from './work.ts';

/** Tries of one message before people are asked. */
const MOST_ATTEMPTS = 8;

export interface Change {
  readonly row: OutboxRow;
  readonly status: OutboxStatus;
  readonly next?: Instant;
  readonly attempts?: number;
  /** Tries that do not count, to be added. */
  readonly spared?: number;
  readonly message?: RenderedMessage | null;
  readonly providerName?: string;
  readonly providerRef?: string | null;
  readonly error?: string | null;
  /** The same apart from any language. */
  readonly errorWords?: SaidWords | undefined;
  readonly sentAt?: Instant;
  /** Since when no provider is there to take it; every other change ends the wait. */
  readonly blockedSince?: Instant;
}

/** What an event says about a message. */
function facts(row: OutboxRow) {
  const { bundleName, strategyName, blueprintId, userId, parentId, to } = row.request;
  return {
    outboxId: row.outboxId,
    channel: row.channel,
    bundleName: bundleName ?? null,
    runId: row.runId,
    stepId: row.stepId,
    strategyName: strategyName ?? null,
    blueprintId: blueprintId ?? null,
    ...(userId ? { authorId: userId, parentId: parentId ?? null } : {}),
    ...(to ? { chosenContact: to.value } : {}),
  };
}

type MessageEvent = Extract<
  EventTypeOf<'contact'>,
  `communication${'Waiting' | 'Sent' | 'Failed' | 'Cancelled' | 'Unknown'}` | 'contactDeferred'
>;

function eventOf<Type extends MessageEvent>(row: OutboxRow, messageType: Type, payload: Besides<Type, typeof MESSAGE>): NewEvent {
  const { accountId, externalClaimRef } = row;
  return composeEvent(messageType, { accountId, externalClaimRef }, facts(row), payload);
}

/**
 * Writes the last look before sending.
 * @returns what is to be done outside once the transaction has committed.
 */
export async function recordPrepared(
  tx: Tx,
  rows: readonly OutboxRow[],
  prepared: ReadonlyMap<Uuid, Prepared>,
  provider: Provider,
  lease: number,
) {
  const changes: Change[] = [];
  const events: NewEvent[] = [];
  const tasks: { row: OutboxRow; message: RenderedMessage; act: 'send' | 'ask' }[] = [];
  const until = (now() + lease) as Instant;
  const park = (row: OutboxRow, why: SaidWords) => {
    const reason = englishOf(why);
    changes.push({ row, status: 'unknown', error: reason, errorWords: why });
    events.push(eventOf(row, 'communicationUnknown', { reason, ...why, providerName: row.providerName }));
  };
  for (const row of rows) {
    const interrupted = row.status === 'sending';
    if (interrupted && (row.providerName !== provider.name || !row.rendered)) {
      park(row, words('deliveryProviderChanged'));
      continue;
    }
    if (interrupted && row.rendered && provider.deliveryClass !== 'idempotent') {
      if (provider.deliveryClass === 'askable') {
        const attempts = row.attempts + 1;
        changes.push({ row, status: 'sending', next: until, attempts });
        tasks.push({ row: { ...row, attempts }, message: row.rendered, act: 'ask' });
      } else park(row, words('deliveryAnswerLost'));
      continue;
    }
    const answer = prepared.get(row.outboxId) ?? failing(words('messageUnknown'));
    if (answer.answer === 'send') {
      const attempts = row.attempts + 1;
      changes.push({ row, status: 'sending', next: until, attempts, message: answer.message, providerName: provider.name });
      tasks.push({ row: { ...row, attempts }, message: answer.message, act: 'send' });
    } else if (answer.answer === 'later') {
      const { rule, why, until: moment } = answer.decision;
      changes.push({ row, status: row.status, next: moment, error: null });
      events.push(eventOf(row, 'contactDeferred', { rule, why, until: isoInstant(moment) }));
    } else if (answer.answer === 'wait') {
      changes.push({ row, status: row.status, next: answer.until, error: answer.reason, blockedSince: answer.since });
      // The timeline says it once, however often is looked.
      if (row.blockedSince === null) events.push(eventOf(row, 'communicationWaiting', { reason: answer.reason }));
    } else if (interrupted) {
      const isFailing = answer.answer === 'fail' && answer.words !== undefined;
      park(row, isFailing ? answer.words : words('deliveryLostAndBarred'));
    } else if (answer.answer === 'cancel') {
      const { rule, why } = answer.decision;
      changes.push({ row, status: 'cancelled', error: rule });
      events.push(eventOf(row, 'communicationCancelled', { rule, why }));
    } else {
      changes.push({ row, status: 'failed', error: answer.reason });
      events.push(eventOf(row, 'communicationFailed', { reason: answer.reason, ...answer.words }));
    }
  }
  await save(tx, changes, ['queued', 'sending']);
  await appendEvents(tx, events);
  return tasks;
}

/**
 * Writes answers. An answer that comes after somebody else settled the message changes nothing; only that it was sent still corrects 'unknown'.
 * @param pause the first pause before another try, milliseconds. @param lease after which a provider that was called has surely seen what it
 * was given, milliseconds: asked earlier, it may not know of a message that it is about to take, and would be given it twice.
 * @param isPaused whether the provider is away already, so that no try counts.
 */
export async function recordResults(
  tx: Tx,
  results: readonly Result[],
  provider: Provider,
  work: DrainWork,
  { pause, lease, isPaused = false }: { readonly pause: number; readonly lease: number; readonly isPaused?: boolean },
): Promise<{ sent: number }> {
  for (const { row, answer } of results) count.delivery(row.channel, provider.name, answer.outcome);
  const at = now();
  const tries = (row: OutboxRow) => row.attempts - row.spared;
  const later = (row: OutboxRow) => (at + Math.min(2 * HOUR, pause * 5 ** Math.max(0, tries(row) - 1))) as Instant;
  const sent: Change[] = [];
  const other: Change[] = [];
  const events = new Map<Uuid, NewEvent>();
  const bad: { accountId: Uuid; channel: OutboxRow['channel']; value: string; reason: string }[] = [];
  const settle = (
    change: Change,
    messageType: 'communicationFailed' | 'communicationUnknown',
    payload: { readonly reason: string; readonly recipient?: string },
  ) => {
    other.push(change);
    events.set(change.row.outboxId, eventOf(change.row, messageType, { ...payload, providerName: provider.name }));
  };
  for (const { row, message, answer } of results) {
    // A provider that is away refuses everything: that is not the message's fault, and uses up none of its tries.
    const isAway = 'isAway' in answer && answer.isAway === true;
    const spared = isAway && (isPaused || answer.outcome === 'refused') ? 1 : 0;
    const last = tries(row) - spared >= MOST_ATTEMPTS;
    if (answer.outcome === 'sent') {
      sent.push({
        row,
        status: 'sent',
        message: null,
        providerName: provider.name,
        providerRef: answer.providerRef,
        error: null,
        sentAt: at,
      });
    } else if (answer.outcome === 'absent') {
      other.push({ row, status: 'queued', next: at, message: null });
    } else if (answer.outcome === 'held') {
      // As it was: what is asked about is asked about again, what was to be sent is queued.
      if (row.status === 'sending') other.push({ row, status: 'sending', next: at, spared: 1 });
      else other.push({ row, status: 'queued', next: at, message: null, spared: 1 });
    } else if (answer.outcome === 'refused' && (answer.permanent || last)) {
      settle({ row, status: 'failed', message: null, error: answer.reason }, 'communicationFailed', {
        reason: answer.reason,
        ...answer.words,
        recipient: message.to,
      });
      if (answer.badAddress) bad.push({ accountId: row.accountId, channel: row.channel, value: message.to, reason: answer.reason });
    } else if (answer.outcome === 'refused') {
      other.push({
        row,
        status: 'queued',
        next: isAway ? ((at + pause) as Instant) : later(row),
        message: null,
        error: answer.reason,
        spared,
      });
    } else if (provider.deliveryClass === 'neither' || last) {
      // A reason without words of ours is what the provider said.
      const errorWords = answer.words ?? words('providerSaid', { text: answer.reason });
      settle({ row, status: 'unknown', error: answer.reason, errorWords }, 'communicationUnknown', {
        reason: answer.reason,
        ...answer.words,
        recipient: message.to,
      });
    } else {
      const next = provider.deliveryClass === 'askable' ? (Math.max(later(row), at + lease) as Instant) : later(row);
      other.push({ row, status: 'sending', next, error: answer.reason, spared });
    }
  }
  const confirmed = await save(tx, sent, ['sending', 'unknown']);
  const settled = await save(tx, other, ['sending']);
  const news = results.filter(({ row, answer }) => answer.outcome === 'sent' && confirmed.has(row.outboxId));
  const appended = [
    ...(await storeCommunications(tx, news, provider.name, at)),
    ...[...events].filter(([id]) => settled.has(id)).map(([, event]) => event),
  ];
  await appendEvents(tx, appended);
  if (bad.length > 0) await work.onBadAddress(tx, bad);
  return { sent: news.length };
}

/** Keeps sent messages as they were sent. @returns their events. */
export async function storeCommunications(
  tx: Tx,
  sent: readonly { readonly row: OutboxRow; readonly message: RenderedMessage }[],
  providerName: string,
  at: Instant,
): Promise<NewEvent[]> {
  if (sent.length === 0) return [];
  const made = sent.map(({ row, message }) => ({ row, message, communicationId: uuidv7() }));
  const column = <Value>(read: (each: (typeof made)[number]) => Value) => made.map(read);
  await tx.sql(
    `insert into communication (client_id, communication_id, outbox_id, account_id, external_claim_ref, channel, direction, recipient, sender, locale, bundle_name, subject,
       text_content, html_content, provider_name, tracking_token, links, attachments, user_id, parent_id, created_at)
     select $1, communication_id, outbox_id, account_id, external_claim_ref, channel, 'outbound', recipient, sender, locale, bundle_name, subject, text_content, html_content,
       $2, tracking_token, links, attachments, user_id, parent_id, $3::timestamptz
     from unnest($4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::jsonb[], $18::jsonb[], $19::uuid[], $20::uuid[])
       as made (communication_id, outbox_id, account_id, external_claim_ref, channel, recipient, sender, locale, bundle_name, subject, text_content, html_content, tracking_token, links, attachments, user_id, parent_id)
     on conflict (client_id, outbox_id) do nothing`,
    [
      tx.clientId,
      providerName,
      isoInstant(at),
      column(({ communicationId }) => communicationId),
      column(({ row }) => row.outboxId),
      column(({ row }) => row.accountId),
      column(({ row }) => row.externalClaimRef),
      column(({ row }) => row.channel),
      column(({ message }) => message.to),
      column(({ message }) => message.from),
      column(({ message }) => message.locale),
      column(({ row }) => row.request.bundleName ?? null),
      column(({ row, message }) => (row.channel === 'email' ? message.subject : null)),
      column(({ message }) => message.text),
      column(({ message }) => message.html),
      column(({ message }) => message.trackingToken),
      column(({ message }) => JSON.stringify(message.links)),
      column(({ message }) => JSON.stringify(message.attachments ?? [])),
      column(({ row }) => row.request.userId ?? null),
      column(({ row }) => row.request.parentId ?? null),
    ],
  );
  return made.map(({ row, message, communicationId }) => ({
    ...eventOf(row, 'communicationSent', {
      communicationId,
      recipient: message.to,
      subject: row.channel === 'email' ? message.subject : null,
      locale: message.locale,
      providerName,
    }),
    ...(row.request.userId ? { actor: { type: 'user', id: row.request.userId } } : {}),
  }));
}

/** Writes changes with one statement. @param from the statuses a row must still have. @returns the ids of the rows that were changed. */
export async function save(tx: Tx, changes: readonly Change[], from: readonly OutboxStatus[]): Promise<Set<Uuid>> {
  if (changes.length === 0) return new Set();
  const column = <Value>(read: (change: Change) => Value) => changes.map(read);
  const rows = await tx.sql<{ outbox_id: Uuid }>(
    `update outbox o set status = c.status, next_attempt_at = coalesce(c.next, o.next_attempt_at), leased_until = case when c.status = 'sending' then c.next end,
       attempts = c.attempts, spared = o.spared + c.spared, rendered = case when c.keep then o.rendered else c.rendered end,
       provider_name = coalesce(c.provider_name, o.provider_name), recipient = coalesce(c.recipient, o.recipient),
       provider_ref = coalesce(c.provider_ref, o.provider_ref), last_error = c.last_error, error_words = c.error_words, sent_at = c.sent_at, blocked_since = c.blocked_since
     from unnest($3::uuid[], $4::text[], $5::timestamptz[], $6::int[], $7::boolean[], $8::jsonb[], $9::text[], $10::text[], $11::text[], $12::text[], $13::timestamptz[], $14::int[], $15::timestamptz[], $16::int[], $17::jsonb[])
       as c (outbox_id, status, next, attempts, keep, rendered, provider_name, recipient, provider_ref, last_error, sent_at, seen, blocked_since, spared, error_words)
     where o.client_id = $1 and o.outbox_id = c.outbox_id and o.status = any($2::text[]) and o.attempts = c.seen
     returning o.outbox_id`,
    [
      tx.clientId,
      from,
      column(({ row }) => row.outboxId),
      column(({ status }) => status),
      column(({ next }) => (next === undefined ? null : isoInstant(next))),
      column(({ row, attempts }) => attempts ?? row.attempts),
      column(({ message }) => message === undefined),
      column(({ message }) => (message ? JSON.stringify(message) : null)),
      column(({ providerName }) => providerName ?? null),
      column(({ message }) => message?.to ?? null),
      column(({ providerRef }) => providerRef ?? null),
      column(({ error }) => error ?? null),
      column(({ sentAt }) => (sentAt === undefined ? null : isoInstant(sentAt))),
      column(({ row }) => row.attempts),
      column(({ blockedSince }) => (blockedSince === undefined ? null : isoInstant(blockedSince))),
      column(({ spared }) => spared ?? 0),
      column(({ errorWords }) => (errorWords ? JSON.stringify(errorWords) : null)),
    ],
  );
  return new Set(rows.map((row) => row.outbox_id));
}
