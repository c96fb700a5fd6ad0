/** The client’s own bank accounts, statements, files for the bank and payment providers. */
import { defineEvents } from './define.ts';
import { amount, count, currency, flag, id, text } from './fields.ts';

const ID = '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e0f';

/** The IBAN is masked. */
const ACCOUNT = { bankAccountId: id, name: text, iban: text };
const account = { bankAccountId: ID, name: 'Collections', iban: 'DE89 •••• 3000' };

export const BANK_EVENTS = defineEvents({
  bankAccountSaved: {
    audit: ['payments', 'update'],
    retention: null,
    description: 'A bank account of the client’s was added or edited.',
    payload: { ...ACCOUNT, isNew: flag },
    example: { ...account, isNew: true },
  },
  bankAccountDeleted: {
    audit: ['payments', 'delete'],
    retention: null,
    description: 'A bank account of the client’s was removed.',
    payload: ACCOUNT,
    example: account,
  },
  bankStatementRead: {
    audit: ['payments', 'run'],
    retention: null,
    description: 'A bank statement was read; its transactions are matched to claims next.',
    payload: {
      statementId: id,
      fileName: text,
      statementRef: text,
      /** New transactions, and those that an earlier statement had. */
      entries: count,
      repeated: count,
    },
    example: { statementId: ID, fileName: 'camt053.xml', statementRef: '2026-11-25', entries: 41, repeated: 0 },
  },
  directDebitFileMade: {
    audit: ['payments', 'create'],
    retention: null,
    description: 'A file of collections was made for the bank.',
    payload: { fileId: id, messageId: text, bankAccount: text, count, amount, currency },
    example: { fileId: ID, messageId: 'Q20261126-1', bankAccount: 'Collections', count: 12, amount: '1200.00', currency: 'EUR' },
  },
  paymentProviderChanged: {
    audit: ['payments', 'update'],
    retention: null,
    description: 'The settings of a payment provider were saved.',
    payload: { providerName: text, isActive: flag },
    example: { providerName: 'stripe', isActive: true },
  },
});
