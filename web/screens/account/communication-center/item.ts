import type { CorrespondenceQuery } from './cms.graphql.ts';

/** A message or a call as the center lists it. */
export type Item = CorrespondenceQuery['searchCorrespondence']['results'][number];
