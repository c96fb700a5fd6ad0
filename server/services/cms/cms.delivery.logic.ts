/** The last look at queued messages: may they still leave, and what do they say. */

import { words } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { gate } from '../../../engine/gate/gate.ts';
import type { GateFacts } from '../../../engine/gate/types.ts';
import { now } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { type DrainOptions, drainChannel } from '../../platform/delivery/drain.ts';
import { type DeliveryChannel, openProvider } from '../../platform/delivery/providers.ts';
import { type DrainWork, failing, type OutboxRow, type Prepared } from '../../platform/delivery/work.ts';
import { allowsSandboxes } from '../../platform/installation.ts';
import { count } from '../../platform/metrics.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { loadChosenContacts, withChosenContact } from '../account/contact/contact.chosen.logic.ts';
import { claimsToSpeakOf, markBounced } from '../account/contact/delivery.logic.ts';
import { loadGateFacts } from '../account/contact/gate.logic.ts';
import { loadFacts } from '../account/ground/facts.logic.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { createTinyLinks } from '../landing-page/landing-page.logic.ts';
import { readContactSetting } from '../operations/operations.logic.ts';
import { readBundles } from './cms.bundle.logic.ts';
import { readFiles } from './cms.files.logic.ts';
import { readGlobalPlaceholders } from './cms.globals.logic.ts';
import { type Draft, draftOf, draftsWithPayLink, renderMessages, type Surroundings } from './cms.render.logic.ts';
import { newTrackingToken } from './cms.tracking.logic.ts';

/** Sends what is due in one client's channel. @returns how many messages were sent. */
export async function drainClient(
  database: Database,
  clientId: Uuid,
  channel: DeliveryChannel,
  config: Config,
  options: DrainOptions = {},
): Promise<number> {
  const opened = await inClient(database, clientId, async (tx) => {
    const client = { ...(await readClient(tx)), allowsSandboxes: await allowsSandboxes(tx) };
    const setting = await readContactSetting(tx);
    return openProvider(channel === 'email' ? setting.emailProvider : setting.smsProvider, channel, client, config);
  });
  try {
    return await drainChannel(database, clientId, channel, opened, deliveryWork(config, opened.replyTo), options);
  } finally {
    await opened.provider.close();
  }
}

function deliveryWork(config: Config, replyTo: string | null): DrainWork {
  return {
    onBadAddress: markBounced,
    readFiles,
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
      const chosen = await loadChosenContacts(
        tx,
        rows.flatMap((row) => (row.request.to ? [{ key: row.outboxId, accountId: row.accountId, channel, ...row.request.to }] : [])),
      );
      const names = rows.flatMap((row) => row.request.bundleName ?? []);
      const surroundings: Surroundings = {
        config,
        sender,
        replyTo,
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
        if (decision.answer === 'defer') answers.set(row.outboxId, { answer: 'later', decision });
        else if (decision.answer === 'deny') answers.set(row.outboxId, { answer: 'cancel', decision });
        else {
          const answer = row.rendered
            ? ({ answer: 'send', message: row.rendered } as const)
            : draftOf(row, { ...about, ...(contact?.debtor ? { debtor: contact.debtor } : {}) }, surroundings, drafts);
          if (answer) answers.set(row.outboxId, answer);
          if (answer?.answer !== 'fail')
            earlier.set(row.accountId, [
              { channel, at: now(), bundleName: asked.bundleName ?? null, purpose: asked.purpose ?? null },
              ...(earlier.get(row.accountId) ?? []),
            ]);
        }
      }
      // One statement makes the links of all of them.
      const linking = await draftsWithPayLink(tx, drafts);
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
      const addressed = drafts.map((draft) => {
        const trackingToken = newTrackingToken(tx.clientId);
        const pay = linkOf.get(draft.row.outboxId) ?? '';
        return { draft, links: { pay, unsubscribe: `${config.publicUrl}/t/u/${trackingToken}`, trackingToken } };
      });
      const made = await renderMessages(tx, addressed, surroundings);
      for (const [place, answer] of made.entries()) answers.set(drafts[place]!.row.outboxId, answer);
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
