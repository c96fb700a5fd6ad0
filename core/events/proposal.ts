/** What programs propose and people decide. */
import { defineEvents } from './define.ts';
import { id, text } from './fields.ts';

const PROPOSAL = {
  proposalId: id,
  /** The endpoint’s name. */
  operation: text,
  /** The key of the program that proposed it. */
  keyId: id,
};
const proposal = {
  proposalId: '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e1a',
  operation: 'addNote',
  keyId: '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e0d',
};

export const PROPOSAL_EVENTS = defineEvents({
  changeProposed: {
    audit: ['proposals', 'create'],
    retention: 'notes',
    fromDebtor: ['reason'],
    description: 'An assistant proposed a change. Nothing is done before somebody confirms it.',
    payload: { ...PROPOSAL, reason: text },
    example: { ...proposal, reason: 'The debtor asked on the phone to be called after six' },
  },
  proposalConfirmed: {
    audit: ['proposals', 'update'],
    retention: 'notes',
    description: 'Somebody confirmed what an assistant had proposed, and it was done.',
    payload: PROPOSAL,
    example: proposal,
  },
  proposalRejected: {
    audit: ['proposals', 'update'],
    retention: 'notes',
    fromDebtor: ['note'],
    description: 'Somebody rejected what an assistant had proposed.',
    payload: { ...PROPOSAL, note: text.nullable() },
    example: { ...proposal, note: 'We have agreed on something else' },
  },
});
