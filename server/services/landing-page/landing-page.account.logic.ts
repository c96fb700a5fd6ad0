/** What the debtor's page shows of an account. */
import { isFlagOn } from '../../../core/featureFlags.ts';
import type { Uuid } from '../../../core/id.ts';
import type { CalendarDate } from '../../../core/time.ts';
import { INTERVALS, type Interval } from '../../../engine/ledger/plan.ts';
import type { Config } from '../../platform/config.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { offeredBy } from '../account/claim/terms.logic.ts';
import { readDebtorClaims, readDebtors } from '../account/debtor/debtor.logic.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { transferAccount } from '../finance/account/transfer.logic.ts';
import { clientToday } from '../finance/agreement/agreement.logic.ts';
import { listAccountPlans } from '../finance/agreement/instalments.logic.ts';
import { boundPlanLimits, firstInstalmentDay, leastPayment as leastPaymentOf, limitsFor } from '../finance/agreement/plan.logic.ts';
import { lastPromiseDay, listAccountPromises, type PromiseToPay } from '../finance/agreement/promise.logic.ts';
import { listSettlementOffers } from '../finance/agreement/settlement.logic.ts';
import { kindForDebtors, readLedger } from '../finance/ground/read.logic.ts';
import { readFinanceSetting } from '../finance/ground/setting.logic.ts';
import { pendingByClaim } from '../finance/payment/payment.read.logic.ts';
import { pageProviders } from '../finance/providers/page.logic.ts';
import { readBudgetRequest } from './landing-page.budget.logic.ts';
import { mayWrite, readCallOffer } from './landing-page.feedback.logic.ts';
import { directDebitOf, maskedAccounts } from './landing-page.mandate.logic.ts';
import { readPartners } from './landing-page.partner.logic.ts';

export type PageConfig = Pick<Config, 'secret' | 'publicUrl' | 'ownOrigins' | 'featureFlags'>;

/** An entry with its kind in the debtor's words. */
export const forDebtors = <Entry extends Parameters<typeof kindForDebtors>[0]>(entry: Entry) => ({ ...entry, kind: kindForDebtors(entry) });

/** A sum that no down payment is all of. */
const MOST = 10n ** 15n;

/** What debtors may agree on, within the client's limits; without INSTALMENT_PLAN_V2 only how often is chosen. */
async function planTerms(tx: Tx, config: Pick<Config, 'featureFlags'>, accountId: Uuid, ownFlags: unknown, currency: string) {
  const { settings } = await readFinanceSetting(tx);
  const limits = await boundPlanLimits(tx, accountId, limitsFor(settings, 'debtor'), currency);
  const hasChoices = isFlagOn('INSTALMENT_PLAN_V2', ownFlags, config.featureFlags);
  const usual = limits.usualParts;
  return {
    limits,
    leastPayment: leastPaymentOf(settings, currency),
    terms: {
      minParts: hasChoices ? limits.minParts : usual,
      maxParts: hasChoices ? limits.maxParts : usual,
      usualParts: usual,
      // Monthly first, as most people are paid.
      intervals: [...INTERVALS].reverse().filter((interval) => limits.intervals.includes(interval)),
      minPart: limits.leastPart,
      // What has to be paid first can be chosen to be more.
      downPayment: limits.downPayment && (hasChoices || limits.leastDown(MOST) > 0n),
      leastDown: limits.leastDown,
      coversAll: isFlagOn('DISABLE_INSTALMENT_PLAN_CLAIM_SELECTION', ownFlags, config.featureFlags),
    },
  };
}

/** @returns what the page shows of an account: what is owed, what is agreed, and what can be done about it. */
export async function readPortalAccount(tx: Tx, config: PageConfig, accountId: Uuid) {
  // Sent together: none of them waits for the answer to another.
  const [client, { account, debtors }, claims, entries, pending, agreements, offers, budget, collectedFrom, directDebit, payable] =
    await Promise.all([
      readClient(tx),
      readDebtors(tx, accountId),
      readDebtorClaims(tx, accountId),
      readLedger(tx, accountId),
      pendingByClaim(tx, accountId),
      Promise.all([listAccountPromises(tx, accountId), listAccountPlans(tx, accountId)]),
      livingOffers(tx, accountId),
      readBudgetRequest(tx, accountId),
      maskedAccounts(tx, accountId),
      directDebitOf(tx),
      pageProviders(tx, config),
    ]);
  const { currency } = account;
  const [{ limits, terms, leastPayment }, today, lastDay, transfer, call] = await Promise.all([
    planTerms(tx, config, accountId, client.featureFlags, currency),
    clientToday(tx),
    lastPromiseDay(tx),
    transferAccount(tx, currency),
    readCallOffer(tx, accountId, claims),
  ]);
  const promises = agreements[0].filter((promise) => promise.status === 'active');
  const plans = agreements[1].filter((plan) => plan.status === 'active');
  const partners = account.outsourcedClaimsCount > 0 ? await readPartners(tx, accountId, client.countryCode) : null;
  const main = debtors[0];
  return {
    debtorName: main?.firstName ?? main?.companyName ?? account.debtorName,
    reference: account.externalAccountRef,
    currency,
    timezone: client.timezone,
    today,
    lastPromiseDay: lastDay,
    firstDay: Object.fromEntries(INTERVALS.map((interval) => [interval, firstInstalmentDay(interval, today, limits)])) as Record<
      Interval,
      CalendarDate
    >,
    planTerms: terms,
    leastPayment,
    directDebit,
    providers: offeredBy(payable, claims).map(({ providerName, displayName }) => ({ providerName, displayName })),
    transfer,
    claims: claims.map((claim) => ({
      ref: claim.externalClaimRef,
      title: claim.productName,
      dueDate: claim.dueDate,
      balance: claim.balance,
      pending: pending.get(claim.externalClaimRef) ?? 0n,
      disputedAt: claim.disputedAt,
      canPlan: claim.instalmentsPlanEnabled,
      canPromise: claim.promiseToPayEnabled,
      ...promisedOn(promises.filter((promise) => promise.externalClaimRef === claim.externalClaimRef)),
      isPlanned: plans.some((plan) => plan.claimRefs.includes(claim.externalClaimRef)),
      partner: partners?.get(claim.externalClaimRef) ?? null,
      portfolio: claim.externalPortfolioRef,
      entries: entries.filter((entry) => entry.externalClaimRef === claim.externalClaimRef).map(forDebtors),
    })),
    call,
    canWrite: mayWrite(claims),
    budget,
    offers: offers.map((offer) => ({ ...offer, offerId: offer.settlementOfferId })),
    plans: plans.map((plan) => ({
      planId: plan.instalmentsPlanId,
      interval: plan.interval,
      amount: plan.amount,
      instalments: plan.instalments,
      collectedFrom: collectedFrom.get(plan.mandateId ?? '') ?? null,
    })),
  };
}

/** What is still to come of the promise that is due last. */
function promisedOn(promises: readonly PromiseToPay[]): { promised: bigint; promisedUntil: CalendarDate | null } {
  const last = [...promises].sort((a, b) => a.dueDate.localeCompare(b.dueDate)).at(-1);
  const left = last ? last.amount - last.paidAmount : 0n;
  return { promised: left > 0n ? left : 0n, promisedUntil: last?.dueDate ?? null };
}

/** @returns offers that can be paid, unless the client has them accepted by staff alone. */
export async function livingOffers(tx: Tx, accountId: Uuid) {
  if (!(await readFinanceSetting(tx)).settings.settlements.debtorMayAccept) return [];
  const today = await clientToday(tx);
  return (await listSettlementOffers(tx, accountId)).filter(
    (offer) => (offer.status === 'offered' || offer.status === 'accepted') && offer.validUntil >= today,
  );
}
