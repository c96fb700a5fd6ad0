/** Promises to pay: a debtor names a sum and a day. */
import { Fault } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import type { CalendarDate } from '../../../core/time.ts';
import type { Tx } from '../../platform/tenancy.ts';
import type { promiseToPay } from './finance.tables.ts';

export type PromiseToPay = typeof promiseToPay.$inferSelect;

export interface NewPromise {
  readonly externalClaimRef: string;
  /** Minor units of the claim's currency. */
  readonly amount: bigint;
  readonly dueDate: CalendarDate;
  /** From when it holds; today in the client's zone when absent. */
  readonly startDate?: CalendarDate | null;
  /** 'debtor' or the id of the member of staff who noted it. */
  readonly requestedBy: string;
  /** A repeated call with the same key answers with the promise of the first one. */
  readonly idempotencyKey: string;
}

/**
 * Notes a promise and announces it. Together, a claim's active promises never exceed what is due.
 * @throws Fault NOT_FOUND, INVALID_INPUT (amount, dueDate, startDate), CONFLICT
 */
export async function createPromiseToPay(_tx: Tx, _input: NewPromise): Promise<PromiseToPay> {
  throw new Fault('UNAVAILABLE', 'Promises are not taken yet');
}
