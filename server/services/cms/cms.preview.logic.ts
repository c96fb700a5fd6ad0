/** How a message would look and whether it could leave now, without anything being sent or kept. */

import { LISTS } from '../../../blocks/nodes.ts';
import { faultOfIssues } from '../../../core/collectFaults.ts';
import { fault, invalid, notFound } from '../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { type Locale, toLocale } from '../../../core/locale.ts';
import { type ContentType, channelOf, MESSAGE_CHANNELS } from '../../../core/messageChannels.ts';
import { HOUR, type Instant, isoInstant, MINUTE } from '../../../core/time.ts';
import { gateRulesSchema } from '../../../engine/gate/defaults.ts';
import { explainGate, gate } from '../../../engine/gate/gate.ts';
import { now } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { type Share, shareOf } from '../../platform/threads.ts';
import { claimsToSpeakOf, findAccount } from '../account/contact/delivery.logic.ts';
import { loadGateFacts } from '../account/contact/gate.logic.ts';
import { loadFacts } from '../account/ground/facts.logic.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { sampleLinks } from '../landing-page/landing-page.logic.ts';
import { openSending } from '../operations/operations.provider.logic.ts';
import { checkFormat } from './cms.bundle.logic.ts';
import { type ContentSource, checkContent, fillContents } from './cms.content.logic.ts';
import { namesIn, partsOf, readLook } from './cms.design.logic.ts';
import { readGlobalPlaceholders } from './cms.globals.logic.ts';
import { loadLists } from './cms.lists.logic.ts';
import { PREVIEW_LINK, smsPartsOf } from './cms.parts.ts';
import { accountFor, readPayments } from './cms.payment.logic.ts';
import { type CodeFacts, lacksBank, missingCodes, withSampleCodes } from './cms.payment.ts';
import { addressOf, readerFormat, readPlaceholders, valuesFor } from './cms.placeholders.logic.ts';
import { exampleValues, type Placeholder, type Values } from './cms.placeholders.ts';
import { problemOf, refuseProblems } from './cms.problems.ts';

export interface PreviewInput {
  readonly contentTemplateType: ContentType;
  readonly locale: string;
  readonly subject?: string | null | undefined;
  readonly format: string;
  readonly content: string;
  /** Of a design: its blocks, saved or not. */
  readonly design?: unknown;
  readonly accountId?: string | null | undefined;
  readonly externalClaimRef?: string | null | undefined;
}

/** What a preview was made of. */
interface Previewed {
  readonly recipient: string | null;
  /** The account whose values it shows; null: the placeholders' examples. */
  readonly shown: { readonly accountId: Uuid; readonly externalClaimRef: string } | null;
  /** What that account pays, and where to. */
  readonly paying: Pick<CodeFacts, 'account' | 'claim'> | null;
}

/** What a preview needs, read at once; rendering it holds no connection. */
interface PreviewSource extends Previewed {
  readonly share: Share;
  readonly source: ContentSource;
  readonly type: ContentType;
  readonly placeholders: readonly Placeholder[];
  readonly values: Values;
  /** As long as the reader's own link. */
  readonly link: string;
}

/** @returns the content that a preview is asked about. @throws Fault INVALID_INPUT */
export const sourceOf = (input: PreviewInput): ContentSource => ({
  locale: toLocale(input.locale),
  subject: input.subject ?? '',
  format: checkFormat(input.format),
  content: input.content,
});

/** Reads what a preview needs. @param input.accountId an account's id, its reference, or a claim's. @throws Fault NOT_FOUND, INVALID_INPUT */
export async function readPreview(tx: Tx, input: PreviewInput, { publicUrl }: Config): Promise<PreviewSource> {
  const type = input.contentTemplateType;
  const written = sourceOf(input);
  const locale = toLocale(written.locale);
  const source = written.format === 'design' ? { ...written, parts: await previewParts(tx, input, locale) } : written;
  const placeholders = await readPlaceholders(tx, type);
  const known = input.accountId
    ? await valuesOf(tx, input, locale)
    : { values: await exampleOf(tx, placeholders, locale), recipient: null, shown: null, paying: null };
  const [link] = await sampleLinks(tx, [known.shown?.externalClaimRef ?? null], publicUrl);
  return { ...known, share: shareOf(tx), source, type, placeholders, link: link! };
}

/** A preview shows a design as far as it is: what is missing is told where it is written. */
async function previewParts(tx: Tx, { design }: PreviewInput, locale: string) {
  return partsOf(await readLook(tx, namesIn(design)), design ?? null, locale, null, false);
}

const exampleOf = async (tx: Tx, placeholders: readonly Placeholder[], locale: Locale) =>
  exampleValues(placeholders, readerFormat(locale, await readClient(tx)));

/** @returns the filled-in message, or its problems. */
export async function renderPreview({ share, source, type, placeholders, values, recipient, link, paying }: PreviewSource) {
  const { locale } = source;
  const channel = channelOf(type) ?? 'email';
  const checked = await checkContent(share, source, type, placeholders);
  const empty = {
    locale,
    recipient,
    subject: '',
    text: '',
    html: null,
    segments: null,
    encoding: null,
    outside: [],
    pieces: null,
    missingCodes: [],
  };
  if (!checked.content) return { ...empty, problems: checked.problems };
  const [filled] = await fillContents(share, [{ content: checked.content, values, channel, tracking: null }]);
  if ('fault' in filled!) {
    return { ...empty, problems: [problemOf(locale, filled.fault.field ?? 'content', filled.fault.words)] };
  }
  const { subject, text, pieces = null } = filled!.value;
  const noBank = type === 'letter' && paying ? lacksBank(checked.content.source, paying) : null;
  const html = withSampleCodes(filled!.value.html, values, type === 'letter' ? 'paper' : 'mail');
  return {
    ...empty,
    subject,
    text,
    html,
    pieces,
    missingCodes: missingCodes(checked.content.html, paying),
    ...smsPartsOf(channel, text, { shown: String(values.link?.pay ?? ''), real: link }),
    problems: noBank ? [problemOf(locale, 'content', noBank)] : [],
  };
}

async function valuesOf(tx: Tx, input: PreviewInput, locale: Locale): Promise<Previewed & { readonly values: Values }> {
  const account = await findAccount(tx, input.accountId ?? '');
  const externalClaimRef =
    input.externalClaimRef ?? (account ? (await claimsToSpeakOf(tx, [account.accountId])).get(account.accountId) : null);
  if (!account || !externalClaimRef) throw notFound('accountNotFound');
  const facts = (await loadFacts(tx, [{ accountId: account.accountId, externalClaimRef }], ['claim', 'account', 'debtor', 'product'])).get(
    externalClaimRef,
  );
  if (!facts || facts.account?.accountId !== account.accountId) throw notFound('claimNotFound');
  const client = await readClient(tx);
  const [lists] = await loadLists(tx, [{ accountId: account.accountId, externalClaimRef, lists: LISTS }]);
  const paying = { account: accountFor(facts, await readPayments(tx, 'letter', [facts])), claim: facts.claim };
  const values = valuesFor({
    facts,
    client,
    locale,
    now: now(),
    strategyName: 'Reminder',
    lists,
    globals: await readGlobalPlaceholders(tx),
    link: PREVIEW_LINK,
    payment: paying.account,
  });
  const { contentTemplateType: type } = input;
  const recipient =
    type === 'letter' && facts.debtor
      ? addressOf(facts.debtor, client).join('\n')
      : ((type === 'email' ? facts.debtor?.email : facts.debtor?.mobileNumber) ?? null);
  return { values, recipient, shown: { accountId: account.accountId, externalClaimRef }, paying };
}

/** Previews of one account by one person within this time are one look, ms: the screen asks again at every pause in typing. */
const ONE_LOOK = 10 * MINUTE;

/** Writes down who looked at an account through a preview. Runs before the preview is given out. */
export async function notePreviewed(tx: Tx, shown: NonNullable<Previewed['shown']>, userId: Uuid, channel: string): Promise<void> {
  const [known] = await tx.sql(
    `select from event where client_id = $1 and account_id = $2 and emit_time > $3 and message_type = 'messagePreviewed' and actor_id = $4 limit 1`,
    [tx.clientId, shown.accountId, isoInstant((now() - ONE_LOOK) as Instant), userId],
  );
  if (!known) await appendEvents(tx, [{ messageType: 'messagePreviewed', ...shown, payload: { channel } }]);
}

/** Mails of one call, and of one person in an hour. */
const MOST_AT_ONCE = 10;
const MOST_AN_HOUR = 50;

/**
 * Sends a preview to colleagues by the client's own provider: read, rendered, written down and sent one after the other, each with no more
 * of the database than it needs. @param transact runs work in a transaction of its own.
 * @throws Fault INVALID_INPUT for an address that is no colleague's or a content that is wrong; RATE_LIMITED; UNAVAILABLE when sending fails
 */
export async function sendTestMail(
  transact: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>,
  input: PreviewInput,
  emailAddresses: readonly string[],
  userId: Uuid,
  config: Config,
): Promise<void> {
  if (input.contentTemplateType !== 'email') throw invalid('previewContent.contentTemplateType', 'previewEmailOnly');
  const { source, colleagues } = await transact(async (tx) => ({
    colleagues: await findColleagues(tx, emailAddresses),
    source: await readPreview(tx, input, config),
  }));
  const { subject, text, html, problems } = await renderPreview(source);
  refuseProblems(problems, () => 'previewContent.content');
  const { provider, senderTo } = await transact(async (tx) => {
    await holdToLimit(tx, userId, colleagues.length);
    await appendEvents(tx, [
      {
        messageType: 'testMailSent',
        ...(source.shown ?? {}),
        payload: { channel: 'email', recipientIds: colleagues.map((colleague) => colleague.userId), recipients: colleagues.length },
      },
    ]);
    return openSending(tx, 'email', config);
  });
  try {
    for (const { email: to } of colleagues) {
      const message = {
        reference: uuidv7(),
        channel: 'email',
        to,
        from: senderTo(to),
        subject: `[Preview] ${subject}`,
        text,
        html,
        headers: {},
      } as const;
      const answer = await provider.send(message, 20_000);
      if (answer.outcome !== 'sent')
        throw fault('UNAVAILABLE', 'testMailNotSent', { address: to, reason: answer.words ?? answer.reason }, 'emailAddresses');
    }
  } finally {
    await provider.close();
  }
}

/** A letter costs, and nobody's address is known here. */
const TESTED = MESSAGE_CHANNELS.filter((channel) => channel !== 'letter');

const HELLO = { name: 'hello_world', language: 'en_US', remoteId: '', header: null, body: [], buttons: [] } as const;

/** A test message that its provider has taken. */
interface SentTest {
  readonly recipient: string;
  readonly sender: string;
  readonly providerName: string;
  /** What the provider calls it. */
  readonly providerRef: string | null;
}

/**
 * Sends a short message by the client's provider to the one who asks, so that they see whether it arrives.
 * @param transact runs work in a transaction of its own. @returns where it went, and what the provider said.
 * @throws Fault INVALID_INPUT without a mobile number; RATE_LIMITED; UNAVAILABLE with the provider's reason
 */
export async function sendTestMessage(
  transact: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>,
  channelName: string,
  userId: Uuid,
  config: Config,
): Promise<SentTest> {
  const channel = TESTED.find((each) => each === channelName);
  if (!channel) throw invalid('channel', 'oneOf', { choices: TESTED.join(', ') });
  const { to, opened } = await transact(async (tx) => {
    const [user] = await tx.sql<{ email: string; phone_number: string }>(
      'select email, phone_number from published.client_user where client_id = $1 and user_id = $2 and is_enabled',
      [tx.clientId, userId],
    );
    if (!user) throw notFound('userNotFound');
    const to = channel === 'email' ? user.email : user.phone_number;
    if (to === '') throw invalid('channel', 'testNoPhone');
    await holdToLimit(tx, userId, 1);
    await appendEvents(tx, [{ messageType: 'testMailSent', payload: { channel, recipientIds: [userId], recipients: 1 } }]);
    return { to, opened: await openSending(tx, channel, config) };
  });
  const text = `This is a test message from Quittance for ${opened.client.name}. Messages to debtors leave the same way.`;
  const sender = opened.senderTo(to);
  try {
    const answer = await opened.provider.send(
      {
        reference: uuidv7(),
        channel,
        to,
        from: sender,
        subject: channel === 'email' ? `Test message of ${opened.client.name}` : '',
        text,
        html: null,
        headers: {},
        // Meta gives every account this template, so that something may leave outside of the window.
        ...(opened.provider.name === 'MetaWhatsApp' && { template: HELLO }),
      },
      20_000,
    );
    if (answer.outcome !== 'sent') throw fault('UNAVAILABLE', 'testNotSent', { reason: answer.words ?? answer.reason });
    return { recipient: to, sender, providerName: opened.provider.name, providerRef: answer.providerRef };
  } finally {
    await opened.provider.close();
  }
}

/** @returns the members of staff with these addresses. Invited, disabled and former ones are none, nor are a partner's people. @throws Fault */
async function findColleagues(tx: Tx, emailAddresses: readonly string[]): Promise<{ userId: Uuid; email: string }[]> {
  const addresses = [...new Set(emailAddresses.map((address) => address.trim().toLowerCase()))];
  if (addresses.length === 0 || addresses.length > MOST_AT_ONCE) throw invalid('emailAddresses', 'testMailMost', { number: MOST_AT_ONCE });
  const rows = await tx.sql<{ user_id: Uuid; email: string }>(
    `select user_id, email from published.client_user
     where client_id = $1 and lower(email) = any($2::text[]) and is_enabled and status = 'active'
       and not jsonb_path_exists(groups, '$[*].partnerIds[*]')`,
    [tx.clientId, addresses],
  );
  const stranger = addresses.find((address) => !rows.some((row) => row.email.toLowerCase() === address));
  if (stranger !== undefined) throw invalid('emailAddresses', 'testMailStaff', { address: stranger.slice(0, 100) });
  return rows.map((row) => ({ userId: row.user_id, email: row.email }));
}

/** @throws Fault RATE_LIMITED */
async function holdToLimit(tx: Tx, userId: Uuid, mails: number): Promise<void> {
  // One after the other, so that two calls at once do not both find the last ones free.
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tx.clientId}:testMails:${userId}`]);
  const [row] = await tx.sql<{ sent: number }>(
    `select coalesce(sum((payload->>'recipients')::int), 0)::int as sent from event
     where client_id = $1 and actor_type = 'user' and emit_time > $2 and message_type = 'testMailSent' and actor_id = $3`,
    [tx.clientId, isoInstant((now() - HOUR) as Instant), userId],
  );
  if ((row?.sent ?? 0) + mails > MOST_AN_HOUR) throw fault('RATE_LIMITED', 'testMailHour', { number: MOST_AN_HOUR });
}

/** What the gate answers for an account now, with every rule. @param rules unsaved ones to try; null for the client's own. @throws Fault */
export async function explainContact(tx: Tx, accountRef: string, channelName: string, rules: unknown) {
  const channel = MESSAGE_CHANNELS.find((each) => each === channelName);
  if (!channel) throw invalid('channel', 'oneOf', { choices: MESSAGE_CHANNELS.join(', ') });
  const account = await findAccount(tx, accountRef.trim());
  const externalClaimRef = account ? (await claimsToSpeakOf(tx, [account.accountId])).get(account.accountId) : undefined;
  if (!account || !externalClaimRef) throw notFound('accountNotFound');
  const known = (await loadGateFacts(tx, [{ accountId: account.accountId, externalClaimRef }])).get(externalClaimRef);
  if (!known) throw notFound('accountNotFound');
  const tried = rules === null || rules === undefined ? known.rules : parseRules(rules);
  const facts = { ...known, rules: tried };
  const decision = gate(facts, channel, now());
  return {
    accountId: account.accountId,
    accountRef: account.externalAccountRef,
    debtorName: account.debtorName,
    channel,
    answer: decision.answer,
    rule: decision.rule,
    until: decision.answer === 'defer' ? decision.until : null,
    why: decision.why,
    rules: explainGate(facts, channel, now()).map((state) => ({ rule: state.rule, ok: state.ok, why: state.why })),
  };
}

function parseRules(rules: unknown) {
  const parsed = gateRulesSchema.safeParse(rules);
  if (!parsed.success) throw faultOfIssues('rules', parsed.error.issues);
  return parsed.data;
}
