/** What the API shows of the things of the services: one shape each, a component of the description under the fragment's name. */

const ADDRESS_FIELDS = 'addressLine1 addressLine2 addressLine3 houseNumber city state suburb postalCode country';
const SUMS = '{ currency incomes expenses surplus }';

export const DEBTOR = `
fragment PostalAddress on Address { ${ADDRESS_FIELDS} }
fragment FurtherContact on AdditionalContact { type value note }
fragment Debtor on Debtor {
  externalDebtorRef type firstName middleName lastName title companyName gender birthday placeOfBirth SSN IBAN deceased meta
  contactInformation {
    ${ADDRESS_FIELDS} email landLine mobileNumber workPhoneNumber
    additionalAddresses { ...PostalAddress }
    additionalContactInformation { ...FurtherContact }
  }
  phones { contactPhoneNumber contactPhoneNumberState type }
  emails { email emailState }
  debtorFinancialInformation {
    incomes { source amount currency } expenses { source amount currency } household surplus ${SUMS}
  }
}`;

export const CLAIM = `
fragment Score on Score { type value meta }
fragment Claim on Claim {
  externalClaimRef accountId type currency amount totalAmount totalFees dueDate externalDueDate externalPortfolioRef productReference productName
  productType paymentReference status statusReason disputedAt segment scores { ...Score } meta promisedUntil createdAt updatedAt revision
}`;

export const CLAIM_SUMMARY = `
fragment ClaimSummary on ClaimSearchResult {
  externalClaimRef accountId externalAccountRef debtorFullName city type status currency amount totalAmount totalFees dueDate daysPastDue
  externalPortfolioRef productName paymentReference disputedAt promisedUntil assigneeUserId strategyId strategyName strategyStatus createdAt updatedAt
}`;

export const ACCOUNT = `
${DEBTOR}
${CLAIM}
fragment Product on AccountProduct { productReference name type code meta }
fragment Account on AccountData {
  id externalAccountRef currency locale timezone meta segment scores { ...Score } assignee { userId } ceaseRequestedAt optedOut debtorFullName
  totalAmount paidAmount promisedAmount hasInstalmentsPlan activeClaimsCount products { ...Product } portfolios debtors { ...Debtor }
  claims { ...Claim } createdAt updatedAt revision
}`;

export const ACCOUNT_SUMMARY = `
fragment AccountSummary on AccountSearchResult {
  accountId externalAccountRef assigneeUserId debtorFullName debtorRef debtorType city currency totalAmount activeClaimsCount oldestClaimDPD
  products portfolios latestCommunicationDate strategyName promisedUntil createdAt updatedAt
}`;

export const LEDGER_ENTRY = `
fragment LedgerEntry on LedgerEntry {
  entryId externalClaimRef kind amount currency valueDate bookedAt description paymentId reversesEntryId runningBalance
}`;

export const PAYMENT = `
fragment Allocation on PaymentAllocation { externalClaimRef amount }
fragment Payment on Payment {
  id accountId providerName method amount currency allocation { ...Allocation } status statusReason createdAt updatedAt
}`;

export const BOOKING = `
fragment Booking on BookedEntry {
  id accountId externalClaimRef kind component contra amount currency valueDate bookedAt description paymentId reversesEntryId reversedByEntryId
}`;

export const PROMISE = `
fragment Promise on PromiseToPay {
  id promiseId accountId externalClaimRef amount paidAmount currency startDate dueDate requestedBy method status createdAt
}`;

export const PLAN = `
fragment Instalment on Instalment { id position amount paidAmount currency startDate dueDate status }
fragment Plan on InstalmentsPlan {
  id accountId claimRefs amount currency interval status requestedBy downPayment replacesPlanId mandateId createdAt instalments { ...Instalment }
}`;

export const NOTE = 'fragment Note on Note { noteId accountId externalClaimRef text userId createdAt }';

export const FILE = `
fragment File on AddOnFile {
  id accountId externalClaimRef productReference mimeType name size extension source uploadedBy createdAt status statusReason documentType tags revision
}`;

export const TRIGGER = 'fragment Trigger on CustomTrigger { name description fields { name type required } updatedAt revision }';

export const COMMAND = 'fragment StrategyCommandResult on StrategyCommandResult { done skipped }';

export const IMPORT = `
fragment Import on Import {
  importId fileName sizeBytes status rowsDone rowsTotal lastError errorKey createdAt startedAt finishedAt
  summary { created changed unchanged rejected newAccounts sums { currency claims fees payments corrections } }
}`;

export const REJECTION = `
fragment RejectedRow on ImportRejection { rowNumber field reason key further { field reason key } row }`;

export const BALANCE = `
${BOOKING}
fragment Order on AllocationOrder { name parts source }
fragment Components on MoneyComponents { costs interest principal credit }
fragment BalanceExplanation on BalanceExplanation {
  accountId externalClaimRef currency asOf by balance accruedInterest total components { ...Components }
  claims { externalClaimRef balance components { ...Components } order { ...Order } accruedInterest interestTerms { kind basisPoints from } }
  entries { runningBalance entry { ...Booking } } entryCount
  payments { paymentId externalClaimRef valueDate amount parts { component amount } order { ...Order } }
  agreements { kind id amount status from until claimRefs }
}`;

export const MESSAGE = `
fragment Message on Correspondence {
  id kind accountId externalClaimRef debtorName channel direction waiting recipient sender locale bundleName subject excerpt
  attachments { fileId name mimeType size } userId parentId createdAt openedAt clickedAt bouncedAt handledAt handledBy
  call { result seconds keys { key does } } resolution { category resolution delinquencyReason additionalInformation createdAt } messageURL
}`;

export const FEED_EVENT = `
fragment Event on FeedEvent { id type version at accountId externalClaimRef correlationId actorType actorId payload }`;

export const WEBHOOK = `
fragment Webhook on WebhookEndpoint {
  endpointId url description messageTypes state pauseReason pausedAt failingSince retryAt lastSuccessAt lastFailureAt errorKey waiting failed
  revision createdAt updatedAt
}`;

export const WEBHOOK_DELIVERY = `
fragment WebhookDelivery on WebhookDelivery {
  endpointId messageId messageType messageVersion accountId isTest state queuedAt attempts lastAt lastStatus errorKey nextAt giveUpAt endedAt
}`;
