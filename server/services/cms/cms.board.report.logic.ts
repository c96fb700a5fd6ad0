/** What the live board reads of messages: what waits, what left today, what failed. */
import type { FaultWords } from '../../../core/fault.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { type AgeBounds, countAges, type WaitingAges } from '../account/account.board.report.logic.ts';

/** @returns debtors' messages that nobody answered or resolved. */
export const waitingMessages = (tx: Tx, bounds: AgeBounds): Promise<WaitingAges> =>
  countAges(tx, `communication where client_id = $1 and direction = 'inbound' and handled_at is null`, 'created_at', bounds);

/** @returns messages that no account was found for. */
export const waitingUnmatched = (tx: Tx, bounds: AgeBounds): Promise<WaitingAges> =>
  countAges(tx, 'unmatched_message where client_id = $1 and settled_at is null', 'received_at', bounds);

/** Messages of one hour. */
export interface HourContacts {
  /** 0 to 23, in the zone. */
  readonly hour: number;
  readonly channel: string;
  readonly count: number;
}

/** @returns what left since, by hour in the zone and channel. */
export async function contactsByHour(tx: Tx, since: Instant, zone: string): Promise<HourContacts[]> {
  return tx.sql<HourContacts & Record<string, unknown>>(
    `select extract(hour from created_at at time zone $3)::int as hour, channel, count(*)::int as count from communication
     where client_id = $1 and direction = 'outbound' and created_at >= $2 group by 1, 2 order by 1, 2`,
    [tx.clientId, isoInstant(since), zone],
  );
}

/** Messages that do not arrive, of one channel. */
export interface FailingDeliveries {
  readonly channel: string;
  /**
   * paused: nothing is tried for now; blocked: no provider takes it; failed: it was given up; unknown: somebody has to review it, whenever it
   * was sent; bounced: it came back.
   */
  readonly status: 'paused' | 'blocked' | 'failed' | 'unknown' | 'bounced';
  /** Messages; of a pause the failures in a row that led to it. */
  readonly count: number;
  readonly providerName: string | null;
  readonly newest: Date;
  readonly reason: string | null;
  /** The reason apart from any language, where it was kept. */
  readonly errorKey: string | null;
  readonly errorValues: FaultWords['values'] | null;
}

/** @returns channels that are paused, messages that no provider takes or whose fate is unknown, and those since that failed or came back. */
export async function failingDeliveries(tx: Tx, since: Instant): Promise<FailingDeliveries[]> {
  return tx.sql<FailingDeliveries & Record<string, unknown>>(
    `select channel, 'paused' as status, failures as count, provider_name as "providerName", paused_at as newest, reason,
       reason_words ->> 'key' as "errorKey", reason_words -> 'values' as "errorValues" from delivery_health
       where client_id = $1 and paused_at is not null
     union all select channel, 'blocked', count(*)::int, null, max(blocked_since), null, null, null from outbox
       where client_id = $1 and status in ('queued', 'sending') and blocked_since is not null group by 1
     union all select channel, status, count(*)::int, provider_name, max(next_attempt_at), null, null, null from outbox
       where client_id = $1 and (status = 'unknown' or status = 'failed' and next_attempt_at >= $2) group by 1, 2, 4
     union all select channel, 'bounced', count(*)::int, provider_name, max(bounced_at), null, null, null from communication
       where client_id = $1 and direction = 'outbound' and created_at >= $2 and bounced_at is not null group by 1, 4
     order by 3 desc, 1`,
    [tx.clientId, isoInstant(since)],
  );
}
