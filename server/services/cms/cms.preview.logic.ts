/** How a message would look and whether it could leave now, without anything being sent or kept. */
import { Fault, invalid, notFound } from '../../../core/fault.ts';
import { uuidv7 } from '../../../core/id.ts';
import { toLocale } from '../../../core/locale.ts';
import { smsLength } from '../../../core/sms.ts';
import { gateRulesSchema } from '../../../engine/gate/defaults.ts';
import { explainGate, gate } from '../../../engine/gate/gate.ts';
import type { Channel } from '../../../engine/gate/types.ts';
import { now } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { openProvider } from '../../platform/delivery/providers.ts';
import { allowsSandboxes } from '../../platform/installation.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { claimsToSpeakOf, findAccount } from '../account/account.delivery.logic.ts';
import { loadFacts } from '../account/account.facts.logic.ts';
import { loadGateFacts } from '../account/account.gate.logic.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { readContactSetting } from '../operations/operations.logic.ts';
import { checkFormat } from './cms.bundle.logic.ts';
import { checkContent, fillContents } from './cms.content.logic.ts';
import { readGlobalPlaceholders } from './cms.globals.logic.ts';
import { readPlaceholders, valuesFor } from './cms.placeholders.logic.ts';
import { exampleValues, type Values } from './cms.placeholders.ts';

/** Where the links of a preview lead: nowhere that exists. */
export const PREVIEW_LINK = { pay: 'https://preview.invalid/p/example', unsubscribe: 'https://preview.invalid/t/u/example' };

export interface PreviewInput {
  readonly contentTemplateType: 'email' | 'sms';
  readonly locale: string;
  readonly subject?: string | null | undefined;
  readonly format: string;
  readonly content: string;
  readonly accountId?: string | null | undefined;
  readonly externalClaimRef?: string | null | undefined;
}

/** @returns the filled-in message, or its problems. @param input.accountId an account's id, its reference, or a claim's. @throws Fault NOT_FOUND */
export async function previewContent(tx: Tx, input: PreviewInput) {
  const channel = input.contentTemplateType;
  const locale = toLocale(input.locale);
  const placeholders = await readPlaceholders(tx, channel);
  const { values, recipient } = input.accountId
    ? await valuesOf(tx, input, locale)
    : { values: exampleValues(placeholders), recipient: null };
  const checked = await checkContent(
    tx,
    { locale, subject: input.subject ?? '', format: checkFormat(input.format), content: input.content },
    channel,
    placeholders,
  );
  const empty = { locale, recipient, subject: '', text: '', html: null, segments: null, encoding: null };
  if (!checked.content) return { ...empty, problems: checked.problems };
  const [filled] = await fillContents(tx, [{ content: checked.content, values, channel, tracking: null }]);
  if ('fault' in filled!) {
    const { field = 'content', message } = filled.fault;
    return { ...empty, problems: [{ locale, field, message, placeholders: [], places: [] }] };
  }
  const { subject, text, html } = filled!.value;
  const length = channel === 'sms' ? smsLength(text) : null;
  return { ...empty, subject, text, html, segments: length?.segments ?? null, encoding: length?.encoding ?? null, problems: [] };
}

async function valuesOf(
  tx: Tx,
  input: PreviewInput,
  locale: ReturnType<typeof toLocale>,
): Promise<{ values: Values; recipient: string | null }> {
  const account = await findAccount(tx, input.accountId ?? '');
  const externalClaimRef =
    input.externalClaimRef ?? (account ? (await claimsToSpeakOf(tx, [account.accountId])).get(account.accountId) : null);
  if (!account || !externalClaimRef) throw notFound('Account');
  const facts = (await loadFacts(tx, [{ accountId: account.accountId, externalClaimRef }], ['claim', 'account', 'debtor', 'product'])).get(
    externalClaimRef,
  );
  if (!facts || facts.account?.accountId !== account.accountId) throw notFound('Claim');
  const client = await readClient(tx);
  const values = valuesFor({
    facts,
    locale,
    zone: client.timezone,
    now: now(),
    creditor: client.name,
    strategyName: 'Reminder',
    globals: await readGlobalPlaceholders(tx),
    link: PREVIEW_LINK,
  });
  return { values, recipient: (input.contentTemplateType === 'email' ? facts.debtor?.email : facts.debtor?.mobileNumber) ?? null };
}

const MOST_PREVIEWS = 10;

/** Sends a preview by the client's own provider. @throws Fault INVALID_INPUT for an address or a content that is wrong; UNAVAILABLE when it could not be sent */
export async function sendPreview(tx: Tx, input: PreviewInput, emailAddresses: readonly string[], config: Config): Promise<void> {
  if (input.contentTemplateType !== 'email') throw invalid('previewContent.contentTemplateType', 'Only e-mails are sent as a preview');
  const addresses = [...new Set(emailAddresses.map((address) => address.trim()))];
  if (addresses.length === 0 || addresses.length > MOST_PREVIEWS) throw invalid('emailAddresses', `Name 1 to ${MOST_PREVIEWS} addresses`);
  const wrong = addresses.find(
    (address) => address.length > 254 || !/^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+\.[^\s@<>,;:"()[\]\\]+$/.test(address),
  );
  if (wrong !== undefined) throw invalid('emailAddresses', `"${wrong.slice(0, 100)}" is no e-mail address`);
  const preview = await previewContent(tx, input);
  if (preview.problems.length > 0) throw invalid('previewContent.content', preview.problems.map((problem) => problem.message).join('\n'));
  const client = await readClient(tx);
  const sending = { ...client, allowsSandboxes: await allowsSandboxes(tx) };
  const { provider, sender } = openProvider((await readContactSetting(tx)).emailProvider, 'email', sending, config);
  try {
    for (const to of addresses) {
      const answer = await provider.send(
        {
          reference: uuidv7(),
          channel: 'email',
          to,
          from: sender,
          subject: `[Preview] ${preview.subject}`,
          text: preview.text,
          html: preview.html,
          headers: {},
        },
        20_000,
      );
      if (answer.outcome !== 'sent') throw new Fault('UNAVAILABLE', `${to}: ${answer.reason}`, 'emailAddresses');
    }
  } finally {
    await provider.close();
  }
}

const CHANNELS: readonly Channel[] = ['email', 'sms', 'phone', 'letter'];

/** What the gate answers for an account now, with every rule. @param rules unsaved ones to try; null for the client's own. @throws Fault */
export async function explainContact(tx: Tx, accountRef: string, channelName: string, rules: unknown) {
  const channel = CHANNELS.find((each) => each === channelName);
  if (!channel) throw invalid('channel', `A channel is one of ${CHANNELS.join(', ')}`);
  const account = await findAccount(tx, accountRef.trim());
  const externalClaimRef = account ? (await claimsToSpeakOf(tx, [account.accountId])).get(account.accountId) : undefined;
  if (!account || !externalClaimRef) throw notFound('Account');
  const known = (await loadGateFacts(tx, [{ accountId: account.accountId, externalClaimRef }])).get(externalClaimRef);
  if (!known) throw notFound('Account');
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
  const issue = parsed.error?.issues[0];
  if (!parsed.success) throw invalid(`rules.${issue?.path.join('.') ?? ''}`, issue?.message ?? 'The rules are wrong');
  return parsed.data;
}
