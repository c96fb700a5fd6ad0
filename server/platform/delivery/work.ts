/** What passes between the drain and the rooms above it: rows, answers, and what the drain asks of others. */
import { englishOf, type SaidWords } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import type { Instant } from '../../../core/time.ts';
import type { GateDecision } from '../../../engine/gate/types.ts';
import type { MessageAttachment, OutboxRequest, OutboxStatus, RenderedMessage } from '../delivery.tables.ts';
import type { Tx } from '../tenancy.ts';
import type { OutgoingFile, SendAnswer } from './provider.ts';
import type { DeliveryChannel } from './providers.ts';

/** A row of the outbox while it is worked on. */
export interface OutboxRow {
  readonly outboxId: Uuid;
  readonly channel: DeliveryChannel;
  readonly accountId: Uuid;
  readonly externalClaimRef: string | null;
  readonly runId: Uuid | null;
  readonly stepId: string | null;
  readonly request: OutboxRequest;
  readonly status: OutboxStatus;
  readonly attempts: number;
  /** Tries that do not count: the provider as a whole was away. */
  readonly spared: number;
  readonly providerName: string | null;
  readonly rendered: RenderedMessage | null;
  /** Since when no provider is there to take it. */
  readonly blockedSince: Instant | null;
}

/** What the last look before sending answered for a row. */
export type Prepared =
  | { readonly answer: 'send'; readonly message: RenderedMessage }
  | { readonly answer: 'later'; readonly decision: GateDecision & { readonly answer: 'defer' } }
  | { readonly answer: 'wait'; readonly reason: string; readonly since: Instant; readonly until: Instant }
  | { readonly answer: 'cancel'; readonly decision: GateDecision }
  | { readonly answer: 'fail'; readonly reason: string; readonly words?: SaidWords };

/** @returns the answer for a message that cannot be made, with its reason also apart from any language. */
export const failing = (words: SaidWords) => ({ answer: 'fail', reason: englishOf(words), words }) as const;

/** What the drain needs from the rooms above: the gate, the texts, and what accounts remember of a message. */
export interface DrainWork {
  /** Asks the gate and renders; a row that has its message already is only asked about. Answers every row. */
  readonly prepare: (tx: Tx, rows: readonly OutboxRow[], sender: string) => Promise<Map<Uuid, Prepared>>;
  /** The bytes of the files that go along, right before it leaves. @throws Fault when one is gone: then the message does not leave */
  readonly readFiles: (tx: Tx, files: readonly MessageAttachment[]) => Promise<OutgoingFile[]>;
  /** Told in the transaction that records it. */
  readonly onBadAddress: (
    tx: Tx,
    rows: readonly { accountId: Uuid; channel: DeliveryChannel; value: string; reason: string }[],
  ) => Promise<void>;
}

/** What became of one try; 'absent': the provider was asked and has no such message; 'held': it was not called. */
export interface Result {
  readonly row: OutboxRow;
  readonly message: RenderedMessage;
  readonly answer: SendAnswer | { readonly outcome: 'absent' } | { readonly outcome: 'held' };
}
