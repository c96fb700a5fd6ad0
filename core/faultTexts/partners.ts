/** Partners, what was agreed with them, and what they are owed. */
export const PARTNER_FAULTS = {
  partnerNotFound: 'Partner not found',
  partnerNone: 'No partner to update',
  partnerNoData: 'No data sent to update',
  partnerChanged: 'Someone else changed “{{name}}”. Your changes weren’t saved.',
  partnerNameTaken: 'There is already a partner “{{name}}”',
  partnerHasClaims: '“{{name}}” still has claims ({{number}}). Recall them first.',
  partnerAllocated: '“{{name}}” is part of the allocation rule “{{rule}}”',
  partnerUnknown: 'There is no partner “{{name}}”',
  allocationNotFound: 'Allocation rule not found',
  allocationChanged: 'Someone else changed the allocation rule “{{name}}”. Your changes weren’t saved.',
  allocationNameTaken: 'There is already an allocation rule “{{name}}”',
  allocationEmpty: 'Add at least one partner',
  allocationTwice: 'Name each partner once',
  allocationShare: 'Enter a share from 0.01 to 100 percent',
  allocationSum: 'The shares must add up to 100 percent. They add up to {{sum}}.',
} as const;
