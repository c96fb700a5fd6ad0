/** What a message that somebody writes will be, to the byte, before it is sent: made by the code that makes what is sent. */
import { LISTS } from '../../../blocks/nodes.ts';
import { notFound, type SaidWords, words } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { toLocale } from '../../../core/locale.ts';
import { CONTENT_OF, type MessageChannel, usualContent } from '../../../core/messageChannels.ts';
import { explainGate, gate, overriding } from '../../../engine/gate/gate.ts';
import type { GateFacts } from '../../../engine/gate/types.ts';
import { now } from '../../platform/clock.ts';
import { type Config, readConfig } from '../../platform/config.ts';
import type { RenderedMessage } from '../../platform/delivery.tables.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { shareOf } from '../../platform/threads.ts';
import { loadChosenContacts } from '../account/contact/contact.chosen.logic.ts';
import { type AskedMessage, type DraftMessage, defineMessageSender, draftMessage, gateFactsOf } from '../account/contact/message.logic.ts';
import { loadFacts } from '../account/ground/facts.logic.ts';
import { sampleLinks } from '../landing-page/landing-page.logic.ts';
import { openSending } from '../operations/operations.provider.logic.ts';
import { readBundles } from './cms.bundle.logic.ts';
import { checkContent } from './cms.content.logic.ts';
import type { MessageRow } from './cms.delivered.logic.ts';
import { attach } from './cms.files.logic.ts';
import { readGlobalPlaceholders } from './cms.globals.logic.ts';
import { handle } from './cms.handled.logic.ts';
import { loadLists } from './cms.lists.logic.ts';
import { PREVIEW_LINK, smsPartsOf } from './cms.parts.ts';
import { accountFor, readPayments } from './cms.payment.logic.ts';
import { type MissingCode, missingCodes } from './cms.payment.ts';
import { readPlaceholders } from './cms.placeholders.logic.ts';
import { problemOf, refuseProblems, type TemplateProblem } from './cms.problems.ts';
import { type Draft, draftOf, renderMessages, selectedFiles } from './cms.render.logic.ts';
import { openWindows, readSendableBundles } from './cms.whatsapp.logic.ts';

/** What words of one's own are on a channel: WhatsApp takes them as a free message, never as a template. */
const freeContent = (channel: MessageChannel) => (channel === 'whatsapp' ? 'message' : usualContent(channel));

/** A message made for its reader, or what is in its way. */
interface Composed {
  readonly message: RenderedMessage | null;
  readonly sender: string;
  readonly problems: TemplateProblem[];
  readonly missingCodes?: readonly MissingCode[];
}

/** Reads what a message needs. @returns what makes it, which needs no transaction. */
async function compose(tx: Tx, draft: DraftMessage, config: Config): Promise<() => Promise<Composed>> {
  const { accountId, channel, request, spokenClaimRef } = draft;
  const { provider, senderTo, client } = await openSending(tx, channel, config);
  await provider.close();
  const facts = (await loadFacts(tx, [{ accountId, externalClaimRef: spokenClaimRef }], ['claim', 'account', 'debtor', 'product'])).get(
    spokenClaimRef,
  );
  if (!facts) throw notFound('claimNotFound');
  const chosen = request.to ? (await loadChosenContacts(tx, [{ key: '', accountId, channel, ...request.to }])).get('') : undefined;
  const locale = toLocale(request.locale ?? facts.account?.locale ?? client.defaultLocale);
  const placeholders = request.fills ? await readPlaceholders(tx, freeContent(channel)) : [];
  const payments = await readPayments(tx, channel, [facts]);
  const surroundings = {
    config,
    client,
    globals: await readGlobalPlaceholders(tx),
    payments,
    bundles: await readSendableBundles(tx, channel, provider.name, [request]),
    senderTo,
    replyTo: null,
    windows: await openWindows(tx, channel, [accountId]),
  };
  const sender = senderTo(request.to?.value ?? '');
  const row: MessageRow = { ...NOT_QUEUED, kind: channel, accountId, externalClaimRef: draft.externalClaimRef, request };
  const [lists] = await loadLists(tx, [{ accountId, externalClaimRef: spokenClaimRef, lists: LISTS }]);
  const share = shareOf(tx);
  const reader = { ...facts, ...(chosen?.debtor ? { debtor: chosen.debtor } : {}) };
  const drafts: Draft[] = [];
  const failed = draftOf(row, reader, surroundings, drafts);
  const [selected = []] = await selectedFiles(tx, channel, drafts, surroundings);
  return async () => {
    if (request.fills) {
      const source = { locale, subject: request.subject ?? '', format: 'text', content: request.text ?? '' } as const;
      const { problems } = await checkContent(share, source, freeContent(channel), placeholders);
      if (problems.length > 0) return { message: null, sender, problems };
    }
    const problem = (said: SaidWords = words('messageUnknown')) => [problemOf(locale, 'message', said)];
    if (failed) return { message: null, sender, problems: problem(failed.answer === 'fail' ? failed.words : undefined) };
    const draft = { ...drafts[0]!, selected };
    const [made] = await renderMessages(share, [{ draft, links: { ...PREVIEW_LINK, trackingToken: null }, lists: lists! }], surroundings);
    const { content } = draft;
    const missing =
      content.kind === 'bundle' ? missingCodes(content.bundle.html, { account: accountFor(facts, payments), claim: facts.claim }) : [];
    if (made!.answer === 'fail') return { message: null, sender, problems: problem(made!.words), missingCodes: missing };
    return { message: made!.payload, sender, problems: [], missingCodes: missing };
  };
}

const NOT_QUEUED = {
  outboxId: '',
  runId: null,
  stepId: null,
  status: 'queued',
  attempts: 0,
  spared: 0,
  providerName: null,
  rendered: null,
  blockedSince: null,
} as const;

/** @returns what makes the message as its reader would get it now, and says what the gate says to it. @throws Fault as sending it */
export async function previewMessage(tx: Tx, asked: AskedMessage, userId: Uuid, config: Config) {
  const draft = await draftMessage(tx, asked, userId);
  const make = await compose(tx, draft, config);
  const facts = await gateFactsOf(tx, draft);
  const [link] = await sampleLinks(tx, [draft.externalClaimRef], config.publicUrl);
  return async () => presentPreview(draft, facts, await make(), link!);
}

function presentPreview(draft: DraftMessage, facts: GateFacts, { message, sender, problems, missingCodes = [] }: Composed, link: string) {
  const decision = gate(facts, draft.channel, now());
  const { rules: liftableRules, law: heldByLaw } = overriding(facts, draft.channel, now());
  const { segments, encoding } = smsPartsOf(draft.channel, message?.text ?? '', { shown: PREVIEW_LINK.pay, real: link });
  return {
    channel: draft.channel,
    locale: message?.locale ?? toLocale(draft.request.locale),
    recipient: message?.to ?? draft.request.to?.value ?? null,
    sender: message?.from ?? sender,
    subject: message?.subject ?? '',
    text: message?.text ?? '',
    html: message?.html ?? null,
    segments: message ? segments : null,
    encoding: message ? encoding : null,
    attachments: [...(message?.attachments ?? draft.request.attachments ?? [])],
    missingCodes: [...missingCodes],
    problems,
    answer: decision.answer,
    rule: decision.rule,
    why: decision.why,
    until: decision.answer === 'defer' ? decision.until : null,
    liftableRules,
    heldByLaw,
    rules: explainGate(facts, draft.channel, now()),
  };
}

defineMessageSender({
  attach,
  check: async (tx, draft) => {
    const { problems } = await (await compose(tx, draft, readConfig()))();
    refuseProblems(problems, ({ field }) => {
      if (draft.request.bundleName) return 'templateReferences';
      return field === 'subject' ? 'customSubject' : field === 'content' ? 'customBody' : 'contactData.value';
    });
  },
  findParent: async (tx, accountId, requestId) => {
    const [row] = isUuid(requestId)
      ? await tx.sql<{ communication_id: Uuid; direction: string; outbox_id: Uuid | null; provider_ref: string | null; sender: string }>(
          `select communication_id, direction, outbox_id, provider_ref, sender from communication
           where client_id = $1 and account_id = $2 and (communication_id = $3 or outbox_id = $3)`,
          [tx.clientId, accountId, requestId],
        )
      : [];
    if (!row) throw notFound('messageNotFound');
    const ours = row.outbox_id ? `<${row.outbox_id}@${/@([a-z0-9.-]+)/i.exec(row.sender)?.[1] ?? 'quittance.invalid'}>` : null;
    const theirs = row.provider_ref && /^<[^<>\s]+@[^<>\s]+>$/.test(row.provider_ref) ? row.provider_ref : null;
    return { parentId: row.communication_id, inReplyTo: row.direction === 'inbound' ? theirs : ours };
  },
  // A template of the name is meant first: it may leave at any time.
  typeOf: async (tx, channel, bundleName) => {
    if (channel !== 'whatsapp') return undefined;
    for (const type of CONTENT_OF.whatsapp) if ((await readBundles(tx, type, [bundleName])).size > 0) return type;
    return undefined;
  },
  onQueued: async (tx, parentId, userId) => {
    if (parentId) await handle(tx, [parentId], userId);
  },
});
