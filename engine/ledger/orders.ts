/** In which order money goes on what a claim consists of. The orders are data, and so are the rules that choose one. */

/** What a debtor owes on a claim, in parts. */
export type DebtPart = 'costs' | 'interest' | 'principal';
export const DEBT_PARTS: readonly DebtPart[] = ['costs', 'interest', 'principal'];

export interface AllocationOrder {
  readonly name: string;
  readonly parts: readonly [DebtPart, DebtPart, DebtPart];
  /** The law's citation, 'contract', or null where nothing is cited. */
  readonly source: string | null;
  /** ISO 3166: where that law applies; null: everywhere. */
  readonly country: string | null;
}

export const ORDERS = [
  { name: 'DE_367', parts: ['costs', 'interest', 'principal'], source: '§ 367 (1) BGB', country: 'DE' },
  { name: 'DE_497', parts: ['costs', 'principal', 'interest'], source: '§ 497 (3) BGB', country: 'DE' },
  { name: 'AT_1416', parts: ['costs', 'interest', 'principal'], source: '§ 1416 ABGB', country: 'AT' },
  { name: 'NL_6_44', parts: ['costs', 'interest', 'principal'], source: 'art. 6:44 (1) BW', country: 'NL' },
  { name: 'ES_1173', parts: ['costs', 'interest', 'principal'], source: 'art. 1173 CC', country: 'ES' },
  { name: 'FR_1343_1', parts: ['costs', 'interest', 'principal'], source: 'art. 1343-1 C. civ.', country: 'FR' },
  // What is usual where the product knows of no rule of law.
  { name: 'COSTS_FIRST', parts: ['costs', 'interest', 'principal'], source: null, country: null },
  { name: 'PRINCIPAL_FIRST', parts: ['principal', 'interest', 'costs'], source: 'contract', country: null },
  { name: 'COSTS_LAST', parts: ['interest', 'principal', 'costs'], source: 'contract', country: null },
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

/** The order where no rule fits: it cites nothing. */
export const USUAL_ORDER: AllocationOrder = ORDERS.find((order) => order.name === 'COSTS_FIRST') ?? ORDERS[0];

/** @returns the orders that a client of a country chooses from: its own country's and those of no country. @param country ISO 3166. */
export function ordersIn(country: string | null): AllocationOrder[] {
  return ORDERS.filter((order) => order.country === null || order.country === country);
}

/** A foreign law may have been chosen as an order; it is not the law that applies, so it is not cited. */
function citedIn(order: AllocationOrder, country: string | null): AllocationOrder {
  return order.country === null || order.country === country ? order : { ...order, source: null };
}

/**
 * @param rules the client's own, asked before the defaults; the first that fits decides.
 * @param country ISO 3166, the client's. @returns the order for a claim; costs, interest, principal without a source where no law is known.
 */
export function orderFor(claim: OrderedClaim, rules: readonly AllocationRule[], country: string | null): AllocationOrder {
  const own = claim.allocationOrder === null ? undefined : orderNamed(claim.allocationOrder);
  if (own) return citedIn(own, country);
  const fits = (rule: AllocationRule) =>
    (!rule.claimType || rule.claimType === claim.type) &&
    (!rule.productType || rule.productType === claim.productType) &&
    (!rule.country || rule.country === country);
  const rule = [...rules, ...DEFAULT_RULES].find(fits);
  return citedIn((rule && orderNamed(rule.order)) ?? USUAL_ORDER, country);
}
