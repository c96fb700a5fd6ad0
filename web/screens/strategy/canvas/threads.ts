/** Comments of a strategy by their steps: each that begins with its answers, and how many are open. */
import type { StepCommentFragment } from './strategy.graphql.ts';

export interface Thread {
  readonly first: StepCommentFragment;
  readonly answers: readonly StepCommentFragment[];
}

/** @param comments oldest first. @returns the threads in the order in which they began; answers to what isn't listed any more are left out. */
export function threadsOf(comments: readonly StepCommentFragment[]): readonly Thread[] {
  return comments
    .filter(({ replyTo }) => replyTo == null)
    .map((first) => ({ first, answers: comments.filter(({ replyTo }) => replyTo === first.commentId) }));
}

/** @returns how many open comments each step has. */
export function openByStep(comments: readonly StepCommentFragment[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { stepId, replyTo, resolvedAt } of comments)
    if (replyTo == null && resolvedAt == null) counts.set(stepId, (counts.get(stepId) ?? 0) + 1);
  return counts;
}
