/** What the debtor's page needs of the house. server/main.ts hands it in; the portal imports no service. */
import type { Locale } from '../core/locale.ts';
import type { CalendarDate, Instant } from '../core/time.ts';

export type IdentityField = 'birthday' | 'postalCode' | 'externalAccountRef' | 'none';
export type Interval = 'weekly' | 'everyTwoWeeks' | 'monthly';
export const INTERVALS: readonly Interval[] = ['monthly', 'everyTwoWeeks', 'weekly'];
export type Outcome = 'success' | 'decline' | 'pending';
export const OUTCOMES: readonly Outcome[] = ['success', 'decline', 'pending'];

/** A living link; knowing it proves nothing yet about the person who opened it. */
export interface PortalLink {
  readonly clientId: string;
  readonly linkId: string;
  readonly accountId: string;
  readonly clientName: string;
  readonly locale: Locale;
  readonly isLocked: boolean;
  /** What is asked before personal data shows. */
  readonly question: IdentityField;
}

export interface PortalEntry {
  readonly kind: string;
  readonly amount: bigint;
  readonly valueDate: CalendarDate;
  readonly description: string;
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
  /** The day an active promise on it is due. */
  readonly promisedUntil: CalendarDate | null;
  readonly isPlanned: boolean;
  readonly entries: readonly PortalEntry[];
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
  readonly claims: readonly PortalClaim[];
  /** The active plans. */
  readonly plans: readonly PortalPlan[];
}

export interface PortalPayment {
  readonly paymentId: string;
  readonly providerName: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly status: string;
  readonly statusReason: string | null;
  readonly updatedAt: Instant;
}

/** Every action takes a key: the same key again changes nothing and answers the same. Amounts are minor units. Faults of core/fault.ts come through. */
export interface PortalServices {
  /** @returns null for an address that is unknown, expired or revoked. */
  readonly findLink: (address: string) => Promise<PortalLink | null>;
  /** Says on the timeline that the link was opened. */
  readonly opened: (link: PortalLink) => Promise<void>;
  /** Says on the timeline that the page itself was seen. */
  readonly visited: (link: PortalLink) => Promise<void>;
  readonly confirmIdentity: (
    link: PortalLink,
    answer: string,
  ) => Promise<{ readonly outcome: 'confirmed' | 'wrong' | 'locked'; readonly triesLeft: number }>;
  readonly readAccount: (link: PortalLink) => Promise<PortalAccount>;
  readonly splitIntoInstalments: (
    amount: bigint,
    interval: Interval,
    first: CalendarDate,
  ) => readonly { readonly amount: bigint; readonly dueDate: CalendarDate }[];
  /** @param amount null: all that is due on the claims. */
  readonly startPayment: (link: PortalLink, refs: readonly string[], amount: bigint | null, key: string) => Promise<PortalPayment>;
  /** Starts the payment of a plan's next unpaid instalment, or of all that is left of it. */
  readonly startInstalment: (link: PortalLink, planId: string, all: boolean, key: string) => Promise<PortalPayment>;
  /** @returns what a key has already done, or null. */
  readonly findDone: (
    link: PortalLink,
    key: string,
  ) => Promise<{ readonly kind: 'payment' | 'plan' | 'promise'; readonly id: string } | null>;
  readonly readPayment: (link: PortalLink, paymentId: string) => Promise<PortalPayment>;
  readonly reportSandbox: (link: PortalLink, paymentId: string, outcome: Outcome) => Promise<PortalPayment>;
  readonly promise: (link: PortalLink, refs: readonly string[], dueDate: CalendarDate, key: string) => Promise<void>;
  readonly plan: (link: PortalLink, refs: readonly string[], interval: Interval, key: string) => Promise<void>;
  readonly endPlan: (link: PortalLink, planId: string) => Promise<void>;
  readonly dispute: (link: PortalLink, refs: readonly string[], text: string, key: string) => Promise<void>;
  readonly askForHelp: (link: PortalLink, text: string, key: string) => Promise<void>;
}

export interface PortalDeps {
  readonly services: PortalServices;
  /** The installation's secret: signs cookies and forms. */
  readonly secret: string;
  /** Behind TLS: cookies travel only there. */
  readonly isSecure: boolean;
  /** The clock of the product. */
  readonly now: () => Instant;
}
