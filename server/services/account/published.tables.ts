/** What other services may read of accounts, their debtors and claims. */
import { publish } from '../../platform/published.tables.ts';
import { account, claim, contactPoint, debtor } from './ground/account.tables.ts';
import { workItem } from './task/task.tables.ts';

export const publishedAccount = publish(account, [
  'clientId',
  'accountId',
  'externalAccountRef',
  'debtorName',
  'debtorRef',
  'currency',
  'locale',
  'meta',
  'assigneeUserId',
  'activeClaimsCount',
  'assignedPartnerId',
  'createdAt',
  'updatedAt',
]);
export const publishedDebtor = publish(debtor, [
  'clientId',
  'accountId',
  'debtorId',
  'externalDebtorRef',
  'position',
  'title',
  'firstName',
  'middleName',
  'lastName',
  'companyName',
  'birthday',
  'ibanDigest',
]);
export const publishedContactPoint = publish(contactPoint, ['clientId', 'accountId', 'debtorId', 'kind', 'value', 'normalized']);
export const publishedClaim = publish(claim, [
  'clientId',
  'externalClaimRef',
  'accountId',
  'currency',
  'balance',
  'dueDate',
  'status',
  'disputedAt',
  'promiseToPayEnabled',
  'meta',
  'updatedAt',
]);
export const publishedWorkItem = publish(workItem, ['clientId', 'workItemId', 'accountId', 'status']);
