/** The ways to pay that forms offer: the client's providers, and a transfer to its bank account. */
import { payable } from './choice.ts';
import type { PortalAccount, PortalProvider } from './facts.ts';
import type { Speech } from './texts.ts';

/** Stands beside the names of providers in forms. */
export const TRANSFER = 'transfer';

/** @returns the ways to pay that a form offers: the client's providers, and a transfer to its bank account. */
export function waysToPay(account: PortalAccount, { say }: Speech): PortalProvider[] {
  return [...account.providers, ...(account.transfer ? [{ providerName: TRANSFER, displayName: say('transfer') }] : [])];
}

/** @returns whether a form leads to the bank details: they were chosen, or there is nothing else. */
export const wantsTransfer = (account: PortalAccount, form: URLSearchParams): boolean =>
  account.providers.length === 0 || (form.get('provider') === TRANSFER && account.transfer !== null);

/** @returns where the details of a transfer are, on the link's path. */
export const transferPath = (about: Record<string, string | readonly string[]>): string =>
  `/transfer?${new URLSearchParams(Object.entries(about).flatMap(([name, value]) => [value].flat().map((each) => [name, each])))}`;

/** What is to be transferred. */
export interface Transfer {
  /** Minor units. */
  readonly amount: bigint;
  /** What the debtor writes, so that the money is found: a claim's reference, or the account's for several. */
  readonly reference: string;
}

/** @param asked minor units of less than all, as the address has them. */
function partOf(asked: string | null, due: bigint): bigint {
  const part = /^\d{1,15}$/.test(asked ?? '') ? BigInt(asked ?? '') : 0n;
  return part > 0n && part < due ? part : due;
}

/** @returns what an address asks about, as it is now; null when nothing of it is due any more. */
export function transferOf(account: PortalAccount, query: URLSearchParams): Transfer | null {
  const offer = account.offers.find((each) => each.offerId === query.get('offer'));
  const plan = account.plans.find((each) => each.planId === query.get('plan'));
  const open = plan?.instalments.filter((each) => each.paidAmount < each.amount) ?? [];
  const due = query.get('what') === 'all' ? open : open.slice(0, 1);
  const wanted = new Set(query.getAll('claim'));
  const claims = account.claims.filter((claim) => wanted.has(claim.ref) && payable(claim) > 0n);
  const ofClaims = claims.reduce((sum, claim) => sum + payable(claim), 0n);
  const amount = offer
    ? offer.amount - offer.paidAmount
    : plan
      ? due.reduce((sum, each) => sum + each.amount - each.paidAmount, 0n)
      : partOf(query.get('amount'), ofClaims);
  const refs = offer ? offer.claimRefs : plan ? [] : claims.map((claim) => claim.ref);
  return amount > 0n ? { amount, reference: (refs.length === 1 ? refs[0] : null) ?? account.reference } : null;
}
