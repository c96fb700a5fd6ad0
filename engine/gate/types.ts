/** The gate answers one question: may this debtor be contacted on this channel at this moment, and if not, why. */
import type { MessageChannel } from '../../core/messageChannels.ts';
import type { CalendarDate, Instant, TimeOfDay } from '../../core/time.ts';
import type { Reason } from '../reason.ts';

export type Channel = MessageChannel;

/** A client's rules, as data. Stored as JSON per client; every field has a default in gate/defaults.ts. */
export interface GateRules {
  /** Contact is allowed between these times in the debtor's zone, per kind of day; null allows none. */
  readonly contactHours: Readonly<
    Record<'weekday' | 'saturday' | 'sunday' | 'holiday', { readonly start: TimeOfDay; readonly end: TimeOfDay } | null>
  >;
  /** Channels that contactHours bind. */
  readonly hoursApplyTo: readonly Channel[];
  /** At most this many contacts in any 7 days: over all channels, and per channel. */
  readonly capPer7Days: { readonly total: number } & Readonly<Partial<Record<Channel, number>>>;
  /** At most this many contacts in one calendar day of the debtor, over all channels. */
  readonly capPerDay: number;
  /** Hours in which an account gets the same template on the same channel at most once; 0 sets no limit, 168 is the most. */
  readonly sameContentHours: number;
  readonly blockDisputed: boolean;
  readonly blockDuringPromise: boolean;
}

/** One contact of an account: made, or about to be. */
export interface Contact {
  readonly channel: Channel;
  readonly at: Instant;
  /** The template it was made of; null or absent for a call and for words of its own. */
  readonly bundleName?: string | null;
  /** As GateFacts.purpose. */
  readonly purpose?: 'collection' | 'service' | null;
}

/** What the gate knows. Times of earlier contacts are those of the account, over all its claims. */
export interface GateFacts {
  readonly zone: string;
  readonly holidayRegion: string | null;
  readonly optedOut: readonly Channel[];
  /** The debtor asked for no contact at all (cease request). */
  readonly ceaseRequested: boolean;
  readonly deceased: boolean;
  /** Whether a usable address exists per channel; a wrong or bounced one counts as none. */
  readonly contact: Readonly<Record<Channel, 'valid' | 'missing' | 'wrong'>>;
  readonly claimResolved: boolean;
  readonly claimDisputed: boolean;
  /** The name of the partner that has the claim; null or absent: it is ours. */
  readonly outsourcedTo?: string | null;
  /** A person writes or calls: that is the answer a request for help waits for. */
  readonly byPerson?: boolean;
  /** When the debtor asked for help with paying, while nobody has answered. */
  readonly helpAskedAt?: Instant | null;
  readonly activePromise: boolean;
  /** The day the active promise is due; contacts wait until it has passed. Without it a promise denies. */
  readonly promiseDueDate?: CalendarDate | null;
  /** Contacts of the last 7 days, newest first. */
  readonly contacts: readonly Contact[];
  readonly rules: GateRules;
  /** The template that is to be sent; absent for a call and for words of its own. */
  readonly bundleName?: string | null;
  /**
   * Why they are contacted; to collect when absent. A service is a message that is owed to the debtor because of what was agreed, such as the
   * announcement of a direct debit: promises and caps do not hold it back, everything else does.
   */
  readonly purpose?: 'collection' | 'service';
  /** Rules that a person with the right lifted for this contact, until when. Denials and the law stay as they are (override.ts). */
  readonly override?: { readonly rules: readonly DeferringRule[]; readonly until: Instant } | null;
}

/** Rules that ask for patience; some of them deny where waiting would not help. */
export type DeferringRule = 'quietHours' | 'capTotal' | 'capChannel' | 'capDay' | 'sameContent' | 'promise' | 'help';

export type GateRuleName =
  | DeferringRule
  | 'optOut'
  | 'cease'
  | 'deceased'
  | 'contactData'
  | 'disputed'
  | 'outsourcedToPartner'
  | 'resolved'
  | 'none';

/** allow, defer until a moment, or deny; always with the rule that decided and the figures behind it. */
export type GateDecision =
  | { readonly answer: 'allow'; readonly rule: 'none'; readonly why: Reason }
  | { readonly answer: 'defer'; readonly rule: GateRuleName; readonly until: Instant; readonly why: Reason }
  | { readonly answer: 'deny'; readonly rule: GateRuleName; readonly why: Reason };
