/** The client’s own bank accounts, statements, files for the bank and payment providers. */
import { defineEvents } from './define.ts';

export const BANK_EVENTS = defineEvents({
  bankAccountSaved: { audit: ['payments', 'update'], retention: null },
  bankAccountDeleted: { audit: ['payments', 'delete'], retention: null },
  bankStatementRead: { audit: ['payments', 'run'], retention: null },
  directDebitFileMade: { audit: ['payments', 'create'], retention: null },
  paymentProviderChanged: { audit: ['payments', 'update'], retention: null },
});
