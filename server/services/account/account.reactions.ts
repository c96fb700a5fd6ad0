/** What an account remembers of events that other services append: when its debtors were last written to. */
import type { Uuid } from '../../../core/id.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import { onEvents } from '../../platform/events.ts';

onEvents(['communicationSent'], async (tx, events) => {
  const latest = new Map<Uuid, Instant>();
  for (const { accountId, emitTime } of events) if (accountId && emitTime > (latest.get(accountId) ?? 0)) latest.set(accountId, emitTime);
  await tx.sql(
    `update account a set latest_communication_date = greatest(a.latest_communication_date, sent.at)
     from unnest($2::uuid[], $3::timestamptz[]) as sent (account_id, at) where a.client_id = $1 and a.account_id = sent.account_id`,
    [tx.clientId, [...latest.keys()], [...latest.values()].map(isoInstant)],
  );
});
