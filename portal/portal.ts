/** What the debtor's page stands on. */
import type { Locale } from '../core/locale.ts';
import type { CalendarDate, Instant } from '../core/time.ts';
import type {
  Outcome,
  PortalAccount,
  PortalBalance,
  PortalBudget,
  PortalClientPage,
  PortalCreditor,
  PortalDraft,
  PortalFile,
  PortalLink,
  PortalPage,
  PortalPart,
  PortalPayment,
  PortalPlanWish,
  PortalUpload,
} from './facts.ts';
import type { Secrets } from './session.ts';

/**
 * What the debtor's page needs of the house; server/main.ts hands it in, and the portal imports no service. Every action takes a key: the same key again changes
 * nothing and answers the same. Amounts are minor units. Faults of core/fault.ts come through.
 */
export interface PortalServices {
  /** @returns null for an address that is unknown, expired or revoked. */
  readonly findLink: (address: string) => Promise<PortalLink | null>;
  /** @returns who sent a link that has expired or was revoked; null for an address that never was. */
  readonly findEnded: (address: string) => Promise<PortalCreditor | null>;
  /**
   * Asks for a new link in place of an ended one. @param typed an email address or a reference. @param from the asker's network address.
   * @returns taken: whether or not anything of it is on file.
   */
  readonly renewLink: (address: string, typed: string, from: string) => Promise<'taken' | 'tooMany' | 'living' | 'unknown'>;
  /** Begins a view of staff, which takes the place of the identity check. @returns false: another browser has. */
  readonly beginPreview: (link: PortalLink) => Promise<boolean>;
  /** Counts that a browser opened the link, and says so on the timeline. */
  readonly opened: (link: PortalLink) => Promise<void>;
  /** Says on the timeline that the page itself was seen. */
  readonly visited: (link: PortalLink) => Promise<void>;
  readonly confirmIdentity: (
    link: PortalLink,
    answer: string,
  ) => Promise<{ readonly outcome: 'confirmed' | 'wrong' | 'locked'; readonly triesLeft: number; readonly lockedUntil: Instant | null }>;
  readonly readAccount: (link: PortalLink) => Promise<PortalAccount>;
  /** @param path the link's own, where links to pay lead. @param seen what this look at the page was: noted with the version that was shown. */
  readonly readHome: (
    link: PortalLink,
    locale: Locale,
    path: string,
    seen: readonly ('portalOpened' | 'portalVisited')[],
  ) => Promise<{ readonly account: PortalAccount; readonly page: PortalPage }>;
  /** @param path the link's own, where links to pay lead. @returns a part of the page that it shows; that of before the check says nothing personal. */
  readonly readPage: (link: PortalLink, part: 'identity' | 'home', locale: Locale, path: string) => Promise<PortalPage>;
  /** @returns the client whose own domain a host is; null: it is the installation's, or nobody's. */
  readonly findClientAt: (hostname: string) => Promise<string | null>;
  /** @returns the client's own page in a language; null for no client, or one that has none. */
  readonly readClientPage: (clientId: string, locale: Locale) => Promise<PortalClientPage | null>;
  /** Asks for a new link to whatever account has this email address or reference. @returns false: it was asked for too often. */
  readonly askForLink: (clientId: string, typed: string, from: string) => Promise<boolean>;
  /** @returns a part of an unsaved page with examples in place of values; null when it is over. */
  readonly readDraft: (clientId: string, code: string, part: 'identity' | 'home' | 'client', locale: Locale) => Promise<PortalDraft | null>;
  /** @param wanted a revision, or the digest of a page as it was. @returns that style sheet, else the one of now, and what it is of; null for no client. */
  readonly readStyle: (clientId: string, wanted: string) => Promise<{ readonly css: string; readonly of: string } | null>;
  /** @returns the account's files of these document types that debtors may open, the newest first. */
  readonly listFiles: (link: PortalLink, documentTypes: readonly string[]) => Promise<readonly PortalFile[]>;
  /** @returns where one of them is for minutes; null for any other file. */
  readonly openFile: (link: PortalLink, fileId: string, documentTypes: readonly string[]) => Promise<string | null>;
  /** @returns what a plan would be; the down payment comes first when there is one. */
  readonly planParts: (wish: PortalPlanWish & { readonly amount: bigint; readonly first: CalendarDate }) => readonly PortalPart[];
  /** @param claims what is payable on each, in minor units. @returns what a payment of less than all goes to. */
  readonly spread: (
    claims: readonly { readonly ref: string; readonly dueDate: CalendarDate | null; readonly payable: bigint }[],
    amount: bigint,
  ) => readonly { readonly externalClaimRef: string; readonly amount: bigint }[];
  /** @param amount null: all that is due on the claims. @param provider a name from the account's list. */
  readonly startPayment: (
    link: PortalLink,
    refs: readonly string[],
    amount: bigint | null,
    provider: string,
    key: string,
  ) => Promise<PortalPayment>;
  /** Starts the payment of a plan's next unpaid instalment, or of all that is left of it. */
  readonly startInstalment: (link: PortalLink, planId: string, all: boolean, provider: string, key: string) => Promise<PortalPayment>;
  /** @returns the address of the provider's page for a started payment; asked again, the same. */
  readonly checkout: (
    link: PortalLink,
    paymentId: string,
    back: { readonly success: string; readonly cancel: string; readonly domain: string },
  ) => Promise<string>;
  /** @returns what a key has already done, or null. */
  readonly findDone: (
    link: PortalLink,
    key: string,
  ) => Promise<{ readonly kind: 'payment' | 'plan' | 'promise'; readonly id: string } | null>;
  readonly readPayment: (link: PortalLink, paymentId: string) => Promise<PortalPayment>;
  readonly reportSandbox: (link: PortalLink, paymentId: string, outcome: Outcome) => Promise<PortalPayment>;
  readonly promise: (link: PortalLink, refs: readonly string[], dueDate: CalendarDate, key: string) => Promise<void>;
  /** @param amount what the debtor has seen; another sum by now is a conflict. */
  readonly plan: (link: PortalLink, refs: readonly string[], wish: PortalPlanWish, amount: bigint, key: string) => Promise<void>;
  /** Has a plan collected from a bank account. @param wish the words that were agreed to are kept. @throws Fault INVALID_INPUT (holder, iban) */
  readonly giveMandate: (
    link: PortalLink,
    planId: string,
    wish: { readonly holder: string; readonly iban: string; readonly consent: { readonly text: string; readonly locale: Locale } },
    key: string,
  ) => Promise<void>;
  readonly endPlan: (link: PortalLink, planId: string) => Promise<void>;
  /** @param asOf null: today. */
  readonly readBalance: (link: PortalLink, asOf: CalendarDate | null) => Promise<PortalBalance>;
  /** @returns the same as a PDF, in the language of the page. */
  readonly printBalance: (link: PortalLink, asOf: CalendarDate | null, locale: Locale) => Promise<Uint8Array>;
  readonly acceptOffer: (link: PortalLink, offerId: string) => Promise<void>;
  /** Accepts an offer and starts the payment of what is left of its sum. */
  readonly payOffer: (link: PortalLink, offerId: string, provider: string, key: string) => Promise<PortalPayment>;
  /** @returns the name of a file that can't be kept: then nothing was done; null where all is. */
  readonly dispute: (
    link: PortalLink,
    refs: readonly string[],
    text: string,
    key: string,
    files?: readonly PortalUpload[],
  ) => Promise<string | null>;
  /** Asks for a call; it replaces an earlier wish. @param wish phone null: the known number. @throws Fault INVALID_INPUT (day, time, phone) */
  readonly askForCall: (
    link: PortalLink,
    wish: { readonly day: string; readonly time: string; readonly phone: string | null },
    key: string,
  ) => Promise<void>;
  readonly tellBudget: (link: PortalLink, told: PortalBudget, key: string) => Promise<void>;
  readonly leaveMessage: (link: PortalLink, text: string, key: string) => Promise<void>;
  /** @returns added: to a request that staff has not answered yet. */
  readonly askForHelp: (link: PortalLink, text: string, key: string) => Promise<'new' | 'added' | 'known'>;
}

export interface PortalDeps {
  readonly services: PortalServices;
  /** Keys that sign cookies and forms, the newest first. */
  readonly secrets: Secrets;
  /** Behind TLS: cookies travel only there. */
  readonly isSecure: boolean;
  /** The clock of the product. */
  readonly now: () => Instant;
}
