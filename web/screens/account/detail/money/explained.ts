import type { ExplainBalanceQuery } from './finance.graphql.ts';

/** A balance as of a day, with everything it is made of. */
export type Explained = ExplainBalanceQuery['explainBalance'];
