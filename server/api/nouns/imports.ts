import { z } from 'zod';
import { SOME_ID } from '../../../core/apiExamples.ts';
import { defineEndpoint } from '../endpoint.ts';
import { IMPORT, REJECTION } from '../shapes.ts';
import { ROW_TYPES, takeRows } from '../take.rows.ts';

const about = { noun: 'imports', service: 'import' } as const;
const importId = SOME_ID;

export const imports = [
  defineEndpoint({
    ...about,
    name: 'createImport',
    method: 'POST',
    path: '/imports',
    scope: 'imports:write',
    status: 202,
    summary: 'Import claims, payments, actions or accounts',
    description:
      'Up to 10,000 rows, as JSON lines, a JSON array or CSV, in UTF-8. Rows name fields as the import screen does, joined (`"claim.amount"`) or nested (`{"claim": {"amount": …}}`): claims need `account.ref`, `claim.ref`, `claim.amount` and a currency. Amounts have a decimal point, days are 2026-11-21. Accounts and debtors that nobody knows yet are made. A body that cannot be read to its end imports nothing. The rows are worked on in the background: the answer names the import, whose state says what became of them.',
    document: `mutation ($clientId: ID!, $importId: ID!, $mapping: ImportMappingInput!) {
      runImport(clientId: $clientId, importId: $importId, mapping: $mapping) { ...Import }
    } ${IMPORT}`,
    values: { record: z.enum(['claims', 'payments', 'actions', 'accounts']).default('claims').describe('What a row is.') },
    takes: { types: ROW_TYPES, take: takeRows },
    location: ({ importId: id }: { importId: string }) => `/imports/${id}`,
    example: { record: 'claims' },
    exampleBody: {
      type: 'application/x-ndjson',
      text: '{"account":{"ref":"K-1001"},"claim":{"ref":"INV-2026-0042","amount":"120.50","currency":"EUR","dueDate":"2026-10-31"},"debtor":{"firstName":"Ada","lastName":"Petersen","email":"ada@petersen.example"}}\n',
    },
  }),
  defineEndpoint({
    ...about,
    name: 'listImports',
    method: 'GET',
    path: '/imports',
    scope: 'imports:read',
    summary: 'List imports',
    description: 'The newest first, those of the import screen among them.',
    document: `query ($clientId: ID!, $limit: Int, $offset: Int) { listImports(clientId: $clientId, limit: $limit, offset: $offset) { items { ...Import } } } ${IMPORT}`,
    pages: { by: 'offset', limit: 'limit', offset: 'offset', most: 100 },
    example: { limit: 10 },
  }),
  defineEndpoint({
    ...about,
    name: 'getImport',
    method: 'GET',
    path: '/imports/{importId}',
    scope: 'imports:read',
    summary: 'See how far an import is',
    description: 'It is over when `status` is done, failed or cancelled.',
    document: `query ($clientId: ID!, $importId: ID!) { getImport(clientId: $clientId, importId: $importId) { ...Import } } ${IMPORT}`,
    example: { importId },
  }),
  defineEndpoint({
    ...about,
    name: 'listRejectedRows',
    method: 'GET',
    path: '/imports/{importId}/rejections',
    scope: 'imports:read',
    summary: 'List the rows that an import rejected',
    description:
      'With the reasons, by row: the first line of what was sent as CSV is row 1, and so is the names’ line that stands above JSON rows, whose first is row 2.',
    document: `query ($clientId: ID!, $importId: ID!, $limit: Int, $afterRow: Int) {
      listImportRejections(clientId: $clientId, importId: $importId, limit: $limit, after: $afterRow) { items { ...RejectedRow } }
    } ${REJECTION}`,
    pages: { by: 'last', limit: 'limit', after: 'afterRow', of: 'rowNumber', most: 200 },
    example: { importId },
  }),
  defineEndpoint({
    ...about,
    name: 'cancelImport',
    method: 'POST',
    path: '/imports/{importId}/cancellation',
    scope: 'imports:write',
    status: 200,
    summary: 'Stop an import',
    description: 'After the rows that it is at; what was imported stays.',
    document: `mutation ($clientId: ID!, $importId: ID!) { cancelImport(clientId: $clientId, importId: $importId) { ...Import } } ${IMPORT}`,
    example: { importId },
  }),
];
