/** Partners, and what is given to them. */
export const PARTNER_FAULTS = {
  partnerNotFound: 'Partner not found',
} as const;
