/** Reads a mail as it came over the wire, with limits: whatever it holds, it becomes text, a page that is only ever shown caged, and files. */

import PostalMime, { type Address, addressParser, type Email } from 'postal-mime';
import type { MessageChannel } from '../../../core/messageChannels.ts';
import type { MessageMedia } from '../../platform/delivery.tables.ts';
import { oneLine } from './cms.text.ts';
import { textOf } from './cms.textOf.ts';

/** Bytes of a mail; mail servers take about as much. */
export const MOST_MAIL = 25 * 2 ** 20;
const MOST_TEXT = 200_000;
const MOST_PAGE = 1_000_000;
const MOST_FILES = 20;
const MOST_SUBJECT = 500;

/** A delivery that failed. */
export interface Bounce {
  /** Message-IDs that the report names, the mail's own first. */
  readonly references: readonly string[];
  /** Whether it is for good: a status of class 5; a full mailbox is not. */
  readonly permanent: boolean;
  readonly reason: string;
}

export interface IncomingFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A message as it came in, whatever the channel. */
export interface Incoming {
  readonly channel: MessageChannel;
  /** What its sender or the gateway calls it: the same message is known by it when it comes twice. */
  readonly reference: string;
  readonly sender: string;
  /** As many as it names; the first is where it was sent to. */
  readonly recipients: readonly string[];
  readonly subject: string | null;
  readonly text: string;
  readonly html: string | null;
  /** Message-IDs of what it answers, the nearest first. */
  readonly answers: readonly string[];
  readonly files: readonly IncomingFile[];
  /** Files that its provider still holds. */
  readonly media?: readonly MessageMedia[];
  /** Written by a program: an absence note, a report of a mail server (RFC 3834). */
  readonly isAutomatic: boolean;
  /** A button of our message was pressed; the text is its label. */
  readonly isButton?: boolean;
  /** What a mail server reports of a mail of ours that it could not deliver (RFC 3464). */
  readonly bounce?: Bounce | undefined;
  /** As it came, for when nobody knows whose it is. */
  readonly source: Buffer;
}

/** @returns the mail, or null when it is none: too nested, without a sender. @param reference what it is called when it names itself nothing */
export async function readMail(source: Buffer, reference: string): Promise<Incoming | null> {
  const mail = await PostalMime.parse(source, {
    maxNestingDepth: 30,
    maxHeadersSize: 256 * 1024,
    maxRfc822NestingDepth: 2,
    attachmentEncoding: 'arraybuffer',
  }).catch(() => null);
  if (!mail) return null;
  const sender = addressOf(mail.from) ?? addressOf(mail.sender);
  if (!sender) return null;
  const header = (key: string) => mail.headers.find((each) => each.key === key)?.value ?? '';
  const html = mail.html && mail.html.length <= MOST_PAGE ? mail.html : null;
  const text = (mail.text?.trim() || textOf((mail.html ?? '').slice(0, MOST_PAGE))).slice(0, MOST_TEXT);
  const named = [...(mail.to ?? []), ...(mail.cc ?? [])].flatMap((each) => addressOf(each) ?? []);
  const recipients = [mail.deliveredTo, header('x-original-to')].flatMap((each) =>
    addressParser(each ?? '').flatMap((one) => addressOf(one) ?? []),
  );
  return {
    channel: 'email',
    reference: (mail.messageId || reference).slice(0, 300),
    sender,
    recipients: [...new Set([...named, ...recipients])],
    subject: oneLine(mail.subject ?? '').slice(0, MOST_SUBJECT) || null,
    text: text.replaceAll('\u0000', ''),
    html: html?.replaceAll('\u0000', '') ?? null,
    answers: [...idsOf(mail.inReplyTo), ...idsOf(mail.references).reverse()],
    files: mail.attachments
      .filter(({ disposition, related }) => !(related && disposition !== 'attachment'))
      .slice(0, MOST_FILES)
      .map(({ filename, mimeType, content }, place) => ({
        name: filename || `${mimeType.replace(/\W+/g, '-')}-${place + 1}`,
        bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
      })),
    isAutomatic:
      /^auto-(generated|replied)/i.test(header('auto-submitted').trim()) ||
      /^multipart\/report/i.test(header('content-type').trim()) ||
      /^(bulk|junk|auto_reply)$/i.test(header('precedence').trim()),
    bounce: readBounce(mail, source),
    source,
  };
}

/** @returns the bare address in lower case; null for a group or none. */
function addressOf(address: Address | undefined): string | null {
  const text = address && 'address' in address ? address.address?.trim().toLowerCase() : undefined;
  return text && text.length <= 254 && /^[^\s@<>]+@[^\s@<>]+$/.test(text) ? text : null;
}

const idsOf = (text: string | undefined) => (text?.match(/<[^<>\s]{3,250}>/g) ?? []).slice(-20);

/** Statuses of class 5 that are no end of the address (RFC 3463): a full mailbox (x.2.2), a mail too long for it (x.2.3) or for its system (x.3.4). */
const PASSES = /^5\.(2\.[23]|3\.4)(?!\d)/;
const MOST_REASON = 500;

/** @returns what a delivery status notification says, when it tells of a failure. */
function readBounce(mail: Email, source: Buffer): Bounce | undefined {
  const part = mail.attachments.find(({ mimeType }) => /^message\/(global-)?delivery-status$/i.test(mimeType));
  if (!part) return undefined;
  const said = typeof part.content === 'string' ? part.content : Buffer.from(part.content as ArrayBuffer).toString('utf8');
  // Long fields go on in lines that begin with a space.
  const field = (name: string) =>
    new RegExp(`^${name}:[ \\t]*(.*(?:\\r?\\n[ \\t]+.*)*)`, 'im').exec(said)?.[1]?.replace(/\s+/g, ' ').trim() ?? '';
  if (field('Action').toLowerCase() !== 'failed') return undefined;
  const status = field('Status');
  // The mail that came back, or its head, stands behind the report: as a part of its own it is not told apart from a forwarded one.
  const headers = source.toString('latin1').match(/^message-id:[ \t]*(?:\r?\n[ \t]+)?<[^<>\s]{3,250}>/gim) ?? [];
  const references = [...headers.flatMap(idsOf), ...idsOf(mail.inReplyTo), ...idsOf(mail.references)].filter((id) => id !== mail.messageId);
  return {
    references: [...new Set(references)],
    permanent: status.startsWith('5') && !PASSES.test(status),
    reason: [status, field('Diagnostic-Code')].filter(Boolean).join(' ').slice(0, MOST_REASON) || 'failed',
  };
}
