/** Instalment plans: a sum over chosen claims in three parts. */
import { Fault } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import type { CalendarDate } from '../../../core/time.ts';
import type { Tx } from '../../platform/tenancy.ts';
import type { instalment, instalmentsPlan } from './finance.tables.ts';

export type InstalmentsPlan = typeof instalmentsPlan.$inferSelect;
export type Instalment = typeof instalment.$inferSelect;
/** Specification 2, section 9. */
export type InstalmentInterval = InstalmentsPlan['interval'];

export interface NewPlan {
  readonly accountId: Uuid;
  readonly externalClaimRefs: readonly string[];
  readonly interval: InstalmentInterval;
  /** Day of the first instalment; the interval's usual first day when absent. */
  readonly firstDueDate?: CalendarDate | null;
  /** 'debtor' or the id of the member of staff who agreed on it. */
  readonly requestedBy: string;
  /** A repeated call with the same key answers with the plan of the first one. */
  readonly idempotencyKey: string;
}

/**
 * Splits what is due on the claims into three instalments and announces the plan. It replaces active promises on these claims.
 * @throws Fault NOT_FOUND, INVALID_INPUT, CONFLICT (a claim is in another active plan, disputed, or plans are switched off for it)
 */
export async function createInstalmentsPlan(_tx: Tx, _input: NewPlan): Promise<InstalmentsPlan & { instalments: Instalment[] }> {
  throw new Fault('UNAVAILABLE', 'Plans are not made yet');
}
