import { z } from 'zod';
import { ACCOUNT_ID, ACCOUNT_REF, SOME_ID } from '../../../core/apiExamples.ts';
import { defineEndpoint } from '../endpoint.ts';
import { ACCOUNT, ACCOUNT_SUMMARY, LEDGER_ENTRY } from '../shapes.ts';

const about = { noun: 'accounts', service: 'account' } as const;

/** Keys of the client's own; null removes one. */
export const meta = z.record(z.string(), z.unknown()).describe('Sets the keys given, removes those given as null, keeps all others.');

export const accounts = [
  defineEndpoint({
    ...about,
    name: 'listAccounts',
    method: 'GET',
    path: '/accounts',
    scope: 'accounts:read',
    summary: 'List accounts',
    description:
      'Words of `queryText` must all match, each as the beginning of a word: names, references, phone in any notation, e-mail, street, city, postal code.',
    document: `query ($clientId: ID!, $queryText: String, $products: [String!], $portfolios: [String!], $assigneeUserIds: [ID!], $owing: Boolean,
      $updatedFrom: DateTime, $updatedTo: DateTime, $size: Int, $searchAfter: String) {
      searchAccounts(clientId: $clientId, queryText: $queryText, products: $products, portfolios: $portfolios, assigneeUserIds: $assigneeUserIds,
        owing: $owing, updatedAtRange: { from: $updatedFrom, to: $updatedTo }, size: $size, searchAfter: $searchAfter) {
        items: results { ...AccountSummary }
        next: searchAfter
      }
    }
    ${ACCOUNT_SUMMARY}`,
    pages: { by: 'cursor', limit: 'size', after: 'searchAfter', most: 500 },
    example: { queryText: 'petersen', limit: 20 },
  }),
  defineEndpoint({
    ...about,
    name: 'findAccountByReference',
    method: 'GET',
    path: '/account-references/{externalAccountRef}',
    scope: 'accounts:read',
    summary: 'Find an account by your own reference',
    description: 'Answers the account’s id, as text.',
    document: `query ($clientId: ID!, $externalAccountRef: String!) {
      getAccountIdByReference(clientId: $clientId, externalAccountRef: $externalAccountRef)
    }`,
    absent: 'accountNotFound',
    example: { externalAccountRef: ACCOUNT_REF },
  }),
  defineEndpoint({
    ...about,
    name: 'getAccount',
    method: 'GET',
    path: '/accounts/{accountId}',
    scope: 'accounts:read',
    summary: 'Get an account',
    description: 'With its debtors and claims. Its ETag holds the revision that an edit is checked against.',
    document: `query ($clientId: ID!, $accountId: ID!) { getAccountData(clientId: $clientId, accountId: $accountId) { ...Account } } ${ACCOUNT}`,
    example: { accountId: ACCOUNT_ID },
  }),
  defineEndpoint({
    ...about,
    name: 'setAccountMeta',
    method: 'PATCH',
    path: '/accounts/{accountId}',
    scope: 'accounts:write',
    summary: 'Change an account’s details',
    document: `mutation ($clientId: ID!, $accountId: ID!, $meta: JSON!, $revision: Int) {
      setAccountMeta(clientId: $clientId, accountId: $accountId, meta: $meta, revision: $revision) { ...Account }
    } ${ACCOUNT}`,
    values: { meta },
    example: { accountId: ACCOUNT_ID, meta: { movedIn: '2019-05-01' } },
  }),
  defineEndpoint({
    ...about,
    name: 'assignAccount',
    method: 'PUT',
    path: '/accounts/{accountId}/assignee',
    scope: 'accounts:write',
    summary: 'Assign an account',
    description: '`userId` null takes the account from its agent.',
    document: `mutation ($clientId: ID!, $accountId: ID!, $userId: ID, $revision: Int) {
      assignAccount(clientId: $clientId, accountId: $accountId, userId: $userId, revision: $revision) { ...Account }
    } ${ACCOUNT}`,
    example: { accountId: ACCOUNT_ID, userId: SOME_ID },
  }),
  defineEndpoint({
    ...about,
    name: 'setContactConsent',
    method: 'PUT',
    path: '/accounts/{accountId}/consents/{channel}',
    scope: 'accounts:write',
    summary: 'Say whether a debtor wants to be contacted on a channel',
    document: `mutation ($clientId: ID!, $accountId: ID!, $channel: ContactChannel!, $optedOut: Boolean!) {
      setAccountContactConsent(clientId: $clientId, accountId: $accountId, channel: $channel, optedOut: $optedOut) { ...Account }
    } ${ACCOUNT}`,
    example: { accountId: ACCOUNT_ID, channel: 'sms', optedOut: true },
  }),
  defineEndpoint({
    ...about,
    name: 'setCeaseRequest',
    method: 'PUT',
    path: '/accounts/{accountId}/cease-request',
    scope: 'accounts:write',
    summary: 'Stop or allow all contact',
    description: 'The debtor asked for no contact at all, or took that back.',
    document: `mutation ($clientId: ID!, $accountId: ID!, $ceaseRequested: Boolean!) {
      setAccountCeaseRequest(clientId: $clientId, accountId: $accountId, ceaseRequested: $ceaseRequested) { ...Account }
    } ${ACCOUNT}`,
    example: { accountId: ACCOUNT_ID, ceaseRequested: true },
  }),
  defineEndpoint({
    ...about,
    noun: 'payments',
    name: 'listLedgerEntries',
    method: 'GET',
    path: '/accounts/{accountId}/ledger-entries',
    scope: 'payments:read',
    summary: 'List an account’s ledger entries',
    description: 'In the order of booking, the newest 5,000; of one claim only with `externalClaimRef`. They add up to the balance.',
    document: `query ($clientId: ID!, $accountId: ID!, $externalClaimRef: String) {
      getAccountLedgerEntries(clientId: $clientId, accountId: $accountId, externalClaimRef: $externalClaimRef) { items: entries { ...LedgerEntry } }
    } ${LEDGER_ENTRY}`,
    pages: { by: 'whole' },
    example: { accountId: ACCOUNT_ID },
  }),
];
