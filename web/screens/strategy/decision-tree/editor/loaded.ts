import type { DecisionTreeQuery } from './decision.graphql.ts';

/** A tree as the server has it, in one version. */
export type Loaded = DecisionTreeQuery['getDecisionTree'];
