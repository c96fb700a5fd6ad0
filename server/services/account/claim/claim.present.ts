/** A claim as the contract gives it. */
import { type Money, money } from '../../../../core/money.ts';
import { instant } from '../../../../core/time.ts';
import type { claim } from '../ground/account.tables.ts';
import type { PresentedDebtor } from '../ground/debtor.present.ts';
import { type JsonRow, moment } from '../ground/rows.ts';

export type ClaimJson = JsonRow<typeof claim.$inferSelect>;

/** SQL of a claim, named c, as ClaimJson. */
export const CLAIM_JSON = `to_jsonb(c) || jsonb_build_object('amount', c.amount::text, 'balance', c.balance::text, 'total_fees', c.total_fees::text)`;

/** @param meta what is known about a score beside its value, by its type. */
export const presentScores = (scores: Record<string, number>, meta: Record<string, unknown> = {}) =>
  Object.entries(scores).map(([type, value]) => ({ type, value, meta: meta[type] ?? null }));

/** The claim in the contract's shape. */
export function presentClaim(row: ClaimJson, debtorOfClaim?: PresentedDebtor) {
  const sum = (text: string): Money => money(BigInt(text), row.currency);
  return {
    externalClaimRef: row.external_claim_ref,
    accountId: row.account_id,
    type: row.type,
    currency: row.currency,
    amount: sum(row.amount),
    totalAmount: sum(row.balance),
    totalFees: sum(row.total_fees),
    dueDate: row.due_date,
    externalDueDate: row.external_due_date,
    externalPortfolioRef: row.external_portfolio_ref,
    productReference: row.product_reference,
    productName: row.product_name,
    productType: row.product_type,
    paymentReference: row.payment_reference,
    status: row.status,
    statusReason: row.status_reason,
    disputedAt: moment(row.disputed_at),
    segment: row.segment,
    scores: presentScores(row.scores),
    meta: row.meta,
    compoundClaimRefs: row.compound_claim_refs,
    instalmentsPlanEnabled: row.instalments_plan_enabled,
    promiseToPayEnabled: row.promise_to_pay_enabled,
    debtorCallbackEnabled: row.debtor_callback_enabled,
    debtorTextFeedbackEnabled: row.debtor_text_feedback_enabled,
    terms: row.terms,
    promisedUntil: row.promised_until,
    createdAt: instant(row.created_at),
    updatedAt: instant(row.updated_at),
    revision: row.revision,
    debtor: debtorOfClaim,
  };
}
