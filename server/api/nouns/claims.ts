import { CLAIM_REF } from '../../../core/apiExamples.ts';
import { defineEndpoint } from '../endpoint.ts';
import { CLAIM, CLAIM_SUMMARY } from '../shapes.ts';
import { meta } from './accounts.ts';

const about = { noun: 'claims', service: 'account' } as const;

export const claims = [
  defineEndpoint({
    ...about,
    name: 'listClaims',
    method: 'GET',
    path: '/claims',
    scope: 'claims:read',
    summary: 'List claims',
    description:
      'The longest overdue first; without `statuses` the open ones (open, resolved, deleted). `queryText` is the beginning of a reference, or words that all stand on the account.',
    document: `query ($clientId: ID!, $queryText: String, $statuses: [String!], $products: [String!], $portfolios: [String!], $strategyIds: [ID!],
      $disputed: Boolean, $promised: Boolean, $owing: Boolean, $notDue: Boolean, $currencies: [String!], $accountIds: [ID!], $size: Int, $searchAfter: String) {
      searchClaims(clientId: $clientId, filter: { queryText: $queryText, statuses: $statuses, products: $products, portfolios: $portfolios,
        strategyIds: $strategyIds, disputed: $disputed, promised: $promised, owing: $owing, notDue: $notDue, currencies: $currencies,
        accountIds: $accountIds }, size: $size, searchAfter: $searchAfter) {
        items: results { ...ClaimSummary }
        next: searchAfter
      }
    } ${CLAIM_SUMMARY}`,
    pages: { by: 'cursor', limit: 'size', after: 'searchAfter', most: 500 },
    example: { statuses: ['open'], owing: true, limit: 20 },
  }),
  defineEndpoint({
    ...about,
    name: 'getClaim',
    method: 'GET',
    path: '/claims/{externalClaimRef}',
    scope: 'claims:read',
    summary: 'Get a claim',
    document: `query ($clientId: ID!, $externalClaimRef: String!) { getClaimData(clientId: $clientId, externalClaimRef: $externalClaimRef) { ...Claim } } ${CLAIM}`,
    example: { externalClaimRef: CLAIM_REF },
  }),
  defineEndpoint({
    ...about,
    name: 'setClaimMeta',
    method: 'PATCH',
    path: '/claims/{externalClaimRef}',
    scope: 'claims:write',
    summary: 'Change a claim’s details',
    description: 'Amounts are changed by bookings and imports, never here.',
    document: `mutation ($clientId: ID!, $externalClaimRef: String!, $meta: JSON!, $revision: Int) {
      setClaimMeta(clientId: $clientId, externalClaimRef: $externalClaimRef, meta: $meta, revision: $revision) { ...Claim }
    } ${CLAIM}`,
    values: { meta },
    example: { externalClaimRef: CLAIM_REF, meta: { meter: '1EMH0004711' } },
  }),
  defineEndpoint({
    ...about,
    name: 'openDispute',
    method: 'PUT',
    path: '/claims/{externalClaimRef}/dispute',
    scope: 'claims:write',
    summary: 'Note that a claim is disputed',
    document: `mutation ($clientId: ID!, $externalClaimRef: String!, $reason: String!) {
      openClaimDispute(clientId: $clientId, externalClaimRef: $externalClaimRef, reason: $reason) { ...Claim }
    } ${CLAIM}`,
    example: { externalClaimRef: CLAIM_REF, reason: 'Says the goods never arrived' },
  }),
  defineEndpoint({
    ...about,
    name: 'closeDispute',
    method: 'DELETE',
    path: '/claims/{externalClaimRef}/dispute',
    scope: 'claims:write',
    summary: 'Close a claim’s dispute',
    document: `mutation ($clientId: ID!, $externalClaimRef: String!, $outcome: String!) {
      closeClaimDispute(clientId: $clientId, externalClaimRef: $externalClaimRef, outcome: $outcome) { ...Claim }
    } ${CLAIM}`,
    example: { externalClaimRef: CLAIM_REF, outcome: 'Proof of delivery accepted' },
  }),
];
