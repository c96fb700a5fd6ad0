/** What the gate must know before anybody is contacted, for a whole batch of claims. */
import type { Uuid } from '../../../../core/id.ts';
import { type CalendarDate, DAY, type Instant, isoInstant } from '../../../../core/time.ts';
import { gateRulesFor } from '../../../../engine/gate/defaults.ts';
import type { Channel, Contact, GateFacts } from '../../../../engine/gate/types.ts';
import { now } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { readClient } from '../../backoffice/backoffice.logic.ts';
import { type KnownContactSetting, readContactSetting } from '../../operations/operations.logic.ts';
import { NOTED_CALLS } from '../../operations/operations.resolution.logic.ts';
import type { ClaimRef } from '../ground/facts.logic.ts';
import { ASKS_FOR_HELP } from '../ground/help.ts';
import { PARTNER_OF } from '../ground/outsourced.logic.ts';
import { addressUsable } from '../ground/postal.ts';

interface Row {
  external_claim_ref: string;
  account_id: Uuid;
  status: string;
  disputed: boolean;
  partner: string | null;
  promised_until: CalendarDate | null;
  help_asked: Instant | null;
  timezone: string | null;
  ceased: boolean;
  opted_out: Channel[];
  deceased: boolean | null;
  postal: boolean | null;
  email: boolean | null;
  mobile: boolean | null;
  phone: boolean | null;
}

const address = (usable: boolean | null) => (usable === null ? 'missing' : usable ? 'valid' : 'wrong');

/**
 * Loads what the gate asks: the claim, the account's wishes, the main debtor's addresses, and the contacts of the last 7 days over all
 * claims of the account.
 * @param counting 'queued' (the default) counts messages that wait in the outbox as contacts: whoever decides to send one more wants that.
 *   'leaving' counts what has left and what is on its way, for the last look right before a queued message is sent.
 * @param known the client's setting, when the caller has read it already: two statements fewer.
 * @param besides messages that do not count: those that are asked about, when they may be on their way already.
 * @returns by claim reference; a claim that does not exist is absent.
 */
export async function loadGateFacts(
  tx: Tx,
  refs: readonly ClaimRef[],
  counting: 'queued' | 'leaving' = 'queued',
  known?: KnownContactSetting,
  besides: readonly Uuid[] = [],
): Promise<Map<string, GateFacts>> {
  if (refs.length === 0) return new Map();
  const client = known ?? (await readClient(tx));
  const rules = known ? { ...gateRulesFor(known.countryCode), ...known.gateRules } : (await readContactSetting(tx)).gateRules;
  const rows = await tx.sql<Row>(
    `select c.external_claim_ref, c.account_id, c.status, c.disputed_at is not null as disputed, c.promised_until,
       case when a.outsourced_claims_count > 0 then ${PARTNER_OF} end as partner,
       (select (extract(epoch from min(t.created_at)) * 1000)::float8 from case_task t
        where t.client_id = $1 and t.account_id = c.account_id and t.sender_id = 'debtor' and ${ASKS_FOR_HELP} and t.status <> 'resolved') as help_asked,
       a.timezone, a.cease_requested_at is not null as ceased, a.opted_out, d.deceased, d.postal, p.email, p.mobile, p.phone
     from claim c
     join account a on a.client_id = $1 and a.account_id = c.account_id
     left join lateral (
       select debtor_id, deceased, ${addressUsable('debtor')} as postal
       from debtor where client_id = $1 and account_id = c.account_id order by position, debtor_id limit 1) d on true
     left join lateral (
       select bool_or(usable) filter (where kind = 'email') as email, bool_or(usable) filter (where kind = 'mobile') as mobile,
         bool_or(usable) filter (where kind <> 'email') as phone
       from (select kind, state not in ('wrong', 'bounced') as usable from contact_point
             where client_id = $1 and account_id = c.account_id and debtor_id = d.debtor_id) point) p on true
     where c.client_id = $1 and c.external_claim_ref = any($2::text[])`,
    [tx.clientId, refs.map((ref) => ref.externalClaimRef)],
  );
  const contacts = await loadContacts(tx, [...new Set(rows.map((row) => row.account_id))], counting, besides);
  const none: GateFacts['contacts'] = [];
  return new Map(
    rows.map((row): [string, GateFacts] => [
      row.external_claim_ref,
      {
        zone: row.timezone ?? client.timezone,
        holidayRegion: client.countryCode,
        optedOut: row.opted_out,
        ceaseRequested: row.ceased,
        deceased: row.deceased ?? false,
        contact: {
          email: address(row.email),
          sms: address(row.mobile),
          whatsapp: address(row.mobile),
          phone: address(row.phone),
          letter: address(row.postal),
        },
        claimResolved: row.status !== 'open',
        claimDisputed: row.disputed,
        outsourcedTo: row.partner,
        helpAskedAt: row.help_asked,
        activePromise: row.promised_until !== null,
        promiseDueDate: row.promised_until,
        contacts: contacts.get(row.account_id) ?? none,
        rules,
      },
    ]),
  );
}

/** Every message that left or is about to, for which the outbox is the only way out, and every call that was noted. Newest first. */
async function loadContacts(tx: Tx, accountIds: Uuid[], counting: 'queued' | 'leaving', besides: readonly Uuid[]) {
  const since = (now() - 7 * DAY) as Instant;
  const rows = await tx.sql<{ account_id: Uuid; channel: Channel; moment: Instant; bundle: string | null; purpose: Contact['purpose'] }>(
    `select account_id, channel, (extract(epoch from at) * 1000)::float8 as moment, bundle, purpose from (
       select account_id, channel, coalesce(sent_at, next_attempt_at) as at, request ->> 'bundleName' as bundle, request ->> 'purpose' as purpose from outbox
       where client_id = $1 and account_id = any($2::uuid[]) and status = any($4::text[]) and coalesce(sent_at, next_attempt_at) > $3
         and outbox_id <> all($5::uuid[])
       union all ${NOTED_CALLS}) contacts
     order by at desc`,
    [
      tx.clientId,
      accountIds,
      isoInstant(since),
      ['sent', 'delivered', 'bounced', 'unknown', 'sending', ...(counting === 'queued' ? ['queued'] : [])],
      besides,
    ],
  );
  const byAccount = new Map<Uuid, Contact[]>();
  for (const { account_id, channel, moment, bundle, purpose } of rows) {
    const contact = { channel, at: moment, bundleName: bundle, purpose };
    const known = byAccount.get(account_id);
    if (known) known.push(contact);
    else byAccount.set(account_id, [contact]);
  }
  return byAccount;
}
