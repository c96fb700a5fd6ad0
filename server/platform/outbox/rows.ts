/** What passes between the drain and the kinds of deliveries: rows, what is to be done with them, and what became of them. */
import { englishOf, type SaidWords } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import type { Instant } from '../../../core/time.ts';
import type { Reason } from '../../../engine/reason.ts';
import type { OutboxStatus } from '../delivery.tables.ts';
import type { Outcome } from './answer.ts';

/** A row of the outbox while it is worked on. Request and Payload are the kind's own. */
export interface OutboxRow<Request = unknown, Payload = unknown> {
  readonly outboxId: Uuid;
  readonly kind: string;
  /** Of messages to a debtor: of which account, about which claim, from which run. */
  readonly accountId: Uuid | null;
  readonly externalClaimRef: string | null;
  readonly runId: Uuid | null;
  readonly stepId: string | null;
  readonly request: Request;
  readonly status: OutboxStatus;
  readonly attempts: number;
  /** Tries that do not count: the provider as a whole was away. */
  readonly spared: number;
  readonly providerName: string | null;
  /** What the provider is given, from the moment it is on its way until it is recorded. */
  readonly rendered: Payload | null;
  /** Since when no provider is there to take it. */
  readonly blockedSince: Instant | null;
}

/** What the last look before sending answered for a row. */
export type Prepared<Payload = unknown> =
  | { readonly answer: 'send'; readonly payload: Payload /** For people who look for it. */; readonly recipient?: string }
  | { readonly answer: 'later'; readonly rule: string; readonly why: Reason; readonly until: Instant }
  | { readonly answer: 'wait'; readonly reason: string; readonly since: Instant; readonly until: Instant }
  | { readonly answer: 'cancel'; readonly rule: string; readonly why: Reason }
  | Failing;

interface Failing {
  readonly answer: 'fail';
  readonly reason: string;
  readonly words?: SaidWords;
}

/** @returns the answer for what cannot be made, with its reason also apart from any language. */
export const failing = (words: SaidWords) => ({ answer: 'fail', reason: englishOf(words), words }) as const;

/** Something to be done outside once the transaction has committed. */
export interface Task<Request = unknown, Payload = unknown> {
  readonly row: OutboxRow<Request, Payload>;
  readonly payload: Payload;
  readonly act: 'send' | 'ask';
}

/** One try of a row. */
export interface Result<Request = unknown, Payload = unknown> {
  readonly row: OutboxRow<Request, Payload>;
  readonly payload: Payload;
  readonly answer: Outcome;
}

/** What a row has become, as its kind is told in the transaction that writes it; a further try is no news. */
export type News<Payload = unknown, Reply = unknown> =
  | { readonly became: 'sent'; readonly payload: Payload; readonly providerRef: string | null; readonly reply: Reply | undefined }
  | ({ readonly became: 'failed'; readonly isBadAddress: boolean } & Doubt<Payload>)
  | ({ readonly became: 'unknown' } & Doubt<Payload>)
  | { readonly became: 'later'; readonly rule: string; readonly why: Reason; readonly until: Instant }
  | { readonly became: 'waiting'; readonly reason: string }
  | { readonly became: 'cancelled'; readonly rule: string; readonly why: Reason };

interface Doubt<Payload> {
  readonly reason: string;
  readonly words?: SaidWords | undefined;
  /** What was tried; absent: nothing was, by this drain. */
  readonly payload?: Payload;
  readonly providerName?: string | null;
}

export interface Told<Request = unknown, Payload = unknown, Reply = unknown> {
  readonly row: OutboxRow<Request, Payload>;
  readonly news: News<Payload, Reply>;
}
