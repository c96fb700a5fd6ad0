/** Requests above what somebody may decide alone. */
import { defineEvents } from './define.ts';

export const APPROVAL_EVENTS = defineEvents({
  approvalRequested: { audit: ['payments', 'create'], retention: 'accounting' },
  approvalGranted: { audit: ['payments', 'update'], retention: 'accounting' },
  approvalRejected: { audit: ['payments', 'update'], retention: 'accounting' },
  approvalWithdrawn: { audit: ['payments', 'delete'], retention: 'accounting' },
});
