import type { ApprovalsQuery } from './finance.graphql.ts';

/** A request for approval as the queue has it. */
export type Approval = ApprovalsQuery['listApprovals']['approvals'][number];
