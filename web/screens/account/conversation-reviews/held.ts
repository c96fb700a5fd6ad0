import type { ReviewSampleQuery } from './cms.graphql.ts';

/** A conversation that is to be reviewed. */
export type Held = ReviewSampleQuery['getReviewSample'][number];
