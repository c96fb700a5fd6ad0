/** What other services may read of partners and of what was given to them. */
import { publish } from '../../platform/published.tables.ts';
import { claimAssignment, partner } from './ground/partner.tables.ts';

export const publishedPartner = publish(partner, [
  'clientId',
  'partnerId',
  'name',
  'type',
  'email',
  'phone',
  'addressLine1',
  'addressLine2',
  'addressLine3',
  'postalCode',
  'city',
  'state',
  'country',
  'isSkipTracingDefault',
  'deletedAt',
]);
export const publishedClaimAssignment = publish(claimAssignment, [
  'clientId',
  'assignmentId',
  'partnerId',
  'accountId',
  'externalClaimRef',
  'status',
  'outsourceMethod',
  'createdAt',
  'endedAt',
]);
