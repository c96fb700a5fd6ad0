import type { ClaimQuery } from './account.graphql.ts';

/** What the claim screen knows of a claim. */
export type Claim = ClaimQuery['getClaimData'];
