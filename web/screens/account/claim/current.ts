import type { CurrentStrategyQuery } from './strategy.graphql.ts';

/** A claim's run of a strategy: the living one, or the one that ended last. */
export type Current = NonNullable<CurrentStrategyQuery['getCurrentStrategy']>;

/** The states of a run that is not over. */
export const ALIVE: readonly string[] = ['active', 'waiting', 'paused'];
