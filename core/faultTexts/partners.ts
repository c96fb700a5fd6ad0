/** Partners, and what is given to them. */
export const PARTNER_FAULTS = {
  partnerReach: 'This is not open to a partner’s people, or not about what is with their partner',
  partnerNotFound: 'Partner not found',
} as const;
