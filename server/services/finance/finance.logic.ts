/** The append-only ledger: what is booked stays booked, once per key, and a claim's balance is the sum of its entries. */
import { Fault } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import type { CalendarDate, Instant } from '../../../core/time.ts';
import type { Tx } from '../../platform/tenancy.ts';
import type { EntryKind, ledgerEntry } from './finance.tables.ts';

export type LedgerEntry = typeof ledgerEntry.$inferSelect;

export interface NewEntry {
  readonly accountId: Uuid;
  readonly externalClaimRef: string;
  readonly kind: EntryKind;
  /** Minor units: positive is owed by the debtor, negative reduces the debt. */
  readonly amount: bigint;
  readonly currency: string;
  readonly valueDate: CalendarDate;
  /** What makes this booking happen once within the client. */
  readonly key: string;
  readonly description?: string;
  readonly paymentId?: Uuid | null;
  readonly reversesEntryId?: Uuid | null;
  /** When it entered the books; the platform clock's moment when absent. */
  readonly bookedAt?: Instant;
}

/**
 * Appends entries, set-based. An entry whose key is already booked changes nothing.
 * Updates balances (account.balance.logic), promises and instalments of the claims it touches.
 * @returns the entries that were new.
 */
export async function book(_tx: Tx, _entries: readonly NewEntry[]): Promise<LedgerEntry[]> {
  throw new Fault('UNAVAILABLE', 'The ledger is not open yet');
}
