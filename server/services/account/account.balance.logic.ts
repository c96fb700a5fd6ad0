/** What the ledger does to claims: locks, balances, resolution, promises. Finance calls it; nobody else writes a balance. */
import { Fault } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import type { CalendarDate, Instant } from '../../../core/time.ts';
import type { ClaimStatus } from './account.tables.ts';
import type { Tx } from '../../platform/tenancy.ts';

export interface LockedClaim {
  readonly externalClaimRef: string;
  readonly accountId: Uuid;
  readonly currency: string;
  /** Minor units; the ledger's sum. */
  readonly balance: bigint;
  readonly dueDate: CalendarDate | null;
  readonly status: ClaimStatus;
  readonly disputedAt: Instant | null;
  readonly instalmentsPlanEnabled: boolean;
  readonly promiseToPayEnabled: boolean;
}

/**
 * Adds booked amounts to claims: balance += amount. A claim that falls to 0 or below is resolved, one that rises again is reopened;
 * each announces itself. @param deltas minor units per claim; claims may repeat. @param at when it was booked.
 */
export async function applyBalances(_tx: Tx, _deltas: readonly { externalClaimRef: string; amount: bigint }[], _at: Instant): Promise<void> {
  throw new Fault('UNAVAILABLE', 'Balances are not applied yet');
}
