/** What the debtor's page is told: whose link it is, what is owed and agreed, and what may be done about it. */
import type { Node } from '../blocks/nodes.ts';
import type { Locale } from '../core/locale.ts';
import type { CalendarDate, Instant } from '../core/time.ts';

export type IdentityField = 'birthday' | 'postalCode' | 'externalAccountRef' | 'none';
export type Interval = 'weekly' | 'everyTwoWeeks' | 'monthly';
export const INTERVALS: readonly Interval[] = ['monthly', 'everyTwoWeeks', 'weekly'];
export type Outcome = 'success' | 'decline' | 'pending';
export const OUTCOMES: readonly Outcome[] = ['success', 'decline', 'pending'];

/** Who the money is owed to, and how to reach them: what any page of theirs may say. */
export interface PortalCreditor {
  readonly name: string;
  /** ISO 3166. */
  readonly countryCode: string;
  /** As the client writes it. */
  readonly phone: string | null;
  readonly email: string | null;
  /** Where a complaint is made, and the privacy notice: https addresses. */
  readonly complaintsUrl: string | null;
  readonly privacyUrl: string | null;
}

/** How a client's pages look, by a style sheet of their own; pictures are this installation's. */
export interface PortalLook {
  readonly style: string;
  /** Empty without one. */
  readonly logo: string;
  /** px. */
  readonly logoWidth: number;
  /** What stands in the logo's place; empty: the client's name. */
  readonly name: string;
}

/** A page of the client's, or the product's own, as a debtor sees it now: nothing in it is a placeholder any more. */
export interface PortalPage {
  readonly nodes: readonly Node[];
  /** Empty: the product's. */
  readonly title: string;
  readonly favicon: string;
}

/** A page that is about no debtor. */
export interface PortalClientPage {
  readonly page: PortalPage;
  readonly clientName: string;
  readonly creditor: PortalCreditor;
  readonly look: PortalLook | null;
}

/** A page that staff look at: an unsaved one, or one as it was. */
export interface PortalDraft extends PortalClientPage {
  /** One that was saved, as it was shown. */
  readonly isKept: boolean;
  /** At the client. */
  readonly today: CalendarDate;
  /** ISO 4217. */
  readonly currency: string;
}

/** A file that the debtor may open. */
export interface PortalFile {
  readonly fileId: string;
  readonly name: string;
  readonly documentType: string;
  readonly day: CalendarDate;
}

/** A living link; knowing it proves nothing yet about the person who opened it. */
export interface PortalLink {
  readonly clientId: string;
  readonly linkId: string;
  readonly accountId: string;
  readonly externalClaimRef: string | null;
  readonly clientName: string;
  readonly creditor: PortalCreditor;
  readonly locale: Locale;
  /** After too many wrong answers; null: one may answer. */
  readonly lockedUntil: Instant | null;
  /** What is asked before personal data shows. */
  readonly question: IdentityField;
  /** Somebody of staff looks at the page: nothing can be done on it. */
  readonly isPreview: boolean;
  /** They see it as it was shown. */
  readonly isKept: boolean;
  /** Who that is. */
  readonly viewerId: string | null;
  /** null: the product's. */
  readonly look: PortalLook | null;
}

export interface PortalEntry {
  /** What the debtor is told that it is. */
  readonly kind: string;
  readonly amount: bigint;
  readonly valueDate: CalendarDate;
  readonly description: string;
}

/** A company that collects a claim for the creditor. */
export interface PortalPartner {
  readonly name: string;
  /** Lines of its address, without the name. */
  readonly address: readonly string[];
  readonly phone: string | null;
  readonly email: string | null;
}

export interface PortalClaim {
  readonly ref: string;
  /** The product's name; null: the page finds a word for it. */
  readonly title: string | null;
  readonly dueDate: CalendarDate | null;
  /** Minor units still due. */
  readonly balance: bigint;
  /** Minor units that a provider is still moving. */
  readonly pending: bigint;
  readonly disputedAt: Instant | null;
  readonly canPlan: boolean;
  readonly canPromise: boolean;
  /** Minor units still to come of the active promise that is due last; 0 without one. */
  readonly promised: bigint;
  /** The day that promise is due. */
  readonly promisedUntil: CalendarDate | null;
  readonly isPlanned: boolean;
  /** Who collects it and is paid; null: it is settled here. */
  readonly partner: PortalPartner | null;
  readonly portfolio: string | null;
  readonly entries: readonly PortalEntry[];
}

/** What is chosen about a plan. */
export interface PortalPlanWish {
  readonly interval: Interval;
  /** Payments besides the down payment. */
  readonly parts: number;
  /** Minor units; 0 without one. */
  readonly downPayment: bigint;
}

export interface PortalPart {
  readonly amount: bigint;
  readonly dueDate: CalendarDate;
}

export interface PortalInstalment {
  readonly position: number;
  readonly amount: bigint;
  readonly paidAmount: bigint;
  readonly dueDate: CalendarDate;
  readonly status: string;
}

export interface PortalPlan {
  readonly planId: string;
  readonly interval: Interval;
  readonly amount: bigint;
  readonly instalments: readonly PortalInstalment[];
  /** The masked account its instalments are collected from, or null. */
  readonly collectedFrom: string | null;
}

/** Who collects direct debits. */
export interface PortalDirectDebit {
  readonly holder: string;
  readonly creditorId: string;
}

/** An offer to settle claims for less. */
export interface PortalOffer {
  readonly offerId: string;
  readonly claimRefs: readonly string[];
  readonly amount: bigint;
  readonly dueAmount: bigint;
  readonly paidAmount: bigint;
  readonly validUntil: CalendarDate;
  /** offered or accepted. */
  readonly status: string;
}

type Parts = Readonly<Record<'costs' | 'interest' | 'principal' | 'credit', bigint>>;

/** A balance as of a day, with what it comes from. */
export interface PortalBalance {
  readonly asOf: CalendarDate;
  readonly currency: string;
  readonly balance: bigint;
  /** Interest that has run and is not booked. */
  readonly accrued: bigint;
  readonly components: Parts;
  readonly claims: readonly {
    readonly claim: { readonly externalClaimRef: string };
    readonly order: { readonly parts: readonly [string, string, string]; readonly source: string | null };
  }[];
  readonly lines: readonly {
    readonly entry: PortalEntry & { readonly externalClaimRef: string; readonly component: string };
    readonly runningBalance: bigint;
  }[];
  /** Entries in all; the newest of them are the lines. */
  readonly lineCount: number;
}

/** What a debtor may agree on without asking anybody. */
export interface PortalPlanTerms {
  readonly minParts: number;
  readonly maxParts: number;
  /** How many parts are shown first. */
  readonly usualParts: number;
  readonly intervals: readonly Interval[];
  /** Minor units no part may be below; 1 without a limit. */
  readonly minPart: bigint;
  /** Whether a first, different payment may be chosen. */
  readonly downPayment: boolean;
  /** @returns minor units that have to be paid first of a sum; 0: nothing. */
  readonly leastDown: (amount: bigint) => bigint;
  /** Whether a plan always covers every claim that can be in one. */
  readonly coversAll: boolean;
}

/** Where money can be paid. */
export interface PortalProvider {
  readonly providerName: string;
  readonly displayName: string;
}

/** The client's bank account. */
export interface PortalTransfer {
  readonly holder: string;
  readonly iban: string;
  readonly bic: string | null;
  /** Banking apps can read a code for it. */
  readonly hasCode: boolean;
}

/** What can be chosen about a call that is asked for. Times are "HH:MM" in the zone. */
export interface PortalCallOffer {
  /** IANA. */
  readonly zone: string;
  /** Days on which calls are possible, the next one first. */
  readonly days: readonly PortalCallDay[];
  /** The number that is known, masked. */
  readonly phone: string | null;
  /** What was asked for and hasn't been answered yet. */
  readonly asked: { readonly day: CalendarDate; readonly time: string } | null;
}

export interface PortalBudgetRequest {
  /** The last day on which the answer counts. */
  readonly until: CalendarDate;
  /** What sums are called for staff. */
  readonly staffLocale: Locale;
}

/** A sum of a month, in minor units. */
export interface PortalBudgetItem {
  readonly source: string;
  readonly amount: bigint;
}

export interface PortalBudget {
  readonly incomes: readonly PortalBudgetItem[];
  readonly expenses: readonly PortalBudgetItem[];
  readonly household: number;
}

export interface PortalCallDay {
  readonly date: CalendarDate;
  readonly from: string;
  readonly until: string;
  readonly times: readonly string[];
}

export interface PortalAccount {
  readonly debtorName: string;
  readonly reference: string;
  readonly currency: string;
  readonly timezone: string;
  readonly today: CalendarDate;
  readonly lastPromiseDay: CalendarDate;
  /** First instalment per interval, when a plan is made today. */
  readonly firstDay: Readonly<Record<Interval, CalendarDate>>;
  readonly planTerms: PortalPlanTerms;
  /** Minor units that are paid at least, unless that is all. */
  readonly leastPayment: bigint;
  /** null: nothing can be collected. */
  readonly directDebit: PortalDirectDebit | null;
  /** The first is taken when none is chosen; none: money is transferred to the client's account. */
  readonly providers: readonly PortalProvider[];
  /** Where money is transferred to; null: the client has named no account for this currency. */
  readonly transfer: PortalTransfer | null;
  readonly claims: readonly PortalClaim[];
  /** The active plans. */
  readonly plans: readonly PortalPlan[];
  /** What may be accepted and paid here. */
  readonly offers: readonly PortalOffer[];
  /** null: calls aren't offered. */
  readonly call: PortalCallOffer | null;
  /** Whether a message to staff is offered. */
  readonly canWrite: boolean;
  /** Incomes and expenses that are asked for; null: they aren't. */
  readonly budget: PortalBudgetRequest | null;
}

export interface PortalPayment {
  readonly paymentId: string;
  readonly providerName: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly status: string;
  readonly statusReason: string | null;
  /** Which claims it pays. */
  readonly allocation: readonly { readonly externalClaimRef: string }[];
  readonly updatedAt: Instant;
}

/** A file that a debtor sends along. */
export interface PortalUpload {
  readonly name: string;
  readonly bytes: Uint8Array;
}
