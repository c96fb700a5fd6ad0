/** What programs propose and people decide. */
export const PROPOSAL_FAULTS = {
  proposalNotFound: 'Proposal not found',
  proposalDecided: 'Somebody has already decided this proposal',
  proposalExpired: 'This proposal has expired: nobody decided it within seven days',
  proposalOutdated: 'This release can’t do what is proposed any more. Reject it, and do what is needed yourself.',
  proposalsMost: '{{number}} proposals are already waiting for a person. Ask somebody to decide them first.',
} as const;
