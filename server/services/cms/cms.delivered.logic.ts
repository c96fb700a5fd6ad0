/** What follows from a message's fate: its communication, its event, and what accounts remember of a bad address. */
import type { EventTypeOf } from '../../../core/events/catalogue.ts';
import type { MESSAGE } from '../../../core/events/message.ts';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import type { MessageChannel } from '../../../core/messageChannels.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import { queueCommunications } from '../../platform/delivery/outbox.ts';
import type { OutboxRequest, RenderedMessage } from '../../platform/delivery.tables.ts';
import { appendEvents, type Besides, composeEvent, type NewEvent } from '../../platform/events.ts';
import type { OutboxRow, Told } from '../../platform/outbox/rows.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { markBounced } from '../account/contact/delivery.logic.ts';

/** A message to a debtor in the outbox: it always has its account. */
export type MessageRow = OutboxRow<OutboxRequest, RenderedMessage> & { readonly kind: MessageChannel; readonly accountId: Uuid };

/** What a message has become. */
export type MessageTold = Told<OutboxRequest, RenderedMessage> & { readonly row: MessageRow };

/** What an event says about a message. */
function facts(row: MessageRow) {
  const { bundleName, strategyName, blueprintId, userId, parentId, to } = row.request;
  return {
    outboxId: row.outboxId,
    channel: row.kind,
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

function eventOf<Type extends MessageEvent>(row: MessageRow, messageType: Type, payload: Besides<Type, typeof MESSAGE>): NewEvent {
  const { accountId, externalClaimRef } = row;
  return composeEvent(messageType, { accountId, externalClaimRef }, facts(row), payload);
}

/** Writes what messages have become. */
export async function recordMessages(tx: Tx, told: readonly MessageTold[], providerName: string, at: Instant): Promise<void> {
  const sent = told.flatMap(({ row, news }) =>
    news.became === 'sent' ? [{ row, payload: news.payload, providerRef: news.providerRef }] : [],
  );
  const events = await storeCommunications(tx, sent, providerName, at);
  await appendEvents(tx, [...events, ...told.flatMap(toldOf)]);
  const bad = told.flatMap(({ row: { accountId, kind: channel }, news }) =>
    news.became === 'failed' && news.isBadAddress && news.payload
      ? [{ accountId, channel, value: news.payload.to, reason: news.reason }]
      : [],
  );
  if (bad.length > 0) await markBounced(tx, bad);
  await queueFallbacks(
    tx,
    told.flatMap(({ row, news }) => (news.became === 'failed' && news.reason !== 'waitedTooLong' ? [row] : [])),
  );
}

/** Queues a text message in place of each message that its own channel could not carry, where one was chosen. */
export async function queueFallbacks(tx: Tx, rows: readonly FallbackRow[]): Promise<void> {
  const asked = rows.flatMap(
    ({ outboxId, accountId, externalClaimRef, runId, stepId, request: { fallback, contentType: _, ...request } }) =>
      fallback === undefined
        ? []
        : [
            {
              key: `${outboxId}:fallback`,
              channel: 'sms' as const,
              ...{ accountId, externalClaimRef, runId, stepId },
              request: { ...request, bundleName: fallback },
            },
          ],
  );
  if (asked.length > 0) await queueCommunications(tx, asked);
}

type FallbackRow = Pick<MessageRow, 'outboxId' | 'accountId' | 'externalClaimRef' | 'runId' | 'stepId' | 'request'>;

function toldOf({ row, news }: MessageTold): NewEvent[] {
  switch (news.became) {
    case 'sent':
      return [];
    case 'later':
      return [eventOf(row, 'contactDeferred', { rule: news.rule, why: news.why, until: isoInstant(news.until) })];
    case 'waiting':
      return [eventOf(row, 'communicationWaiting', { reason: news.reason })];
    case 'cancelled':
      return [eventOf(row, 'communicationCancelled', { rule: news.rule, why: news.why })];
    default: {
      const { became, reason, words, payload, providerName } = news;
      const about = { reason, ...words, ...(payload && { recipient: payload.to }) };
      return became === 'unknown'
        ? [eventOf(row, 'communicationUnknown', { ...about, providerName: providerName ?? null })]
        : [eventOf(row, 'communicationFailed', { ...about, ...(providerName && { providerName }) })];
    }
  }
}

/** Keeps sent messages as they were sent. @returns their events. */
export async function storeCommunications(
  tx: Tx,
  sent: readonly { readonly row: MessageRow; readonly payload: RenderedMessage; readonly providerRef?: string | null }[],
  providerName: string,
  at: Instant,
): Promise<NewEvent[]> {
  if (sent.length === 0) return [];
  const made = sent.map(({ row, payload: message, providerRef }) => ({ row, message, providerRef, communicationId: uuidv7() }));
  const column = <Value>(read: (each: (typeof made)[number]) => Value) => made.map(read);
  await tx.sql(
    `insert into communication (client_id, communication_id, outbox_id, account_id, external_claim_ref, channel, direction, recipient, sender, locale, bundle_name, subject,
       text_content, html_content, provider_name, tracking_token, links, attachments, user_id, parent_id, provider_ref, call, created_at)
     select $1, communication_id, outbox_id, account_id, external_claim_ref, channel, 'outbound', recipient, sender, locale, bundle_name, subject, text_content, html_content,
       $2, tracking_token, links, attachments, user_id, parent_id, provider_ref, call, $3::timestamptz
     from unnest($4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::jsonb[], $18::jsonb[], $19::uuid[], $20::uuid[], $21::text[], $22::jsonb[])
       as made (communication_id, outbox_id, account_id, external_claim_ref, channel, recipient, sender, locale, bundle_name, subject, text_content, html_content, tracking_token, links, attachments, user_id, parent_id, provider_ref, call)
     on conflict (client_id, outbox_id) do nothing`,
    [
      tx.clientId,
      providerName,
      isoInstant(at),
      column(({ communicationId }) => communicationId),
      column(({ row }) => row.outboxId),
      column(({ row }) => row.accountId),
      column(({ row }) => row.externalClaimRef),
      column(({ row }) => row.kind),
      column(({ message }) => message.to),
      column(({ message }) => message.from),
      column(({ message }) => message.locale),
      column(({ row }) => row.request.bundleName ?? null),
      column(({ row, message }) => (row.kind === 'email' ? message.subject : null)),
      column(({ message }) => message.text),
      column(({ message }) => message.html),
      column(({ message }) => message.trackingToken),
      column(({ message }) => JSON.stringify(message.links)),
      column(({ message }) => JSON.stringify(message.attachments ?? [])),
      column(({ row }) => row.request.userId ?? null),
      column(({ row }) => row.request.parentId ?? null),
      // A mail server's answer names nothing.
      column(({ row, providerRef }) => (row.kind === 'email' ? null : (providerRef ?? null))),
      column(({ message }) => (message.call ? JSON.stringify({ sheet: message.call }) : null)),
    ],
  );
  return made.map(({ row, message, communicationId }) => ({
    ...eventOf(row, 'communicationSent', {
      communicationId,
      recipient: message.to,
      subject: row.kind === 'email' ? message.subject : null,
      locale: message.locale,
      providerName,
    }),
    ...(row.request.userId ? { actor: { type: 'user', id: row.request.userId } } : {}),
  }));
}
