/** Makes a message for one reader: whom it goes to, in which language, with which words. The preview and the last look before sending share it. */
import { Fault, fault, type SaidWords, words } from '../../../core/fault.ts';
import { toLocale } from '../../../core/locale.ts';
import type { MessageChannel } from '../../../core/messageChannels.ts';
import { normalizePhone } from '../../../core/phone.ts';
import { countryOf, isPostable } from '../../../core/postalAddress.ts';
import type { Facts } from '../../../engine/types.ts';
import { now } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { MessageAttachment, PostalPlace, RenderedMessage } from '../../platform/delivery.tables.ts';
import { failing, type Prepared } from '../../platform/outbox/rows.ts';
import type { Tx } from '../../platform/tenancy.ts';
import type { Share } from '../../platform/threads.ts';
import type { ClientRow } from '../backoffice/backoffice.logic.ts';
import { selectFiles, withinLimits } from './cms.attachments.logic.ts';
import { type BundleRow, bundleKeyOf, chooseContent } from './cms.bundle.logic.ts';
import { fillContents, needsOfContents } from './cms.content.logic.ts';
import type { ContentNeeds, Filled, FillInput } from './cms.content.ts';
import type { MessageRow } from './cms.delivered.logic.ts';
import type { Globals } from './cms.globals.ts';
import { withTracking } from './cms.links.ts';
import type { Lists } from './cms.lists.logic.ts';
import { accountFor, type Payments } from './cms.payment.logic.ts';
import { lacksBank, type PageWithCodes, withCodes } from './cms.payment.ts';
import { filledCall } from './cms.pieces.ts';
import { addressOf, valuesFor } from './cms.placeholders.logic.ts';
import type { BundleContent } from './cms.tables.ts';
import { type FilledContent, literalContent } from './cms.text.ts';
import { type Windows, windowOf } from './cms.whatsapp.logic.ts';
import { documentTypeOf, sentTemplate } from './cms.whatsapp.ts';

/** What is known of the client, read once for many messages. */
export interface Surroundings {
  readonly config: Config;
  readonly client: ClientRow;
  readonly globals: Globals;
  readonly bundles: ReadonlyMap<string, BundleRow>;
  readonly senderTo: (to: string) => string;
  /** Where answers go, by an address of the message's own; null: to the sender. */
  readonly replyTo: string | null;
  /** Where money goes, by currency. */
  readonly payments?: Payments;
  /** By WhatsApp: whom a free message may go to now. */
  readonly windows?: Windows;
}

/** A message that may leave, before it is filled in. */
export interface Draft {
  readonly row: MessageRow;
  readonly facts: Facts;
  readonly to: string;
  readonly locale: string;
  readonly content: Chosen;
  /** Files that its bundle's selectors chose, beside those that somebody attached. */
  readonly selected?: readonly MessageAttachment[];
}

/** Adds the row to the drafts. @returns why it cannot be one: no address, no template, no text for the reader. */
export function draftOf(row: MessageRow, facts: Facts, surroundings: Surroundings, drafts: Draft[]): Failed | null {
  return orFailure(() => {
    const to = recipientOf(row, facts, surroundings.client);
    const isTemplate = row.request.bundleName !== undefined && (row.request.contentType ?? 'whatsapp') === 'whatsapp';
    if (row.kind === 'whatsapp' && !isTemplate && !surroundings.windows?.has(windowOf(row.accountId, to)))
      throw fault('CONFLICT', 'whatsappWindow');
    drafts.push({ row, facts, to, ...contentFor(row, facts, surroundings) });
    return null;
  });
}

function orFailure<Result>(make: () => Result): Result | Failed {
  try {
    return make();
  } catch (error) {
    if (error instanceof Fault) return failing(error.words);
    throw error;
  }
}

type Failed = Prepared & { readonly answer: 'fail' };

const NO_NEEDS: ContentNeeds = { payLink: false, lists: [] };

/** @returns what each draft needs; those whose template no longer parses need nothing, and fail when they are made. */
export async function needsOfDrafts(tx: Tx, drafts: readonly Draft[]): Promise<ContentNeeds[]> {
  // One look at each template, however many messages are made of it.
  const contents = new Map(
    drafts.flatMap(({ content }) => (content.kind === 'bundle' ? [[signOf(content.bundle), content.bundle] as const] : [])),
  );
  const answers = await needsOfContents(tx, [...contents.values()]);
  const needs = new Map([...contents.keys()].map((sign, place) => [sign, answers[place]]));
  return drafts.map(({ content }) => {
    const answer = content.kind === 'bundle' ? needs.get(signOf(content.bundle)) : undefined;
    return answer && 'value' in answer ? answer.value : NO_NEEDS;
  });
}

const signOf = (content: BundleContent) => JSON.stringify(content);

/** @returns of each message the files that its bundle sends along: of a mail those that its rules choose, by WhatsApp the document of its header. */
export async function selectedFiles(
  tx: Tx,
  channel: MessageChannel,
  drafts: readonly Draft[],
  { bundles }: Surroundings,
): Promise<MessageAttachment[][]> {
  const messages = drafts.map(({ row, facts, content }) => {
    const header = channel === 'whatsapp' && content.kind === 'bundle' ? documentTypeOf(content.bundle) : null;
    return {
      accountId: row.accountId,
      externalClaimRef: facts.claim?.externalClaimRef ?? null,
      selectors:
        header === null
          ? (channel === 'email' && bundles.get(bundleKeyOf(channel, row.request) ?? '')?.attachments) || []
          : [{ documentType: header, contextType: null, fileSelectionCriteria: 'all' as const }],
    };
  });
  const files = await selectFiles(tx, messages);
  // A header carries one document, which has to be a PDF.
  return channel === 'whatsapp'
    ? files.map((all) => withinLimits(all.filter(({ mimeType }) => mimeType === 'application/pdf')).slice(0, 1))
    : files;
}

/** Where the links of a message lead; without a token nothing in it is counted. */
export interface MessageLinks {
  readonly pay: string;
  readonly unsubscribe: string;
  readonly trackingToken: string | null;
}

/** Makes each message for its reader. @returns the messages, or why one cannot be made: its template no longer fits, or takes too much. */
export async function renderMessages(
  share: Share,
  drafts: readonly { readonly draft: Draft; readonly links: MessageLinks; readonly lists?: Lists }[],
  surroundings: Surroundings,
): Promise<({ readonly answer: 'send'; readonly payload: RenderedMessage; readonly recipient: string } | Failed)[]> {
  const { config } = surroundings;
  const inputs = drafts.flatMap(({ draft, links, lists }) =>
    draft.content.kind === 'bundle' ? [fillInput(draft, draft.content.bundle, links, lists, surroundings)] : [],
  );
  const filled = await fillContents(share, inputs);
  return drafts.map(({ draft, links }) => {
    if (draft.content.kind === 'literal')
      return leaving(messageOf(draft, withLinks(draft.content.filled, config, links), links, surroundings));
    const answer = filled.shift()!;
    if ('fault' in answer) return failing(answer.fault.words);
    const { value } = answer;
    if (draft.row.kind === 'letter') {
      const printed = letterOf(draft, draft.content.bundle.source, value, links, surroundings);
      return 'key' in printed ? failing(printed) : leaving(messageOf(draft, { ...value, html: printed.html }, links, surroundings));
    }
    const { bundle } = draft.content;
    const isMail = draft.row.kind === 'email' && value.html !== null;
    const made = isMail ? { ...value, html: codesIn(draft, value.html!, links, surroundings, 'mail').html } : value;
    return orFailure(() => leaving({ ...messageOf(draft, made, links, surroundings), ...besideText(draft, bundle, value, config) }));
  });
}

/** @returns the page with its codes, or why there is no letter. */
function letterOf(
  draft: Draft,
  source: string,
  { html }: Filled,
  links: MessageLinks,
  surroundings: Surroundings,
): { readonly html: string } | SaidWords {
  if (html === null) return words('letterDesign');
  const noBank = lacksBank(source, { account: accountFor(draft.facts, surroundings.payments), claim: draft.facts.claim });
  if (noBank) return noBank;
  const page = codesIn(draft, html, links, surroundings, 'paper');
  return page.lacksBill ? words('letterNoBill') : { html: page.html };
}

/** @returns the page with its codes. */
function codesIn(
  { facts, to }: Draft,
  html: string,
  { pay }: MessageLinks,
  { client, payments }: Surroundings,
  medium: 'paper' | 'mail',
): PageWithCodes {
  const { claim, debtor } = facts;
  const [debtorName = ''] = to.split('\n');
  const account = accountFor(facts, payments);
  return withCodes(html, { account, claim, debtor, debtorName, pay, home: client.countryCode.slice(0, 2) }, medium);
}

/** @returns the answer for a message that may leave. */
export const leaving = (payload: RenderedMessage) => ({ answer: 'send', payload, recipient: payload.to }) as const;

function fillInput(
  { row, facts, locale }: Draft,
  content: BundleContent,
  links: MessageLinks,
  lists: Lists | undefined,
  { config, client, globals, payments }: Surroundings,
): FillInput {
  const { pay, unsubscribe, trackingToken } = links;
  const values = valuesFor({
    facts,
    locale: toLocale(locale),
    client,
    now: now(),
    strategyName: row.request.strategyName ?? '',
    event: row.request.event,
    strategyValues: row.request.values,
    globals,
    lists,
    link: { pay, unsubscribe },
    payment: accountFor(facts, payments),
  });
  return {
    content,
    values,
    channel: row.kind,
    tracking: trackingToken && row.kind === 'email' ? { publicUrl: config.publicUrl, token: trackingToken } : null,
  };
}

/** What goes along with a message's text: of WhatsApp the template that says it, of a call what is said when. */
function besideText(
  { locale, selected = [] }: Draft,
  bundle: BundleContent,
  { pieces }: Filled,
  { publicUrl }: Config,
): Partial<RenderedMessage> {
  if (!pieces) return {};
  if (bundle.format === 'call') return { call: { ...filledCall(bundle.source, pieces), locale: toLocale(locale) } };
  return bundle.approved
    ? { template: sentTemplate(bundle, bundle.approved, pieces, { publicUrl, hasDocument: selected.length > 0 }) }
    : {};
}

function withLinks(filled: FilledContent, { publicUrl }: Config, { trackingToken }: MessageLinks): Filled {
  if (filled.html === null || !trackingToken) return { ...filled, links: [] };
  return { ...filled, ...withTracking(filled.html, publicUrl, trackingToken) };
}

function messageOf(
  { row, facts, to, locale, selected = [] }: Draft,
  { subject, text, html, links }: Filled,
  { unsubscribe, trackingToken }: MessageLinks,
  { senderTo, replyTo, client }: Surroundings,
): RenderedMessage {
  const { attachments: attached = [], inReplyTo, userId } = row.request;
  const attachments = withinLimits([...attached, ...selected]);
  const base = { to, from: senderTo(to), locale, subject, text, trackingToken: trackingToken ?? '', attachments };
  if (row.kind === 'letter') return { ...base, html, headers: {}, links: [], post: placeOf(facts, client) };
  if (row.kind !== 'email' || html === null) return { ...base, html: null, headers: {}, links: [] };
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

function recipientOf(row: MessageRow, facts: Facts, client: ClientRow): string {
  if (row.kind === 'letter') return postalRecipient(facts, client);
  const chosen = row.request.to?.value;
  const number = row.kind === 'phone' ? facts.debtor?.phoneNumber : facts.debtor?.mobileNumber;
  const address =
    row.kind === 'email' ? (chosen ?? facts.debtor?.email)?.trim() : normalizePhone(chosen ?? number ?? '', client.countryCode.slice(0, 2));
  if (!address)
    throw fault(
      'INVALID_INPUT',
      row.kind === 'email' ? 'recipientNoEmail' : row.kind === 'phone' ? 'recipientNoPhone' : 'recipientNoMobile',
    );
  if (row.kind === 'email' && !/^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/.test(address)) throw fault('INVALID_INPUT', 'noAddress');
  return address;
}

const placeOf = ({ debtor }: Facts, { countryCode }: ClientRow): PostalPlace => ({
  country: countryOf(debtor?.address ?? {}, countryCode.slice(0, 2)),
  postalCode: debtor?.address?.postalCode?.trim() ?? '',
});

/** @returns the lines of where a letter goes. */
function postalRecipient({ debtor }: Facts, client: ClientRow): string {
  const lines = debtor && isPostable(debtor.address ?? {}, client.countryCode.slice(0, 2)) ? addressOf(debtor, client) : [];
  if (lines.length === 0) throw fault('INVALID_INPUT', 'recipientNoAddress');
  return lines.join('\n');
}

type Chosen = { readonly kind: 'literal'; readonly filled: FilledContent } | { readonly kind: 'bundle'; readonly bundle: BundleContent };

function contentFor(row: MessageRow, facts: Facts, { client, bundles }: Surroundings): { locale: string; content: Chosen } {
  const wished = row.request.locale ?? facts.account?.locale ?? null;
  const { bundleName, subject, text, fills } = row.request;
  if (bundleName === undefined && fills)
    return {
      locale: toLocale(wished ?? client.defaultLocale),
      content: { kind: 'bundle', bundle: { subject: subject ?? '', format: 'text', source: text ?? '', html: null } },
    };
  if (bundleName === undefined)
    return {
      locale: toLocale(wished ?? client.defaultLocale),
      content: { kind: 'literal', filled: literalContent(subject ?? '', text ?? '', row.kind) },
    };
  const bundle = bundles.get(bundleKeyOf(row.kind, row.request) ?? '');
  if (!bundle) throw fault('NOT_FOUND', 'bundleGone', { name: bundleName });
  const chosen = chooseContent(bundle, wished, client.defaultLocale);
  if (!chosen && bundle.contentTemplateType === 'whatsapp') throw fault('CONFLICT', 'whatsappNotApproved', { name: bundle.displayName });
  if (!chosen) throw fault('NOT_FOUND', 'templateNoText', { template: bundleName, locale: toLocale(client.defaultLocale) });
  return { locale: chosen.locale, content: { kind: 'bundle', bundle: chosen.content } };
}
