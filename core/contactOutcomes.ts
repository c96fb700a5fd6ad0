/** How a contact with a debtor can end (specification 3, sections 3 and 5). The keys are kept; their words are texts of the interface. */

/** By what one spoke; `page` is the debtor's own page. */
export const COMMUNICATION_METHODS = ['phoneCall', 'sms', 'email', 'whatsapp', 'page'] as const;
export type CommunicationMethod = (typeof COMMUNICATION_METHODS)[number];

/** By what correspondence goes: what one spoke by, and what leaves by itself and takes no outcome, a letter and an automated call. */
export const CORRESPONDENCE_CHANNELS = [...COMMUNICATION_METHODS, 'letter', 'phone'] as const;

export const OUTCOME_DIRECTIONS = ['outbound', 'inbound'] as const;
export type OutcomeDirection = (typeof OUTCOME_DIRECTIONS)[number];

/** The fixed resolution values. A client may name others in its configuration; those are their own words. */
export const RESOLUTIONS = [
  'promiseToPay',
  'agreement',
  'callBack',
  'refusalToPay',
  'refusalToCommunicate',
  'debtorDidNotReceiveInvoice',
  'debtorDidNotReceiveAmount',
  'debtorDoesNotUseService',
  'chargeBack',
  'noAnswer',
  'couldNotReach',
  'messageLeftInVoiceMail',
  'messageLeftWithThirdPerson',
  'wrongContactInformation',
  'contactDoesNotExist',
  'other',
] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

export const DELINQUENCY_REASONS = [
  'notApplicable',
  'noPaymentCapacity',
  'unexpectedExpenses',
  'incomeReduction',
  'unemploymentWithSubsidy',
  'unemploymentWithoutSubsidy',
  'deceased',
  'fraud',
  'other',
] as const;
export type DelinquencyReason = (typeof DELINQUENCY_REASONS)[number];

/** A category with what it may end with; the chosen value is written `category:resolution`. */
export interface ContactOutcome {
  readonly category: string;
  readonly resolutions: readonly string[];
}

/** What a client chooses from that has configured nothing. The first one is what a form begins with. */
export const DEFAULT_CONTACT_OUTCOMES: readonly ContactOutcome[] = [
  {
    category: 'reached',
    resolutions: [
      'promiseToPay',
      'agreement',
      'callBack',
      'refusalToPay',
      'refusalToCommunicate',
      'debtorDidNotReceiveInvoice',
      'debtorDidNotReceiveAmount',
      'debtorDoesNotUseService',
      'chargeBack',
      'other',
    ],
  },
  { category: 'notReached', resolutions: ['noAnswer', 'couldNotReach', 'messageLeftInVoiceMail'] },
  { category: 'wrongPerson', resolutions: ['messageLeftWithThirdPerson', 'wrongContactInformation', 'contactDoesNotExist'] },
];

/** @returns what a client chooses from: its own outcomes, else the product's. */
export function outcomesOf(configured: readonly ContactOutcome[]): readonly ContactOutcome[] {
  return configured.length > 0 ? configured : DEFAULT_CONTACT_OUTCOMES;
}
