import { ACCOUNT_ID, CLAIM_REF, SOME_ID } from '../../../core/apiExamples.ts';
import { defineEndpoint } from '../endpoint.ts';
import { BALANCE, BOOKING, PAYMENT, PLAN, PROMISE } from '../shapes.ts';

const service = 'finance';
const accountId = ACCOUNT_ID;

export const money = [
  defineEndpoint({
    service,
    noun: 'payments',
    name: 'explainBalance',
    method: 'GET',
    path: '/accounts/{accountId}/balance',
    scope: 'payments:read',
    summary: 'Explain a balance',
    description:
      'Of an account, or of one claim with `externalClaimRef`: what it is made of, every booking with the balance after it, what payments were put on and by which rule, interest that runs, agreements. `asOf`: a day; `by`: valueDate (as it took effect) or bookedAt (as it was known). At most 2,000 bookings, the newest; `skip` leaves so many of these out.',
    document: `query ($clientId: ID!, $accountId: ID!, $externalClaimRef: String, $asOf: Date, $by: String, $skip: Int) {
      explainBalance(clientId: $clientId, accountId: $accountId, externalClaimRef: $externalClaimRef, asOf: $asOf, by: $by, skip: $skip) {
        ...BalanceExplanation
      }
    } ${BALANCE}`,
    example: { accountId, externalClaimRef: CLAIM_REF },
  }),
  defineEndpoint({
    service,
    noun: 'payments',
    name: 'listPayments',
    method: 'GET',
    path: '/accounts/{accountId}/payments',
    scope: 'payments:read',
    summary: 'List an account’s payments',
    description: 'The newest first, attempts that failed among them.',
    document: `query ($clientId: ID!, $accountId: ID!) { getAccountPayments(clientId: $clientId, accountId: $accountId) { ...Payment } } ${PAYMENT}`,
    pages: { by: 'whole' },
    example: { accountId },
  }),
  defineEndpoint({
    service,
    noun: 'payments',
    name: 'recordPayment',
    method: 'POST',
    path: '/accounts/{accountId}/payments',
    scope: 'payments:write',
    summary: 'Book a payment',
    description:
      'Books money that arrived outside the product, e.g. a bank transfer, over the claims, oldest due date first. The amount is in the account’s currency. Send an `Idempotency-Key`: a lost answer then books nothing twice.',
    document: `mutation ($clientId: ID!, $accountId: ID!, $externalClaimRefs: [String!]!, $amount: Money!, $valueDate: Date, $method: String, $note: String,
      $designation: String, $allowCredit: Boolean = false) {
      recordPayment(clientId: $clientId, accountId: $accountId, externalClaimRefs: $externalClaimRefs, amount: $amount, valueDate: $valueDate,
        method: $method, note: $note, designation: $designation, allowCredit: $allowCredit) { ...Payment }
    } ${PAYMENT}`,
    location: ({ accountId: id }: { accountId: string }) => `/accounts/${id}/payments`,
    example: { accountId, externalClaimRefs: [CLAIM_REF], amount: '25.00', method: 'bankTransfer', note: 'Statement 2026/11' },
  }),
  defineEndpoint({
    service,
    noun: 'payments',
    name: 'refundPayment',
    method: 'POST',
    path: '/accounts/{accountId}/payments/{paymentId}/refunds',
    scope: 'payments:write',
    summary: 'Pay a payment back',
    description:
      'Whole or in part; never more than was paid and not paid back. The payment’s provider pays where it can; otherwise, or with `byHand`, somebody has paid and it is booked. Answers the bookings.',
    document: `mutation ($clientId: ID!, $accountId: ID!, $paymentId: ID!, $amount: Money, $description: String!, $valueDate: Date, $byHand: Boolean) {
      refundPayment(clientId: $clientId, accountId: $accountId, paymentId: $paymentId, amount: $amount, description: $description,
        valueDate: $valueDate, byHand: $byHand) { ...Booking }
    } ${BOOKING}`,
    pages: { by: 'whole' },
    example: { accountId, paymentId: SOME_ID, amount: '10.00', description: 'Paid twice' },
  }),
  defineEndpoint({
    service,
    noun: 'promises',
    name: 'listPromises',
    method: 'GET',
    path: '/accounts/{accountId}/promises',
    scope: 'promises:read',
    summary: 'List an account’s promises to pay',
    description: 'Without those taken back, the newest first.',
    document: `query ($clientId: ID!, $accountId: ID!) { getAccountPromisesToPay(clientId: $clientId, accountId: $accountId) { ...Promise } } ${PROMISE}`,
    pages: { by: 'whole' },
    example: { accountId },
  }),
  defineEndpoint({
    service,
    noun: 'promises',
    name: 'createPromise',
    method: 'POST',
    path: '/claims/{externalClaimRef}/promises',
    scope: 'promises:write',
    summary: 'Note a promise to pay',
    description: 'The amount is not greater than what is due on the claim; the due date is today or later.',
    document: `mutation ($clientId: ID!, $externalClaimRef: String!, $amount: Money!, $dueDate: Date!, $startDate: Date, $method: String) {
      createPromiseToPay(clientId: $clientId, externalClaimRef: $externalClaimRef, amount: $amount, dueDate: $dueDate, startDate: $startDate, method: $method) { ...Promise }
    } ${PROMISE}`,
    location: ({ accountId: id }: { accountId: string }) => `/accounts/${id}/promises`,
    example: { externalClaimRef: CLAIM_REF, amount: '25.00', dueDate: '2027-01-15' },
  }),
  defineEndpoint({
    service,
    noun: 'promises',
    name: 'cancelPromise',
    method: 'DELETE',
    path: '/promises/{promiseToPayId}',
    scope: 'promises:write',
    summary: 'Take a promise back',
    description: 'For all the claims that it is about. Answers the promise as it is then.',
    document: `mutation ($clientId: ID!, $promiseToPayId: ID!) { cancelPromiseToPay(clientId: $clientId, promiseToPayId: $promiseToPayId) { ...Promise } } ${PROMISE}`,
    example: { promiseToPayId: SOME_ID },
  }),
  defineEndpoint({
    service,
    noun: 'plans',
    name: 'listPlans',
    method: 'GET',
    path: '/accounts/{accountId}/plans',
    scope: 'plans:read',
    summary: 'List an account’s instalment plans',
    document: `query ($clientId: ID!, $accountId: ID!) { getAccountInstalmentsPlans(clientId: $clientId, accountId: $accountId) { ...Plan } } ${PLAN}`,
    pages: { by: 'whole' },
    example: { accountId },
  }),
  defineEndpoint({
    service,
    noun: 'plans',
    name: 'createPlan',
    method: 'POST',
    path: '/accounts/{accountId}/plans',
    scope: 'plans:write',
    summary: 'Agree on an instalment plan',
    description:
      'Over what is due on the claims: as many parts as the client allows, three when none are named. `interval`: weekly, everyTwoWeeks or monthly. A plan that ends other agreements on its claims is refused without `endsAgreements`.',
    document: `mutation ($clientId: ID!, $accountId: ID!, $externalClaimRefs: [String!]!, $interval: String!, $firstDueDate: Date, $parts: Int,
      $downPayment: Money, $endsAgreements: Boolean) {
      createInstalmentsPlan(clientId: $clientId, accountId: $accountId, externalClaimRefs: $externalClaimRefs, interval: $interval,
        firstDueDate: $firstDueDate, parts: $parts, downPayment: $downPayment, endsAgreements: $endsAgreements) { ...Plan }
    } ${PLAN}`,
    location: ({ accountId: id }: { accountId: string }) => `/accounts/${id}/plans`,
    example: { accountId, externalClaimRefs: [CLAIM_REF], interval: 'monthly', parts: 3 },
  }),
  defineEndpoint({
    service,
    noun: 'plans',
    name: 'cancelPlan',
    method: 'DELETE',
    path: '/plans/{instalmentsPlanId}',
    scope: 'plans:write',
    summary: 'Cancel an instalment plan',
    description: 'Answers the plan as it is then.',
    document: `mutation ($clientId: ID!, $instalmentsPlanId: ID!) { cancelInstalmentsPlan(clientId: $clientId, instalmentsPlanId: $instalmentsPlanId) { ...Plan } } ${PLAN}`,
    example: { instalmentsPlanId: SOME_ID },
  }),
];
