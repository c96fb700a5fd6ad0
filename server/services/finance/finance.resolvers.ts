import { Fault, invalid } from '../../../core/fault.ts';
import { uuidv7 } from '../../../core/id.ts';
import { fromDecimal, money } from '../../../core/money.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { lockClaims } from '../account/account.balance.logic.ts';
import type { Resolvers } from './finance.graphql.ts';
import {
  cancelInstalmentsPlan,
  createInstalmentsPlan,
  INSTALMENT_INTERVALS,
  type Instalment,
  listAccountInstalments,
  listAccountPlans,
  listInstalments,
  type PlanWithInstalments,
  readPlan,
} from './finance.instalments.logic.ts';
import './finance.jobs.ts';
import { applyNotice } from './finance.notice.logic.ts';
import { listAccountPayments, MANUAL, type Payment, partsOf, readPayment, settlePayment, startPayment } from './finance.payment.logic.ts';
import {
  cancelPromiseToPay,
  createPromiseToPay,
  listAccountPromises,
  listClaimPromises,
  listPromiseTransactions,
  type PromiseToPay,
} from './finance.promise.logic.ts';
import { allowedProviders, PAYMENT_OUTCOMES, providerNamed } from './finance.provider.logic.ts';

export const resolvers: Resolvers = {
  Query: {
    getInstalments: async (_, { instalmentsPlanId }, { tx }) => {
      await readPlan(tx, instalmentsPlanId);
      return (await listInstalments(tx, instalmentsPlanId)).map(instalment);
    },
    getAllPromiseToPay: async (_, { externalClaimRef }, { tx }) => (await listClaimPromises(tx, externalClaimRef)).map(promise),
    getAccountPromisesToPay: async (_, { accountId }, { tx }) => (await listAccountPromises(tx, accountId)).map(promise),
    getAccountInstalments: async (_, { accountId }, { tx }) => (await listAccountInstalments(tx, accountId)).map(instalment),
    getAccountInstalmentsPlans: async (_, { accountId }, { tx }) => (await listAccountPlans(tx, accountId)).map(plan),
    getPromiseToPayTransactions: async (_, { promiseToPayId }, { tx }) => {
      const { promise: about, entries } = await listPromiseTransactions(tx, promiseToPayId);
      return entries.map((entry) => ({
        id: entry.entryId,
        amount: money(-entry.amount, about.currency),
        currency: about.currency,
        transactionDate: entry.valueDate,
        type: entry.kind,
        meta: { description: entry.description },
        promiseToPayId: about.promiseToPayId,
      }));
    },
    getAccountPayments: async (_, { accountId }, { tx }) => (await listAccountPayments(tx, accountId)).map(payment),
    getAllowedPaymentProviders: () =>
      allowedProviders().map(({ providerName, displayName, methods, isSandbox }) => ({
        providerName,
        displayName,
        methods: [...methods],
        isSandbox,
      })),
  },
  Mutation: {
    createPromiseToPay: async (_, { externalClaimRef, amount, dueDate, startDate, idempotencyKey }, { tx, identity }) =>
      promise(
        await createPromiseToPay(tx, {
          externalClaimRef,
          amount: await minorOf(tx, [externalClaimRef], amount),
          dueDate,
          startDate,
          requestedBy: identity.userId,
          idempotencyKey: keyOf(identity.userId, idempotencyKey),
        }),
      ),
    cancelPromiseToPay: async (_, { promiseToPayId }, { tx }) => promise(await cancelPromiseToPay(tx, promiseToPayId, 'canceled')),
    createInstalmentsPlan: async (_, { accountId, externalClaimRefs, interval, firstDueDate, idempotencyKey }, { tx, identity }) => {
      const known = INSTALMENT_INTERVALS.find((each) => each === interval);
      if (!known) throw invalid('interval', `interval is one of ${INSTALMENT_INTERVALS.join(', ')}`);
      return plan(
        await createInstalmentsPlan(tx, {
          accountId,
          externalClaimRefs,
          interval: known,
          firstDueDate,
          requestedBy: identity.userId,
          idempotencyKey: keyOf(identity.userId, idempotencyKey),
        }),
      );
    },
    cancelInstalmentsPlan: async (_, { instalmentsPlanId }, { tx }) => plan(await cancelInstalmentsPlan(tx, instalmentsPlanId, 'canceled')),
    recordPayment: async (_, { accountId, externalClaimRefs, amount, valueDate, method, note, idempotencyKey }, { tx, identity }) => {
      const started = await startPayment(tx, {
        accountId,
        externalClaimRefs,
        amount: await minorOf(tx, externalClaimRefs, amount),
        providerName: MANUAL,
        method: note?.trim() || method?.trim() || 'bankTransfer',
        idempotencyKey: keyOf(identity.userId, idempotencyKey),
      });
      return payment(await settlePayment(tx, started.paymentId, valueDate ?? null));
    },
    reportSandboxPayment: async (_, { paymentId, outcome }, { tx }) => {
      const known = PAYMENT_OUTCOMES.find((each) => each === outcome);
      if (!known) throw invalid('outcome', `outcome is one of ${PAYMENT_OUTCOMES.join(', ')}`);
      const row = await readPayment(tx, paymentId);
      if (row.providerName === MANUAL || !providerNamed(row.providerName).isSandbox)
        throw new Fault('CONFLICT', 'Only the sandbox can be told what to report');
      return payment(
        await applyNotice(tx, row.providerName, {
          providerRef: row.providerRef ?? '',
          outcome: known,
          reason: known === 'chargeback' ? 'Returned by the bank' : 'Declined by the bank',
        }),
      );
    },
  },
};

/** Without a key of its own each call is a new one; with one, a user's key can meet nobody else's. */
const keyOf = (userId: string, key: string | null | undefined) => `staff:${userId}:${key ?? uuidv7()}`;

/** Reads an amount in the currency of the claims. @throws Fault NOT_FOUND, INVALID_INPUT (externalClaimRefs, amount) */
async function minorOf(tx: Tx, externalClaimRefs: readonly string[], amount: string): Promise<bigint> {
  if (externalClaimRefs.length === 0) throw invalid('externalClaimRefs', 'Choose at least one claim');
  const currency = (await lockClaims(tx, externalClaimRefs))[0]?.currency ?? '';
  const minor = fromDecimal(amount, currency);
  if (minor === null) throw invalid('amount', `"${amount}" is no amount of ${currency}`);
  return minor;
}

const promise = (row: PromiseToPay) => ({
  ...row,
  id: row.promiseToPayId,
  amount: money(row.amount, row.currency),
  paidAmount: money(row.paidAmount, row.currency),
});
const instalment = (row: Instalment) => ({
  ...row,
  id: row.instalmentId,
  amount: money(row.amount, row.currency),
  paidAmount: money(row.paidAmount, row.currency),
});
const plan = (row: PlanWithInstalments) => ({
  ...row,
  id: row.instalmentsPlanId,
  amount: money(row.amount, row.currency),
  instalments: row.instalments.map(instalment),
});
const payment = (row: Payment) => ({
  ...row,
  id: row.paymentId,
  amount: money(row.amount, row.currency),
  allocation: [...partsOf(row)].map(([externalClaimRef, amount]) => ({ externalClaimRef, amount: money(amount, row.currency) })),
});
