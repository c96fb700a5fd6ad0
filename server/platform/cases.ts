/** What a service tells the cross-client test: how to fill a client with one of everything, and how each operation is called on it. */
import type { FaultKey } from '../../core/faultTexts.ts';
import type { Tx } from './tenancy.ts';

/** Ids of one client's rows: clientId, userId, and whatever the seeds add (accountId, externalClaimRef, taskId …). */
export type World = Record<string, string>;

export interface Cases {
  /** Adds this service's rows to a client and their ids to the world; services are seeded in the order account, finance, then by name. */
  readonly seed?: (tx: Tx, world: World) => Promise<void>;
  /** Variables per operation. Every operation of the service that names a client needs an entry; the test fails on a missing one. */
  readonly operations: Readonly<Record<string, (world: World) => Record<string, unknown>>>;
  /**
   * Operations that their own client's rows keep from working, because of what an operation before them did or because they need more than a
   * row: the key of the fault that each meets. Every other operation has to work.
   */
  readonly refused?: Readonly<Record<string, FaultKey>>;
}
