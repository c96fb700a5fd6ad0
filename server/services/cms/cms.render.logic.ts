/** Makes a message for one reader: whom it goes to, in which language, with which words. The preview and the last look before sending share it. */
import { Fault } from '../../../core/fault.ts';
import { toLocale } from '../../../core/locale.ts';
import { normalizePhone } from '../../../core/phone.ts';
import type { Facts } from '../../../engine/types.ts';
import { now } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { OutboxRow, Prepared } from '../../platform/delivery/work.ts';
import type { RenderedMessage } from '../../platform/delivery.tables.ts';
import type { ClientRow } from '../backoffice/backoffice.logic.ts';
import { type BundleRow, chooseContent } from './cms.bundle.logic.ts';
import { type FilledContent, fillContent, literalContent, type ParsedContent, parseContent } from './cms.content.logic.ts';
import { valuesFor } from './cms.placeholders.logic.ts';
import { withTracking } from './cms.tracking.logic.ts';

/** What is known of the client, read once for many messages. */
export interface Surroundings {
  readonly config: Config;
  readonly client: ClientRow;
  readonly globals: Readonly<Record<string, string>>;
  readonly bundles: ReadonlyMap<string, BundleRow>;
  readonly parsed: Map<string, ParsedContent>;
  readonly sender: string;
  /** Where answers go, by an address of the message's own; null: to the sender. */
  readonly replyTo: string | null;
}

/** A message that may leave, before it is filled in. */
export interface Draft {
  readonly row: OutboxRow;
  readonly facts: Facts;
  readonly to: string;
  readonly locale: string;
  readonly content: Chosen;
}

/** Adds the row to the drafts. @returns why it cannot be one: no address, no template, no text for the reader. */
export function draftOf(row: OutboxRow, facts: Facts, surroundings: Surroundings, drafts: Draft[]): Prepared | null {
  return orFailure(() => {
    drafts.push({ row, facts, to: recipientOf(row, facts, surroundings.client), ...contentFor(row, facts, surroundings) });
    return null;
  });
}

export function orFailure<Result>(make: () => Result): Result | (Prepared & { readonly answer: 'fail' }) {
  try {
    return make();
  } catch (error) {
    if (error instanceof Fault) return { answer: 'fail', reason: error.message };
    throw error;
  }
}

/** Where the links of a message lead; without a token nothing in it is counted. */
export interface MessageLinks {
  readonly pay: string;
  readonly unsubscribe: string;
  readonly trackingToken: string | null;
}

/** Makes the message for its reader. @throws Fault when its template no longer fits. */
export function renderMessage(
  { row, facts, to, locale, content }: Draft,
  { pay, unsubscribe, trackingToken }: MessageLinks,
  { config, client, globals, sender, replyTo }: Surroundings,
): RenderedMessage {
  let filled: FilledContent;
  if (content.kind === 'literal') filled = content.filled;
  else {
    const values = valuesFor({
      facts,
      locale: toLocale(locale),
      zone: client.timezone,
      now: now(),
      creditor: client.name,
      strategyName: row.request.strategyName ?? '',
      globals,
      link: { pay, unsubscribe },
    });
    filled = fillContent(content.parsed, values, row.channel);
  }
  const { attachments = [], inReplyTo, userId } = row.request;
  const base = { to, from: sender, locale, subject: filled.subject, text: filled.text, trackingToken: trackingToken ?? '', attachments };
  if (row.channel === 'sms' || filled.html === null) return { ...base, html: null, headers: {}, links: [] };
  const { html, links } = trackingToken ? withTracking(filled.html, config.publicUrl, trackingToken) : { html: filled.html, links: [] };
  const headers = {
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    ...(replyTo && trackingToken ? { 'Reply-To': replyTo.replace('@', `+${trackingToken}@`) } : {}),
    ...(inReplyTo ? { 'In-Reply-To': inReplyTo, References: inReplyTo } : {}),
    // RFC 3834: what a person wrote is no automatic mail.
    ...(userId ? { 'Auto-Submitted': 'no' } : {}),
  };
  return { ...base, html, headers, links };
}

function recipientOf(row: OutboxRow, facts: Facts, client: ClientRow): string {
  const chosen = row.request.to?.value;
  const address =
    row.channel === 'email'
      ? (chosen ?? facts.debtor?.email)?.trim()
      : normalizePhone(chosen ?? facts.debtor?.mobileNumber ?? '', client.countryCode.slice(0, 2));
  if (!address)
    throw new Fault(
      'INVALID_INPUT',
      row.channel === 'email' ? 'there is no e-mail address' : 'there is no mobile number that a carrier knows',
    );
  if (row.channel === 'email' && !/^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/.test(address))
    throw new Fault('INVALID_INPUT', 'the e-mail address is not written as one');
  return address;
}

type Chosen = { readonly kind: 'literal'; readonly filled: FilledContent } | { readonly kind: 'bundle'; readonly parsed: ParsedContent };

function contentFor(row: OutboxRow, facts: Facts, { client, bundles, parsed }: Surroundings): { locale: string; content: Chosen } {
  const wished = row.request.locale ?? facts.account?.locale ?? null;
  const { bundleName, subject, text, fills } = row.request;
  if (bundleName === undefined && fills)
    return {
      locale: toLocale(wished ?? client.defaultLocale),
      content: { kind: 'bundle', parsed: parseContent({ subject: subject ?? '', format: 'text', source: text ?? '', html: null }) },
    };
  if (bundleName === undefined)
    return {
      locale: toLocale(wished ?? client.defaultLocale),
      content: { kind: 'literal', filled: literalContent(subject ?? '', text ?? '', row.channel) },
    };
  const bundle = bundles.get(bundleName);
  if (!bundle) throw new Fault('NOT_FOUND', `the message "${bundleName}" no longer exists`);
  const chosen = chooseContent(bundle, wished, client.defaultLocale);
  if (!chosen) throw new Fault('NOT_FOUND', `the message "${bundleName}" has no text in ${toLocale(client.defaultLocale)} or en_US`);
  const key = `${bundle.fileName}:${bundle.version}:${chosen.locale}`;
  const ready = parsed.get(key) ?? parseContent(chosen.content);
  parsed.set(key, ready);
  return { locale: chosen.locale, content: { kind: 'bundle', parsed: ready } };
}
