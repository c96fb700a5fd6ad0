/** What code of a strategy may read, by name, for an editor. */
import type { Facts } from './types.ts';

type Fields<Name extends keyof Facts> = readonly (keyof NonNullable<Facts[Name]> & string)[];
/** What the names have, for an editor's suggestions. Metadata, scores and the run's own values are the client's. */
export const CODE_FIELDS: {
  readonly [Name in 'claim' | 'account' | 'debtor' | 'product' | 'money' | 'communications']: Fields<Name>;
} & { readonly now: readonly string[] } = {
  claim: [
    ...([
      'externalClaimRef',
      'type',
      'status',
      'currency',
      'amount',
      'balance',
      'totalFees',
      'dueDate',
      'externalDueDate',
      'createdAt',
    ] as const),
    ...(['segment', 'portfolioRef', 'paymentReference', 'meta', 'scores'] as const),
  ],
  account: [
    ...(['accountId', 'externalAccountRef', 'currency', 'locale', 'balance', 'activeClaims', 'oldestClaimRef'] as const),
    ...(['assigneeUserId', 'segment', 'meta', 'scores'] as const),
  ],
  debtor: [
    ...(['externalDebtorRef', 'type', 'firstName', 'lastName', 'companyName', 'title', 'gender', 'birthday'] as const),
    ...(['postalCode', 'city', 'country', 'email', 'mobileNumber'] as const),
  ],
  product: ['productReference', 'name', 'code', 'type', 'meta'],
  money: ['lastSettledPayment', 'lastCanceledPayment', 'lastProcessingPayment', 'lastDisputed', 'promiseDueDate', 'activePaymentMandates'],
  communications: ['lastEmailOpened', 'lastCommunication', 'lastByChannel'],
  now: ['iso', 'date', 'hour', 'minute', 'weekday', 'isHoliday'],
};
