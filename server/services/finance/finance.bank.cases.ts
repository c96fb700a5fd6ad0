/** How the cross-client test calls the operations of mandates and banks. */
import { uuidv7 } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import type { Cases, World } from '../../platform/cases.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { saveBankAccount } from './account/account.logic.ts';
import { sealFor } from './account/secrets.ts';
import { clientToday } from './agreement/agreement.logic.ts';
import { planCollection } from './debit/debit.logic.ts';
import { createMandate, SEPA } from './debit/mandate.logic.ts';

/** Adds a bank account, a mandate with a planned collection, a file, and a bank transaction that waits for somebody. */
export async function seedBank(tx: Tx, world: World): Promise<void> {
  const [accountId, externalClaimRef] = [world.accountId ?? '', world.externalClaimRef ?? ''];
  const bank = await saveBankAccount(tx, {
    name: 'Main',
    holder: 'A creditor',
    iban: 'DE89370400440532013000',
    creditorId: 'DE98ZZZ09999999999',
  });
  const sepa = { providerName: SEPA, holder: 'Hannah Brandt', iban: 'DE02500105170137075030', signedOn: await clientToday(tx) };
  const mandate = await createMandate(tx, { ...sepa, accountId }, world.userId ?? '');
  const debit = await planCollection(tx, {
    mandateId: mandate.mandateId,
    externalClaimRefs: [externalClaimRef],
    amount: 50n,
    idempotencyKey: `seed:debit:${externalClaimRef}`,
  });
  const [statementId, entryId, fileId] = [uuidv7(), uuidv7(), uuidv7()];
  const at = isoInstant(now());
  await tx.sql(
    `insert into bank_statement (client_id, statement_id, file_name, sha256, iban, statement_ref, currency, status, user_id, created_at)
     values ($1, $2, 'a.xml', '', $3, 'seed', 'EUR', 'done', $4, $5)`,
    [tx.clientId, statementId, sealFor('statement', tx.clientId, statementId, bank.iban), world.userId, at],
  );
  await tx.sql(
    `insert into bank_entry (client_id, entry_id, statement_id, position, key, amount, currency, value_date, status, explanation)
     values ($1, $2, $3, 1, 'seed', 100, 'EUR', '2026-01-02', 'unmatched', '{}')`,
    [tx.clientId, entryId, statementId],
  );
  await tx.sql(
    `insert into direct_debit_file (client_id, file_id, bank_account_id, message_id, xml, count, amount, currency, created_by, created_at)
     values ($1, $2, $3, 'SEED', '<Document/>', 1, 50, 'EUR', $4, $5)`,
    [tx.clientId, fileId, bank.bankAccountId, world.userId, at],
  );
  Object.assign(world, {
    bankAccountId: bank.bankAccountId,
    mandateId: mandate.mandateId,
    debitPaymentId: debit.paymentId,
    statementId,
    entryId,
    debitFileId: fileId,
  });
}

const own = (world: World) => ({ clientId: world.clientId });
const mandate = (world: World) => ({ ...own(world), mandateId: world.mandateId });
const entry = (world: World) => ({ ...own(world), entryId: world.entryId, revision: 1 });
const debit = (world: World) => ({ ...own(world), paymentId: world.debitPaymentId });

export const bankOperations: Cases['operations'] = {
  getRecurringPaymentMandates: (world) => ({ ...own(world), accountId: world.accountId }),
  createRecurringPaymentMandate: (world) => ({
    ...own(world),
    accountId: world.accountId,
    mandate: { providerName: SEPA, holder: 'Hannah Brandt', iban: 'DE02500105170137075030', signedOn: '2026-01-02' },
  }),
  enableRecurringPaymentMandate: mandate,
  disableRecurringPaymentMandate: (world) => ({ ...mandate(world), disabledUntil: '2099-01-01T00:00:00Z' }),
  updateDisabledRecurringPaymentMandate: mandate,
  deleteRecurringPaymentMandate: mandate,
  chargeRecurringPaymentMandate: (world) => ({ ...mandate(world), amount: '1.00', idempotencyKey: uuidv7() }),
  getPaymentProviderSettings: own,
  getPaymentProviderHealth: own,
  // What is no key is refused before anybody outside is asked.
  testPaymentProviderSetting: (world) => ({ clientId: world.clientId, providerName: 'stripe', credentials: { secretKey: 'no key' } }),
  savePaymentProviderSetting: (world) => ({
    ...own(world),
    providerName: 'stripe',
    isActive: false,
    credentials: { secretKey: 'sk_test_0000', signingSecret: 'whsec_0000' },
    // Nobody has that revision: the answer is the same however often it is asked.
    revision: 9,
  }),
  getBankAccounts: own,
  getBankStatements: own,
  getBankEntries: own,
  weighBankEntry: (world) => ({ ...own(world), entryId: world.entryId, accountId: world.accountId }),
  getReturnCandidates: (world) => ({ ...own(world), entryId: world.entryId }),
  getDirectDebits: own,
  getDirectDebitFiles: own,
  getDirectDebitLetter: debit,
  saveBankAccount: (world) => ({
    ...own(world),
    bankAccount: { bankAccountId: world.bankAccountId, name: 'Main', holder: 'A creditor', iban: 'DE89370400440532013000', revision: 1 },
  }),
  deleteBankAccount: (world) => ({ ...own(world), bankAccountId: world.bankAccountId }),
  bookBankEntry: (world) => ({ ...entry(world), parts: [{ accountId: world.accountId, amount: '1.00' }] }),
  bookBankReturn: (world) => ({ ...entry(world), paymentId: world.paymentId }),
  ignoreBankEntry: (world) => ({ ...entry(world), note: 'not ours' }),
  undoBankEntry: entry,
  rejectDirectDebit: debit,
  cancelDirectDebit: debit,
  announceDirectDebits: own,
  announceDirectDebitByLetter: debit,
  exportDirectDebits: (world) => ({ ...own(world), bankAccountId: world.bankAccountId }),
  downloadDirectDebitFile: (world) => ({ ...own(world), fileId: world.debitFileId }),
};
