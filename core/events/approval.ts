/** Requests above what somebody may decide alone. */
import { defineEvents } from './define.ts';
import { amount, claimRefs, currency, id, text } from './fields.ts';

const APPROVAL = {
  approvalId: id,
  /** What is asked for: "writeOff", "refund", "settlement" and others of engine/ledger/approval.ts. */
  approvalKind: text,
  amount,
  currency,
  claimRefs,
  /** The member of staff. */
  requestedBy: id,
  /** Why it is asked for, or what the decider said. */
  note: text.nullable(),
};
const approval = {
  approvalId: '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e03',
  approvalKind: 'writeOff',
  amount: '250.00',
  currency: 'EUR',
  claimRefs: ['0007900770'],
  requestedBy: '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e04',
  note: 'The debtor is insolvent',
};

export const APPROVAL_EVENTS = defineEvents({
  approvalRequested: {
    audit: ['payments', 'create'],
    retention: 'accounting',
    fromDebtor: ['note'],
    description: 'Somebody asked for what is above their limit.',
    payload: APPROVAL,
    example: approval,
  },
  approvalGranted: {
    audit: ['payments', 'update'],
    retention: 'accounting',
    fromDebtor: ['note'],
    description: 'What was asked for was approved, and done.',
    payload: APPROVAL,
    example: approval,
  },
  approvalRejected: {
    audit: ['payments', 'update'],
    retention: 'accounting',
    fromDebtor: ['note'],
    description: 'What was asked for was rejected.',
    payload: APPROVAL,
    example: approval,
  },
  approvalWithdrawn: {
    audit: ['payments', 'delete'],
    retention: 'accounting',
    fromDebtor: ['note'],
    description: 'Whoever asked took the request back.',
    payload: APPROVAL,
    example: approval,
  },
});
