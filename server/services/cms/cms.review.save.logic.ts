/** Reviews of conversations: saved with the card as it was asked, and added up by person (docs/decisions/reviews.md). */
import { and, desc, eq, gte } from 'drizzle-orm';
import { collectFaults } from '../../../core/collectFaults.ts';
import { fault, invalid, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { toLocale } from '../../../core/locale.ts';
import { DAY, type Instant, instant } from '../../../core/time.ts';
import { localDate } from '../../../core/zone.ts';
import { REVIEW_ANSWERS, type ReviewAnswer, scoreCard, unanswered } from '../../../engine/work/scoreCard.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { nameAccounts } from '../account/account.report.logic.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { findConversation, readReviewSample } from './cms.review.logic.ts';
import { defaultScoreCard, type ReviewedChannel } from './cms.scoreCard.logic.ts';
import { conversationReview } from './cms.tables.ts';

const MOST_COMMENT = 2_000;
const MOST_REVIEWS = 200;

type Row = typeof conversationReview.$inferSelect;
interface Kept {
  readonly criterion: string;
  readonly name: string;
  readonly answer: ReviewAnswer;
}

/** @returns the client's card for a channel. @param locale of whoever reads it; null: the client's. @throws Fault INVALID_INPUT */
export async function readScoreCard(tx: Tx, channelName: string, locale: string | null = null) {
  const channel = (['call', 'message'] as const).find((each) => each === channelName);
  if (!channel) throw invalid('channel', 'oneOf', { choices: 'call, message' });
  return defaultScoreCard(channel, toLocale(locale ?? (await readClient(tx)).defaultLocale));
}

/** @returns what is to be reviewed by this person: nothing of their own, nothing that was reviewed. @throws Fault INVALID_INPUT (days, perPerson) */
export async function listToReview(tx: Tx, reviewer: Uuid, asked: { days: number; userId: string | null; perPerson: number }) {
  const { days, userId, perPerson } = asked;
  if (!Number.isInteger(days) || days < 1 || days > 90) throw invalid('days', 'between', { least: 1, most: 90 });
  if (userId !== null && !isUuid(userId)) throw notFound('userNotFound');
  const to = now();
  const today = localDate(to, (await readClient(tx)).timezone);
  const sample = await readReviewSample(tx, { from: instant(to - days * DAY), to: instant(to + 1), userId, perPerson }, today, reviewer);
  const names = await nameAccounts(
    tx,
    sample.map(({ conversation }) => conversation.accountId),
  );
  return sample.map(({ conversation: { id, channel, accountId, userId: whose, at }, pick }) => ({
    id,
    channel,
    accountId,
    userId: whose,
    at: instant(at),
    pick,
    ...named(names, accountId),
  }));
}

const named = (names: Awaited<ReturnType<typeof nameAccounts>>, accountId: string) => ({
  externalAccountRef: names.get(accountId)?.externalAccountRef ?? '',
  debtorName: names.get(accountId)?.debtorFullName ?? '',
});

/**
 * Saves a review, or changes one. @param revision what the screen had; 0: a new one.
 * @throws Fault NOT_FOUND, FORBIDDEN for one's own conversation, INVALID_INPUT (answers, comment), CONFLICT when somebody saved meanwhile
 */
export async function saveReview(
  tx: Tx,
  reviewer: Uuid,
  conversationId: string,
  given: readonly { readonly criterion: string; readonly answer: string }[],
  comment: string,
  revision: number,
) {
  const conversation = isUuid(conversationId) ? await findConversation(tx, conversationId) : null;
  if (!conversation) throw notFound('conversationNotFound');
  if (conversation.userId === reviewer) throw fault('CONFLICT', 'reviewOwn');
  const card = await readScoreCard(tx, conversation.channel);
  const answers = collectFaults((check) => {
    const answered = check(() => answersOf(card, given))!;
    check(() => {
      if (comment.length > MOST_COMMENT) throw invalid('comment', 'atMostCharacters', { number: MOST_COMMENT.toLocaleString('en') });
    });
    return answered;
  });
  const { score, failed } = scoreCard(card, answers);
  const kept: Kept[] = card.map(({ id, name }) => ({ criterion: id, name, answer: answers.get(id)! }));
  const value = {
    answers: kept.map((each) => ({ ...each })),
    score,
    failed: card.filter(({ id }) => failed.includes(id)).map(({ name }) => name),
    comment: comment.trim(),
    reviewedBy: reviewer,
    reviewedAt: now(),
  };
  const [row] =
    revision === 0
      ? await tx.db
          .insert(conversationReview)
          .values({
            clientId: tx.clientId,
            conversationId: conversation.id,
            accountId: conversation.accountId,
            channel: conversation.channel,
            userId: conversation.userId,
            heldAt: instant(conversation.at),
            ...value,
          })
          .onConflictDoNothing()
          .returning()
      : await tx.db
          .update(conversationReview)
          .set({ ...value, revision: revision + 1 })
          .where(
            and(
              eq(conversationReview.clientId, tx.clientId),
              eq(conversationReview.conversationId, conversation.id),
              eq(conversationReview.revision, revision),
            ),
          )
          .returning();
  if (!row) throw fault('CONFLICT', 'reviewChanged', {}, 'revision');
  // Without the account: how a colleague did is not for everybody who sees its timeline.
  const { channel, userId } = conversation;
  await appendEvents(tx, [{ messageType: 'conversationReviewed', payload: { conversationId: conversation.id, channel, userId, score } }]);
  return present(row, await nameAccounts(tx, [row.accountId]));
}

/** @throws Fault INVALID_INPUT (answers) */
function answersOf(
  card: Awaited<ReturnType<typeof readScoreCard>>,
  given: readonly { readonly criterion: string; readonly answer: string }[],
): Map<string, ReviewAnswer> {
  const answers = new Map<string, ReviewAnswer>();
  for (const { criterion, answer } of given) {
    const known = REVIEW_ANSWERS.find((each) => each === answer);
    if (!known) throw invalid('answers', 'oneOf', { choices: REVIEW_ANSWERS.join(', ') });
    answers.set(criterion, known);
  }
  if (unanswered(card, answers).length > 0) throw invalid('answers', 'reviewUnanswered');
  return answers;
}

/** @returns reviews of the last days, the newest first, and each person's. @throws Fault INVALID_INPUT (days) */
export async function listReviews(tx: Tx, days: number, userId: string | null) {
  if (!Number.isInteger(days) || days < 1 || days > 366) throw invalid('days', 'between', { least: 1, most: 366 });
  const since = instant(now() - days * DAY);
  const rows = await tx.db
    .select()
    .from(conversationReview)
    .where(
      and(
        eq(conversationReview.clientId, tx.clientId),
        gte(conversationReview.reviewedAt, since),
        ...(userId !== null ? [eq(conversationReview.userId, isUuid(userId) ? userId : tx.clientId)] : []),
      ),
    )
    .orderBy(desc(conversationReview.reviewedAt), desc(conversationReview.conversationId));
  const shown = rows.slice(0, MOST_REVIEWS);
  const names = await nameAccounts(
    tx,
    shown.map((row) => row.accountId),
  );
  return { people: byPerson(rows), reviews: shown.map((row) => present(row, names)) };
}

/** The lowest mean first: who needs a talk. */
function byPerson(rows: readonly Row[]) {
  const people = [...new Set(rows.map((row) => row.userId))].map((userId) => {
    const own = rows.filter((row) => row.userId === userId);
    const scores = own.flatMap(({ score }) => (score === null ? [] : [score]));
    return {
      userId,
      reviews: own.length,
      mean: scores.length === 0 ? null : Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length),
      failed: own.filter(({ failed }) => failed.length > 0).length,
    };
  });
  return people.sort((one, other) => (one.mean ?? 101) - (other.mean ?? 101) || (one.userId < other.userId ? -1 : 1));
}

function present({ heldAt, answers, ...row }: Row, names: Awaited<ReturnType<typeof nameAccounts>>) {
  return {
    ...row,
    channel: row.channel as ReviewedChannel,
    at: heldAt as Instant,
    answers: (answers as unknown as Kept[]).map((each) => ({ ...each })),
    ...named(names, row.accountId),
  };
}
