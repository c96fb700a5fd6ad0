/** In which order money goes on what a claim consists of. The orders are data, and so are the rules that choose one. */

/** What a debtor owes on a claim, in parts. */
export type DebtPart = 'costs' | 'interest' | 'principal';
export const DEBT_PARTS: readonly DebtPart[] = ['costs', 'interest', 'principal'];

export interface AllocationOrder {
  readonly name: string;
  readonly parts: readonly [DebtPart, DebtPart, DebtPart];
  /** Where it stands. */
  readonly source: string;
}

export const ORDERS = [
  { name: 'DE_367', parts: ['costs', 'interest', 'principal'], source: '§ 367 (1) BGB' },
  { name: 'DE_497', parts: ['costs', 'principal', 'interest'], source: '§ 497 (3) BGB' },
  { name: 'AT_1416', parts: ['costs', 'interest', 'principal'], source: '§ 1416 ABGB' },
  { name: 'NL_6_44', parts: ['costs', 'interest', 'principal'], source: 'art. 6:44 (1) BW' },
  { name: 'ES_1173', parts: ['costs', 'interest', 'principal'], source: 'art. 1173 CC' },
  { name: 'FR_1343_1', parts: ['costs', 'interest', 'principal'], source: 'art. 1343-1 C. civ.' },
  { name: 'PRINCIPAL_FIRST', parts: ['principal', 'interest', 'costs'], source: 'contract' },
  { name: 'COSTS_LAST', parts: ['interest', 'principal', 'costs'], source: 'contract' },
] as const satisfies readonly AllocationOrder[];

export type OrderName = (typeof ORDERS)[number]['name'];
export const ORDER_NAMES: readonly OrderName[] = ORDERS.map((order) => order.name);

/** A rule holds for a claim when each of its words that is there fits. */
export interface AllocationRule {
  readonly claimType?: string | null;
  readonly productType?: string | null;
  /** ISO 3166, two letters: the client's. */
  readonly country?: string | null;
  readonly order: OrderName;
}

/** What holds where a client has no rule that fits: the law of its country. A claim of a consumer loan is told by its type. */
export const DEFAULT_RULES: readonly AllocationRule[] = [
  { claimType: 'consumerLoan', country: 'DE', order: 'DE_497' },
  { productType: 'consumerLoan', country: 'DE', order: 'DE_497' },
  { country: 'DE', order: 'DE_367' },
  { country: 'AT', order: 'AT_1416' },
  { country: 'NL', order: 'NL_6_44' },
  { country: 'ES', order: 'ES_1173' },
  { country: 'FR', order: 'FR_1343_1' },
];

/** What decides about a claim's order. */
export interface OrderedClaim {
  readonly type: string;
  readonly productType: string | null;
  /** The claim's own order, by its contract or by agreement. */
  readonly allocationOrder: string | null;
}

/** @returns the order of that name, or undefined for an unknown one. */
export function orderNamed(name: string): AllocationOrder | undefined {
  return ORDERS.find((order) => order.name === name);
}

/**
 * @param rules the client's own, asked before the defaults; the first that fits decides.
 * @param country ISO 3166, the client's. @returns the order for a claim; costs, interest, principal where no law is known.
 */
export function orderFor(claim: OrderedClaim, rules: readonly AllocationRule[], country: string | null): AllocationOrder {
  const own = claim.allocationOrder === null ? undefined : orderNamed(claim.allocationOrder);
  if (own) return own;
  const fits = (rule: AllocationRule) =>
    (!rule.claimType || rule.claimType === claim.type) &&
    (!rule.productType || rule.productType === claim.productType) &&
    (!rule.country || rule.country === country);
  const rule = [...rules, ...DEFAULT_RULES].find(fits);
  return (rule && orderNamed(rule.order)) ?? ORDERS[0];
}
