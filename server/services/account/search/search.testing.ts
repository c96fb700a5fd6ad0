/** How tests ask for accounts: every argument that the search has. */
import type { Uuid } from '../../../../core/id.ts';
import type { TestHouse } from '../../../platform/testing.ts';

export const SEARCH = `query ($clientId: ID!, $queryText: String, $products: [String!], $portfolios: [String!], $outsourced: Boolean, $debtorType: String, $amountRange: AmountRange,
  $updatedAtRange: DateTimeRange, $createdAtRange: DateTimeRange, $oldestDueDateRange: DateRange, $daysPastDueRange: IntRange, $latestCommunicationRange: DateTimeRange,
  $accountIds: [ID!], $assigneeUserIds: [ID!], $externalDebtorRefs: [String!], $owing: Boolean, $from: Int, $size: Int, $orderFields: [AccountOrderField!], $searchAfter: String) {
  searchAccounts(clientId: $clientId, queryText: $queryText, products: $products, portfolios: $portfolios, outsourced: $outsourced, debtorType: $debtorType, amountRange: $amountRange,
    updatedAtRange: $updatedAtRange, createdAtRange: $createdAtRange, oldestDueDateRange: $oldestDueDateRange, daysPastDueRange: $daysPastDueRange, latestCommunicationRange: $latestCommunicationRange,
    accountIds: $accountIds, assigneeUserIds: $assigneeUserIds, externalDebtorRefs: $externalDebtorRefs, owing: $owing, from: $from, size: $size, orderFields: $orderFields, searchAfter: $searchAfter) {
    totalResults totalResultsRelation searchAfter
    results { accountId externalAccountRef debtorFullName totalAmount currency oldestClaimDPD latestClaimDPD latestClaimRef latestClaimPortfolio activeClaimsCount products portfolios promisedUntil assinedToPartner latestCommunicationDate createdAt } } }`;

export interface Result {
  accountId: Uuid;
  externalAccountRef: string;
  debtorFullName: string;
  totalAmount: string;
  oldestClaimDPD: number | null;
  latestClaimDPD: number | null;
  latestClaimRef: string | null;
  activeClaimsCount: number;
  products: string[];
  promisedUntil: string | null;
}
export interface Page {
  totalResults: number;
  totalResultsRelation: string;
  searchAfter: string | null;
  results: Result[];
}

/** @returns what searches the accounts of client A. @param house given once it is open. */
export const searchOf =
  (house: () => TestHouse) =>
  async (variables: object = {}): Promise<Page> =>
    (await house().call<{ searchAccounts: Page }>('account', SEARCH, { clientId: house().clientA, ...variables })).searchAccounts;
