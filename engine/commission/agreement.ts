/** What was agreed with a partner about its commission, as a version that holds from a day on. */
import { type Check, collectFaults } from '../../core/collectFaults.ts';
import { invalid } from '../../core/fault.ts';
import { fromDecimal, toDecimal } from '../../core/money.ts';

/** How money reached the creditor: through the partner, through a provider of ours, or otherwise, straight to the creditor. */
export const PAYMENT_KINDS = ['partner', 'online', 'direct'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/** What a claim's age in days past due is counted to. */
export const AGE_POINTS = ['handOver', 'payment'] as const;
/** When the fixed fee of a claim falls due: when it is handed over, when it is closed at the partner, or with its first payment. */
export const FEE_POINTS = ['handOver', 'close', 'success'] as const;

export interface CommissionRule {
  /** Of what was paid; 2,500 is a quarter. */
  readonly basisPoints: number;
  /** Kinds of payment; none: any. */
  readonly kinds: readonly PaymentKind[];
  /** ISO 4217; null: any. */
  readonly currency: string | null;
  readonly ageAt: (typeof AGE_POINTS)[number];
  /** Days past due, both ends counted; null: no limit. A claim without a due day has no age and fits no band. */
  readonly fromDays: number | null;
  readonly toDays: number | null;
}

export interface CommissionTerms {
  /** In their order: the first that fits counts. */
  readonly rules: readonly CommissionRule[];
  /** Of the amounts below, which count for claims in it alone. */
  readonly currency: string;
  /** Decimal text; null: none. */
  readonly fixedFee: string | null;
  readonly fixedFeeAt: (typeof FEE_POINTS)[number];
  /** Percentages of one claim together: at least so much once something was paid and it is back, at most so much. */
  readonly leastPerClaim: string | null;
  readonly mostPerClaim: string | null;
  /** Payments so many days after the claim is back still count. */
  readonly afterCareDays: number;
  /** VAT in basis points; whether the figures above hold it; whether the receiver owes it instead (reverse charge). */
  readonly vatBasisPoints: number;
  readonly isGross: boolean;
  readonly isReverseCharge: boolean;
}

const WHOLE = 10_000;
const MOST_RULES = 50;
const MOST_AGE = 36_500;
const MOST_AFTER_CARE = 3_650;

/** @returns the terms, checked and in one way of writing. @throws Fault INVALID_INPUT naming every wrong field */
export function readTerms(input: CommissionTerms): CommissionTerms {
  return collectFaults((check) => {
    const rules = readRules(check, input.rules);
    const currency = check(() => currencyOf('currency', input.currency)) ?? '';
    const amount = (field: 'fixedFee' | 'leastPerClaim' | 'mostPerClaim') => check(() => amountOf(field, input[field], currency)) ?? null;
    const [fixedFee, leastPerClaim, mostPerClaim] = [amount('fixedFee'), amount('leastPerClaim'), amount('mostPerClaim')];
    check(() => {
      if (leastPerClaim !== null && mostPerClaim !== null && minor(leastPerClaim, currency) > minor(mostPerClaim, currency))
        throw invalid('mostPerClaim', 'rangeBackwards');
    });
    return {
      rules,
      currency,
      fixedFee,
      fixedFeeAt: check(() => oneOf('fixedFeeAt', input.fixedFeeAt, FEE_POINTS)) ?? 'handOver',
      leastPerClaim,
      mostPerClaim,
      afterCareDays: check(() => whole('afterCareDays', input.afterCareDays, 0, MOST_AFTER_CARE)) ?? 0,
      vatBasisPoints: check(() => whole('vatBasisPoints', input.vatBasisPoints, 0, WHOLE)) ?? 0,
      isGross: input.isGross,
      isReverseCharge: input.isReverseCharge,
    };
  });
}

function readRules(check: Check, given: readonly CommissionRule[]): CommissionRule[] {
  check(() => {
    if (given.length > MOST_RULES) throw invalid('rules', 'itemsMost', { number: MOST_RULES });
  });
  return given.slice(0, MOST_RULES).map((rule, at) => {
    const field = (name: keyof CommissionRule) => `rules.${at}.${name}`;
    const days = (name: 'fromDays' | 'toDays') =>
      rule[name] === null ? null : (check(() => whole(field(name), rule[name]!, 0, MOST_AGE)) ?? null);
    const [fromDays, toDays] = [days('fromDays'), days('toDays')];
    check(() => {
      if (fromDays !== null && toDays !== null && fromDays > toDays) throw invalid(field('toDays'), 'rangeBackwards');
    });
    return {
      basisPoints: check(() => whole(field('basisPoints'), rule.basisPoints, 0, WHOLE)) ?? 0,
      kinds:
        check(() => PAYMENT_KINDS.filter((kind) => rule.kinds.map((each) => oneOf(field('kinds'), each, PAYMENT_KINDS)).includes(kind))) ??
        [],
      currency: rule.currency === null ? null : (check(() => currencyOf(field('currency'), rule.currency!)) ?? null),
      ageAt: check(() => oneOf(field('ageAt'), rule.ageAt, AGE_POINTS)) ?? 'handOver',
      fromDays,
      toDays,
    };
  });
}

function whole(field: string, value: number, least: number, most: number): number {
  if (!Number.isInteger(value) || value < least || value > most) throw invalid(field, 'between', { least, most });
  return value;
}

function oneOf<Choice extends string>(field: string, value: string, choices: readonly Choice[]): Choice {
  const found = choices.find((each) => each === value);
  if (found === undefined) throw invalid(field, 'oneOf', { choices: choices.join(', ') });
  return found;
}

function currencyOf(field: string, text: string): string {
  if (!/^[A-Z]{3}$/.test(text)) throw invalid(field, 'currencyWrong');
  return text;
}

function amountOf(field: string, text: string | null, currency: string): string | null {
  if (text === null || text.trim() === '') return null;
  const amount = fromDecimal(text, currency);
  if (amount === null) throw invalid(field, 'noAmountOf', { text, currency });
  if (amount <= 0n) throw invalid(field, 'amountZero');
  return toDecimal(amount, currency);
}

/** @returns an amount of checked terms, minor units. */
export const minor = (amount: string, currency: string): bigint => fromDecimal(amount, currency) ?? 0n;
