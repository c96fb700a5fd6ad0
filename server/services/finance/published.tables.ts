/** What other services may read of ledgers, payments and promises. */
import { publish } from '../../platform/published.tables.ts';
import { bankAccount, directDebit, directDebitFile } from './ground/bank.tables.ts';
import { ledgerEntry, payment, promiseToPay } from './ground/finance.tables.ts';

export const publishedLedgerEntry = publish(ledgerEntry, [
  'clientId',
  'entryId',
  'accountId',
  'externalClaimRef',
  'kind',
  'component',
  'contra',
  'amount',
  'currency',
  'valueDate',
  'bookedAt',
  'description',
  'paymentId',
  'reversesEntryId',
]);
export const publishedPromiseToPay = publish(promiseToPay, ['clientId', 'accountId', 'status', 'dueDate', 'createdAt']);
export const publishedPayment = publish(payment, ['clientId', 'paymentId', 'accountId', 'providerName', 'method', 'createdAt']);
export const publishedDirectDebit = publish(directDebit, ['clientId', 'accountId', 'fileId']);
export const publishedDirectDebitFile = publish(directDebitFile, ['clientId', 'fileId', 'bankAccountId', 'createdAt']);
export const publishedBankAccount = publish(bankAccount, ['clientId', 'bankAccountId', 'name']);
