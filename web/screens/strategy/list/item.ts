import type { StrategyListQuery } from './strategy.graphql.ts';

/** A strategy of the list. */
export type Item = StrategyListQuery['listStrategyBlueprints']['results'][number];
