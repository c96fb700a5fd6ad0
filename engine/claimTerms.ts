/** What strategies set for a claim beyond on and off: how the debtor's page and new plans treat it. */
import type { Interval } from './ledger/plan.ts';

/** What plans over the claim follow, within the client's own limits. */
export interface InstalmentTerms {
  /** At most so many payments besides the down payment. */
  readonly parts: number;
  readonly interval: Interval;
  /** Decimal text of the claim's currency, which no payment is below; null: what the client says. */
  readonly minPart: string | null;
  /** What is paid first; null: nothing in particular. */
  readonly downPayment: { readonly percent: number } | { readonly amount: string } | null;
  /** The first payment is due in at most so many days; null: what the client says. */
  readonly firstDays: number | null;
}

/** What is absent is as the client has it. */
export interface ClaimTerms {
  /** Host of the links to the debtor's page. */
  readonly domain?: string;
  /** Payment providers that the page offers. */
  readonly paymentProviders?: readonly string[];
  readonly instalments?: InstalmentTerms;
  /** The landing page that the debtor sees in place of the default one. */
  readonly landingPageId?: string;
}

/** What is absent stays; null takes it away. */
export type ClaimTermsChange = { readonly [Name in keyof ClaimTerms]?: ClaimTerms[Name] | null };
