import { ACCOUNT_ID, CLAIM_REF } from '../../../core/apiExamples.ts';
import { defineEndpoint } from '../endpoint.ts';
import { NOTE } from '../shapes.ts';

const about = { noun: 'notes', service: 'notes' } as const;

export const notes = [
  defineEndpoint({
    ...about,
    name: 'listNotes',
    method: 'GET',
    path: '/accounts/{accountId}/notes',
    scope: 'notes:read',
    summary: 'List an account’s notes',
    description: 'The newest first; of one claim only with `externalClaimRef`.',
    document: `query ($clientId: ID!, $accountId: ID!, $externalClaimRef: String, $limit: Int, $offset: Int) {
      listNotes(clientId: $clientId, accountId: $accountId, externalClaimRef: $externalClaimRef, limit: $limit, offset: $offset) { ...Note }
    } ${NOTE}`,
    pages: { by: 'offset', limit: 'limit', offset: 'offset', most: 100 },
    example: { accountId: ACCOUNT_ID },
  }),
  defineEndpoint({
    ...about,
    name: 'addNote',
    method: 'POST',
    path: '/accounts/{accountId}/notes',
    scope: 'notes:write',
    summary: 'Add a note to an account',
    description: 'At most 10,000 characters, kept as written. The note’s `userId` is the key’s.',
    document: `mutation ($clientId: ID!, $accountId: ID!, $externalClaimRef: String, $text: String!) {
      addNote(clientId: $clientId, accountId: $accountId, externalClaimRef: $externalClaimRef, text: $text) { ...Note }
    } ${NOTE}`,
    location: ({ accountId }: { accountId: string }) => `/accounts/${accountId}/notes`,
    example: { accountId: ACCOUNT_ID, externalClaimRef: CLAIM_REF, text: 'The customer moved; the ERP has the new address.' },
  }),
];
