/**
 * The vocabulary between the pure engine and whoever drives it: what a run is, which facts a step may read,
 * which effects it may ask for. The server's driver and the simulator both speak exactly this.
 */
import type { OutsourceMethod } from '../core/outsourcing.ts';
import type { PostalAddress } from '../core/postalAddress.ts';
import type { CalendarDate, Instant, TimeOfDay } from '../core/time.ts';
import type { CodeAnswer, CodeCall } from './codeCall.ts';
import type { Effect } from './effects.ts';
import type { GateDecision, GateFacts } from './gate/types.ts';
import type { Memory, Values, Wake } from './memory.ts';
import type { Meta } from './meta.ts';
import type { Reason } from './reason.ts';

/** One step of a strategy. `outputs` has each output of its type by name, in the type's order; null ends the path. How it is stored: graph/tree.ts. */
export interface Step {
  readonly id: string;
  readonly stepType: string;
  readonly stepState: Record<string, unknown>;
  readonly outputs: Readonly<Record<string, string | null>>;
  readonly x?: number;
  readonly y?: number;
}

/** An immutable saved version of a strategy. The first step of `steps` is where a run starts. */
export interface Blueprint {
  readonly blueprintId: string;
  readonly version: number;
  readonly steps: readonly Step[];
}

export type RunStatus = 'active' | 'waiting' | 'paused' | 'completed' | 'stopped' | 'failed';

/** Where one claim stands in one strategy. Small on purpose: it is rewritten at every advance. */
export interface Run {
  readonly runId: string;
  readonly accountId: string;
  readonly externalClaimRef: string;
  readonly blueprintId: string;
  readonly version: number;
  /** The step to decide next (or the one being waited at); null once the path has ended. */
  readonly stepId: string | null;
  readonly status: RunStatus;
  /** When to look again; null when nothing is due. */
  readonly wakeAt: Instant | null;
  /** Number of steps decided so far in this run; with run and step it makes the key of an effect (client, run, step, visit). */
  readonly visit: number;
  /** Steps decided since the run last waited; the run-away limit counts these. */
  readonly sinceWait: number;
  readonly startedAt: Instant;
  /** When the run came to `stepId`: a wait is measured from here, however often it is looked at. */
  readonly stepEnteredAt: Instant;
  /** Why it stands where it stands, for people: set by every wait and every end. */
  readonly reason: Reason | null;
  /** What few runs have: values that steps set, strategies to come back to, events waited for. Absent without any of it. */
  readonly memory?: Memory;
}

export type { Caller, Memory, Values, Wake, WokenBy } from './memory.ts';
export type { Meta, MetaValue, Scalar } from './meta.ts';
export type { Reason };

/** A loader of facts per need; the driver runs one query per need for a whole batch. */
export type Need = 'claim' | 'account' | 'debtor' | 'product' | 'money' | 'communications' | 'outsourcing' | 'gate' | EventNeed;
/** The moments of one kind of event. */
export type EventNeed = `event:${string}`;

/** Everything a decision may know about one claim. What a step did not ask for in `needs` is absent. */
export interface Facts {
  readonly claim?: {
    readonly externalClaimRef: string;
    readonly type: string;
    readonly status: string;
    readonly currency: string;
    /** Original sum, minor units. */
    readonly amount: bigint;
    /** What is still owed, minor units: the ledger's sum. */
    readonly balance: bigint;
    readonly totalFees: bigint;
    readonly dueDate: CalendarDate | null;
    readonly externalDueDate: CalendarDate | null;
    readonly createdAt: Instant;
    readonly segment: string | null;
    readonly portfolioRef: string | null;
    readonly paymentReference: string | null;
    readonly meta: Meta;
    readonly scores: Readonly<Record<string, number>>;
  };
  readonly account?: {
    readonly accountId: string;
    readonly externalAccountRef: string;
    readonly currency: string;
    readonly locale: string | null;
    readonly balance: bigint;
    readonly activeClaims: number;
    /** What of it whoever asks collects, where partners have claims of it: what messages speak of. Absent: all of it. */
    readonly ours?: { readonly balance: bigint; readonly activeClaims: number };
    readonly oldestClaimRef: string | null;
    readonly assigneeUserId: string | null;
    readonly segment: string | null;
    readonly meta: Meta;
    readonly scores: Readonly<Record<string, number>>;
  };
  readonly debtor?: {
    readonly externalDebtorRef: string;
    readonly type: 'person' | 'company';
    readonly firstName: string | null;
    readonly lastName: string | null;
    readonly companyName: string | null;
    readonly title: string | null;
    readonly gender: 'M' | 'F' | null;
    readonly birthday: CalendarDate | null;
    readonly postalCode: string | null;
    readonly city: string | null;
    readonly country: string | null;
    /** Where letters go; absent where it isn't known. */
    readonly address?: PostalAddress;
    readonly email: string | null;
    readonly mobileNumber: string | null;
    /** Where calls go: a mobile number, else another. */
    readonly phoneNumber?: string | null;
  };
  readonly product?: {
    readonly productReference: string;
    readonly name: string;
    readonly code: string;
    readonly type: string;
    readonly meta: Meta;
  };
  readonly money?: {
    readonly lastSettledPayment: Instant | null;
    readonly lastCanceledPayment: Instant | null;
    readonly lastProcessingPayment: Instant | null;
    readonly lastDisputed: Instant | null;
    readonly promiseDueDate: CalendarDate | null;
    readonly activePaymentMandates: number;
  };
  readonly communications?: {
    readonly lastEmailOpened: Instant | null;
    readonly lastCommunication: Instant | null;
    /** By channel, in both directions. */
    readonly lastByChannel?: Readonly<Record<string, Instant>>;
  };
  /** Who has the claim, since when and by what; null: nobody has. */
  readonly outsourcing?: { readonly partnerId: string; readonly at: Instant; readonly method: OutsourceMethod } | null;
  /** Of the kinds asked for: when they happened to the claim or its account, the newest first, at most MOST_EVENTS of each. */
  readonly events?: Readonly<Record<string, readonly Instant[]>>;
  readonly gate?: GateFacts;
}

/** A decision tree that is ready to be asked (trees/compile.ts). */
export interface ReadyTree {
  /** Why it cannot decide. */
  readonly problem: Reason | null;
  decide(
    facts: Facts,
    context: Context,
  ): {
    /** Null: no leaf was reached. */
    readonly leaf: string | null;
    readonly outcome: string | null;
    readonly values: Values;
    readonly why: Reason;
  };
}

/** What every decision knows besides the facts: the client's calendar and the run's own history. */
export interface Context {
  readonly now: Instant;
  /** IANA zone of the client; days and times of strategies are meant in it. */
  readonly zone: string;
  /** ISO country of the client, for public holidays; e.g. "DE" or "DE-BE". */
  readonly holidayRegion: string | null;
  readonly excludeHolidays: boolean;
  /** Whether a day is a public holiday of a region; handed in, because its data is far larger than the engine and a browser needs none of it. */
  readonly isHoliday: (date: CalendarDate, region: string | null) => boolean;
  /** Days on which the client is closed besides holidays. */
  readonly closedDays: ReadonlySet<string>;
  readonly defaultLocale: string;
  /** What code answered, by the key of the step that asked (keyOf). */
  readonly answers?: ReadonlyMap<string, CodeAnswer>;
  /** The decision trees that steps name, by treeKey (trees/ref.ts). */
  readonly trees?: ReadonlyMap<string, ReadyTree>;
  /** Decides for a rule instead of a strategy: it acts on resolved claims too, and nothing is waited for, and a contact that the gate puts off is queued. */
  readonly isReaction?: boolean;
  readonly run: Run;
}

/** Where a run goes other than through an output of its step. No output has one of these names. */
export type Halt =
  /** `wake` ends the wait early; the step then finds the event in its run (`context.run.memory.wokenBy`). */
  | { readonly to: 'wait'; readonly until: Instant; readonly reason: Reason; readonly wake?: Wake }
  /** `comesBack`: once the other strategy has ended, the run goes on at this step's output `next`. */
  | { readonly to: 'strategy'; readonly blueprintId: string; readonly comesBack?: boolean }
  /** What the code answers is asked for outside of the engine; the step is decided again with it (`context.answers`). */
  | { readonly to: 'code'; readonly call: CodeCall }
  | { readonly to: 'fail'; readonly reason: Reason }
  | { readonly to: 'end'; readonly reason: Reason };

/** Where a run goes after a step: through one of its outputs, or it halts. */
export type Next<Output extends string = string> = { readonly to: Output } | Halt;

/** What `decide` answers. `why` explains a branch or a refusal on the claim's page. */
export interface Decision<Output extends string = string> {
  /** With a wait, they are asked for when the run comes to the step, not each time it is looked at. */
  readonly effects?: readonly Effect[];
  /** Values of the run that this step sets (`strategy.<name>`); null removes one. */
  readonly values?: Values;
  readonly next: Next<Output>;
  readonly why?: Reason;
}

/** How deciding a step can come out, besides by the name of the output it left through; `done` is the output `next`. */
export type Outcome = 'done' | 'waiting' | 'deferred' | 'denied' | 'ended' | 'switched' | 'inserted' | 'returned' | 'failed' | 'runaway';

/** One decided step, as the event log keeps it. */
export interface Trace {
  readonly stepId: string;
  readonly stepType: string;
  readonly visit: number;
  readonly outcome: Outcome | (string & {});
  readonly why: Reason | null;
  /** Present on the outcomes of a contact. */
  readonly gate?: GateDecision;
}

export interface KeyedEffect {
  readonly key: string;
  readonly stepId: string;
  readonly visit: number;
  readonly effect: Effect;
  /** The run's values when the step asked for it; absent without any. */
  readonly values?: Values;
}

/** What advance() answers for one run: the effects in order with their keys, the traces, the state to store. */
export interface Advanced {
  readonly run: Run;
  readonly effects: readonly KeyedEffect[];
  readonly traces: readonly Trace[];
  /** The strategy that the run goes on in; present only when it leaves this one. */
  readonly goTo?: Target;
  /** Code that it stands at: to be run, and the run advanced again with the answer. */
  readonly call?: CodeCall;
}

/** Where a run goes on outside of its strategy. */
export interface Target {
  readonly blueprintId: string;
  /** The version to come back to; null is the newest one. */
  readonly version: number | null;
  /** The step to come back to; null is the first one. */
  readonly stepId: string | null;
}

export type { TimeOfDay };
