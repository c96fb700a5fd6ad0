import { z } from 'zod';
import { SOME_ID } from '../../../core/apiExamples.ts';
import { defineEndpoint } from '../endpoint.ts';
import { WEBHOOK, WEBHOOK_DELIVERY } from '../shapes.ts';

const about = { noun: 'webhooks', service: 'webhook-subscription' } as const;
const messageTypes = z
  .array(z.string())
  .min(1)
  .describe('Types with versions, e.g. paymentSettled.v1 (`GET /webhook-types`); *.v1 stands for all, in their newest version.');
const url = z.string().describe('An https address that anybody can reach.');
const example = { url: 'https://erp.example.com/quittance', description: 'ERP', messageTypes: ['paymentSettled.v1', 'claimResolved.v1'] };

export const webhooks = [
  defineEndpoint({
    ...about,
    name: 'listWebhooks',
    method: 'GET',
    path: '/webhooks',
    scope: 'webhooks:read',
    summary: 'List webhooks',
    description: 'Addresses that events are sent to, in the order in which they were made, and how they fare.',
    document: `query ($clientId: ID!) { getWebhookEndpoints(clientId: $clientId) { ...Webhook } } ${WEBHOOK}`,
    pages: { by: 'whole' },
    example: {},
  }),
  defineEndpoint({
    ...about,
    name: 'listWebhookTypes',
    method: 'GET',
    path: '/webhook-types',
    scope: 'webhooks:read',
    summary: 'List what webhooks are sent',
    description: 'Each kind of event with the JSON Schema of its request and an example.',
    document: `query ($clientId: ID!) {
      getWebhookMessageTypes(clientId: $clientId) { messageTypeWithVersion category description schema example isFormer }
    }`,
    pages: { by: 'whole' },
    example: {},
  }),
  defineEndpoint({
    ...about,
    name: 'createWebhook',
    method: 'POST',
    path: '/webhooks',
    scope: 'webhooks:write',
    summary: 'Send events to an address',
    description:
      'From now on. `secret` signs what it is sent, by the rules of Standard Webhooks, and is told here alone: an `Idempotency-Key` gets it again for a day.',
    document: `mutation ($clientId: ID!, $url: String!, $description: String, $messageTypes: [String!]!) {
      saveWebhookEndpoint(clientId: $clientId, endpoint: { url: $url, description: $description, messageTypes: $messageTypes }) {
        endpoint { ...Webhook } secret
      }
    } ${WEBHOOK}`,
    values: { url, messageTypes },
    location: () => '/webhooks',
    example,
  }),
  defineEndpoint({
    ...about,
    name: 'updateWebhook',
    method: 'PUT',
    path: '/webhooks/{endpointId}',
    scope: 'webhooks:write',
    summary: 'Change a webhook',
    document: `mutation ($clientId: ID!, $endpointId: ID!, $url: String!, $description: String, $messageTypes: [String!]!, $revision: Int) {
      saveWebhookEndpoint(
        clientId: $clientId
        endpoint: { endpointId: $endpointId, url: $url, description: $description, messageTypes: $messageTypes, revision: $revision }
      ) { endpoint { ...Webhook } }
    } ${WEBHOOK}`,
    values: { url, messageTypes },
    example: { endpointId: SOME_ID, ...example },
  }),
  defineEndpoint({
    ...about,
    name: 'rotateWebhookSecret',
    method: 'POST',
    path: '/webhooks/{endpointId}/secrets',
    scope: 'webhooks:write',
    summary: 'Make a new secret',
    description: 'For `formerHours` (0 to 168, 24 when left out) both sign.',
    document: `mutation ($clientId: ID!, $endpointId: ID!, $formerHours: Int) {
      rotateWebhookSecret(clientId: $clientId, endpointId: $endpointId, formerHours: $formerHours) { endpoint { ...Webhook } secret }
    } ${WEBHOOK}`,
    location: () => '/webhooks',
    example: { endpointId: SOME_ID, formerHours: 48 },
  }),
  defineEndpoint({
    ...about,
    name: 'testWebhook',
    method: 'POST',
    path: '/webhooks/{endpointId}/tests',
    scope: 'webhooks:write',
    status: 202,
    summary: 'Send an example to a webhook',
    description: 'Answers the id that it is sent with.',
    document: `mutation ($clientId: ID!, $endpointId: ID!, $messageType: String!, $messageVersion: Int!) {
      testWebhookEndpoint(clientId: $clientId, endpointId: $endpointId, messageType: $messageType, messageVersion: $messageVersion)
    }`,
    example: { endpointId: SOME_ID, messageType: 'paymentSettled', messageVersion: 1 },
  }),
  defineEndpoint({
    ...about,
    name: 'listWebhookDeliveries',
    method: 'GET',
    path: '/webhooks/{endpointId}/deliveries',
    scope: 'webhooks:read',
    summary: 'List what a webhook was sent',
    description: 'The newest first. `states`: waiting, delivered, failed, ended.',
    document: `query ($clientId: ID!, $endpointId: ID!, $states: [String!], $limit: Int, $paginationId: String) {
      getWebhookDeliveries(clientId: $clientId, filter: { endpointId: $endpointId, states: $states }, limit: $limit, paginationId: $paginationId) {
        items: results { ...WebhookDelivery }
        next: paginationId
      }
    } ${WEBHOOK_DELIVERY}`,
    pages: { by: 'cursor', limit: 'limit', after: 'paginationId', most: 200 },
    example: { endpointId: SOME_ID, states: ['failed'] },
  }),
  defineEndpoint({
    ...about,
    name: 'redeliverToWebhook',
    method: 'POST',
    path: '/webhooks/{endpointId}/redeliveries',
    scope: 'webhooks:write',
    status: 202,
    summary: 'Send again what a webhook was sent',
    description: 'Those events alone that `messageIds` and `states` name. Answers how many.',
    document: `mutation ($clientId: ID!, $endpointId: ID!, $states: [String!], $messageIds: [ID!]) {
      redeliverWebhooks(clientId: $clientId, filter: { endpointId: $endpointId, states: $states, messageIds: $messageIds })
    }`,
    example: { endpointId: SOME_ID, states: ['failed'] },
  }),
  defineEndpoint({
    ...about,
    name: 'deleteWebhook',
    method: 'DELETE',
    path: '/webhooks/{endpointId}',
    scope: 'webhooks:write',
    status: 204,
    summary: 'Delete a webhook',
    description: 'What waits for it is dropped.',
    document: `mutation ($clientId: ID!, $endpointId: ID!) { deleteWebhookEndpoint(clientId: $clientId, endpointId: $endpointId) }`,
    example: { endpointId: SOME_ID },
  }),
];
