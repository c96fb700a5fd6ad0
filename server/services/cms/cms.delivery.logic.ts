/** The last look at queued messages: may they still leave, and what do they say. */

import { Fault } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { toLocale } from '../../../core/locale.ts';
import { normalizePhone } from '../../../core/phone.ts';
import { gate, withContact } from '../../../engine/gate/gate.ts';
import type { GateFacts } from '../../../engine/gate/types.ts';
import type { Facts } from '../../../engine/types.ts';
import { now } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { type DrainOptions, drainChannel } from '../../platform/delivery/drain.ts';
import { type DeliveryChannel, openProvider } from '../../platform/delivery/providers.ts';
import type { DrainWork, OutboxRow, Prepared } from '../../platform/delivery/work.ts';
import type { RenderedMessage } from '../../platform/delivery.tables.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { claimsToSpeakOf, markBounced } from '../account/account.delivery.logic.ts';
import { loadFacts } from '../account/account.facts.logic.ts';
import { loadGateFacts } from '../account/account.gate.logic.ts';
import { type ClientRow, readClient } from '../backoffice/backoffice.logic.ts';
import { createTinyLink } from '../landing-page/landing-page.logic.ts';
import { readContactSetting } from '../operations/operations.logic.ts';
import { type BundleRow, chooseContent, readBundles } from './cms.bundle.logic.ts';
import { type FilledContent, fillContent, literalContent, type ParsedContent, parseContent } from './cms.content.logic.ts';
import { readGlobalPlaceholders } from './cms.globals.logic.ts';
import { valuesFor } from './cms.placeholders.logic.ts';
import { newTrackingToken, withTracking } from './cms.tracking.logic.ts';

/** Sends what is due in one client's channel. @returns how many messages were sent. */
export async function drainClient(
  database: Database,
  clientId: Uuid,
  channel: DeliveryChannel,
  config: Config,
  options: DrainOptions = {},
): Promise<number> {
  const opened = await inClient(database, clientId, async (tx) => {
    const client = await readClient(tx);
    const setting = await readContactSetting(tx);
    return openProvider(channel === 'email' ? setting.emailProvider : setting.smsProvider, channel, client, config);
  });
  try {
    return await drainChannel(database, clientId, channel, opened, deliveryWork(config), options);
  } finally {
    await opened.provider.close();
  }
}

/** What one drain knows of the client, read once per batch. */
interface Surroundings {
  readonly config: Config;
  readonly client: ClientRow;
  readonly globals: Readonly<Record<string, string>>;
  readonly bundles: ReadonlyMap<string, BundleRow>;
  readonly parsed: Map<string, ParsedContent>;
  readonly sender: string;
}

function deliveryWork(config: Config): DrainWork {
  // Templates are parsed once per drain and version.
  const parsed = new Map<string, ParsedContent>();
  return {
    onBadAddress: markBounced,
    prepare: async (tx, rows, sender) => {
      const answers = new Map<Uuid, Prepared>();
      if (rows.length === 0) return answers;
      const channel = rows[0]!.channel;
      const claimOf = await claimsOf(tx, rows);
      const refs = rows.flatMap((row) => {
        const externalClaimRef = claimOf(row);
        return externalClaimRef ? [{ accountId: row.accountId, externalClaimRef }] : [];
      });
      const gateFacts = await loadGateFacts(tx, refs, 'sent');
      const facts = await loadFacts(tx, refs, ['claim', 'account', 'debtor', 'product']);
      const names = rows.flatMap((row) => row.request.bundleName ?? []);
      const surroundings: Surroundings = {
        config,
        sender,
        parsed,
        client: await readClient(tx),
        globals: await readGlobalPlaceholders(tx),
        bundles: await readBundles(tx, channel, names),
      };
      // Messages of one account that leave together count for each other.
      const earlier = new Map<Uuid, GateFacts['contacts']>();
      for (const row of rows) {
        const ref = claimOf(row) ?? '';
        const known = gateFacts.get(ref);
        const about = facts.get(ref);
        if (!known || !about) {
          answers.set(row.outboxId, { answer: 'fail', reason: 'the claim no longer exists' });
          continue;
        }
        const asked: GateFacts = { ...known, contacts: [...(earlier.get(row.accountId) ?? []), ...known.contacts] };
        const answer = await prepareRow(tx, row, asked, about, surroundings);
        if (answer.answer === 'send')
          earlier.set(row.accountId, withContact({ ...known, contacts: earlier.get(row.accountId) ?? [] }, channel, now()).contacts);
        answers.set(row.outboxId, answer);
      }
      return answers;
    },
  };
}

/** @returns the claim of each row; a message about an account speaks of the one that is due first. */
async function claimsOf(tx: Tx, rows: readonly OutboxRow[]): Promise<(row: OutboxRow) => string | null> {
  const without = rows.filter((row) => row.externalClaimRef === null).map((row) => row.accountId);
  const found = await claimsToSpeakOf(tx, [...new Set(without)]);
  return (row) => row.externalClaimRef ?? found.get(row.accountId) ?? null;
}

async function prepareRow(tx: Tx, row: OutboxRow, gateFacts: GateFacts, facts: Facts, surroundings: Surroundings): Promise<Prepared> {
  const decision = gate(gateFacts, row.channel, now());
  if (decision.answer === 'defer') return { answer: 'later', decision };
  if (decision.answer === 'deny') return { answer: 'cancel', decision };
  if (row.rendered) return { answer: 'send', message: row.rendered };
  try {
    return { answer: 'send', message: await renderMessage(tx, row, facts, surroundings) };
  } catch (error) {
    if (error instanceof Fault) return { answer: 'fail', reason: error.message };
    throw error;
  }
}

/** Makes the message for its reader. @throws Fault when its template is gone, has no text for the reader, or no longer fits. */
async function renderMessage(tx: Tx, row: OutboxRow, facts: Facts, surroundings: Surroundings): Promise<RenderedMessage> {
  const { config, client, globals, sender } = surroundings;
  const to = recipientOf(row, facts, client);
  const { locale, content } = contentFor(row, facts, surroundings);
  const trackingToken = newTrackingToken(tx.clientId);
  const unsubscribe = `${config.publicUrl}/t/u/${trackingToken}`;
  let filled: FilledContent;
  if (content.kind === 'literal') filled = content.filled;
  else {
    const pay = content.parsed.usesPayLink
      ? (await createTinyLink(tx, { accountId: row.accountId, externalClaimRef: row.externalClaimRef, publicUrl: config.publicUrl })).url
      : '';
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
  const base = { to, from: sender, locale, subject: filled.subject, text: filled.text, trackingToken };
  if (row.channel === 'sms' || filled.html === null) return { ...base, html: null, headers: {}, links: [] };
  const { html, links } = withTracking(filled.html, config.publicUrl, trackingToken);
  const headers = { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
  return { ...base, html, headers, links };
}

function recipientOf(row: OutboxRow, facts: Facts, client: ClientRow): string {
  const address =
    row.channel === 'email'
      ? facts.debtor?.email?.trim()
      : normalizePhone(facts.debtor?.mobileNumber ?? '', client.countryCode.slice(0, 2));
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
  const { bundleName, subject, text } = row.request;
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
