/** How a sum of money is put on what a claim consists of. All amounts are minor units. */
import { type AllocationOrder, DEBT_PARTS, type DebtPart } from './orders.ts';

/** A claim's accounts as the ledger adds them up: any of them may be below zero. */
export type Component = DebtPart | 'credit';
export type Sums = Readonly<Record<Component, bigint>>;
/** What is owed of each part, and what was paid above all of it; none is below zero, and credit is zero unless nothing is owed. */
export type Owed = Readonly<Record<Component, bigint>>;

export const NOTHING: Sums = { costs: 0n, interest: 0n, principal: 0n, credit: 0n };
export const COMPONENTS: readonly Component[] = [...DEBT_PARTS, 'credit'];

/** @returns the balance: what all components add up to; below zero it is the debtor's. */
export const balanceOf = (sums: Sums): bigint => sums.costs + sums.interest + sums.principal + sums.credit;

/** @returns the sums with an entry added. */
export function add(sums: Sums, component: Component, amount: bigint): Sums {
  return { ...sums, [component]: sums[component] + amount };
}

/**
 * Reads sums as what is owed: money that stands where nothing is owed any more (a credit; a payment that was booked on the principal while
 * fees were open; interest that was taken back after it was paid) counts for the other parts, in the claim's order. The balance stays.
 */
export function owed(sums: Sums, order: AllocationOrder): Owed {
  let free = 0n;
  for (const component of COMPONENTS) if (sums[component] < 0n) free -= sums[component];
  // A credit above zero is money that was paid back although it was not there: it is owed again, as principal.
  const due: Record<DebtPart, bigint> = {
    costs: sums.costs > 0n ? sums.costs : 0n,
    interest: sums.interest > 0n ? sums.interest : 0n,
    principal: (sums.principal > 0n ? sums.principal : 0n) + (sums.credit > 0n ? sums.credit : 0n),
  };
  for (const part of order.parts) {
    const taken = free < due[part] ? free : due[part];
    due[part] -= taken;
    free -= taken;
  }
  return { ...due, credit: free };
}

/**
 * Puts money on what is owed, by the order; what is left stays as a credit.
 * @param amount above zero. @param designation the part that the payer named and the creditor accepted (§ 367 (2) BGB): it comes first.
 * @returns the sum of each part; together exactly the amount.
 */
export function allocate(owedNow: Owed, amount: bigint, order: AllocationOrder, designation: DebtPart | null = null): Owed {
  const parts = designation === null ? order.parts : [designation, ...order.parts.filter((part) => part !== designation)];
  const given: Record<Component, bigint> = { costs: 0n, interest: 0n, principal: 0n, credit: 0n };
  let rest = amount;
  for (const part of parts) {
    given[part] = rest < owedNow[part] ? rest : owedNow[part];
    rest -= given[part];
  }
  given.credit = rest;
  return given;
}

/**
 * Which components money is paid back from: the credit first, then in the reverse of the order it was put on them.
 * @param booked what a payment put on each component and was not paid back yet, above zero. @param amount at most their sum.
 */
export function allocateRefund(booked: Owed, amount: bigint, order: AllocationOrder): Owed {
  const given: Record<Component, bigint> = { costs: 0n, interest: 0n, principal: 0n, credit: 0n };
  let rest = amount;
  for (const component of ['credit', ...[...order.parts].reverse()] as const) {
    given[component] = rest < booked[component] ? rest : booked[component];
    rest -= given[component];
  }
  return given;
}
