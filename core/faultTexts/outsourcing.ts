/** Giving claims to partners and getting them back. */
export const OUTSOURCING_FAULTS = {
  sharesNone: 'Name at least one partner',
  sharesTwice: 'Name each partner once',
  sharesSum: 'The percentages must be above zero and 100 together',
  outsourceNothing: 'Nothing was given away: no claim of the account is open, undisputed and still with you',
  claimWithPartner: 'The claim is with {{partner}}. Recall it first.',
  partnerOrAccount: 'Name a partner, an account or a claim',
  frequencyWrong: 'This is no frequency that comes round',
  daysPastDueRange: 'Name a number of days from 0 to 36,500',
  outsourcingConfigChanged: 'Somebody else has changed the schedule meanwhile',
  outsourcingConfigNotFound: 'This partner has no schedule',
} as const;
