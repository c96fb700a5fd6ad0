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
import { createTinyLinks } from '../landing-page/landing-page.logic.ts';
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
      await holdContacts(tx, rows);
      const leaving = rows.map((row) => row.outboxId);
      const gateFacts = await loadGateFacts(tx, refs, 'leaving', undefined, leaving);
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
      const drafts: Draft[] = [];
      for (const row of rows) {
        const ref = claimOf(row) ?? '';
        const known = gateFacts.get(ref);
        const about = facts.get(ref);
        if (!known || !about) {
          answers.set(row.outboxId, { answer: 'fail', reason: 'the claim no longer exists' });
          continue;
        }
        const asked: GateFacts = { ...known, contacts: [...(earlier.get(row.accountId) ?? []), ...known.contacts] };
        const decision = gate(asked, channel, now());
        if (decision.answer === 'defer') answers.set(row.outboxId, { answer: 'later', decision });
        else if (decision.answer === 'deny') answers.set(row.outboxId, { answer: 'cancel', decision });
        else {
          const answer = row.rendered ? ({ answer: 'send', message: row.rendered } as const) : draftOf(row, about, surroundings, drafts);
          if (answer) answers.set(row.outboxId, answer);
          if (answer?.answer !== 'fail')
            earlier.set(row.accountId, withContact({ ...known, contacts: earlier.get(row.accountId) ?? [] }, channel, now()).contacts);
        }
      }
      // One statement makes the links of all of them.
      const linking = drafts.filter(({ content }) => content.kind === 'bundle' && content.parsed.usesPayLink);
      const links = await createTinyLinks(
        tx,
        linking.map(({ row }) => ({ accountId: row.accountId, externalClaimRef: row.externalClaimRef, publicUrl: config.publicUrl })),
      );
      const linkOf = new Map(linking.map(({ row }, place) => [row.outboxId, links[place]?.url ?? '']));
      for (const draft of drafts)
        answers.set(
          draft.row.outboxId,
          orFailure(() => ({ answer: 'send', message: renderMessage(draft, linkOf.get(draft.row.outboxId) ?? '', surroundings) })),
        );
      return answers;
    },
  };
}

/**
 * Until this transaction ends, no other drain asks the gate about these accounts: an e-mail and a text message that are due at the same
 * moment would each find the last free contact free. In one order everywhere, so that two drains cannot wait for each other.
 */
async function holdContacts(tx: Tx, rows: readonly OutboxRow[]): Promise<void> {
  await tx.sql(
    `select pg_advisory_xact_lock(name) from (
       select distinct hashtextextended($1 || ':contacts:' || account_id, 0) as name from unnest($2::text[]) as asked (account_id) order by name) as ordered`,
    [tx.clientId, [...new Set(rows.map((row) => row.accountId))]],
  );
}

/** @returns the claim of each row; a message about an account speaks of the one that is due first. */
async function claimsOf(tx: Tx, rows: readonly OutboxRow[]): Promise<(row: OutboxRow) => string | null> {
  const without = rows.filter((row) => row.externalClaimRef === null).map((row) => row.accountId);
  const found = await claimsToSpeakOf(tx, [...new Set(without)]);
  return (row) => row.externalClaimRef ?? found.get(row.accountId) ?? null;
}

/** A message that may leave, before it is filled in. */
interface Draft {
  readonly row: OutboxRow;
  readonly facts: Facts;
  readonly to: string;
  readonly locale: string;
  readonly content: Chosen;
}

/** Adds the row to the drafts. @returns why it cannot be one: no address, no template, no text for the reader. */
function draftOf(row: OutboxRow, facts: Facts, surroundings: Surroundings, drafts: Draft[]): Prepared | null {
  return orFailure(() => {
    drafts.push({ row, facts, to: recipientOf(row, facts, surroundings.client), ...contentFor(row, facts, surroundings) });
    return null;
  });
}

function orFailure<Result>(make: () => Result): Result | (Prepared & { readonly answer: 'fail' }) {
  try {
    return make();
  } catch (error) {
    if (error instanceof Fault) return { answer: 'fail', reason: error.message };
    throw error;
  }
}

/** Makes the message for its reader. @throws Fault when its template no longer fits. */
function renderMessage(
  { row, facts, to, locale, content }: Draft,
  pay: string,
  { config, client, globals, sender }: Surroundings,
): RenderedMessage {
  const trackingToken = newTrackingToken(client.clientId);
  const unsubscribe = `${config.publicUrl}/t/u/${trackingToken}`;
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
