/** What accounts learn from messages: addresses that do not work, people who want no more of them. */

import type { Uuid } from '../../../../core/id.ts';
import type { MessageChannel } from '../../../../core/messageChannels.ts';
import { isoInstant } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { IS_OURS } from '../ground/outsourced.logic.ts';
import { markReturned } from './returned.logic.ts';

export interface BadAddress {
  readonly accountId: Uuid;
  readonly channel: MessageChannel;
  /** As the message was addressed. */
  readonly value: string;
  readonly reason: string;
}

/** Marks addresses as bounced: no message goes there until somebody says otherwise. One that is marked or gone already changes nothing. */
export async function markBounced(tx: Tx, addresses: readonly BadAddress[]): Promise<void> {
  await markReturned(
    tx,
    addresses.filter(({ channel }) => channel === 'letter'),
  );
  const points = addresses.filter(({ channel }) => channel !== 'letter');
  if (points.length === 0) return;
  const changed = await tx.sql<{ account_id: Uuid; debtor_id: Uuid; kind: string; value: string; previous: string; reason: string }>(
    `with bad as (select * from unnest($3::uuid[], $4::text[], $5::text[], $6::text[]) as b (account_id, kind, value, reason)),
     hit as (
       select p.account_id, p.debtor_id, p.kind, p.normalized, p.state as previous, min(bad.reason) as reason from contact_point p
       join bad on bad.account_id = p.account_id and bad.kind = p.kind and (p.value = bad.value or p.normalized = lower(bad.value))
       where p.client_id = $1 and p.state <> 'bounced' group by 1, 2, 3, 4, 5)
     update contact_point p set state = 'bounced', updated_at = $2 from hit
     where p.client_id = $1 and p.account_id = hit.account_id and p.debtor_id = hit.debtor_id and p.kind = hit.kind and p.normalized = hit.normalized
     returning p.account_id, p.debtor_id, p.kind, p.value, hit.previous, hit.reason`,
    [
      tx.clientId,
      isoInstant(now()),
      points.map((each) => each.accountId),
      points.map((each) => (each.channel === 'email' ? 'email' : 'mobile')),
      points.map((each) => each.value),
      points.map((each) => each.reason),
    ],
  );
  await appendEvents(
    tx,
    changed.map(({ account_id, debtor_id, kind, value, previous, reason }) => ({
      messageType: 'contactStateChanged',
      accountId: account_id,
      payload: { debtorId: debtor_id, kind, value, from: previous, state: 'bounced', reason },
    })),
  );
}

/** Notes that the account wants no more messages of a channel. @returns false when that was known already. */
export async function optOut(tx: Tx, accountId: Uuid, channel: MessageChannel, source: string): Promise<boolean> {
  const changed = await tx.sql(
    `update account set opted_out = array_append(opted_out, $3), updated_at = $4, revision = revision + 1
     where client_id = $1 and account_id = $2 and not $3 = any(opted_out) returning account_id`,
    [tx.clientId, accountId, channel, isoInstant(now())],
  );
  if (changed.length === 0) return false;
  await appendEvents(tx, [{ messageType: 'contactConsentChanged', accountId, payload: { channel, optedOut: true, source } }]);
  return true;
}

/** @returns the claim a message about a whole account speaks of: its open claim that is due first and with no partner, else one that is, else its newest; by account. */
export async function claimsToSpeakOf(tx: Tx, accountIds: readonly Uuid[]): Promise<Map<Uuid, string>> {
  if (accountIds.length === 0) return new Map();
  const rows = await tx.sql<{ account_id: Uuid; external_claim_ref: string }>(
    `select distinct on (account_id) account_id, external_claim_ref from claim c where client_id = $1 and account_id = any($2::uuid[]) and status <> 'deleted'
     order by account_id, status = 'open' desc, ${IS_OURS} desc, coalesce(external_due_date, due_date), created_at desc, external_claim_ref`,
    [tx.clientId, accountIds],
  );
  return new Map(rows.map((row) => [row.account_id, row.external_claim_ref]));
}

/** Finds an account by its id, its reference or one of its claims' references. @returns null when there is none. */
export async function findAccount(
  tx: Tx,
  reference: string,
): Promise<{ accountId: Uuid; externalAccountRef: string; debtorName: string } | null> {
  const [row] = await tx.sql<{ account_id: Uuid; external_account_ref: string; debtor_name: string }>(
    `select account_id, external_account_ref, debtor_name from account
     where client_id = $1 and account_id = coalesce(
       (select account_id from account where client_id = $1 and external_account_ref = $2),
       (select account_id from claim where client_id = $1 and external_claim_ref = $2),
       (select account_id from account where client_id = $1 and account_id = $3::uuid))`,
    [tx.clientId, reference, /^[0-9a-f-]{36}$/i.test(reference) ? reference : null],
  );
  return row ? { accountId: row.account_id, externalAccountRef: row.external_account_ref, debtorName: row.debtor_name } : null;
}
