/** What was sent, as its reader sees it, and what nobody knows about. */
import { Fault, type FaultWords, invalid, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import type { MessageChannel } from '../../../core/messageChannels.ts';
import { instant, isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import type { MessageAttachment, MessageMedia, RenderedMessage } from '../../platform/delivery.tables.ts';
import { appendEvents } from '../../platform/events.ts';
import { askForDrain } from '../../platform/outbox/queue.ts';
import { save } from '../../platform/outbox/save.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { shareOf } from '../../platform/threads.ts';
import { getAddOnFileURL } from '../files/files.logic.ts';
import { showPage } from './cms.content.logic.ts';
import { type MessageRow, storeCommunications } from './cms.delivered.logic.ts';

/** Messages a page holds. */
const PAGE = 50;
/** Characters of a message that a list shows. */
const EXCERPT = 160;

interface ListRow {
  communication_id: Uuid;
  account_id: Uuid;
  external_claim_ref: string | null;
  debtor_name: string;
  channel: MessageChannel;
  direction: string;
  recipient: string;
  sender: string;
  locale: string;
  bundle_name: string | null;
  subject: string | null;
  excerpt: string;
  provider_name: string;
  created_at: Date;
  opened_at: Date | null;
  clicked_at: Date | null;
  bounced_at: Date | null;
}

const moment = (value: Date | null) => (value === null ? null : instant(value));

/**
 * Lists messages, newest first.
 * @param filter.searchText found in recipient, name, subject and text @param filter.searchAfter where the page before ended
 */
export async function listCommunications(
  tx: Tx,
  filter: {
    searchText?: string | null | undefined;
    channel?: MessageChannel | null | undefined;
    accountId?: string | null | undefined;
    searchAfter?: string | null | undefined;
  },
) {
  const [afterTime, afterId] = readCursor(filter.searchAfter);
  if (filter.accountId && !isUuid(filter.accountId)) return { results: [], searchAfter: null };
  const search = filter.searchText?.trim().replace(/[\\%_]/g, '\\$&') ?? '';
  const rows = await tx.sql<ListRow>(
    `select c.communication_id, c.account_id, c.external_claim_ref, a.debtor_name, c.channel, c.direction, c.recipient, c.sender, c.locale, c.bundle_name, c.subject,
       left(c.text_content, ${EXCERPT}) as excerpt, c.provider_name, c.created_at, c.opened_at, c.clicked_at, c.bounced_at
     from communication c join published.account a on a.client_id = $1 and a.account_id = c.account_id
     where c.client_id = $1 and ($2::text is null or c.channel = $2) and ($3::uuid is null or c.account_id = $3)
       and ($4::timestamptz is null or (c.created_at, c.communication_id) < ($4, $5::uuid))
       and ($6 = '' or c.recipient ilike '%' || $6 || '%' or a.debtor_name ilike '%' || $6 || '%' or c.subject ilike '%' || $6 || '%' or c.text_content ilike '%' || $6 || '%')
     order by c.created_at desc, c.communication_id desc limit ${PAGE + 1}`,
    [tx.clientId, filter.channel ?? null, filter.accountId ?? null, afterTime, afterId, search],
  );
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    results: page.map((row) => ({
      communicationId: row.communication_id,
      accountId: row.account_id,
      externalClaimRef: row.external_claim_ref,
      debtorName: row.debtor_name,
      channel: row.channel,
      direction: row.direction,
      recipient: row.recipient,
      sender: row.sender,
      locale: row.locale,
      bundleName: row.bundle_name,
      subject: row.subject,
      excerpt: row.excerpt,
      providerName: row.provider_name,
      createdAt: instant(row.created_at),
      openedAt: moment(row.opened_at),
      clickedAt: moment(row.clicked_at),
      bouncedAt: moment(row.bounced_at),
      messageURL: `communication/${row.communication_id}`,
    })),
    searchAfter: rows.length > PAGE && last ? `${last.created_at.toISOString()}_${last.communication_id}` : null,
  };
}

function readCursor(cursor: string | null | undefined): [string | null, string | null] {
  if (!cursor) return [null, null];
  const [time, id] = cursor.split('_') as [string, string?];
  if (!Number.isFinite(Date.parse(time)) || !isUuid(id)) throw invalid('searchAfter', 'pageEndUnknown');
  return [time, id];
}

/**
 * @param messageURL as listCommunications and the events give it: "communication/<id>" or the bare id. @returns what makes the content: the
 * page is read again without a transaction. @throws Fault NOT_FOUND
 */
export async function readCommunicationContent(tx: Tx, messageURL: string) {
  const communicationId = messageURL.replace(/^communication\//, '');
  const [row] = isUuid(communicationId)
    ? await tx.sql<{
        subject: string | null;
        text_content: string;
        html_content: string | null;
        channel: string;
        direction: string;
        provider_name: string;
        attachments: MessageAttachment[];
        media: MessageMedia[];
      }>(
        `select subject, text_content, html_content, channel, direction, provider_name, attachments, media from communication
         where client_id = $1 and (communication_id = $2 or outbox_id = $2)`,
        [tx.clientId, communicationId],
      )
    : [];
  if (!row) throw notFound('communicationNotFound');
  const direction = row.direction === 'inbound' ? 'inbound' : 'outbound';
  const share = shareOf(tx);
  const attachmentsContent = await Promise.all(row.attachments.map(async (file) => ({ ...file, url: await addressOf(tx, file.fileId) })));
  return async () => ({
    subject: row.subject,
    textContent: row.text_content,
    htmlContent: row.html_content === null ? null : await showPage(share, row.html_content, direction, row.provider_name === 'sandbox'),
    channel: row.channel,
    direction: row.direction,
    providerName: row.provider_name,
    attachmentsContent,
    missingFiles: row.media.map(({ name, key = null, values = null }) => ({ name, key, values })),
  });
}

async function addressOf(tx: Tx, fileId: Uuid): Promise<string | null> {
  try {
    return (await getAddOnFileURL(tx, fileId, false)).url;
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}

interface ParkedRow {
  outbox_id: Uuid;
  account_id: Uuid;
  external_claim_ref: string | null;
  debtor_name: string;
  channel: MessageChannel;
  recipient: string | null;
  provider_name: string | null;
  rendered: RenderedMessage | null;
  last_error: string | null;
  error_words: FaultWords | null;
  created_at: Date;
  next_attempt_at: Date;
}

/** @returns messages whose fate is unknown, oldest first, at most 200. */
export async function listParked(tx: Tx) {
  const rows = await tx.sql<ParkedRow>(
    `select o.outbox_id, o.account_id, o.external_claim_ref, a.debtor_name, o.channel, o.recipient, o.provider_name, o.rendered, o.last_error, o.error_words, o.created_at, o.next_attempt_at
     from outbox o join published.account a on a.client_id = $1 and a.account_id = o.account_id
     where o.client_id = $1 and o.status = 'unknown' order by o.created_at, o.outbox_id limit 200`,
    [tx.clientId],
  );
  return rows.map((row) => ({
    outboxId: row.outbox_id,
    accountId: row.account_id,
    externalClaimRef: row.external_claim_ref,
    debtorName: row.debtor_name,
    channel: row.channel,
    recipient: row.recipient,
    providerName: row.provider_name,
    subject: row.rendered?.subject || row.rendered?.text.slice(0, EXCERPT) || null,
    lastError: row.last_error,
    errorKey: row.error_words?.key ?? null,
    errorValues: row.error_words?.values ?? null,
    createdAt: instant(row.created_at),
    lastAttemptAt: instant(row.next_attempt_at),
  }));
}

/**
 * Does what a person decided about a message of unknown fate: record it as sent, send it again (the gate is asked again), or let it be.
 * @throws Fault NOT_FOUND when it is not, or no longer, of unknown fate
 */
export async function resolveParked(tx: Tx, outboxId: string, resolution: 'sent' | 'sendAgain' | 'cancel'): Promise<void> {
  const [found] = isUuid(outboxId)
    ? await tx.sql<{
        account_id: Uuid;
        external_claim_ref: string | null;
        channel: MessageChannel;
        run_id: Uuid | null;
        step_id: string | null;
        request: MessageRow['request'];
        attempts: number;
        spared: number;
        provider_name: string | null;
        rendered: RenderedMessage | null;
      }>(
        `select account_id, external_claim_ref, channel, run_id, step_id, request, attempts, spared, provider_name, rendered from outbox
         where client_id = $1 and outbox_id = $2 and status = 'unknown' for update`,
        [tx.clientId, outboxId],
      )
    : [];
  if (!found) throw notFound('parkedNotFound');
  const row: MessageRow = {
    outboxId,
    kind: found.channel,
    accountId: found.account_id,
    externalClaimRef: found.external_claim_ref,
    runId: found.run_id,
    stepId: found.step_id,
    request: found.request,
    status: 'unknown',
    attempts: found.attempts,
    spared: found.spared,
    providerName: found.provider_name,
    blockedSince: null,
    rendered: found.rendered,
  };
  if (resolution === 'sendAgain') {
    await tx.sql(
      `update outbox set status = 'queued', rendered = null, spared = attempts, next_attempt_at = $3, leased_until = null, last_error = null, error_words = null where client_id = $1 and outbox_id = $2`,
      [tx.clientId, outboxId, isoInstant(now())],
    );
    await askForDrain(tx, row.kind, now());
    return;
  }
  if (resolution === 'sent') {
    await save(tx, [{ row, status: 'sent', payload: null, sentAt: now() }], ['unknown']);
    if (row.rendered)
      await appendEvents(tx, await storeCommunications(tx, [{ row, payload: row.rendered }], row.providerName ?? '', now()));
    return;
  }
  await save(tx, [{ row, status: 'cancelled', payload: null }], ['unknown']);
  await appendEvents(tx, [
    {
      messageType: 'communicationCancelled',
      accountId: row.accountId,
      externalClaimRef: row.externalClaimRef,
      payload: { outboxId, channel: row.kind, bundleName: row.request.bundleName ?? null, rule: 'staff', why: { key: 'gate.staff' } },
    },
  ]);
}
