import { ACCOUNT_ID } from '../../../core/apiExamples.ts';
import { defineEndpoint } from '../endpoint.ts';
import { FEED_EVENT } from '../shapes.ts';

export const events = [
  defineEndpoint({
    noun: 'events',
    service: 'api',
    name: 'readEvents',
    method: 'GET',
    path: '/events',
    scope: 'events:read',
    summary: 'Read what happened, in order',
    description:
      'Events about accounts and claims, each exactly once and in an order that stays, also one that was committed late. Keep `next` and hand it in as `after`: without it the feed begins with the oldest event that is kept (30 days, and not before your first key that reads events). `wait` holds an empty answer back until something happens. A cursor older than what is kept answers 410.',
    document: `query ($clientId: ID!, $after: String, $types: [String!], $limit: Int) {
      getEventFeed(clientId: $clientId, after: $after, types: $types, limit: $limit) { items { ...Event } next }
    } ${FEED_EVENT}`,
    pages: { by: 'cursor', limit: 'limit', after: 'after', most: 500 },
    isThere: (data) => (data as { items: unknown[] }).items.length > 0,
    example: { types: ['paymentSettled', 'promiseToPayCreated'], wait: 20 },
  }),
  defineEndpoint({
    noun: 'events',
    service: 'events',
    name: 'listAccountEvents',
    method: 'GET',
    path: '/accounts/{accountId}/events',
    scope: 'events:read',
    summary: 'List an account’s timeline',
    description: 'All that is known, the newest first.',
    document: `query ($clientId: ID!, $accountId: ID!, $messageTypes: [String!], $size: Int, $searchAfter: String) {
      getAllDiaryEvents(clientId: $clientId, accountId: $accountId, messageTypes: $messageTypes, size: $size, searchAfter: $searchAfter) {
        items: events {
          attributes { id: messageId type: messageType version: messageVersion at: emitTime accountId externalClaimRef correlationId actorType actorId }
          payload
        }
        next: searchAfter
      }
    }`,
    pages: { by: 'cursor', limit: 'size', after: 'searchAfter', most: 200 },
    example: { accountId: ACCOUNT_ID, limit: 20 },
  }),
];
