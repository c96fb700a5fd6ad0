/** Which accounts a collector might work next: a few hundred from every reason to work one, scored by engine/work/priority.ts. */
import type { Uuid } from '../../../../core/id.ts';
import { type CalendarDate, type Instant, instant, isoInstant } from '../../../../core/time.ts';
import { gate } from '../../../../engine/gate/gate.ts';
import type { Channel, GateDecision } from '../../../../engine/gate/types.ts';
import { byPriority, priorityOf, type WorkFacts, type WorkPriority } from '../../../../engine/work/priority.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { listPromisesToChase } from '../../finance/facts/work.logic.ts';
import { loadGateFacts } from '../contact/gate.logic.ts';
import { IS_OUT } from '../ground/outsourced.logic.ts';

/** Accounts that one reason brings at most: whoever is not among them is less urgent than all of them. */
const POOL = 150;
/** How many are asked of the gate at once, the best first: where people may be contacted at all, the first few answer; else many are asked at once. */
const FIRST_BATCH = 12;
const BATCH = 80;
/** How the debtor may be reached now: a collector calls, and who waits for an answer can be given it in writing. A letter is written by others. */
const channelsOf = ({ asked }: Reached): readonly Channel[] => (asked ? ['phone', 'sms', 'email'] : ['phone']);

/** What the gate is asked about: an account by one of its open claims. */
interface Reached {
  readonly accountId: Uuid;
  /** Null: nothing is open, so nobody is called. */
  readonly externalClaimRef: string | null;
  /** The debtor waits for an answer. */
  readonly asked: boolean;
}

export interface Candidate extends Reached {
  readonly facts: WorkFacts;
  readonly priority: WorkPriority;
}

interface Row {
  readonly account_id: Uuid;
  readonly own: boolean;
  readonly currency: string;
  readonly total_amount: bigint;
  readonly oldest_due_date: CalendarDate | null;
  readonly latest_communication_date: Date | null;
  readonly message_since: Date | null;
  readonly external_claim_ref: string;
}

/**
 * A condition on `account a`: it has something open that is with no partner, is nobody else's, and nobody has it now, had it since the day began, or put it off.
 * $2 is the collector, $3 now, $4 the beginning of the client's day.
 */
const FREE = `a.active_claims_count > a.outsourced_claims_count and a.total_amount > 0 and a.cease_requested_at is null and (a.assignee_user_id is null or a.assignee_user_id = $2)
  and not exists (select from work_item w where w.client_id = a.client_id and w.account_id = a.account_id
    and (w.status = 'held' and w.held_until > $3 or w.status in ('done', 'skipped') and (w.finished_at >= $4 or w.not_before > $3)))`;

/** @param dayStart the beginning of the client's day. @returns everything that is worth working now, the best first; whether it may be contacted is not asked yet. */
export async function listCandidates(tx: Tx, userId: Uuid, today: CalendarDate, dayStart: Instant, now: Instant): Promise<Candidate[]> {
  const promises = await listPromisesToChase(tx, today, POOL);
  const rows = await tx.sql<Row & Record<string, unknown>>(
    `with waiting as (
       select account_id, min(created_at) as since from (select account_id, created_at from communication
         where client_id = $1 and direction = 'inbound' and handled_at is null order by created_at limit $6) m group by account_id),
     pool as (
       select account_id from waiting
       union select unnest($5::uuid[])
       union (select a.account_id from account a where a.client_id = $1 and a.assignee_user_id = $2 and ${FREE} order by a.total_amount desc limit $6)
       union (select a.account_id from account a where a.client_id = $1 and a.promised_until is null and ${FREE} order by a.total_amount desc limit $6)
       union (select a.account_id from account a where a.client_id = $1 and a.promised_until is null and ${FREE} order by a.oldest_due_date limit $6))
     select a.account_id, a.assignee_user_id is not null as own, a.currency, a.total_amount, a.oldest_due_date, a.latest_communication_date,
       waiting.since as message_since, c.external_claim_ref
     from pool join account a on a.client_id = $1 and a.account_id = pool.account_id
     join lateral (select external_claim_ref from claim c where c.client_id = $1 and c.account_id = a.account_id and c.status = 'open'
       order by ${IS_OUT}, c.due_date nulls last, c.external_claim_ref limit 1) c on true
     left join waiting on waiting.account_id = a.account_id
     where ${FREE}`,
    [tx.clientId, userId, isoInstant(now), isoInstant(dayStart), promises.map((promise) => promise.accountId), POOL],
  );
  const promiseOf = (accountId: Uuid, status: 'broken' | 'active') =>
    promises.find((promise) => promise.accountId === accountId && promise.status === status) ?? null;
  const candidates = rows.map((row): Candidate => {
    const facts: WorkFacts = {
      accountId: row.account_id,
      own: row.own,
      currency: row.currency,
      totalAmount: row.total_amount,
      oldestDueDate: row.oldest_due_date,
      broken: promiseOf(row.account_id, 'broken'),
      dueToday: promiseOf(row.account_id, 'active'),
      messageSince: row.message_since ? instant(row.message_since) : null,
      lastContactAt: row.latest_communication_date ? instant(row.latest_communication_date) : null,
    };
    return {
      accountId: row.account_id,
      // The open one of ours that is due longest speaks for the account.
      externalClaimRef: row.external_claim_ref,
      asked: row.message_since !== null,
      facts,
      priority: priorityOf(facts, today, now),
    };
  });
  return byPriority(candidates);
}

/** @returns what the gate is asked about one account. */
export async function readReached(tx: Tx, accountId: Uuid): Promise<Reached> {
  const [row] = await tx.sql<{ externalClaimRef: string | null; asked: boolean }>(
    `select (select external_claim_ref from claim c where c.client_id = $1 and c.account_id = $2 and c.status = 'open'
         order by ${IS_OUT}, c.due_date nulls last, c.external_claim_ref limit 1) as "externalClaimRef",
       exists (select from communication m where m.client_id = $1 and m.account_id = $2 and m.direction = 'inbound' and m.handled_at is null) as asked`,
    [tx.clientId, accountId],
  );
  return { accountId, externalClaimRef: row?.externalClaimRef ?? null, asked: row?.asked ?? false };
}

/** What the gate says: those that may be called, or answered where somebody waits, and when the first of the others may be. */
export interface Contactable<Item> {
  readonly allowed: readonly Item[];
  readonly blocked: readonly Item[];
  /** Null when none of them ever may, as far as is known now. */
  readonly earliest: Instant | null;
}

/** Asks the gate in batches, the first ones first. @param enough stops once so many may be contacted. */
export async function contactable<Item extends Reached>(
  tx: Tx,
  items: readonly Item[],
  now: Instant,
  enough: number,
): Promise<Contactable<Item>> {
  const allowed: Item[] = [];
  const blocked: Item[] = [];
  let earliest: Instant | null = null;
  for (let from = 0; from < items.length && allowed.length < enough; ) {
    const batch = items.slice(from, from + (from === 0 ? FIRST_BATCH : BATCH));
    from += batch.length;
    const facts = await loadGateFacts(
      tx,
      batch.flatMap(({ accountId, externalClaimRef }) => (externalClaimRef === null ? [] : [{ accountId, externalClaimRef }])),
    );
    for (const item of batch) {
      const known = item.externalClaimRef === null ? undefined : facts.get(item.externalClaimRef);
      const objections: GateDecision[] = [];
      // The first channel that may be used is enough.
      const may =
        known !== undefined &&
        channelsOf(item).some((channel) => {
          const decision = gate(known, channel, now);
          objections.push(decision);
          return decision.answer === 'allow';
        });
      if (may) {
        allowed.push(item);
        continue;
      }
      blocked.push(item);
      for (const decision of objections)
        if (decision.answer === 'defer' && (earliest === null || decision.until < earliest)) earliest = decision.until;
    }
  }
  return { allowed, blocked, earliest };
}
