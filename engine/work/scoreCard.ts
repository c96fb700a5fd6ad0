/** How a reviewed conversation scores on its card (docs/decisions/reviews.md). */

export const REVIEW_ANSWERS = ['yes', 'partly', 'no', 'notApplicable'] as const;
export type ReviewAnswer = (typeof REVIEW_ANSWERS)[number];

export const LEAST_WEIGHT = 1;
export const MOST_WEIGHT = 5;

export interface Criterion {
  readonly id: string;
  /** A whole number from LEAST_WEIGHT to MOST_WEIGHT. */
  readonly weight: number;
  /** A no fails the whole card. */
  readonly isCritical: boolean;
}

export interface CardScore {
  /** 0 to 100, whole; null when no criterion applied. */
  readonly score: number | null;
  /** The critical criteria answered with no, in the order of the card. Any of them makes the score 0. */
  readonly failed: readonly string[];
}

const SHARE: Record<Exclude<ReviewAnswer, 'notApplicable'>, number> = { yes: 1, partly: 0.5, no: 0 };

/** @returns the criteria without an answer, in the order of the card; a card scores only once there are none. */
export const unanswered = (card: readonly Criterion[], answers: ReadonlyMap<string, ReviewAnswer>): string[] =>
  card.filter(({ id }) => !answers.has(id)).map(({ id }) => id);

/**
 * Scores a card by weight. What does not apply counts neither way, so a short call is not marked down for what it never came to.
 * @param answers by criterion; answers to criteria that are not on the card are ignored.
 * @throws RangeError for a criterion without an answer
 */
export function scoreCard(card: readonly Criterion[], answers: ReadonlyMap<string, ReviewAnswer>): CardScore {
  const failed: string[] = [];
  let reached = 0;
  let reachable = 0;
  for (const { id, weight, isCritical } of card) {
    const answer = answers.get(id);
    if (!answer) throw new RangeError(`criterion ${id} has no answer`);
    if (answer === 'notApplicable') continue;
    reachable += weight;
    reached += weight * SHARE[answer];
    if (isCritical && answer === 'no') failed.push(id);
  }
  if (failed.length > 0) return { score: 0, failed };
  return { score: reachable === 0 ? null : Math.round((100 * reached) / reachable), failed };
}
