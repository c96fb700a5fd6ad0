import { z } from 'zod';
import { SOME_ID } from '../../../core/apiExamples.ts';
import { defineEndpoint } from '../endpoint.ts';
import { PARTNER_FILE, PARTNER_RETURN, PARTNER_RETURN_ROW } from '../shapes.ts';
import { takeReturn } from '../take.returns.ts';

const about = { noun: 'partners', service: 'partner' } as const;
const id = SOME_ID;
const returnId = SOME_ID;
const partnerId = z.uuid().optional().describe('Of one partner alone. A partner’s own key has no need of it.');

export const partners = [
  defineEndpoint({
    ...about,
    name: 'listPartnerFiles',
    method: 'GET',
    path: '/partner-files',
    scope: 'partnerFiles:read',
    summary: 'List files for partners',
    description: 'What was handed over, or is to be: the newest first, with their items counted and the sums that are owed.',
    document: `query ($clientId: ID!, $partnerId: ID, $limit: Int, $offset: Int) {
      getOutsourcedFilesV2(clientId: $clientId, partnerId: $partnerId, limit: $limit, offset: $offset) { items { ...PartnerFile } }
    } ${PARTNER_FILE}`,
    values: { partnerId },
    pages: { by: 'offset', limit: 'limit', offset: 'offset', most: 100 },
    example: { limit: 10 },
  }),
  defineEndpoint({
    ...about,
    name: 'getPartnerFile',
    method: 'GET',
    path: '/partner-files/{id}',
    scope: 'partnerFiles:read',
    summary: 'Get what is known of a file for a partner',
    document: `query ($clientId: ID!, $id: ID!) { getOutsourcedFileFacts(clientId: $clientId, id: $id) { ...PartnerFile } } ${PARTNER_FILE}`,
    example: { id },
  }),
  defineEndpoint({
    ...about,
    name: 'listPartnerFileItems',
    method: 'GET',
    path: '/partner-files/{id}/items',
    scope: 'partnerFiles:read',
    summary: 'List the claims that a file for a partner is about',
    description: 'By their references: whether they are new to the partner, changed or taken back, and what was owed.',
    document: `query ($clientId: ID!, $id: ID!, $limit: Int, $offset: Int) {
      listOutsourcedFileItems(clientId: $clientId, id: $id, limit: $limit, offset: $offset) { items { ...PartnerFileItem } }
    } fragment PartnerFileItem on OutsourcedFileItem { externalClaimRef change currency amount }`,
    pages: { by: 'offset', limit: 'limit', offset: 'offset', most: 200 },
    example: { id },
  }),
  defineEndpoint({
    ...about,
    name: 'getPartnerFileLink',
    method: 'GET',
    path: '/partner-files/{id}/link',
    scope: 'partnerFiles:read',
    summary: 'Get an address to download a file for a partner from',
    description:
      'It is good for five minutes, for whoever has it; null while the file is being made, and after its bytes were removed. Encrypted if the partner has a key. From then on the file counts as handed over.',
    document: `query ($clientId: ID!, $id: ID!) {
      getOutsourcedFile(clientId: $clientId, id: $id) { id displayName url: fileUrl size sha256 keyFingerprint }
    }`,
    example: { id },
  }),
  defineEndpoint({
    ...about,
    name: 'acknowledgePartnerFile',
    method: 'POST',
    path: '/partner-files/{id}/acknowledgement',
    scope: 'partnerFiles:write',
    status: 200,
    summary: 'Acknowledge a file for a partner',
    description:
      'The partner has it. `note` says what there is to say, such as which claims the partner refuses. Said once more, nothing changes: the first time stays, with its note.',
    document: `mutation ($clientId: ID!, $id: ID!, $note: String) {
      acknowledgeOutsourcedFile(clientId: $clientId, id: $id, note: $note) { ...PartnerFile }
    } ${PARTNER_FILE}`,
    values: { note: z.string().max(2000).nullable().optional().describe('Up to 2,000 characters.') },
    example: { id, note: 'INV-2026-0042 refused: the debtor is insolvent' },
  }),
  defineEndpoint({
    ...about,
    name: 'handInPartnerReturn',
    method: 'POST',
    path: '/partner-returns',
    scope: 'partnerFiles:write',
    status: 202,
    summary: 'Hand in a file that comes back from a partner',
    description:
      'Payments, costs, notes, states, contact data and closings as CSV, XLSX or JSON lines, encrypted or not; the bytes as they are, not as a form. It is checked in the background if the client has saved how the partner’s files are read; nothing is booked before that. The same content again is the file that is here. A client’s key says whose file it is (`partnerId`).',
    document: `query ($clientId: ID!, $returnId: ID!) { getPartnerReturn(clientId: $clientId, returnId: $returnId) { ...PartnerReturn } } ${PARTNER_RETURN}`,
    values: { partnerId, fileName: z.string().min(1).max(200).optional().describe('What the file is called.') },
    takes: { types: { '*/*': { type: 'string', format: 'binary' } }, take: takeReturn },
    location: ({ returnId: made }: { returnId: string }) => `/partner-returns/${made}`,
    example: { fileName: 'payments.csv' },
    exampleBody: {
      type: 'text/csv',
      text: 'kind,claim,reference,date,amount,currency\npayment,INV-2026-0042,N-4711,2026-11-21,40.00,EUR\n',
    },
  }),
  defineEndpoint({
    ...about,
    name: 'listPartnerReturns',
    method: 'GET',
    path: '/partner-returns',
    scope: 'partnerFiles:read',
    summary: 'List files that came back from partners',
    description: 'The newest first, however they came.',
    document: `query ($clientId: ID!, $partnerId: ID, $limit: Int, $offset: Int) {
      listPartnerReturns(clientId: $clientId, partnerId: $partnerId, limit: $limit, offset: $offset) { items { ...PartnerReturn } }
    } ${PARTNER_RETURN}`,
    values: { partnerId },
    pages: { by: 'offset', limit: 'limit', offset: 'offset', most: 100 },
    example: { limit: 10 },
  }),
  defineEndpoint({
    ...about,
    name: 'getPartnerReturn',
    method: 'GET',
    path: '/partner-returns/{returnId}',
    scope: 'partnerFiles:read',
    summary: 'See how far a file from a partner is',
    description:
      '`checked`: `summary` says what would be booked and what contradicts. `booked`: what was. `uploaded`: nobody has said yet how the partner’s files are read.',
    document: `query ($clientId: ID!, $returnId: ID!) { getPartnerReturn(clientId: $clientId, returnId: $returnId) { ...PartnerReturn } } ${PARTNER_RETURN}`,
    example: { returnId },
  }),
  defineEndpoint({
    ...about,
    name: 'listPartnerReturnRows',
    method: 'GET',
    path: '/partner-returns/{returnId}/rows',
    scope: 'partnerFiles:read',
    summary: 'List the rows of a file from a partner',
    description:
      'By their numbers, with what became of them and why they contradict. While nothing is booked, the first 1,000 contradictions alone.',
    document: `query ($clientId: ID!, $returnId: ID!, $outcome: String, $limit: Int, $afterRow: Int) {
      listPartnerReturnRows(clientId: $clientId, returnId: $returnId, outcome: $outcome, limit: $limit, after: $afterRow) { items { ...PartnerReturnRow } }
    } ${PARTNER_RETURN_ROW}`,
    values: { outcome: z.enum(['booked', 'known', 'refused']).optional().describe('Rows of which this became; all without it.') },
    pages: { by: 'last', limit: 'limit', after: 'afterRow', of: 'rowNumber', most: 200 },
    example: { returnId },
  }),
  defineEndpoint({
    ...about,
    name: 'getPartnerReturnColumns',
    method: 'GET',
    path: '/partner-returns/{returnId}/columns',
    scope: 'partnerFiles:read',
    summary: 'See the columns of a file from a partner',
    description: 'As they are, with the first rows, and what they probably are: `suggestion` can be handed in as the mapping of a check.',
    document: `query ($clientId: ID!, $returnId: ID!) {
      getPartnerReturnFile(clientId: $clientId, returnId: $returnId) { columns rows suggestion { ...PartnerReturnMapping } }
    } fragment PartnerReturnMapping on PartnerReturnMapping {
      encoding separator skipRows sheet hasHeader decimalMark dateOrder fields { field column constant values { from to } }
    }`,
    example: { returnId },
  }),
  defineEndpoint({
    ...about,
    name: 'checkPartnerReturn',
    method: 'POST',
    path: '/partner-returns/{returnId}/check',
    scope: 'partnerFiles:write',
    status: 202,
    summary: 'Check a file from a partner',
    description:
      'Finds out in the background what it would book; nothing is booked. `saves`: the partner’s next files are read like that. Not with a partner’s own key.',
    document: `mutation ($clientId: ID!, $returnId: ID!, $mapping: PartnerReturnMappingInput!, $saves: Boolean) {
      checkPartnerReturn(clientId: $clientId, returnId: $returnId, mapping: $mapping, saves: $saves) { ...PartnerReturn }
    } ${PARTNER_RETURN}`,
    example: {
      returnId,
      mapping: {
        hasHeader: true,
        decimalMark: '.',
        dateOrder: 'YMD',
        fields: [
          { field: 'kind', constant: 'payment' },
          { field: 'claimRef', column: 'claim' },
          { field: 'amount', column: 'amount' },
        ],
      },
    },
  }),
  defineEndpoint({
    ...about,
    name: 'bookPartnerReturn',
    method: 'POST',
    path: '/partner-returns/{returnId}/booking',
    scope: 'partnerFiles:write',
    status: 202,
    summary: 'Book a file from a partner',
    description: 'One that was checked, in the background: what contradicts is left out. Not with a partner’s own key.',
    document: `mutation ($clientId: ID!, $returnId: ID!) { bookPartnerReturn(clientId: $clientId, returnId: $returnId) { ...PartnerReturn } } ${PARTNER_RETURN}`,
    example: { returnId },
  }),
  defineEndpoint({
    ...about,
    name: 'cancelPartnerReturn',
    method: 'POST',
    path: '/partner-returns/{returnId}/cancellation',
    scope: 'partnerFiles:write',
    status: 200,
    summary: 'Stop a file from a partner',
    description: 'After the rows that it is at; what was booked stays. Not with a partner’s own key.',
    document: `mutation ($clientId: ID!, $returnId: ID!) { cancelPartnerReturn(clientId: $clientId, returnId: $returnId) { ...PartnerReturn } } ${PARTNER_RETURN}`,
    example: { returnId },
  }),
];
