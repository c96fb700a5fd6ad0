import type { ScheduleBulkActionMutationVariables } from './account.graphql.ts';

/** Which accounts or claims an action goes over, as scheduleBulkAction takes it. */
export type Target = Pick<ScheduleBulkActionMutationVariables, 'accountIds' | 'filter' | 'externalClaimRefs' | 'claimFilter'>;
