/** Which conversations a supervisor is shown for review (docs/decisions/reviews.md). */

/** Why a conversation was picked. The first that applies counts; `random` applies to every conversation. */
export const REVIEW_PICKS = ['brokenPromise', 'dispute', 'refusal', 'longSilence', 'random'] as const;
export type ReviewPick = (typeof REVIEW_PICKS)[number];

export interface Conversation {
  readonly id: string;
  /** Whose conversation it was. */
  readonly userId: string;
  /** Reasons besides chance why it deserves a look. */
  readonly reasons: readonly Exclude<ReviewPick, 'random'>[];
}

export interface Sampled<Each extends Conversation> {
  readonly conversation: Each;
  readonly pick: ReviewPick;
}

/** FNV-1a over UTF-16 units, mixed once more so that ids which differ only at their end are spread. @returns an unsigned 32-bit number */
function drawOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Draws a sample. The same conversations and seed give the same sample in any order, and a conversation's draw does not depend on the
 * others, so a page that is reloaded shows the same rows. At least half of a person's rows are random where there are enough: with targeted
 * picks alone everybody would be judged by their worst conversations.
 * @param seed client and day, e.g. `${clientId}:2026-11-23`
 * @param perPerson the most rows of one person
 * @returns person by person in order of their ids; each person's targeted picks first
 */
export function sampleConversations<Each extends Conversation>(
  conversations: readonly Each[],
  seed: string,
  perPerson: number,
): Sampled<Each>[] {
  const drawn = conversations
    .map((conversation) => ({ conversation, draw: drawOf(`${seed}:${conversation.id}`) }))
    .sort((a, b) => a.draw - b.draw || (a.conversation.id < b.conversation.id ? -1 : 1));
  const people = [...new Set(drawn.map(({ conversation }) => conversation.userId))].sort();
  return people.flatMap((userId) => {
    const own = drawn.map(({ conversation }) => conversation).filter((each) => each.userId === userId);
    const targeted = own.filter(({ reasons }) => reasons.length > 0).slice(0, Math.floor(perPerson / 2));
    const random = own.filter((each) => !targeted.includes(each)).slice(0, perPerson - targeted.length);
    return [
      ...targeted.map((conversation) => ({
        conversation,
        pick: REVIEW_PICKS.find((pick) => pick !== 'random' && conversation.reasons.includes(pick))!,
      })),
      ...random.map((conversation) => ({ conversation, pick: 'random' as const })),
    ];
  });
}
