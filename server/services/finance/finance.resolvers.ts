import './finance.effects.ts';
import './finance.personal.ts';
import './finance.account.export.ts';
import './bank/bank.export.ts';
import { collectFaults } from '../../../core/collectFaults.ts';
import { fault, invalid } from '../../../core/fault.ts';
import { fromDecimal, money } from '../../../core/money.ts';
import { DEBT_PARTS } from '../../../engine/ledger/orders.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { lockClaims } from '../account/claim/balance.logic.ts';
import {
  cancelInstalmentsPlan,
  createInstalmentsPlan,
  listAccountInstalments,
  listAccountPlans,
  listInstalments,
  readPlan,
} from './agreement/instalments.logic.ts';
import { accountingMutations, accountingQueries } from './finance.accounting.resolvers.ts';
import { approvalMutations, approvalQueries } from './finance.approval.resolvers.ts';
import { bankMutations, bankQueries } from './finance.bank.resolvers.ts';
import type { Resolvers } from './finance.graphql.ts';
import './finance.accounting.jobs.ts';
import './finance.bank.jobs.ts';
import { promiseOf } from './ground/coverage.ts';
import './finance.jobs.ts';
import {
  cancelPromiseToPay,
  createPromiseToPay,
  listAccountPromises,
  listClaimPromises,
  listPromiseTransactions,
  type PromiseToPay,
} from './agreement/promise.logic.ts';
import { ledgerMutations, ledgerQueries } from './finance.ledger.resolvers.ts';
import { presentInstalment, presentPayment, presentPlan } from './finance.present.ts';
import { staffKey } from './ground/keys.ts';
import { intervalOf } from './ground/words.ts';
import { readValueDate } from './ledger/booking.logic.ts';
import { MANUAL, settlePayment, startPayment } from './payment/payment.logic.ts';
import { listAccountPayments, readPayment } from './payment/payment.read.logic.ts';
import { PAYMENT_OUTCOMES, SANDBOX } from './payment/provider.logic.ts';
import { activeProviders, capabilitiesOf } from './providers/providers.ts';
import { applyWebhook, SANDBOX_REASONS } from './providers/webhook.logic.ts';

export const resolvers: Resolvers = {
  Query: {
    ...accountingQueries,
    ...approvalQueries,
    ...bankQueries,
    ...ledgerQueries,
    getInstalments: async (_, { instalmentsPlanId }, { tx }) => {
      await readPlan(tx, instalmentsPlanId);
      return (await listInstalments(tx, instalmentsPlanId)).map(presentInstalment);
    },
    getAllPromiseToPay: async (_, { externalClaimRef }, { tx }) => (await listClaimPromises(tx, externalClaimRef)).map(promise),
    getAccountPromisesToPay: async (_, { accountId }, { tx }) => (await listAccountPromises(tx, accountId)).map(promise),
    getAccountInstalments: async (_, { accountId }, { tx }) => (await listAccountInstalments(tx, accountId)).map(presentInstalment),
    getAccountInstalmentsPlans: async (_, { accountId }, { tx }) => (await listAccountPlans(tx, accountId)).map(presentPlan),
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
    getAccountPayments: async (_, { accountId }, { tx }) => (await listAccountPayments(tx, accountId)).map(presentPayment),
    getAllowedPaymentProviders: async (_, __, { tx }) =>
      (await activeProviders(tx)).map((provider) => ({
        providerName: provider.providerName,
        displayName: provider.displayName,
        methods: [...provider.methods],
        isSandbox: provider.isSandbox,
        capabilities: capabilitiesOf(provider),
      })),
  },
  Mutation: {
    ...accountingMutations,
    ...approvalMutations,
    ...bankMutations,
    ...ledgerMutations,
    createPromiseToPay: async (_, { externalClaimRef, amount, dueDate, startDate, method, idempotencyKey }, { tx, identity }) =>
      promise(
        await createPromiseToPay(tx, {
          externalClaimRef,
          amount: await minorOf(tx, [externalClaimRef], amount),
          dueDate,
          startDate,
          method,
          requestedBy: identity.userId,
          idempotencyKey: staffKey(identity.userId, idempotencyKey),
        }),
      ),
    cancelPromiseToPay: async (_, { promiseToPayId }, { tx }) => promise(await cancelPromiseToPay(tx, promiseToPayId)),
    createInstalmentsPlan: async (
      _,
      { accountId, externalClaimRefs, interval, firstDueDate, parts, downPayment, endsAgreements, idempotencyKey },
      { tx, identity },
    ) => {
      return presentPlan(
        await createInstalmentsPlan(tx, {
          accountId,
          externalClaimRefs,
          interval: intervalOf(interval),
          firstDueDate,
          parts,
          downPayment: downPayment == null ? null : await minorOf(tx, externalClaimRefs, downPayment, 'downPayment'),
          requestedBy: identity.userId,
          endsAgreements,
          idempotencyKey: staffKey(identity.userId, idempotencyKey),
        }),
      );
    },
    cancelInstalmentsPlan: async (_, { instalmentsPlanId }, { tx }) =>
      presentPlan(await cancelInstalmentsPlan(tx, instalmentsPlanId, 'canceled')),
    recordPayment: async (
      _,
      { accountId, externalClaimRefs, amount, valueDate, method, note, designation, allowCredit, idempotencyKey },
      { tx, identity },
    ) => {
      const { started, on, part } = await collectFaults(async (check) => ({
        started: (await check(async () =>
          startPayment(tx, {
            accountId,
            externalClaimRefs,
            amount: await minorOf(tx, externalClaimRefs, amount),
            providerName: MANUAL,
            mayExceed: allowCredit ?? false,
            method: note?.trim() || method?.trim() || 'bankTransfer',
            idempotencyKey: staffKey(identity.userId, idempotencyKey),
          }),
        ))!,
        on: (await check(() => readValueDate(tx, valueDate ?? null)))!,
        part: check(() => partNamed(designation)) ?? null,
      }));
      return presentPayment(await settlePayment(tx, started.paymentId, on, part));
    },
    reportSandboxPayment: async (_, { paymentId, outcome }, { tx }) => {
      const known = PAYMENT_OUTCOMES.find((each) => each === outcome);
      if (!known) throw invalid('outcome', 'oneOf', { choices: PAYMENT_OUTCOMES.join(', ') });
      const row = await readPayment(tx, paymentId);
      if (row.providerName !== SANDBOX.providerName) throw fault('CONFLICT', 'sandboxOnly');
      return presentPayment(
        await applyWebhook(tx, row.providerName, {
          providerRef: row.providerRef ?? '',
          outcome: known,
          reason: SANDBOX_REASONS[known],
        }),
      );
    },
  },
};

/** @returns the part of the debt that the payer named; null: none. @throws Fault INVALID_INPUT (designation) */
function partNamed(designation: string | null | undefined) {
  const part = designation == null ? null : DEBT_PARTS.find((each) => each === designation);
  if (part === undefined) throw invalid('designation', 'oneOf', { choices: DEBT_PARTS.join(', ') });
  return part;
}

/** Reads an amount in the currency of the claims. @throws Fault NOT_FOUND, INVALID_INPUT (externalClaimRefs, amount) */
async function minorOf(tx: Tx, externalClaimRefs: readonly string[], amount: string, field = 'amount'): Promise<bigint> {
  if (externalClaimRefs.length === 0) throw invalid('externalClaimRefs', 'chooseClaim');
  const currency = (await lockClaims(tx, externalClaimRefs))[0]?.currency ?? '';
  const minor = fromDecimal(amount, currency);
  if (minor === null) throw invalid(field, 'noAmountOf', { text: amount, currency });
  return minor;
}

const promise = (row: PromiseToPay) => ({
  ...row,
  id: row.promiseToPayId,
  promiseId: promiseOf(row),
  amount: money(row.amount, row.currency),
  paidAmount: money(row.paidAmount, row.currency),
});
