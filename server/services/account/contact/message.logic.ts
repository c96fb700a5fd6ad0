/** A member of staff writes to a debtor (specification 2, section 7: sendDebtorMessageV2; docs/decisions/messages.md). */

import { collectFaults } from '../../../../core/collectFaults.ts';
import { fault, invalid, notFound } from '../../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { isLocale, LOCALES } from '../../../../core/locale.ts';
import { type MessageChannel, type SentType, WRITTEN_CHANNELS } from '../../../../core/messageChannels.ts';
import type { Instant } from '../../../../core/time.ts';
import { gate, overriding } from '../../../../engine/gate/gate.ts';
import { OVERRIDE_FOR } from '../../../../engine/gate/override.ts';
import type { DeferringRule, GateDecision, GateFacts } from '../../../../engine/gate/types.ts';
import { now } from '../../../platform/clock.ts';
import { outboxIdOf, queueCommunications } from '../../../platform/delivery/outbox.ts';
import type { MessageAttachment, OutboxRequest } from '../../../platform/delivery.tables.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { findClaimAccountId, requireAccount } from '../ground/lookup.logic.ts';
import { loadChosenContacts, withChosenContact } from './contact.chosen.logic.ts';
import { claimsToSpeakOf } from './delivery.logic.ts';
import { loadGateFacts } from './gate.logic.ts';

/** A message as it was asked for. */
export interface AskedMessage {
  readonly channel: string;
  readonly locale?: string | null;
  readonly accountId?: string | null;
  readonly externalClaimRef?: string | null;
  readonly templateReferences?: readonly string[] | null;
  readonly customSubject?: string | null;
  readonly customBody?: string | null;
  readonly notes?: string | null;
  readonly contactData?: { readonly externalDebtorRef?: string | null; readonly value: string } | null;
  readonly attachments?: readonly string[] | null;
  readonly parentRequestId?: string | null;
}

/** A message that names what exists; its words are not looked at yet. */
export interface DraftMessage {
  readonly channel: MessageChannel;
  readonly accountId: Uuid;
  /** The claim it is about; null: about the account. */
  readonly externalClaimRef: string | null;
  /** The claim it speaks of either way. */
  readonly spokenClaimRef: string;
  readonly request: OutboxRequest;
}

/** What the content service, which stands above this one, does for messages. */
export interface MessageSender {
  /** Looks whether the words can be filled in for this reader. @throws Fault INVALID_INPUT beside the field */
  readonly check: (tx: Tx, draft: DraftMessage) => Promise<void>;
  /** @returns the files as messages name them. @throws Fault INVALID_INPUT, NOT_FOUND */
  readonly attach: (tx: Tx, accountId: Uuid, fileIds: readonly string[]) => Promise<MessageAttachment[]>;
  /** @returns the message that is answered, and its Message-ID where it has one. @throws Fault NOT_FOUND unless it is the account's */
  readonly findParent: (tx: Tx, accountId: Uuid, requestId: string) => Promise<{ parentId: Uuid; inReplyTo: string | null }>;
  /** @returns of what type a bundle on this channel is; undefined: the channel's usual one. */
  readonly typeOf: (tx: Tx, channel: MessageChannel, bundleName: string) => Promise<SentType | undefined>;
  /** Told when a message is queued, with what it answers. */
  readonly onQueued: (tx: Tx, parentId: Uuid | null, userId: Uuid) => Promise<void>;
}

let sender: MessageSender | null = null;

/** Hands in who makes messages; once per process. */
export function defineMessageSender(made: MessageSender): void {
  sender = made;
}

function messages(): MessageSender {
  if (!sender) throw new Error('nobody has handed in who makes messages');
  return sender;
}

const MOST_NOTES = 5_000;
const KEY = /^[\w.:-]{8,100}$/;

/** Checks everything but the words. @throws Fault INVALID_INPUT beside the field, NOT_FOUND */
export async function draftMessage(tx: Tx, asked: AskedMessage, userId: Uuid): Promise<DraftMessage> {
  const channel = WRITTEN_CHANNELS.find((each) => each === asked.channel);
  if (!channel) throw invalid('channel', 'oneOf', { choices: WRITTEN_CHANNELS.join(', ') });
  const { accountId, externalClaimRef } = await aboutOf(tx, asked);
  const spokenClaimRef = externalClaimRef ?? (await claimsToSpeakOf(tx, [accountId])).get(accountId);
  if (!spokenClaimRef) throw invalid('accountId', 'accountWithoutClaims');
  const notes = asked.notes?.trim() ?? '';
  const { content, to, attachments } = await collectFaults(async (check) => {
    check(() => {
      if (asked.locale && !isLocale(asked.locale)) throw invalid('locale', 'oneOf', { choices: LOCALES.join(', ') });
    });
    const [wanted, recipient] = [
      check(() => contentOf(asked, channel))!,
      await check(() => contactOf(tx, accountId, channel, asked.contactData ?? null)),
    ];
    check(() => {
      if (notes.length > MOST_NOTES) throw invalid('notes', 'atMostCharacters', { number: MOST_NOTES.toLocaleString('en') });
    });
    const files = await check(() => {
      if (asked.attachments?.length && channel !== 'email') throw invalid('attachments', 'attachmentsNoSms');
      return messages().attach(tx, accountId, asked.attachments ?? []);
    });
    const { bundleName } = (wanted ?? {}) as { bundleName?: string };
    const contentType = bundleName === undefined ? undefined : await messages().typeOf(tx, channel, bundleName);
    return { content: { ...wanted, ...(contentType && { contentType }) }, to: recipient ?? null, attachments: files ?? [] };
  });
  const parent = asked.parentRequestId ? await messages().findParent(tx, accountId, asked.parentRequestId) : null;
  return {
    channel,
    accountId,
    externalClaimRef,
    spokenClaimRef,
    request: {
      ...content,
      locale: asked.locale ?? null,
      to,
      userId,
      notes,
      parentId: parent?.parentId ?? null,
      inReplyTo: parent?.inReplyTo ?? null,
      attachments,
    },
  };
}

/** @returns the template, or the message's own subject and text. @throws Fault INVALID_INPUT (templateReferences, customSubject, customBody) */
function contentOf(asked: AskedMessage, channel: MessageChannel) {
  const bundles = [...new Set(asked.templateReferences ?? [])];
  const [bundleName] = bundles;
  const [subject, text] = [asked.customSubject?.trim() ?? '', asked.customBody ?? ''];
  if (bundles.length > 1) throw invalid('templateReferences', 'templateOne');
  if (bundleName !== undefined && (text.trim() || subject)) throw invalid('templateReferences', 'templateOrText');
  if (bundleName !== undefined) return { bundleName };
  collectFaults((check) => {
    check(() => {
      if (channel === 'email' && !subject) throw invalid('customSubject', 'subjectMissing');
    });
    check(() => {
      if (!text.trim()) throw invalid('customBody', 'messageEmpty');
    });
  });
  return { subject: channel === 'email' ? subject : '', text, fills: true };
}

async function aboutOf(tx: Tx, asked: AskedMessage): Promise<{ accountId: Uuid; externalClaimRef: string | null }> {
  const externalClaimRef = asked.externalClaimRef?.trim() || null;
  if (!asked.accountId && !externalClaimRef) throw invalid('accountId', 'accountOrClaim');
  const ofClaim = externalClaimRef ? await findClaimAccountId(tx, externalClaimRef) : null;
  if (externalClaimRef && (!ofClaim || (asked.accountId && asked.accountId !== ofClaim))) throw notFound('claimNotFound');
  if (ofClaim) return { accountId: ofClaim, externalClaimRef };
  await requireAccount(tx, asked.accountId ?? '');
  return { accountId: asked.accountId ?? '', externalClaimRef: null };
}

async function contactOf(tx: Tx, accountId: Uuid, channel: MessageChannel, contact: AskedMessage['contactData'] | null) {
  if (!contact) return null;
  const [externalDebtorRef, value] = [contact.externalDebtorRef?.trim() || null, contact.value.trim()];
  if (value === '' || value.length > 254) throw invalid('contactData.value', 'charactersFromTo', { most: 254 });
  const known = (await loadChosenContacts(tx, [{ key: '', accountId, channel, externalDebtorRef, value }])).get('');
  if (externalDebtorRef && !known?.debtor) throw notFound('debtorNotFound');
  if (externalDebtorRef && !known?.state) throw invalid('contactData.value', 'contactNotDebtors');
  return { externalDebtorRef, value };
}

/** @returns what the gate knows for this message. @throws Fault NOT_FOUND when the claim has gone */
export async function gateFactsOf(tx: Tx, { accountId, channel, spokenClaimRef, request }: DraftMessage): Promise<GateFacts> {
  const facts = (await loadGateFacts(tx, [{ accountId, externalClaimRef: spokenClaimRef }])).get(spokenClaimRef);
  if (!facts) throw notFound('claimNotFound');
  const chosen = request.to ? (await loadChosenContacts(tx, [{ key: '', accountId, channel, ...request.to }])).get('') : undefined;
  return { ...withChosenContact(facts, channel, chosen), bundleName: request.bundleName ?? null, byPerson: true };
}

const allowed = (channel: string) => ({ answer: 'allow', rule: 'none', why: { key: 'gate.allowed', values: { channel } }, until: null });
const answerOf = (decision: GateDecision) => ({
  answer: decision.answer,
  rule: decision.rule,
  why: decision.why,
  until: decision.answer === 'defer' ? decision.until : null,
});

/** Lengths of the reason for which a deferral is overridden, in characters: short enough to be read, long enough to say something. */
const [LEAST_REASON, MOST_REASON] = [10, 500];

/** @returns the reason, trimmed; null when nothing is overridden. @throws Fault INVALID_INPUT */
function reasonToOverride(asked: string | null | undefined): string | null {
  if (asked == null) return null;
  const reason = asked.trim();
  if (reason.length < LEAST_REASON || reason.length > MOST_REASON)
    throw invalid('overrideReason', 'overrideReasonLength', { least: LEAST_REASON, most: MOST_REASON });
  return reason;
}

/**
 * Queues the message, unless the gate objects. The same key once more answers the same message; without a key it is one of its own.
 * With overrideReason, which needs operations/overrideDeferral, rules that only defer are lifted for an hour (docs/decisions/gate.md).
 * @throws Fault INVALID_INPUT beside the field, NOT_FOUND, CONFLICT for a key that made another message
 */
export async function sendDebtorMessage(
  tx: Tx,
  asked: AskedMessage & {
    readonly idempotencyKey?: string | null;
    readonly sendWhenAllowed?: boolean | null;
    readonly overrideReason?: string | null;
  },
  userId: Uuid,
) {
  const idempotencyKey = asked.idempotencyKey ?? uuidv7();
  if (!KEY.test(idempotencyKey)) throw invalid('idempotencyKey', 'keyForm');
  const key = `message:${userId}:${idempotencyKey}`;
  // Two presses at once come one after the other; the second finds what the first queued.
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tx.clientId}:${key}`]);
  const { draft, overrideReason } = await collectFaults(async (check) => ({
    draft: (await check(() => draftMessage(tx, asked, userId)))!,
    overrideReason: check(() => reasonToOverride(asked.overrideReason)) ?? null,
  }));
  const { accountId, externalClaimRef, channel, request } = draft;
  const [queued] = await tx.sql<{ outbox_id: Uuid; same: boolean }>(
    `select outbox_id, account_id = $3 and channel = $4 and external_claim_ref is not distinct from $5 and request - 'override' = $6::jsonb as same
     from outbox where client_id = $1 and outbox_id = md5($1::uuid::text || ' ' || $2)::uuid`,
    [tx.clientId, key, accountId, channel, externalClaimRef, JSON.stringify(request)],
  );
  if (queued && !queued.same) throw fault('CONFLICT', 'keyUsed', {}, 'idempotencyKey');
  const facts = await gateFactsOf(tx, draft);
  const decision = gate(facts, channel, now());
  const { rules: liftableRules, law: heldByLaw } = overriding(facts, channel, now());
  if (queued) return { requestContextId: queued.outbox_id, ...allowed(channel), liftableRules: [], heldByLaw: null };
  await messages().check(tx, draft);
  const lifted = overrideReason !== null && liftableRules.length > 0 ? liftableRules : null;
  const answer = { ...(lifted ? allowed(channel) : answerOf(decision)), liftableRules, heldByLaw };
  if (answer.answer === 'deny' || (answer.answer === 'defer' && !asked.sendWhenAllowed)) return { requestContextId: null, ...answer };
  const requestContextId = outboxIdOf(tx.clientId, key);
  await appendEvents(tx, [
    ...(lifted ? [overridden(draft, requestContextId, decision, lifted, overrideReason)] : []),
    {
      messageType: 'communicationRequested',
      accountId,
      externalClaimRef,
      payload: {
        outboxId: requestContextId,
        channel,
        bundleName: request.bundleName ?? null,
        subject: request.subject || null,
        notes: request.notes,
        parentId: request.parentId,
        recipient: request.to?.value ?? null,
        attachments: request.attachments?.map(({ fileId, name }) => ({ fileId, name })) ?? [],
      },
    },
  ]);
  await messages().onQueued(tx, request.parentId ?? null, userId);
  const override = lifted && { rules: lifted, until: (now() + OVERRIDE_FOR) as Instant };
  await queueCommunications(tx, [{ key, channel, accountId, externalClaimRef, request: override ? { ...request, override } : request }]);
  return { requestContextId, ...answer };
}

/** What was overridden, by which rule, and why: the audit's record of it. */
const overridden = (
  draft: DraftMessage,
  outboxId: Uuid,
  decision: GateDecision,
  rules: readonly DeferringRule[],
  reason: string | null,
) => ({
  messageType: 'contactOverridden' as const,
  accountId: draft.accountId,
  externalClaimRef: draft.externalClaimRef,
  payload: { outboxId, channel: draft.channel, rules, why: decision.why, reason },
});
