/** Messages to debtors as kinds of deliveries, and the last look at them: may they still leave, and what do they say. */
import { Fault, words } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { MESSAGE_CHANNELS, type MessageChannel } from '../../../core/messageChannels.ts';
import { gate } from '../../../engine/gate/gate.ts';
import type { GateDecision, GateFacts } from '../../../engine/gate/types.ts';
import { now } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { noProvider } from '../../platform/delivery/none.ts';
import type { Message } from '../../platform/delivery/provider.ts';
import type { OpenedProvider } from '../../platform/delivery/providers.ts';
import { sandboxProvider } from '../../platform/delivery/sandbox.ts';
import type { OutboxRequest, RenderedMessage } from '../../platform/delivery.tables.ts';
import { count } from '../../platform/metrics.ts';
import type { SendAnswer } from '../../platform/outbox/answer.ts';
import { type DrainOptions, drainOutbox } from '../../platform/outbox/drain.ts';
import { defineDelivery, type Way } from '../../platform/outbox/kinds.ts';
import { failing, type Prepared, type Task } from '../../platform/outbox/rows.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { loadChosenContacts, withChosenContact } from '../account/contact/contact.chosen.logic.ts';
import { claimsToSpeakOf } from '../account/contact/delivery.logic.ts';
import { loadGateFacts } from '../account/contact/gate.logic.ts';
import { loadFacts } from '../account/ground/facts.logic.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { createTinyLinks } from '../landing-page/landing-page.logic.ts';
import { openSending } from '../operations/operations.provider.logic.ts';
import { type MessageRow, type MessageTold, recordMessages } from './cms.delivered.logic.ts';
import { readFiles } from './cms.files.logic.ts';
import { readGlobalPlaceholders } from './cms.globals.logic.ts';
import { recordLetters } from './cms.letters.logic.ts';
import { loadLists } from './cms.lists.logic.ts';
import { readPayments } from './cms.payment.logic.ts';
import { printLetter } from './cms.print.ts';
import { type Draft, draftOf, leaving, needsOfDrafts, renderMessages, type Surroundings, selectedFiles } from './cms.render.logic.ts';
import { newTrackingToken } from './cms.tracking.logic.ts';
import { openWindows, readSendableBundles } from './cms.whatsapp.logic.ts';

/** Opens what a client's messages of a channel leave by, and reads who they are from. */
async function openChannel(
  database: Database,
  clientId: Uuid,
  channel: MessageChannel,
  config: Config,
): Promise<Way<OutboxRequest, RenderedMessage>> {
  const opened = await inClient(database, clientId, (tx) => openSending(tx, channel, config));
  const { provider } = opened;
  const messageOf = ({ row, payload }: MessageTask): Message => {
    const { to, from, subject, text, html, headers, template, call, post } = payload;
    return {
      reference: row.outboxId,
      channel,
      to,
      from,
      subject,
      text,
      html,
      headers,
      ...(template && { template }),
      ...(call && { call }),
      ...(post && { post }),
    };
  };
  return {
    providerName: provider.name,
    deliveryClass: provider.deliveryClass,
    // A letter is printed while no transaction is open, also where it stays in the house.
    leads: provider === noProvider ? 'nowhere' : provider === sandboxProvider && channel !== 'letter' ? 'inside' : 'outside',
    prepare: (tx, rows) => prepare(tx, rows as readonly MessageRow[], config, opened),
    send: async (task, timeout) => {
      if (channel === 'letter') {
        const letter = await printLetter(database, clientId, task.row as MessageRow, task.payload);
        return letter instanceof Error ? withoutFiles(letter) : provider.send({ ...messageOf(task), attachments: [letter] }, timeout);
      }
      const { attachments: files = [] } = task.payload;
      const attachments =
        files.length === 0 ? [] : await inClient(database, clientId, (tx) => readFiles(tx, files, channel)).catch((error: Error) => error);
      return attachments instanceof Error ? withoutFiles(attachments) : provider.send({ ...messageOf(task), attachments }, timeout);
    },
    ...(provider.ask && { ask: (task, timeout) => provider.ask!(messageOf(task), timeout) }),
    ...(provider.probe && { probe: provider.probe }),
    record: (tx, told, at) =>
      (channel === 'letter' ? recordLetters : recordMessages)(tx, told as readonly MessageTold[], provider.name, at),
    close: provider.close,
  };
}

type MessageTask = Task<OutboxRequest, RenderedMessage>;

/** Nothing was said to the provider yet. A file that is gone stays gone; anything else may be mended. */
function withoutFiles(error: Error): SendAnswer {
  const isGone = error instanceof Fault;
  const { message: reason } = error;
  return { outcome: 'refused', permanent: isGone, badAddress: false, reason, ...(isGone && { words: error.words }), isOurs: true };
}

for (const channel of MESSAGE_CHANNELS)
  defineDelivery({ kind: channel, to: 'debtor', open: (database, clientId, config) => openChannel(database, clientId, channel, config) });

/** Sends what is due in one client's channel. @returns how many messages were sent. */
export const drainClient = (
  database: Database,
  clientId: Uuid,
  channel: MessageChannel,
  config: Config,
  options: DrainOptions = {},
): Promise<number> => drainOutbox(database, clientId, channel, config, options);

/** Asks the gate and renders; a row that has its message already is only asked about. */
async function prepare(
  tx: Tx,
  rows: readonly MessageRow[],
  config: Config,
  { senderTo, replyTo, provider }: Pick<OpenedProvider, 'senderTo' | 'replyTo' | 'provider'>,
): Promise<ReadonlyMap<Uuid, Prepared<RenderedMessage>>> {
  const answers = new Map<Uuid, Prepared<RenderedMessage>>();
  if (rows.length === 0) return answers;
  const channel = rows[0]!.kind;
  const claimOf = await claimsOf(tx, rows);
  const refs = rows.flatMap((row) => {
    const externalClaimRef = claimOf(row);
    return externalClaimRef ? [{ accountId: row.accountId, externalClaimRef }] : [];
  });
  await holdContacts(tx, rows);
  const gateFacts = await loadGateFacts(
    tx,
    refs,
    'leaving',
    undefined,
    rows.map((row) => row.outboxId),
  );
  const facts = await loadFacts(tx, refs, ['claim', 'account', 'debtor', 'product']);
  const chosen = await loadChosenContacts(
    tx,
    rows.flatMap((row) => (row.request.to ? [{ key: row.outboxId, accountId: row.accountId, channel, ...row.request.to }] : [])),
  );
  const surroundings: Surroundings = {
    config,
    senderTo,
    replyTo,
    client: await readClient(tx),
    globals: await readGlobalPlaceholders(tx),
    payments: await readPayments(tx, channel, [...facts.values()]),
    bundles: await readSendableBundles(
      tx,
      channel,
      provider.name,
      rows.map((row) => row.request),
    ),
  };
  const windows = await openWindows(tx, channel, [...new Set(rows.map((row) => row.accountId))]);
  // Messages of one account that leave together count for each other.
  const earlier = new Map<Uuid, GateFacts['contacts']>();
  const drafts: Draft[] = [];
  for (const row of rows) {
    const ref = claimOf(row) ?? '';
    const known = gateFacts.get(ref);
    const about = facts.get(ref);
    if (!known || !about) {
      answers.set(row.outboxId, failing(words('messageClaimGone')));
      continue;
    }
    const contact = chosen.get(row.outboxId);
    const asked: GateFacts = {
      ...withChosenContact(known, channel, contact),
      contacts: [...(earlier.get(row.accountId) ?? []), ...known.contacts],
      purpose: row.request.purpose ?? 'collection',
      bundleName: row.request.bundleName ?? null,
      byPerson: row.request.userId !== undefined,
      override: row.request.override ?? null,
    };
    const decision = gate(asked, channel, now());
    count.gate(channel, decision.answer, decision.rule);
    if (decision.answer === 'defer') answers.set(row.outboxId, { answer: 'later', ...ruled(decision), until: decision.until });
    else if (decision.answer === 'deny') answers.set(row.outboxId, { answer: 'cancel', ...ruled(decision) });
    else {
      const answer = row.rendered
        ? leaving(row.rendered)
        : draftOf(row, { ...about, ...(contact?.debtor ? { debtor: contact.debtor } : {}) }, { ...surroundings, windows }, drafts);
      if (answer) answers.set(row.outboxId, answer);
      if (answer?.answer !== 'fail')
        earlier.set(row.accountId, [
          { channel, at: now(), bundleName: asked.bundleName ?? null, purpose: asked.purpose ?? null },
          ...(earlier.get(row.accountId) ?? []),
        ]);
    }
  }
  // One statement makes the links of all of them.
  const needs = await needsOfDrafts(tx, drafts);
  const linking = drafts.filter((_, place) => needs[place]!.payLink);
  const links = await createTinyLinks(
    tx,
    linking.map(({ row: { accountId, externalClaimRef, outboxId } }) => ({
      accountId,
      externalClaimRef,
      outboxId,
      publicUrl: config.publicUrl,
    })),
  );
  const linkOf = new Map(linking.map(({ row }, place) => [row.outboxId, links[place]?.url ?? '']));
  const files = await selectedFiles(tx, channel, drafts, surroundings);
  const lists = await loadLists(
    tx,
    drafts.map(({ row }, place) => ({ accountId: row.accountId, externalClaimRef: claimOf(row) ?? '', lists: needs[place]!.lists })),
  );
  const addressed = drafts.map((one, place) => {
    const draft = { ...one, selected: files[place] ?? [] };
    const trackingToken = newTrackingToken(tx.clientId);
    const pay = linkOf.get(draft.row.outboxId) ?? '';
    return { draft, links: { pay, unsubscribe: `${config.publicUrl}/t/u/${trackingToken}`, trackingToken }, lists: lists[place]! };
  });
  const made = await renderMessages(tx, addressed, surroundings);
  for (const [place, answer] of made.entries()) answers.set(drafts[place]!.row.outboxId, answer);
  return answers;
}

/**
 * Until this transaction ends, no other drain asks the gate about these accounts: an e-mail and a text message that are due at the same
 * moment would each find the last free contact free. In one order everywhere, so that two drains cannot wait for each other.
 */
async function holdContacts(tx: Tx, rows: readonly MessageRow[]): Promise<void> {
  await tx.sql(
    `select pg_advisory_xact_lock(name) from (
       select distinct hashtextextended($1 || ':contacts:' || account_id, 0) as name from unnest($2::text[]) as asked (account_id) order by name) as ordered`,
    [tx.clientId, [...new Set(rows.map((row) => row.accountId))]],
  );
}

const ruled = ({ rule, why }: GateDecision) => ({ rule, why });

/** @returns the claim of each row; a message about an account speaks of the one that is due first. */
async function claimsOf(tx: Tx, rows: readonly MessageRow[]): Promise<(row: MessageRow) => string | null> {
  const without = rows.filter((row) => row.externalClaimRef === null).map((row) => row.accountId);
  const found = await claimsToSpeakOf(tx, [...new Set(without)]);
  return (row) => row.externalClaimRef ?? found.get(row.accountId) ?? null;
}
