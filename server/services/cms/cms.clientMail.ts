/**
 * Mails of strategies to people at the client. They leave by the client's own e-mail provider, wait for no contact rule and count as no contact:
 * the rows name the account in what they ask for, not as theirs.
 */
import { Fault, words } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { toLocale } from '../../../core/locale.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import { localDate, at as momentOf } from '../../../core/zone.ts';
import { now } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { noProvider } from '../../platform/delivery/none.ts';
import type { Message } from '../../platform/delivery/provider.ts';
import { sandboxProvider } from '../../platform/delivery/sandbox.ts';
import { type AskedEffect, defineEffect } from '../../platform/effects.ts';
import { appendEvents, type NewEvent } from '../../platform/events.ts';
import { defineDelivery, type Way } from '../../platform/outbox/kinds.ts';
import { queueRows } from '../../platform/outbox/queue.ts';
import { failing, type OutboxRow, type Prepared, type Task, type Told } from '../../platform/outbox/rows.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { loadFacts } from '../account/ground/facts.logic.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { findUser } from '../backoffice/backoffice.user.list.logic.ts';
import { openSending } from '../operations/operations.provider.logic.ts';
import { fillContents, needsOfContents } from './cms.content.logic.ts';
import { readGlobalPlaceholders } from './cms.globals.logic.ts';
import { loadLists } from './cms.lists.logic.ts';
import { valuesFor } from './cms.placeholders.logic.ts';

const KIND = 'clientMail';

interface Request {
  readonly to: { readonly userId: Uuid } | { readonly email: string };
  readonly subject: string;
  readonly text: string;
  readonly accountId: Uuid;
  readonly externalClaimRef: string;
  readonly strategyName: string;
  readonly actor: AskedEffect['actor'];
  readonly values?: Readonly<Record<string, string | number | boolean | null>>;
}
type Mail = Pick<Message, 'to' | 'from' | 'subject' | 'text'>;

defineEffect({
  kind: 'sendClientEmail',
  last: true,
  perform: async (tx, asked, at) => {
    const left = await roomToday(tx, asked, at);
    const capped: (typeof asked)[number][] = [];
    const rows = asked.flatMap((each) => {
      const { key, accountId, externalClaimRef, strategyName, actor, stepId, runId, effect, values } = each;
      const recipients = [...effect.userIds.map((userId) => ({ userId: userId as Uuid })), ...effect.emails.map((email) => ({ email }))];
      const room = left.get(stepId) ?? 0;
      left.set(stepId, room - recipients.length);
      if (room < recipients.length) {
        capped.push(each);
        return [];
      }
      const about = {
        accountId,
        externalClaimRef,
        strategyName,
        actor,
        subject: effect.subject,
        text: effect.text,
        ...(values && { values }),
      };
      return recipients.map((to, place) => ({
        key: `${key}:mail:${place}`,
        kind: KIND,
        runId,
        stepId,
        request: { ...about, to } satisfies Request,
      }));
    });
    await queueRows(tx, rows);
    await appendEvents(
      tx,
      capped.map(({ accountId, externalClaimRef, actor, effect }) => ({
        messageType: 'clientEmailFailed',
        accountId,
        externalClaimRef,
        actor,
        payload: {
          subject: effect.subject,
          recipient: null,
          reason: `At most ${effect.mostPerDay} a day`,
          key: 'clientMailsPerDay',
          values: { number: effect.mostPerDay },
        },
      })),
    );
  },
});

/** @returns how many mails each step may still write today, by the client's calendar. */
async function roomToday(tx: Tx, asked: readonly AskedEffect<'sendClientEmail'>[], at: Instant): Promise<Map<string, number>> {
  const { timezone } = await readClient(tx);
  const midnight = momentOf(localDate(at, timezone), { hour: 0, minute: 0 }, timezone);
  const most = new Map(asked.map(({ stepId, effect }) => [stepId, effect.mostPerDay]));
  const rows = await tx.sql<{ step: string; count: number }>(
    `select step_id as step, count(*)::int as count from outbox where client_id = $1 and channel = $2 and step_id = any($3::text[]) and created_at >= $4 group by step_id`,
    [tx.clientId, KIND, [...most.keys()], isoInstant(midnight)],
  );
  for (const { step, count } of rows) most.set(step, (most.get(step) ?? 0) - count);
  return most;
}

defineDelivery<Request, Mail, never>({ kind: KIND, to: 'system', open: openWay });

async function openWay(database: Database, clientId: Uuid, config: Config): Promise<Way<Request, Mail, never>> {
  const { provider, senderTo } = await inClient(database, clientId, (tx) => openSending(tx, 'email', config));
  const messageOf = ({ row, payload }: Task<Request, Mail>): Message => ({
    ...payload,
    reference: row.outboxId,
    channel: 'email',
    html: null,
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
  return {
    providerName: provider.name,
    deliveryClass: provider.deliveryClass,
    leads: provider === noProvider ? 'nowhere' : provider === sandboxProvider ? 'inside' : 'outside',
    prepare: (tx, rows) => prepare(tx, rows, senderTo),
    send: (task, timeout) => provider.send(messageOf(task), timeout) as never,
    ...(provider.ask && { ask: (task, timeout) => provider.ask!(messageOf(task), timeout) }),
    ...(provider.probe && { probe: provider.probe }),
    record: (tx, told) => record(tx, told),
    close: provider.close,
  };
}

async function prepare(
  tx: Tx,
  rows: readonly OutboxRow<Request, Mail>[],
  senderTo: (to: string) => string,
): Promise<ReadonlyMap<Uuid, Prepared<Mail>>> {
  const client = await readClient(tx);
  const globals = await readGlobalPlaceholders(tx);
  const facts = await loadFacts(
    tx,
    rows.map(({ request }) => request),
    ['claim', 'account', 'debtor', 'product'],
  );
  const contents = rows.map(({ request }) => ({ subject: request.subject, format: 'text' as const, source: request.text, html: null }));
  const needs = await needsOfContents(tx, contents);
  const lists = await loadLists(
    tx,
    rows.map(({ request }, place) => {
      const answer = needs[place]!;
      return { ...request, lists: 'value' in answer ? answer.value.lists : [] };
    }),
  );
  const answers = new Map<Uuid, Prepared<Mail>>();
  for (const [place, { outboxId, request, rendered }] of rows.entries()) {
    const about = facts.get(request.externalClaimRef);
    const to = 'email' in request.to ? request.to.email : (await findUser(tx, request.to.userId))?.email;
    if (!to) answers.set(outboxId, failing(words('recipientNoEmail')));
    else if (rendered) answers.set(outboxId, { answer: 'send', payload: rendered, recipient: to });
    else if (!about) answers.set(outboxId, failing(words('messageClaimGone')));
    else {
      const values = valuesFor({
        facts: about,
        locale: toLocale(client.defaultLocale),
        client,
        now: now(),
        strategyName: request.strategyName,
        strategyValues: request.values,
        globals,
        lists: lists[place],
        link: { pay: '', unsubscribe: '' },
      });
      const [filled] = await fillContents(tx, [{ content: contents[place]!, values, channel: 'email', tracking: null }]);
      answers.set(
        outboxId,
        filled && 'value' in filled
          ? { answer: 'send', payload: { to, from: senderTo(to), subject: filled.value.subject, text: filled.value.text }, recipient: to }
          : failing(filled?.fault.words ?? new Fault('UNAVAILABLE', words('messageClaimGone')).words),
      );
    }
  }
  return answers;
}

async function record(tx: Tx, told: readonly Told<Request, Mail, never>[]): Promise<void> {
  await appendEvents(
    tx,
    told.flatMap(({ row: { request }, news }): NewEvent[] => {
      const { accountId, externalClaimRef, subject, actor } = request;
      const about = { accountId, externalClaimRef, actor };
      if (news.became === 'sent')
        return [{ ...about, messageType: 'clientEmailSent', payload: { subject: news.payload.subject, recipient: news.payload.to } }];
      if (news.became !== 'failed' && news.became !== 'unknown') return [];
      const { reason, words: said, payload } = news;
      return [
        {
          ...about,
          messageType: 'clientEmailFailed',
          payload: { subject, recipient: payload?.to ?? null, reason, ...(said && { key: said.key, values: said.values }) },
        },
      ];
    }),
  );
}
