import { uuidv7 } from '../../../core/id.ts';
import { addDays } from '../../../core/time.ts';
import { localDate } from '../../../core/zone.ts';
import type { Cases } from '../../platform/cases.ts';
import { now } from '../../platform/clock.ts';
import { clientToday } from './agreement/agreement.logic.ts';
import { createPromiseToPay } from './agreement/promise.logic.ts';
import { accountingCases, accountingRefused, seedAccounting } from './finance.accounting.cases.ts';
import { bankOperations, seedBank } from './finance.bank.cases.ts';
import { ledgerCases, seedLedger } from './finance.ledger.cases.ts';
import { instalmentsPlan } from './ground/finance.tables.ts';
import { book } from './ledger/ledger.logic.ts';
import { startPayment } from './payment/payment.logic.ts';

const account = (world: Record<string, string>) => ({ clientId: world.clientId, accountId: world.accountId });
const claims = (world: Record<string, string>) => ({
  ...account(world),
  externalClaimRefs: [world.externalClaimRef],
  idempotencyKey: uuidv7(),
});
/** A day that a debtor may promise for. */
const soon = () => addDays(localDate(now(), 'UTC'), 7);

export const cases: Cases = {
  seed: async (tx, world) => {
    const [accountId, externalClaimRef] = [world.accountId ?? '', world.externalClaimRef ?? ''];
    const today = await clientToday(tx);
    await book(tx, [
      { accountId, externalClaimRef, kind: 'fee', amount: 30_000n, currency: 'EUR', valueDate: today, key: `seed:${externalClaimRef}` },
    ]);
    const promise = await createPromiseToPay(tx, {
      externalClaimRef,
      amount: 100n,
      dueDate: today,
      requestedBy: 'debtor',
      idempotencyKey: `seed:${externalClaimRef}`,
    });
    const payment = await startPayment(tx, {
      accountId,
      externalClaimRefs: [externalClaimRef],
      amount: 100n,
      providerName: 'sandbox',
      method: 'card',
      idempotencyKey: `seed:${externalClaimRef}`,
    });
    const plan = {
      instalmentsPlanId: uuidv7(),
      status: 'canceled' as const,
      idempotencyKey: `seed:${externalClaimRef}`,
      createdAt: now(),
      updatedAt: now(),
    };
    await tx.db.insert(instalmentsPlan).values({
      clientId: tx.clientId,
      accountId,
      claimRefs: [externalClaimRef],
      amount: 300n,
      currency: 'EUR',
      interval: 'weekly',
      requestedBy: 'debtor',
      ...plan,
    });
    Object.assign(world, {
      promiseToPayId: promise.promiseToPayId,
      paymentId: payment.paymentId,
      instalmentsPlanId: plan.instalmentsPlanId,
    });
    await seedBank(tx, world);
    await seedLedger(tx, world);
    await seedAccounting(tx, world);
  },
  operations: {
    ...bankOperations,
    ...ledgerCases,
    ...accountingCases,
    getInstalments: (world) => ({ clientId: world.clientId, instalmentsPlanId: world.instalmentsPlanId }),
    getAllPromiseToPay: (world) => ({ clientId: world.clientId, externalClaimRef: world.externalClaimRef }),
    getAccountPromisesToPay: account,
    getAccountInstalments: account,
    getAccountInstalmentsPlans: account,
    getPromiseToPayTransactions: (world) => ({ clientId: world.clientId, promiseToPayId: world.promiseToPayId }),
    getAccountPayments: account,
    getAllowedPaymentProviders: account,
    createPromiseToPay: (world) => ({
      clientId: world.clientId,
      externalClaimRef: world.externalClaimRef,
      amount: '1.00',
      dueDate: soon(),
      idempotencyKey: uuidv7(),
    }),
    cancelPromiseToPay: (world) => ({ clientId: world.clientId, promiseToPayId: world.promiseToPayId }),
    createInstalmentsPlan: (world) => ({ ...claims(world), interval: 'weekly' }),
    cancelInstalmentsPlan: (world) => ({ clientId: world.clientId, instalmentsPlanId: world.instalmentsPlanId }),
    recordPayment: (world) => ({ ...claims(world), amount: '1.00' }),
    reportSandboxPayment: (world) => ({ clientId: world.clientId, paymentId: world.paymentId, outcome: 'success' }),
  },
  refused: {
    ...accountingRefused,
    requestApproval: 'approvalNotNeeded',
    withdrawApproval: 'requestNotFound',
    deleteBankAccount: 'bankAccountStays',
    bookBankReturn: 'entryDecided',
    ignoreBankEntry: 'entryDecided',
    undoBankEntry: 'entryDecided',
    rejectDirectDebit: 'notAtBank',
    announceDirectDebitByLetter: 'debitPlannedOnly',
    exportDirectDebits: 'accountNoCreditor',
    cancelPromiseToPay: 'promiseAlready',
    createInstalmentsPlan: 'agreementsEnd',
    bookInterest: 'interestNone',
    createSettlementOffer: 'offerOther',
    acceptSettlementOffer: 'agreementsEnd',
    chargeRecurringPaymentMandate: 'mandateNotFound',
    testPaymentProviderSetting: 'stripeKeyForm',
    savePaymentProviderSetting: 'providerChanged',
  },
};
