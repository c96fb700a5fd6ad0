/** A request to an endpoint, and what became of it. */
import type { FaultWords } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import type { Instant } from '../../../core/time.ts';

/** A request that is to be made. */
export interface Task {
  readonly messageId: Uuid;
  readonly lane: Uuid;
  readonly accountId: Uuid | null;
  readonly messageType: string;
  readonly isTest: boolean;
  readonly url: string;
  readonly body: string;
  /** Newest first. */
  readonly secrets: readonly string[];
}

/** What became of it. */
export interface Result {
  readonly task: Task;
  readonly at: Instant;
  readonly millis: number;
  readonly signature: string;
  readonly status: number | null;
  /** Null: it was taken. */
  readonly error: FaultWords | null;
  readonly answer: string | null;
  /** The endpoint asked to be left alone until then (Retry-After); null: it said nothing. */
  readonly notBefore: Instant | null;
}
