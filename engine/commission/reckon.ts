/** What an agreement makes of a payment, of a fee, and of what takes one back. Amounts are minor units; percentages are rounded half up. */
import { type CalendarDate, daysBetween } from '../../core/time.ts';
import { type CommissionRule, type CommissionTerms, minor, type PaymentKind } from './agreement.ts';

/** A payment on one claim. */
export interface CommissionedPayment {
  /** Above zero. */
  readonly base: bigint;
  readonly currency: string;
  readonly kind: PaymentKind;
  /** When the money arrived. */
  readonly day: CalendarDate;
  /** When the claim was handed over, and when it fell due, if it did. */
  readonly handedOver: CalendarDate;
  readonly dueDate: CalendarDate | null;
  /** What percentages came to on this claim so far, as figures of the agreement. */
  readonly soFar: bigint;
}

/** Why it is as much as it is: a key of partners.json, `why.<key>`, and what is filled in. */
export interface CommissionReason {
  readonly key: 'rule' | 'capped' | 'noRule' | 'noAgreement' | 'fixedFee' | 'minimum' | 'takenBack';
  readonly values: Readonly<Record<string, string | number>>;
}

export interface Commission {
  /** What the agreement's figures say: net, or gross where they hold VAT. */
  readonly figure: bigint;
  readonly net: bigint;
  readonly vat: bigint;
  readonly why: CommissionReason;
}

/** @returns amount × share, rounded half up, away from zero for what goes back; share in basis points of `whole`. */
export function portion(amount: bigint, share: bigint, whole: bigint): bigint {
  const exact = amount * share;
  const sign = exact < 0n ? -1n : 1n;
  return sign * ((sign * exact * 2n + whole) / (whole * 2n));
}

const WHOLE = 10_000n;

/** @returns the days past due that a rule looks at; null for a claim that has no due day. */
function ageFor(rule: CommissionRule, { dueDate, day, handedOver }: CommissionedPayment): number | null {
  return dueDate === null ? null : Math.max(0, daysBetween(dueDate, rule.ageAt === 'payment' ? day : handedOver));
}

function fits(rule: CommissionRule, payment: CommissionedPayment): boolean {
  if (rule.currency !== null && rule.currency !== payment.currency) return false;
  if (rule.kinds.length > 0 && !rule.kinds.includes(payment.kind)) return false;
  if (rule.fromDays === null && rule.toDays === null) return true;
  const age = ageFor(rule, payment);
  return age !== null && age >= (rule.fromDays ?? 0) && age <= (rule.toDays ?? Number.POSITIVE_INFINITY);
}

/** @returns a figure of the agreement as net amount and VAT. */
export function withVat({ vatBasisPoints, isGross, isReverseCharge }: CommissionTerms, figure: bigint): { net: bigint; vat: bigint } {
  if (isReverseCharge) return { net: figure, vat: 0n };
  const rate = BigInt(vatBasisPoints);
  if (!isGross) return { net: figure, vat: portion(figure, rate, WHOLE) };
  const net = portion(figure, WHOLE, WHOLE + rate);
  return { net, vat: figure - net };
}

/** @param terms null: nothing was agreed for that day. @returns what a payment earns the partner. */
export function reckonPayment(terms: CommissionTerms | null, payment: CommissionedPayment): Commission {
  if (terms === null) return { figure: 0n, net: 0n, vat: 0n, why: { key: 'noAgreement', values: {} } };
  const at = terms.rules.findIndex((rule) => fits(rule, payment));
  const rule = terms.rules[at];
  if (!rule) return { figure: 0n, net: 0n, vat: 0n, why: { key: 'noRule', values: {} } };
  const whole = portion(payment.base, BigInt(rule.basisPoints), WHOLE);
  const room =
    terms.mostPerClaim !== null && terms.currency === payment.currency ? minor(terms.mostPerClaim, terms.currency) - payment.soFar : whole;
  const figure = whole <= room ? whole : room > 0n ? room : 0n;
  const values = { number: at + 1, percent: rule.basisPoints / 100 };
  return { figure, ...withVat(terms, figure), why: { key: figure < whole ? 'capped' : 'rule', values } };
}

/** @returns the fixed fee of a claim in a currency; null when there is none. */
export function reckonFee(terms: CommissionTerms, currency: string): Commission | null {
  if (terms.fixedFee === null || terms.currency !== currency) return null;
  const figure = minor(terms.fixedFee, currency);
  return { figure, ...withVat(terms, figure), why: { key: 'fixedFee', values: { at: terms.fixedFeeAt } } };
}

/** @param soFar what percentages came to. @returns what is missing of the least that a claim with a payment earns; null when nothing is. */
export function reckonMinimum(terms: CommissionTerms, currency: string, soFar: bigint): Commission | null {
  if (terms.leastPerClaim === null || terms.currency !== currency) return null;
  const figure = minor(terms.leastPerClaim, currency) - soFar;
  return figure > 0n ? { figure, ...withVat(terms, figure), why: { key: 'minimum', values: {} } } : null;
}

/** A commission without its reason. */
export type Sums = Pick<Commission, 'figure' | 'net' | 'vat'>;

/**
 * Distributes what a payment earned over its parts, as the ledger has them: nothing is lost or added, and each part is taken back as it was.
 * @param bases of the parts, above zero. @returns the sums of each.
 */
export function spread(sums: Sums, bases: readonly bigint[]): Sums[] {
  const whole = bases.reduce((sum, base) => sum + base, 0n);
  const upTo = (amount: bigint, base: bigint) => portion(amount, base, whole);
  let reached = 0n;
  return bases.map((base) => {
    const before = reached;
    reached += base;
    const part = (amount: bigint) => upTo(amount, reached) - upTo(amount, before);
    return { figure: part(sums.figure), net: part(sums.net), vat: part(sums.vat) };
  });
}

/**
 * What goes back when a part of a payment does. In however many parts a payment goes back, they add up to what it earned, and nothing is left.
 * @param earned by the payment. @param base of it. @param before how much of the base went back already. @param back how much does now.
 * @returns sums below zero.
 */
export function takeBack(earned: Sums, base: bigint, before: bigint, back: bigint): Sums {
  const gone = (amount: bigint) => portion(amount, before, base) - portion(amount, before + back, base);
  return { figure: gone(earned.figure), net: gone(earned.net), vat: gone(earned.vat) };
}
