/** What staff does with the ledger: bookings, explanations, settlements, terms and settings. */
import { notFound } from '../../../core/fault.ts';
import { fromDecimal, money } from '../../../core/money.ts';
import type { Owed } from '../../../engine/ledger/allocate.ts';
import { BASE_RATES } from '../../../engine/ledger/interest.ts';
import { type AllocationOrder, ordersIn } from '../../../engine/ledger/orders.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { readMoneyClaims } from '../account/claim/balance.logic.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { readPlan, replanInstalments, setPlanMandate } from './agreement/instalments.logic.ts';
import { draftPlan, limitsFor } from './agreement/plan.logic.ts';
import { acceptSettlementOffer, listSettlementOffers, withdrawSettlementOffer } from './agreement/settlement.logic.ts';
import type { SettlementOffer } from './agreement/settlement.review.ts';
import { type AccountConflicts, inTheWay } from './agreement/standing.logic.ts';
import { performWithin } from './approval/approval.act.ts';
import { type BalanceExplanation, explainBalance } from './explain/explain.logic.ts';
import type { MutationResolvers, QueryResolvers } from './finance.graphql.ts';
import { presentPlan } from './finance.present.ts';
import { optionalAmount, requiredAmount } from './ground/amount.ts';
import { staffKey } from './ground/keys.ts';
import { currencyOf } from './ground/read.logic.ts';
import { readFinanceSetting, type SavedSettings, writeFinanceSetting } from './ground/setting.logic.ts';
import { intervalOf } from './ground/words.ts';
import { bookFee, bookInterest } from './ledger/booking.logic.ts';
import type { LedgerEntry } from './ledger/ledger.logic.ts';
import { type ClaimTerms, changeClaimTerms, readClaimTerms } from './ledger/terms.logic.ts';
import { readTrialBalance } from './ledger/trial.logic.ts';

export const ledgerQueries: QueryResolvers = {
  explainBalance: async (_, { accountId, externalClaimRef, asOf, by, skip }, { tx }) =>
    explanation(await explainBalance(tx, accountId, externalClaimRef ?? null, asOf ?? null, by ?? null, skip ?? 0)),
  getTrialBalance: async (_, __, { tx }) =>
    (await readTrialBalance(tx)).map((line) => ({ ...line, amount: money(line.amount, line.currency) })),
  getClaimTerms: async (_, { externalClaimRef }, { tx }) => terms(tx, await readClaimTerms(tx, externalClaimRef)),
  getFinanceSetting: async (_, __, { tx }) => setting(tx, await readFinanceSetting(tx)),
  getFeeCatalogue: async (_, __, { tx }) => (await readFinanceSetting(tx)).settings.fees,
  getPlanLimits: async (_, { accountId }, { tx, identity }) => {
    const currency = await currencyOf(tx, accountId, null);
    const { minPart, ...limits } = limitsFor((await readFinanceSetting(tx)).settings, identity.userId);
    const least = minPart === null ? null : fromDecimal(minPart, currency);
    return { ...limits, minPart: least === null ? null : money(least, currency) };
  },
  previewInstalmentsPlan: async (
    _,
    { accountId, externalClaimRefs, interval, firstDueDate, parts, downPayment, replacesPlanId },
    { tx, identity },
  ) => {
    const refs = replacesPlanId ? (await readPlan(tx, replacesPlanId)).claimRefs : externalClaimRefs;
    const claims = (await readMoneyClaims(tx, accountId)).filter((claim) => refs.includes(claim.externalClaimRef));
    if (claims.length < new Set(refs).size) throw notFound('claimNotFound');
    const draft = await draftPlan(tx, claims, {
      accountId,
      interval: intervalOf(interval),
      firstDueDate,
      parts,
      downPayment: await optionalAmount(tx, accountId, downPayment, 'downPayment'),
      requestedBy: identity.userId,
    });
    return {
      currency: draft.currency,
      claimRefs: [...draft.claimRefs],
      amount: money(draft.amount, draft.currency),
      instalments: draft.instalments.map((part) => ({ amount: money(part.amount, draft.currency), dueDate: part.dueDate })),
      ends: ended(await inTheWay(tx, 'plan', accountId, draft.claimRefs, replacesPlanId ?? null)),
    };
  },
  getAccountSettlementOffers: async (_, { accountId }, { tx }) =>
    Promise.all((await listSettlementOffers(tx, accountId)).map((row) => offer(tx, row))),
};

export const ledgerMutations: MutationResolvers = {
  bookFee: async (_, { accountId, externalClaimRef, amount, description, valueDate, idempotencyKey }, { tx, identity }) =>
    (
      await bookFee(tx, {
        accountId,
        externalClaimRef,
        amount: await requiredAmount(tx, accountId, amount, 'amount'),
        description,
        valueDate: valueDate ?? null,
        idempotencyKey: staffKey(identity.userId, idempotencyKey),
      })
    ).map((entry) => booked(entry)),
  bookInterest: async (_, { accountId, externalClaimRef, until, description }, { tx }) =>
    (await bookInterest(tx, accountId, externalClaimRef, until ?? null, description ?? '')).map((entry) => booked(entry)),
  writeOff: async (_, { clientId: __, idempotencyKey, ...act }, { tx, identity }) =>
    (await performWithin(tx, identity, { kind: 'writeOff', ...act }, staffKey(identity.userId, idempotencyKey))).entries.map((entry) =>
      booked(entry),
    ),
  correctLedgerEntry: async (_, { clientId: __, idempotencyKey, ...act }, { tx, identity }) =>
    (await performWithin(tx, identity, { kind: 'correction', ...act }, staffKey(identity.userId, idempotencyKey))).entries.map((entry) =>
      booked(entry),
    ),
  refundPayment: async (_, { clientId: __, idempotencyKey, ...act }, { tx, identity }) =>
    (await performWithin(tx, identity, { kind: 'refund', ...act }, staffKey(identity.userId, idempotencyKey))).entries.map((entry) =>
      booked(entry),
    ),
  setClaimTerms: async (_, { externalClaimRef, allocationOrder, interestTerms }, { tx }) =>
    terms(tx, await changeClaimTerms(tx, externalClaimRef, allocationOrder ?? null, interestTerms ?? null)),
  setFinanceSetting: async (_, { settings, revision }, { tx, identity }) =>
    setting(tx, await writeFinanceSetting(tx, revision, settings, identity.userId)),
  replanInstalments: async (
    _,
    { instalmentsPlanId, interval, firstDueDate, parts, downPayment, endsAgreements, idempotencyKey },
    { tx, identity },
  ) => {
    const before = await readPlan(tx, instalmentsPlanId);
    return presentPlan(
      await replanInstalments(tx, instalmentsPlanId, {
        interval: intervalOf(interval),
        firstDueDate,
        parts,
        downPayment: await optionalAmount(tx, before.accountId, downPayment, 'downPayment'),
        requestedBy: identity.userId,
        endsAgreements,
        idempotencyKey: staffKey(identity.userId, idempotencyKey),
      }),
    );
  },
  setInstalmentsPlanMandate: async (_, { instalmentsPlanId, mandateId }, { tx }) =>
    presentPlan(await setPlanMandate(tx, instalmentsPlanId, mandateId ?? null)),
  createSettlementOffer: async (_, { clientId: __, idempotencyKey, note, ...act }, { tx, identity }) => {
    const wanted = { kind: 'settlement' as const, ...act, description: note ?? '' };
    const { offer: made } = await performWithin(tx, identity, wanted, staffKey(identity.userId, idempotencyKey));
    return offer(tx, made!);
  },
  acceptSettlementOffer: async (_, { settlementOfferId, endsAgreements }, { tx }) =>
    offer(tx, await acceptSettlementOffer(tx, settlementOfferId, endsAgreements ?? false)),
  withdrawSettlementOffer: async (_, { settlementOfferId }, { tx }) => offer(tx, await withdrawSettlementOffer(tx, settlementOfferId)),
};

const components = (owed: Owed, currency: string) => ({
  costs: money(owed.costs, currency),
  interest: money(owed.interest, currency),
  principal: money(owed.principal, currency),
  credit: money(owed.credit, currency),
});
const order = ({ name, parts, source }: AllocationOrder) => ({ name, parts: [...parts], source });
const booked = (entry: LedgerEntry, reversedByEntryId: string | null = null) => ({
  ...entry,
  id: entry.entryId,
  amount: money(entry.amount, entry.currency),
  reversedByEntryId,
});
const ended = ({ ends, currency }: AccountConflicts) =>
  ends.map((each) => ({ ...each, claimRefs: [...each.claimRefs], amount: money(each.amount, currency), currency }));
const offer = async (tx: Tx, row: SettlementOffer) => ({
  ...row,
  id: row.settlementOfferId,
  amount: money(row.amount, row.currency),
  dueAmount: money(row.dueAmount, row.currency),
  paidAmount: money(row.paidAmount, row.currency),
  ends: row.status === 'offered' ? ended(await inTheWay(tx, 'settlement', row.accountId, row.claimRefs)) : [],
});
const terms = async (tx: Tx, row: ClaimTerms) => ({ ...row, order: order(row.order), orders: await ordersOf(tx) });
/** The orders that the client can choose from. */
const ordersOf = async (tx: Tx) => ordersIn((await readClient(tx)).countryCode).map(order);
const setting = async (tx: Tx, { settings, revision }: SavedSettings) => ({
  settings,
  revision,
  orders: await ordersOf(tx),
  knownBaseRates: BASE_RATES,
});

function explanation(row: BalanceExplanation) {
  const { currency } = row;
  return {
    ...row,
    balance: money(row.balance, currency),
    accruedInterest: money(row.accrued, currency),
    total: money(row.balance + row.accrued, currency),
    components: components(row.components, currency),
    claims: row.claims.map((each) => ({
      externalClaimRef: each.claim.externalClaimRef,
      balance: money(each.balance, currency),
      components: components(each.owed, currency),
      order: order(each.order),
      accruedInterest: money(each.accrued, currency),
      interestTerms: each.claim.interestTerms,
    })),
    entries: row.lines.map(({ entry, runningBalance }) => ({
      entry: booked(entry, row.takenBackBy.get(entry.entryId) ?? null),
      runningBalance: money(runningBalance, currency),
    })),
    entryCount: row.lineCount,
    payments: row.payments.map((payment) => ({
      ...payment,
      amount: money(payment.amount, currency),
      parts: payment.parts.map((part) => ({ ...part, amount: money(part.amount, currency) })),
      order: order(payment.order),
    })),
    agreements: row.agreements.map((each) => ({ ...each, amount: money(each.amount, currency), claimRefs: [...each.claimRefs] })),
  };
}
