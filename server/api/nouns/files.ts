import { ACCOUNT_ID, SOME_ID } from '../../../core/apiExamples.ts';
import { defineEndpoint } from '../endpoint.ts';
import { FILE } from '../shapes.ts';
import { takeFile } from '../take.files.ts';

const about = { noun: 'files', service: 'files' } as const;
const fileId = SOME_ID;

export const files = [
  defineEndpoint({
    ...about,
    name: 'listFiles',
    method: 'GET',
    path: '/accounts/{accountId}/files',
    scope: 'files:read',
    summary: 'List an account’s files',
    description: 'Stored and refused ones, the newest first; of one claim only with `externalClaimRef`.',
    document: `query ($clientId: ID!, $accountId: ID!, $externalClaimRef: String, $limit: Int, $offset: Int) {
      listAddOnFiles(clientId: $clientId, accountId: $accountId, externalClaimRef: $externalClaimRef, limit: $limit, offset: $offset) { items { ...File } }
    } ${FILE}`,
    pages: { by: 'offset', limit: 'limit', offset: 'offset', most: 100 },
    example: { accountId: ACCOUNT_ID },
  }),
  defineEndpoint({
    ...about,
    name: 'announceFile',
    method: 'POST',
    path: '/accounts/{accountId}/files',
    scope: 'files:write',
    summary: 'Announce a file',
    description: 'Says what the file is. Its bytes follow with `PUT /files/{fileId}/content`.',
    document: `mutation ($clientId: ID!, $accountId: ID!, $externalClaimRef: String, $productReference: String, $name: String!, $mimeType: String, $size: Float,
      $documentType: String, $tags: [String!]) {
      createAddOnFile(clientId: $clientId, file: { accountId: $accountId, externalClaimRef: $externalClaimRef, productReference: $productReference,
        name: $name, mimeType: $mimeType, size: $size, documentType: $documentType, tags: $tags }) { id }
    }`,
    location: ({ id }: { id: string }) => `/files/${id}`,
    example: { accountId: ACCOUNT_ID, name: 'contract.pdf', mimeType: 'application/pdf', documentType: 'contract' },
  }),
  defineEndpoint({
    ...about,
    name: 'putFileContent',
    method: 'PUT',
    path: '/files/{fileId}/content',
    scope: 'files:write',
    summary: 'Send a file’s bytes',
    description:
      'As they are, not as a form. What the content is decides whether it is kept: a refused file stays listed with its reason. The same bytes again are answered as the first time.',
    document: `query ($clientId: ID!, $fileId: ID!) { getAddOnFile(clientId: $clientId, fileId: $fileId) { ...File } } ${FILE}`,
    takes: { types: { '*/*': { type: 'string', format: 'binary' } }, take: takeFile },
    example: { fileId },
    exampleBody: { type: 'application/pdf', text: '@contract.pdf' },
  }),
  defineEndpoint({
    ...about,
    name: 'getFile',
    method: 'GET',
    path: '/files/{fileId}',
    scope: 'files:read',
    summary: 'Get what is known of a file',
    document: `query ($clientId: ID!, $fileId: ID!) { getAddOnFile(clientId: $clientId, fileId: $fileId) { ...File } } ${FILE}`,
    example: { fileId },
  }),
  defineEndpoint({
    ...about,
    name: 'getFileLink',
    method: 'GET',
    path: '/files/{fileId}/link',
    scope: 'files:read',
    summary: 'Get an address to download a file from',
    description: 'It is good for minutes, for whoever has it.',
    document: `query ($clientId: ID!, $fileId: ID!) { getAddOnFileURL(clientId: $clientId, fileId: $fileId) { url expiresAt } }`,
    example: { fileId },
  }),
  defineEndpoint({
    ...about,
    name: 'updateFile',
    method: 'PATCH',
    path: '/files/{fileId}',
    scope: 'files:write',
    summary: 'Change what is said of a file',
    description: 'Its bytes never change. Only what is given changes; an empty text takes away what was there.',
    document: `mutation ($clientId: ID!, $fileId: ID!, $file: AddOnFileChangeInput!, $revision: Int) {
      updateAddOnFile(clientId: $clientId, fileId: $fileId, file: $file, revision: $revision) { ...File }
    } ${FILE}`,
    body: 'file',
    example: { fileId, documentType: 'invoice', tags: [] },
  }),
  defineEndpoint({
    ...about,
    name: 'deleteFile',
    method: 'DELETE',
    path: '/files/{fileId}',
    scope: 'files:write',
    summary: 'Delete a file',
    description: 'Staff can take it back until its bytes are removed, a day later. Answers the file as it is then.',
    document: `mutation ($clientId: ID!, $fileId: ID!) { deleteAddOnFile(clientId: $clientId, fileId: $fileId) { ...File } } ${FILE}`,
    example: { fileId },
  }),
];
