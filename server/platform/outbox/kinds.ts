/**
 * Everything that leaves the house, each kind declared once. A row is written in the transaction that decides it, under a key; what is shared
 * by all of them (drain, lease, lost answers, outages, the operator's hold) is in this folder, what is a kind's own in its declaration.
 */
import type { Uuid } from '../../../core/id.ts';
import type { Instant } from '../../../core/time.ts';
import type { Config } from '../config.ts';
import type { Database, Tx } from '../tenancy.ts';
import type { AskAnswer, Away, DeliveryClass, SendAnswer } from './answer.ts';
import type { OutboxRow, Prepared, Task, Told } from './rows.ts';

/** What the rows of one kind and client leave by, opened for one drain. */
export interface Way<Request = unknown, Payload = unknown, Reply = unknown> {
  /** The provider's name, as it is noted with each row. */
  readonly providerName: string;
  readonly deliveryClass: DeliveryClass;
  /** inside: nothing leaves, so taking and recording are one transaction. nowhere: nothing is set up, so that rows wait. */
  readonly leads: 'outside' | 'inside' | 'nowhere';
  /** Tries of one row before it fails or people are asked; 8 where a way doesn't say. Those while the provider is away don't count. */
  readonly mostAttempts?: number;
  /** Whether each result is written in a transaction of its own: what follows from it locks accounts, and one that fails keeps back no other. */
  readonly recordsApart?: boolean;
  /**
   * The last look before sending, in the transaction that takes the rows; one that has its payload already may be given it again.
   * A row without an answer fails.
   */
  readonly prepare: (tx: Tx, rows: readonly OutboxRow<Request, Payload>[]) => Promise<ReadonlyMap<Uuid, Prepared<Payload>>>;
  /** Calls the provider while no transaction is open. Never throws; gives up after the timeout (milliseconds). */
  readonly send: (task: Task<Request, Payload>, timeout: number) => Promise<SendAnswer<Reply>>;
  /** Askable ways only. */
  readonly ask?: (task: Task<Request, Payload>, timeout: number) => Promise<AskAnswer>;
  /** Whether the provider is back, asked with nothing at stake; null: it is, else why not. Absent: only a row tells. */
  readonly probe?: (timeout: number) => Promise<Away | null>;
  /** Writes what rows have become to whatever they are about, in the transaction that writes the rows. */
  readonly record: (tx: Tx, told: readonly Told<Request, Payload, Reply>[], at: Instant) => Promise<void>;
  /** Ends connections that are kept between calls. */
  readonly close: () => Promise<void>;
}

export interface Delivery<Request = unknown, Payload = unknown, Reply = unknown> {
  /** The row's kind, stored as outbox.channel. */
  readonly kind: string;
  /** debtor: a message, which the operator's hold keeps back. system: a call, which goes on meanwhile: it repairs or moves what is agreed. */
  readonly to: 'debtor' | 'system';
  /** Opens what a client's rows leave by now. @throws Error when that cannot be opened: nothing is sent then */
  readonly open: (database: Database, clientId: Uuid, config: Config) => Promise<Way<Request, Payload, Reply>>;
}

const deliveries = new Map<string, Delivery>();

/** Declares a kind; what it returns is drained by the job of every kind (outbox.jobs.ts). */
export function defineDelivery<Request, Payload, Reply>(delivery: Delivery<Request, Payload, Reply>): Delivery<Request, Payload, Reply> {
  if (deliveries.has(delivery.kind)) throw new Error(`delivery ${delivery.kind} is defined twice`);
  deliveries.set(delivery.kind, delivery as unknown as Delivery);
  return delivery;
}

/** @returns every kind that is declared, in the order of their declaration. */
export const deliveryKinds = (): readonly Delivery[] => [...deliveries.values()];

/** @throws Error for a kind that this release does not know: its rows wait for one that does. */
export function deliveryOf(kind: string): Delivery {
  const delivery = deliveries.get(kind);
  if (!delivery) throw new Error(`no delivery ${kind}`);
  return delivery;
}
