/**
 * Personal data of webhooks. What events say is kept in the log alone, and a request is made from there; an answer may repeat it, so it goes
 * with the payloads of its event's kind.
 */
import { eventTypesOf } from '../../../core/events/events.ts';
import { isAccountKind, RETENTION_KINDS } from '../../../core/retention.ts';
import { defineErasable, definePersonalSections } from '../../platform/personal.ts';

for (const kind of RETENTION_KINDS) {
  const types = eventTypesOf(kind).map((type) => `'${type}'`);
  if (types.length > 0)
    defineErasable({
      name: 'webhookAnswers',
      kind,
      table: 'webhook_attempt',
      left: `t.answer is not null and t.message_type in (${types.join(', ')})`,
      erase: { answer: 'null' },
      // Whoever it was about: an answer is of no use but to those who look for a mistake.
      debtor: '$ref::text is not null',
      ...(isAccountKind(kind) ? {} : { age: 't.at', held: 'coalesce(t.account_id = any(held), false)' }),
    });
}

definePersonalSections({
  name: 'webhooks',
  read: async (tx, { accountIds }) => {
    const rows = await tx.sql<{ row: Record<string, unknown> }>(
      `select jsonb_build_object('event', d.message_type, 'sent_to', e.url, 'state', d.state, 'queued_at', d.queued_at, 'last_at', d.last_at) as row
       from webhook_delivery d join webhook_endpoint e on e.client_id = d.client_id and e.endpoint_id = d.endpoint_id
       where d.client_id = $1 and d.account_id = any($2::uuid[]) and d.attempts > 0 order by d.queued_at`,
      [tx.clientId, accountIds],
    );
    return rows.map(({ row }) => row);
  },
});
