import { ACCOUNT_ID, CLAIM_REF, SOME_ID } from '../../../core/apiExamples.ts';
import { defineEndpoint } from '../endpoint.ts';
import { MESSAGE } from '../shapes.ts';

const about = { noun: 'messages', service: 'cms', method: 'GET', scope: 'messages:read' } as const;
const accountId = ACCOUNT_ID;
const CHANNELS = 'email, sms, whatsapp, letter or phone (an automated call)';

export const messages = [
  defineEndpoint({
    ...about,
    name: 'listMessages',
    path: '/accounts/{accountId}/messages',
    summary: 'List an account’s messages and calls',
    description:
      'To the debtor and from them. What waits for somebody comes first; then the newest first. `messageURL` names one, to read it whole.',
    document: `query ($clientId: ID!, $accountId: ID!, $direction: String, $waiting: Boolean, $size: Int, $searchAfter: String) {
      searchCorrespondence(clientId: $clientId, filter: { accountId: $accountId, direction: $direction, waiting: $waiting }, size: $size,
        searchAfter: $searchAfter) { items: results { ...Message } next: searchAfter }
    } ${MESSAGE}`,
    pages: { by: 'cursor', limit: 'size', after: 'searchAfter', most: 100 },
    example: { accountId, limit: 20 },
  }),
  defineEndpoint({
    ...about,
    name: 'getMessageContent',
    path: '/message-content',
    summary: 'Read a message',
    description: 'Its words as they were sent or came; `messageURL` is that of the list.',
    document: `query ($clientId: ID!, $messageURL: String!) {
      getCommunicationContent(clientId: $clientId, messageURL: $messageURL) {
        channel direction subject textContent attachmentsContent { fileId name mimeType size }
      }
    }`,
    example: { messageURL: `communication/${SOME_ID}` },
  }),
  defineEndpoint({
    ...about,
    name: 'previewMessage',
    path: '/accounts/{accountId}/message-preview',
    summary: 'See what a message to a debtor would be, and whether it may be sent',
    description: `Made by the code that sends, with the address, the words and what the rules of contact say now; nothing is sent or kept. \`channel\`: ${CHANNELS}. Either \`templateReferences\`, or words of your own in which placeholders may stand.`,
    document: `query ($clientId: ID!, $accountId: ID!, $channel: String!, $locale: String, $externalClaimRef: String, $templateReferences: [String!],
      $customSubject: String, $customBody: String) {
      previewDebtorMessage(clientId: $clientId, accountId: $accountId, channel: $channel, locale: $locale, externalClaimRef: $externalClaimRef,
        templateReferences: $templateReferences, customSubject: $customSubject, customBody: $customBody) {
        channel locale recipient sender subject text segments encoding attachments { fileId name mimeType size }
        missingCodes { code reason } problems { locale field message placeholders }
        answer rule why until liftableRules heldByLaw rules { rule ok why }
      }
    }`,
    example: {
      accountId,
      channel: 'email',
      externalClaimRef: CLAIM_REF,
      customSubject: 'Your invoice',
      customBody: 'Dear {{ debtor.firstName }}, …',
    },
  }),
  defineEndpoint({
    ...about,
    name: 'explainContact',
    path: '/accounts/{accountId}/contact/{channel}',
    summary: 'See whether a debtor may be contacted now, and why not',
    description: `\`answer\`: allow, defer (until \`until\`) or deny; \`rules\` says what each rule says. \`channel\`: ${CHANNELS}. 404 for an account without a claim to speak of.`,
    document: `query ($clientId: ID!, $accountId: String!, $channel: String!) {
      explainContact(clientId: $clientId, accountRef: $accountId, channel: $channel) {
        accountId accountRef debtorName channel answer rule until why rules { rule ok why }
      }
    }`,
    example: { accountId, channel: 'sms' },
  }),
];
