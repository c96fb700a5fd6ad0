/** Which conversations of the staff with debtors are shown for review (docs/decisions/reviews.md). */
import { invalid } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { type Instant, isoInstant } from '../../../core/time.ts';
import { type Conversation, type Sampled, sampleConversations } from '../../../engine/work/reviewSample.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { stillAContact } from '../operations/operations.resolution.logic.ts';
import type { ReviewedChannel } from './cms.scoreCard.logic.ts';

/** Rows of one person in a sample. */
export const MOST_PER_PERSON = 20;
/** Conversations a sample is drawn from; of more, the latest count. */
const MOST_DRAWN_FROM = 5_000;

export interface StaffConversation extends Conversation {
  readonly channel: ReviewedChannel;
  readonly accountId: string;
  readonly at: Date;
}

/** Calls that were noted and messages that a person wrote; what a strategy sent is nobody's conversation. $1 client, $2 from, $3 to, $4 person. */
const CONVERSATIONS = `
  select r.resolution_id as id, r.user_id, r.account_id, 'call' as channel, r.created_at as at, r.resolution
  from published.communication_resolution r
  where r.client_id = $1 and r.created_at >= $2 and r.created_at < $3 and ($4::uuid is null or r.user_id = $4)
    and r.communication_method = 'phoneCall' and ${stillAContact('r')}
  union all
  select m.communication_id, m.user_id, m.account_id, 'message', m.created_at, null
  from communication m
  where m.client_id = $1 and m.created_at >= $2 and m.created_at < $3 and m.user_id is not null and ($4::uuid is null or m.user_id = $4)
    and m.direction = 'outbound'`;

/** $5 now, $6 the most. A promise belongs to a call when it was made within a day of it. */
const WITH_REASONS = `
  select c.id, c.user_id as "userId", c.account_id as "accountId", c.channel, c.at, array_remove(array[
    case when c.resolution = 'promiseToPay' and exists (select from published.promise_to_pay p where p.client_id = $1 and p.account_id = c.account_id
      and p.status = 'broken' and p.created_at between c.at - interval '1 day' and c.at + interval '1 day'
      and p.due_date <= (c.at + interval '14 days')::date) then 'brokenPromise' end,
    case when c.resolution in ('debtorDidNotReceiveInvoice', 'debtorDidNotReceiveAmount', 'debtorDoesNotUseService') then 'dispute' end,
    case when c.resolution in ('refusalToPay', 'refusalToCommunicate') then 'refusal' end,
    case when c.at < $5::timestamptz - interval '30 days'
      and not exists (select from communication l where l.client_id = $1 and l.account_id = c.account_id
        and l.created_at > c.at and l.created_at <= c.at + interval '30 days')
      and not exists (select from published.communication_resolution l where l.client_id = $1 and l.account_id = c.account_id
        and l.created_at > c.at and l.created_at <= c.at + interval '30 days') then 'longSilence' end], null) as reasons
  from (select * from (${CONVERSATIONS}) held
    where user_id is distinct from $7::uuid and not exists (select from conversation_review v where v.client_id = $1 and v.conversation_id = held.id)
    order by at desc, id limit $6) c`;

/**
 * Draws the conversations to review.
 * @param asked from (inclusive) and to (exclusive); userId: of one person only; perPerson: the most rows of one person, 1 to 20
 * @param day the client's day: one sample each day, however often it is asked for. @param reviewer whose own conversations are left out
 * @throws Fault INVALID_INPUT for perPerson
 */
export async function readReviewSample(
  tx: Tx,
  asked: { readonly from: Instant; readonly to: Instant; readonly userId?: string | null; readonly perPerson: number },
  day: string,
  reviewer: string | null = null,
): Promise<Sampled<StaffConversation>[]> {
  const { from, to, userId = null, perPerson } = asked;
  if (!Number.isInteger(perPerson) || perPerson < 1 || perPerson > MOST_PER_PERSON)
    throw invalid('perPerson', 'between', { least: 1, most: MOST_PER_PERSON });
  const values = [tx.clientId, isoInstant(from), isoInstant(to), userId, isoInstant(now()), MOST_DRAWN_FROM, reviewer];
  return sampleConversations(
    await tx.sql<StaffConversation & Record<string, unknown>>(WITH_REASONS, values),
    `${tx.clientId}:${day}`,
    perPerson,
  );
}

/** @returns one conversation of a member of staff, whenever it was; null when there is none. */
export async function findConversation(tx: Tx, conversationId: Uuid): Promise<Omit<StaffConversation, 'reasons'> | null> {
  const [row] = await tx.sql<Omit<StaffConversation, 'reasons'> & Record<string, unknown>>(
    `select r.resolution_id as id, r.user_id as "userId", r.account_id as "accountId", 'call' as channel, r.created_at as at
     from published.communication_resolution r where r.client_id = $1 and r.resolution_id = $2 and r.communication_method = 'phoneCall' and ${stillAContact('r')}
     union all
     select m.communication_id, m.user_id, m.account_id, 'message', m.created_at from communication m
     where m.client_id = $1 and m.communication_id = $2 and m.user_id is not null and m.direction = 'outbound'`,
    [tx.clientId, conversationId],
  );
  return row ?? null;
}
