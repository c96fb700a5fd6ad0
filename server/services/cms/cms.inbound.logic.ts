/** Debtors write back: whose message it is, what came along, and whether it says that no more shall come (docs/decisions/messages.md). */

import { Fault, invalid, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import type { MessageChannel } from '../../../core/messageChannels.ts';
import { normalizePhone } from '../../../core/phone.ts';
import { instant, isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import type { MessageAttachment, MessageMedia } from '../../platform/delivery.tables.ts';
import { appendEvents } from '../../platform/events.ts';
import { enqueue } from '../../platform/jobs.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { optOut } from '../account/contact/delivery.logic.ts';
import { requireAccount } from '../account/ground/lookup.logic.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { keepFile } from '../files/files.logic.ts';
import { isOurs, recordReports } from './cms.bounce.logic.ts';
import { readIncomingMail } from './cms.content.logic.ts';
import { handle } from './cms.handled.logic.ts';
import { EXCERPT, writeInbound } from './cms.inbound.row.logic.ts';
import type { Bounce, Incoming } from './cms.mail.ts';
import { FETCH_MEDIA } from './cms.media.logic.ts';

/** How an account was found; the first that finds one decides. */
export type MatchedBy = 'answer' | 'token' | 'sender' | 'staff';

interface Match {
  readonly accountId: Uuid;
  readonly externalClaimRef: string | null;
  readonly parentId: Uuid | null;
  readonly by: MatchedBy;
  /** Further accounts that the sender could have meant. */
  readonly others: readonly Uuid[];
}

export type Received =
  | { readonly outcome: 'matched'; readonly communicationId: Uuid; readonly accountId: Uuid }
  /** A mail server's report of a mail of ours: it is noted there, and is no message of anybody. */
  | { readonly outcome: 'report' }
  | { readonly outcome: 'unmatched' }
  | { readonly outcome: 'duplicate' };

/** Words that alone, as the whole message, stop a channel: those that carriers make binding, and theirs in the product's languages. */
const STOP_WORDS = new Set(
  'stop stopp stopall unsubscribe cancel end quit abmelden abbestellen beenden baja cancelar parar alto afmelden uitschrijven stoppen'.split(
    ' ',
  ),
);

/** @returns whether the message says nothing but that no more shall come. More words than that are for people to read. */
export function isStop({ text, subject, channel }: Pick<Incoming, 'text' | 'subject' | 'channel'>): boolean {
  const word = (said: string | null) =>
    (said ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\s]/gu, '')
      .trim();
  if (STOP_WORDS.has(word(text))) return true;
  return channel === 'email' && word(text) === '' && STOP_WORDS.has(word(subject));
}

/** Keeps a message that came in; one that came before changes nothing. */
export async function receive(tx: Tx, incoming: Incoming): Promise<Received> {
  const [known] = await tx.sql<{ id: Uuid; here: boolean; waits: boolean }>(
    `select m.id, exists (select from communication where client_id = $1 and communication_id = m.id) as here,
       exists (select from unmatched_message where client_id = $1 and message_id = m.id) as waits
     from (select md5($1::uuid::text || ' inbound ' || $2 || ' ' || $3)::uuid as id, pg_advisory_xact_lock(hashtextextended($1::uuid::text || ' inbound ' || $3, 0))) m`,
    [tx.clientId, incoming.channel, incoming.reference],
  );
  const id = known!.id;
  if (known!.here || known!.waits) return { outcome: 'duplicate' };
  if (incoming.bounce && (await noteBounce(tx, incoming.bounce))) return { outcome: 'report' };
  const match = await matchOf(tx, incoming);
  if (!match) {
    await keepUnmatched(tx, id, incoming);
    return { outcome: 'unmatched' };
  }
  await keep(tx, id, incoming, match);
  return { outcome: 'matched', communicationId: id, accountId: match.accountId };
}

/** A mail that came back is noted like a provider's report. @returns whether it is one of ours */
async function noteBounce(tx: Tx, { references, permanent, reason }: Bounce): Promise<boolean> {
  for (const reference of references) {
    if (!(await isOurs(tx, reference))) continue;
    await recordReports(tx, [{ type: 'bounced', reference, permanent, reason }], now());
    return true;
  }
  return false;
}

interface Found extends Record<string, unknown> {
  communication_id: Uuid;
  account_id: Uuid;
  external_claim_ref: string | null;
}

async function matchOf(tx: Tx, incoming: Incoming): Promise<Match | null> {
  const by = (row: Found, how: MatchedBy): Match => ({
    accountId: row.account_id,
    externalClaimRef: row.external_claim_ref,
    parentId: row.communication_id,
    by: how,
    others: [],
  });
  for (const answered of incoming.answers) {
    const ours = /^<([0-9a-f-]{36})@/i.exec(answered)?.[1] ?? '';
    const [row] = await tx.sql<Found>(
      `select communication_id, account_id, external_claim_ref from communication
       where client_id = $1 and ${isUuid(ours) ? 'outbox_id = $2::uuid' : 'provider_ref = $2'} limit 1`,
      [tx.clientId, isUuid(ours) ? ours : answered],
    );
    if (row) return by(row, 'answer');
  }
  for (const recipient of incoming.recipients) {
    const token = /\+([A-Za-z0-9_-]{43})@/.exec(recipient)?.[1];
    // Addresses come in lower case: the token is found without looking at its case.
    if (!token) continue;
    const [row] = await tx.sql<Found>(
      'select communication_id, account_id, external_claim_ref from communication where client_id = $1 and lower(tracking_token) = lower($2) limit 1',
      [tx.clientId, token],
    );
    if (row) return by(row, 'token');
  }
  return matchBySender(tx, incoming);
}

async function matchBySender(tx: Tx, { channel, sender }: Incoming): Promise<Match | null> {
  const address = channel === 'email' ? sender.toLowerCase() : normalizePhone(sender, (await readClient(tx)).countryCode.slice(0, 2));
  if (!address) return null;
  // Of several accounts the one that was written with last, then the one with an open claim, then the newest.
  const rows = await tx.sql<{ account_id: Uuid; communication_id: Uuid | null; external_claim_ref: string | null }>(
    `select p.account_id, c.communication_id, c.external_claim_ref
     from (select distinct account_id from published.contact_point where client_id = $1 and normalized = $2 and (kind = 'email') = $3) p
     join published.account a on a.client_id = $1 and a.account_id = p.account_id
     left join lateral (select communication_id, external_claim_ref, created_at from communication
       where client_id = $1 and account_id = p.account_id and channel = $4 order by created_at desc, communication_id desc limit 1) c on true
     order by c.created_at desc nulls last, a.active_claims_count > 0 desc, a.created_at desc, a.account_id limit 20`,
    [tx.clientId, address, channel === 'email', channel],
  );
  const [first, ...rest] = rows;
  if (!first) return null;
  return {
    accountId: first.account_id,
    externalClaimRef: null,
    parentId: first.communication_id,
    by: 'sender',
    others: rest.map((row) => row.account_id),
  };
}

/** Writes the message with its files, tells of it, and stops the channel when it says nothing else. */
async function keep(tx: Tx, id: Uuid, incoming: Incoming, match: Match): Promise<void> {
  const { channel, sender, subject, text, html, isAutomatic } = incoming;
  const { accountId, externalClaimRef, parentId } = match;
  const { attachments, refused } = await keepFiles(tx, incoming, accountId);
  const recipient = incoming.recipients[0] ?? '';
  const { reference } = incoming;
  await writeInbound(tx, id, {
    accountId,
    externalClaimRef,
    channel,
    recipient,
    sender,
    subject,
    text,
    html,
    reference,
    attachments,
    parentId,
    media: incoming.media,
  });
  if (incoming.media?.length) await enqueue(tx, FETCH_MEDIA, { clientId: tx.clientId, communicationId: id });
  const stops = !isAutomatic && isStop(incoming);
  await appendEvents(tx, [
    {
      messageType: 'communicationReceived',
      accountId,
      externalClaimRef,
      ...(match.by === 'staff' ? {} : { actor: { type: 'debtor', id: accountId } }),
      payload: {
        communicationId: id,
        channel,
        sender,
        subject,
        excerpt: text.slice(0, EXCERPT),
        matchedBy: match.by,
        otherAccountIds: match.others,
        attachments: attachments.map(({ fileId, name }) => ({ fileId, name })),
        refusedFiles: refused,
        isAutomatic,
      },
    },
  ]);
  if (incoming.isButton) await tellButton(tx, incoming, match);
  // Whoever has several accounts and says STOP means all of them.
  if (stops) for (const each of [accountId, ...match.others]) await optOut(tx, each, channel, 'stop');
  if (stops || isAutomatic) await handle(tx, [id], null);
}

/** A button's label comes back as the answer: strategies and rules may wait for it. */
async function tellButton(tx: Tx, { text }: Incoming, { accountId, externalClaimRef, parentId }: Match): Promise<void> {
  const [parent] = await tx.sql<{ communication_id: Uuid; bundle_name: string | null }>(
    'select communication_id, bundle_name from communication where client_id = $1 and communication_id = $2',
    [tx.clientId, parentId],
  );
  if (!parent) return;
  const payload = { communicationId: parent.communication_id, bundleName: parent.bundle_name, label: text.slice(0, 60) };
  await appendEvents(tx, [
    { messageType: 'buttonPressed', accountId, externalClaimRef, actor: { type: 'debtor', id: accountId }, payload },
  ]);
}

async function keepFiles(tx: Tx, { files, channel }: Incoming, accountId: Uuid) {
  const attachments: MessageAttachment[] = [];
  const refused: string[] = [];
  for (const { name, bytes } of files) {
    try {
      const file = await keepFile(tx, { accountId, name, source: 'message', uploadedBy: channel }, bytes);
      attachments.push({
        fileId: file.id,
        name: file.name,
        mimeType: file.mimeType ?? 'application/octet-stream',
        size: file.size ?? bytes.length,
      });
    } catch (error) {
      // What may not be kept is named, and the message still arrives.
      if (!(error instanceof Fault)) throw error;
      refused.push(name.slice(0, 200));
    }
  }
  return { attachments, refused };
}

async function keepUnmatched(tx: Tx, id: Uuid, incoming: Incoming): Promise<void> {
  const { channel, reference, sender, recipients, subject, text, source, media = [] } = incoming;
  const values = [tx.clientId, id, channel, reference, sender, recipients[0] ?? '', subject, text.slice(0, 1_000), source];
  await tx.sql(
    `insert into unmatched_message (client_id, message_id, channel, reference, sender, recipient, subject, excerpt, source, media, received_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [...values, JSON.stringify(media), isoInstant(now())],
  );
  await appendEvents(tx, [{ messageType: 'communicationReceived', payload: { messageId: id, channel, sender, subject, matchedBy: null } }]);
}

/** @returns messages whose sender nobody knows, oldest first, at most 200. */
export async function listUnmatched(tx: Tx) {
  const rows = await tx.sql<{
    message_id: Uuid;
    channel: string;
    sender: string;
    recipient: string;
    subject: string | null;
    excerpt: string;
    received_at: Date;
  }>(
    `select message_id, channel, sender, recipient, subject, excerpt, received_at from unmatched_message
     where client_id = $1 and settled_at is null order by received_at, message_id limit 200`,
    [tx.clientId],
  );
  return rows.map(({ message_id: messageId, received_at: at, ...row }) => ({ messageId, receivedAt: instant(at), ...row }));
}

/**
 * Does what a person decided about a message of an unknown sender.
 * @param accountId whose it is; null: nobody's, then its content is deleted. @returns the communication it became
 * @throws Fault NOT_FOUND when it is settled already or there is no such account
 */
export async function settleUnmatched(tx: Tx, messageId: string, accountId: string | null, userId: Uuid): Promise<Uuid | null> {
  const [row] = isUuid(messageId)
    ? await tx.sql<{
        channel: MessageChannel;
        reference: string;
        sender: string;
        recipient: string;
        source: Buffer;
        media: MessageMedia[];
      }>(
        'select channel, reference, sender, recipient, source, media from unmatched_message where client_id = $1 and message_id = $2 and settled_at is null for update',
        [tx.clientId, messageId],
      )
    : [];
  if (!row) throw notFound('messageNotFound');
  if (accountId !== null) {
    await requireAccount(tx, accountId);
    const incoming =
      row.channel === 'email' ? await readIncomingMail(tx, row.source, row.reference) : textMessage(row, row.source.toString('utf8'));
    if (!incoming) throw invalid('messageId', 'emailUnreadable');
    await keep(tx, messageId, incoming, { accountId, externalClaimRef: null, parentId: null, by: 'staff', others: [] });
  }
  await tx.sql(
    'update unmatched_message set settled_at = $3, settled_by = $4, account_id = $5, source = null, media = default where client_id = $1 and message_id = $2',
    [tx.clientId, messageId, isoInstant(now()), userId, accountId],
  );
  if (accountId === null)
    await appendEvents(tx, [{ messageType: 'communicationHandled', payload: { messageId, channel: row.channel, sender: row.sender } }]);
  return accountId === null ? null : messageId;
}

/** @returns a text message in the shape of what comes in. */
export function textMessage(
  about: {
    readonly reference: string;
    readonly sender: string;
    readonly recipient: string;
    readonly channel?: MessageChannel;
    /** The provider's name of the message that it answers. */
    readonly answers?: string | null;
    readonly isButton?: boolean;
    readonly media?: readonly MessageMedia[];
  },
  text: string,
): Incoming {
  return {
    channel: about.channel ?? 'sms',
    reference: about.reference,
    sender: about.sender,
    recipients: about.recipient ? [about.recipient] : [],
    subject: null,
    text,
    html: null,
    answers: about.answers ? [about.answers] : [],
    ...(about.isButton && { isButton: true }),
    ...(about.media?.length && { media: about.media }),
    files: [],
    isAutomatic: false,
    source: Buffer.from(text),
  };
}
