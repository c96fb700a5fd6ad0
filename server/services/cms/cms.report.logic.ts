/** What became of messages. */
import { type CalendarDate, type Instant, isoInstant } from '../../../core/time.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { RESPONSES } from '../finance/facts/report.logic.ts';

export interface ContactFigures {
  readonly sent: number;
  readonly emails: number;
  /** Sent and not bounced. */
  readonly delivered: number;
  readonly opened: number;
  readonly clicked: number;
  readonly bounced: number;
  readonly accountsContacted: number;
  readonly accountsResponded: number;
}

/** Within so many days a payment or promise counts as an answer. */
export const RESPONSE_DAYS = 7;

/** @param from the first day, @param begins its first moment in the zone. @returns the messages sent since, and whom they moved. */
export async function contactFigures(tx: Tx, from: CalendarDate, begins: Instant, zone: string): Promise<ContactFigures> {
  const [row] = await tx.sql<ContactFigures & Record<string, unknown>>(
    `with sent as materialized (
       select account_id, (created_at at time zone $3)::date as day, channel, opened_at, clicked_at, bounced_at from communication
       where client_id = $1 and direction = 'outbound' and created_at >= $4),
     responded as (
       select count(distinct s.account_id) as accounts from sent s join ${RESPONSES} r on r.account_id = s.account_id and r.day between s.day and s.day + ${RESPONSE_DAYS})
     select coalesce(sum(sent), 0)::int as sent, coalesce(sum(emails), 0)::int as emails, coalesce(sum(sent - bounced), 0)::int as delivered,
       coalesce(sum(opened), 0)::int as opened, coalesce(sum(clicked), 0)::int as clicked, coalesce(sum(bounced), 0)::int as bounced,
       count(account_id)::int as "accountsContacted", (select accounts from responded)::int as "accountsResponded"
     from (select account_id, count(*) as sent, count(*) filter (where channel = 'email') as emails, count(opened_at) as opened, count(clicked_at) as clicked,
       count(bounced_at) as bounced from sent group by account_id) of_account`,
    [tx.clientId, from, zone, isoInstant(begins)],
  );
  if (!row) throw new Error('an aggregate has a row');
  return row;
}
