/** The fields of a rule that narrow its event, and which kinds of events have them. */

/** In the order in which they are compared and shown. */
export const RULE_FIELDS = [
  'triggerName',
  'daysBeforeDueDate',
  'providerName',
  'paymentMethod',
  'cancellationReason',
  'contactOutcome',
] as const;
export type RuleField = (typeof RULE_FIELDS)[number];

/** Where an event says what a field is compared with: the names in its payload, of which it has one. */
export const SAID_IN: Readonly<Record<Exclude<RuleField, 'contactOutcome'>, readonly string[]>> = {
  triggerName: ['trigger'],
  daysBeforeDueDate: ['daysBefore'],
  providerName: ['providerName'],
  paymentMethod: ['paymentMethod', 'method'],
  cancellationReason: ['reason'],
};

/** The kinds that a job tells of, days before a date. */
export const DUE_EVENTS = ['instalmentDue', 'promiseDue', 'debitDue'] as const;
export type DueEvent = (typeof DUE_EVENTS)[number];
export const isDueEvent = (messageType: string): messageType is DueEvent => DUE_EVENTS.some((each) => each === messageType);

const PAYMENTS = ['paymentProcessing', 'paymentSettled', 'paymentDeclined', 'paymentCanceled', 'paymentChargedBack', 'paymentReinstated'];
const MANDATES = ['mandateCreated', 'mandateEnabled', 'mandateDisabled', 'mandateDeleted'];

/** A browser loads no declarations of events, so the kinds are listed; a test compares the list with the declarations. */
const KINDS_WITH: Readonly<Record<RuleField, readonly string[]>> = {
  triggerName: ['customTriggerFired'],
  daysBeforeDueDate: DUE_EVENTS,
  providerName: [
    ...PAYMENTS,
    ...MANDATES,
    'paymentRefundFailed',
    'paymentDiffers',
    'communicationSent',
    'communicationFailed',
    'communicationUnknown',
  ],
  paymentMethod: [...PAYMENTS, ...MANDATES, 'promiseToPayCreated', 'promiseToPayKept', 'promiseToPayBroken', 'promiseToPayInvalidated'],
  cancellationReason: [
    'paymentDeclined',
    'paymentCanceled',
    'paymentChargedBack',
    'paymentRefunded',
    'paymentRefundFailed',
    'promiseToPayInvalidated',
    'instalmentsPlanCanceled',
    'settlementWithdrawn',
    'mandateDisabled',
    'directDebitMoved',
    'directDebitReturned',
    'directDebitCanceled',
    'communicationFailed',
    'communicationBounced',
    'claimDisputed',
  ],
  contactOutcome: ['communicationResolved'],
};

/** @returns the fields that events of a kind can be narrowed by. */
export function fieldsOf(messageType: string): RuleField[] {
  return RULE_FIELDS.filter((field) => KINDS_WITH[field].includes(messageType));
}
