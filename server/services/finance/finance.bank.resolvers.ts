/** Mandates, bank accounts, statements and direct debits on the outside. */
import { invalid } from '../../../core/fault.ts';
import { fromDecimal, money } from '../../../core/money.ts';
import { now } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { type BankAccount, deleteBankAccount, listBankAccounts, saveBankAccount } from './account/account.logic.ts';
import { maskIban } from './account/sepa.ts';
import { clientToday } from './agreement/agreement.logic.ts';
import {
  type BankEntry,
  bookEntry,
  bookReturn,
  ignoreEntry,
  listEntries,
  readEntry,
  returnCandidates,
  undoEntry,
  weighAccount,
} from './bank/entry.logic.ts';
import type { Told } from './bank/entry.types.ts';
import type { Ranked, Sign } from './bank/match.ts';
import { rejectCollection } from './bank/reject.logic.ts';
import { RETURN_REASONS } from './bank/return.logic.ts';
import { type BankStatement, listStatements } from './bank/statement.logic.ts';
import { type DirectDebitFile, exportDirectDebits, listFiles, takeFile } from './debit/debit.file.logic.ts';
import { cancelCollection, type ListedDebit, listDirectDebits, readDirectDebit } from './debit/debit.logic.ts';
import { preNotifyByLetter, preNotifyDue, wordsOf } from './debit/debit.preNotification.logic.ts';
import {
  contextOf,
  createMandate,
  deleteMandate,
  disableMandate,
  enableMandate,
  isMandateActive,
  listMandates,
  type Mandate,
  mandateEnd,
  readMandate,
  STRIPE,
  updateDisabledMandate,
} from './debit/mandate.logic.ts';
import { PAIN_VERSIONS } from './debit/pain.ts';
import type { Resolvers } from './finance.graphql.ts';
import { presentPayment } from './finance.present.ts';
import { staffKey } from './ground/keys.ts';
import { currencyOf } from './ground/read.logic.ts';
import { readProviderHealth } from './providers/calls.ts';
import { chargeRecurringPaymentMandate } from './providers/charge.logic.ts';
import { prepareKeyTest, readProviderSettings, saveProviderSetting } from './providers/stripe.setting.logic.ts';

export const bankQueries: NonNullable<Resolvers['Query']> = {
  getRecurringPaymentMandates: async (_, { accountId }, { tx }) => {
    const today = await clientToday(tx);
    return (await listMandates(tx, accountId)).map((row) => shown(row, today));
  },
  getPaymentProviderSettings: async (_, __, { tx }) => readProviderSettings(tx, readConfig()),
  getPaymentProviderHealth: (_, __, { tx }) => readProviderHealth(tx),
  getBankAccounts: async (_, __, { tx }) => (await listBankAccounts(tx)).map(account),
  getBankStatements: async (_, __, { tx }) => (await listStatements(tx)).map(statement),
  getBankEntries: async (_, filter, { tx }) => {
    const { entries, total } = await listEntries(tx, filter);
    return { entries: entries.map(entry), total };
  },
  weighBankEntry: async (_, { entryId, accountId }, { tx }) => {
    const { currency } = await readEntry(tx, entryId);
    return candidate(await weighAccount(tx, entryId, accountId), currency);
  },
  getReturnCandidates: async (_, { entryId }, { tx }) =>
    (await returnCandidates(tx, entryId)).map((row) => ({ ...row, amount: money(row.amount, row.currency) })),
  getDirectDebits: async (_, filter, { tx }) => (await listDirectDebits(tx, filter)).map(debit),
  getDirectDebitFiles: async (_, __, { tx }) => (await listFiles(tx)).map(file),
  getDirectDebitLetter: async (_, { paymentId }, { tx }) => {
    const { subject, text } = await wordsOf(tx, await readDirectDebit(tx, paymentId));
    return { subject, text };
  },
};

export const bankMutations: NonNullable<Resolvers['Mutation']> = {
  createRecurringPaymentMandate: async (_, { accountId, mandate }, { tx, identity }) =>
    mandated(tx, await createMandate(tx, { ...mandate, accountId }, identity.userId)),
  enableRecurringPaymentMandate: async (_, { mandateId }, { tx }) => mandated(tx, await enableMandate(tx, mandateId)),
  disableRecurringPaymentMandate: async (_, { mandateId, disabledUntil }, { tx }) =>
    mandated(tx, await disableMandate(tx, mandateId, disabledUntil ?? null)),
  updateDisabledRecurringPaymentMandate: async (_, { mandateId, disabledUntil }, { tx }) =>
    mandated(tx, await updateDisabledMandate(tx, mandateId, disabledUntil ?? null)),
  deleteRecurringPaymentMandate: async (_, { mandateId }, { tx }) => {
    await deleteMandate(tx, mandateId);
    return true;
  },
  chargeRecurringPaymentMandate: async (
    _,
    { mandateId, amount, externalClaimRefs, collectionDate, isFinal, idempotencyKey },
    { tx, identity },
  ) =>
    presentPayment(
      await chargeRecurringPaymentMandate(tx, {
        mandateId,
        amount: amount ? minor('amount', amount, await currencyOf(tx, (await readMandate(tx, mandateId)).accountId)) : null,
        externalClaimRefs: externalClaimRefs ?? [],
        collectionDate: collectionDate ?? null,
        isFinal: isFinal ?? false,
        idempotencyKey: staffKey(identity.userId, idempotencyKey),
      }),
    ),
  savePaymentProviderSetting: async (_, input, { tx, identity }) => {
    await saveProviderSetting(tx, { ...input, credentials: input.credentials }, identity.userId);
    return readProviderSettings(tx, readConfig());
  },
  testPaymentProviderSetting: async (_, { providerName, credentials }, { tx, afterCommit }) => {
    if (providerName !== STRIPE) throw invalid('providerName', 'oneOf', { choices: STRIPE });
    const { isTest, ask } = await prepareKeyTest(tx, credentials);
    // The answer waits for Stripe's; no connection of the database does.
    afterCommit(ask);
    return { isTest };
  },
  saveBankAccount: async (_, { bankAccount }, { tx }) => account(await saveBankAccount(tx, bankAccount)),
  deleteBankAccount: async (_, { bankAccountId }, { tx }) => {
    await deleteBankAccount(tx, bankAccountId);
    return true;
  },
  bookBankEntry: async (_, { entryId, revision, parts }, { tx, identity }) => {
    const { currency } = await readEntry(tx, entryId);
    return entry(
      await bookEntry(
        tx,
        entryId,
        revision,
        parts.map((part) => ({
          accountId: part.accountId,
          externalClaimRefs: part.externalClaimRefs ?? [],
          amount: minor('parts', part.amount, currency),
        })),
        identity.userId,
      ),
    );
  },
  bookBankReturn: async (_, { entryId, revision, paymentId }, { tx, identity }) =>
    entry(await bookReturn(tx, entryId, revision, paymentId, identity.userId)),
  ignoreBankEntry: async (_, { entryId, revision, note }, { tx, identity }) =>
    entry(await ignoreEntry(tx, entryId, revision, note, identity.userId)),
  undoBankEntry: async (_, { entryId, revision }, { tx, identity }) => entry(await undoEntry(tx, entryId, revision, identity.userId)),
  rejectDirectDebit: async (_, { paymentId, reason }, { tx }) => {
    const known = reason == null ? null : RETURN_REASONS.find((each) => each === reason);
    if (known === undefined) throw invalid('reason', 'oneOf', { choices: RETURN_REASONS.join(', ') });
    await rejectCollection(tx, paymentId, known);
    return true;
  },
  cancelDirectDebit: async (_, { paymentId }, { tx }) => {
    await cancelCollection(tx, paymentId, 'staff');
    return true;
  },
  announceDirectDebits: (_, __, { tx }) => preNotifyDue(tx),
  announceDirectDebitByLetter: async (_, { paymentId }, { tx }) => {
    await preNotifyByLetter(tx, paymentId);
    return true;
  },
  exportDirectDebits: async (_, { bankAccountId, version, until }, { tx, identity }) => {
    const chosen = PAIN_VERSIONS.find((each) => each === (version ?? PAIN_VERSIONS[0]));
    if (!chosen) throw invalid('version', 'oneOf', { choices: PAIN_VERSIONS.join(', ') });
    return file(await exportDirectDebits(tx, bankAccountId, chosen, until ?? null, identity.userId));
  },
  downloadDirectDebitFile: async (_, { fileId }, { tx }) => {
    const { messageId, xml } = await takeFile(tx, fileId);
    return { fileName: `${messageId}.xml`, xml };
  },
};

function minor(field: string, amount: string, currency: string): bigint {
  const read = fromDecimal(amount, currency);
  if (read === null) throw invalid(field, 'noAmountOf', { text: amount, currency });
  return read;
}

const mandated = async (tx: Tx, row: Mandate) => shown(row, await clientToday(tx));

function shown(row: Mandate, today: Parameters<typeof isMandateActive>[2]) {
  const context = contextOf(row);
  const { iban, ...representation } = context.mandateRepresentation;
  return {
    ...row,
    paymentMethod: { type: row.paymentMethodType },
    isActive: isMandateActive(row, now(), today),
    endsOn: mandateEnd(row),
    context: {
      externalDebtorRef: context.externalDebtorRef,
      productReferences: [...context.productReferences],
      mandateRepresentation: { ...representation, ...(iban ? { iban: maskIban(iban) } : {}) },
    },
  };
}

const account = (row: BankAccount) => ({ ...row });

const statement = (row: BankStatement & { counts: Record<string, number> }) => ({
  ...row,
  openingBalance: row.openingBalance === null ? null : money(row.openingBalance, row.currency),
  closingBalance: row.closingBalance === null ? null : money(row.closingBalance, row.currency),
  newCount: row.counts.new ?? 0,
  bookedCount: row.counts.booked ?? 0,
  openCount: (row.counts.ambiguous ?? 0) + (row.counts.unmatched ?? 0),
  ignoredCount: row.counts.ignored ?? 0,
});

const candidate = (row: Ranked, currency: string) => ({
  ...row,
  signs: row.signs.map((each) => ({ ...each })),
  claimRefs: [...row.claimRefs],
  due: money(BigInt(row.due), currency),
});

function entry(row: BankEntry) {
  const { isReturn, returnText, charge, doubt, score, signs, candidates } = (row.explanation ?? {}) as Partial<
    Told & { doubt: string | null; score: number; signs: Sign[]; candidates: Ranked[] }
  >;
  return {
    ...row,
    amount: money(row.amount, row.currency),
    counterpartyIban: row.counterpartyIban === null ? null : maskIban(row.counterpartyIban),
    isReturn: isReturn ?? false,
    returnText: returnText ?? null,
    bankCharge: charge ? money(BigInt(charge), row.currency) : null,
    doubt: doubt ?? null,
    score: score ?? 0,
    signs: signs ?? [],
    candidates: (candidates ?? []).map((each) => candidate(each, row.currency)),
  };
}

const debit = (row: ListedDebit) => ({
  ...row,
  amount: money(row.amount, row.currency),
  claimRefs: row.payment.allocation.map((part) => part.externalClaimRef),
});

const file = (row: DirectDebitFile) => ({ ...row, amount: money(row.amount, row.currency) });
