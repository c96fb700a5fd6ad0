/** What other services may read of contacts and what came of them. */
import { publish } from '../../platform/published.tables.ts';
import { communicationResolution } from './operations.tables.ts';

export const publishedCommunicationResolution = publish(communicationResolution, [
  'clientId',
  'resolutionId',
  'accountId',
  'externalClaimRef',
  'communicationRequestId',
  'communicationMethod',
  'outcomeDirection',
  'category',
  'resolution',
  'delinquencyReason',
  'additionalInformation',
  'userId',
  'createdAt',
]);
