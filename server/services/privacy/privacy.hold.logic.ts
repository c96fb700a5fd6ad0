/** Legal holds: what is held is not erased, by no rule and on nobody's wish, until somebody with the right releases it. */
import { and, desc, eq, isNull } from 'drizzle-orm';
import { fault, invalid, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../core/id.ts';
import type { CalendarDate } from '../../../core/time.ts';
import { localDate } from '../../../core/zone.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Reading, Tx } from '../../platform/tenancy.ts';
import { lockAccounts } from '../account/claim/balance.logic.ts';
import { requireAccount } from '../account/ground/lookup.logic.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { legalHold } from './privacy.tables.ts';

/** Characters of a reason. */
const MOST_REASON = 1000;

export type HoldRow = typeof legalHold.$inferSelect;

/** Today, where the client is. */
export async function today(tx: Tx): Promise<CalendarDate> {
  return localDate(now(), (await readClient(tx)).timezone);
}

/** SQL: whether a hold `h` is in force on the day $n. */
const inForce = (day: string) => `h.released_at is null and (h.until is null or h.until >= ${day})`;

/** SQL: whether account `a` is held. @param day placeholder of today. */
export const isHeld = (day: string) =>
  `exists (select from legal_hold h where h.client_id = a.client_id and h.account_id = a.account_id and ${inForce(day)})`;

/** @returns the accounts that are held, all or those of the list; of one debtor's data only holds of that debtor and of the whole account count. */
export async function heldAccounts(
  tx: Reading,
  day: CalendarDate,
  among: readonly Uuid[] | null = null,
  debtorRef: string | null = null,
): Promise<Uuid[]> {
  const rows = await tx.sql<{ account_id: Uuid }>(
    `select distinct account_id from legal_hold h where client_id = $1 and ${inForce('$2')} and ($3::uuid[] is null or account_id = any($3))
       and ($4::text is null or external_debtor_ref is null or external_debtor_ref = $4)`,
    [tx.clientId, day, among, debtorRef],
  );
  return rows.map((row) => row.account_id);
}

const reasonOf = (text: string): string => {
  const reason = text.trim();
  if (reason === '' || reason.length > MOST_REASON) throw invalid('reason', 'overrideReasonLength', { least: 1, most: MOST_REASON });
  return reason;
};

/**
 * Puts a hold on an account, or on one of its debtors. An erasure that runs at this moment is waited for.
 * @throws Fault NOT_FOUND, INVALID_INPUT
 */
export async function placeLegalHold(
  tx: Tx,
  hold: { accountId: Uuid; externalDebtorRef: string | null; reason: string; until: CalendarDate | null },
  userId: Uuid,
): Promise<HoldRow> {
  const reason = reasonOf(hold.reason);
  await requireAccount(tx, hold.accountId);
  // Erasing and holding take turns on an account.
  await lockAccounts(tx, [hold.accountId]);
  if (hold.externalDebtorRef !== null) await requireDebtor(tx, hold.accountId, hold.externalDebtorRef);
  if (hold.until !== null && hold.until < (await today(tx))) throw invalid('until', 'dayTodayOrLater');
  const [row] = await tx.db
    .insert(legalHold)
    .values({ ...hold, reason, clientId: tx.clientId, holdId: uuidv7(), createdAt: now(), createdBy: userId })
    .returning();
  await appendEvents(tx, [
    {
      messageType: 'legalHoldPlaced',
      accountId: hold.accountId,
      payload: { holdId: row!.holdId, externalDebtorRef: hold.externalDebtorRef, reason, until: hold.until },
    },
  ]);
  return row!;
}

/** Ends a hold. @throws Fault NOT_FOUND, CONFLICT when it was released already. */
export async function releaseLegalHold(tx: Tx, holdId: Uuid, reason: string, userId: Uuid): Promise<HoldRow> {
  const why = reasonOf(reason);
  const of = and(eq(legalHold.clientId, tx.clientId), eq(legalHold.holdId, holdId));
  const [before] = isUuid(holdId) ? await tx.db.select().from(legalHold).where(of).for('update') : [];
  if (!before) throw notFound('holdNotFound');
  if (before.releasedAt !== null) throw fault('CONFLICT', 'holdReleased');
  const [row] = await tx.db.update(legalHold).set({ releasedAt: now(), releasedBy: userId, releaseReason: why }).where(of).returning();
  await appendEvents(tx, [{ messageType: 'legalHoldReleased', accountId: before.accountId, payload: { holdId, reason: why } }]);
  return row!;
}

/** @returns the holds of an account, those in force first, then the newest; of all accounts those that were not released. */
export async function listLegalHolds(tx: Tx, accountId: Uuid | null): Promise<(HoldRow & { isInForce: boolean; debtorName: string })[]> {
  if (accountId !== null && !isUuid(accountId)) return [];
  const rows = await tx.db
    .select()
    .from(legalHold)
    .where(and(eq(legalHold.clientId, tx.clientId), accountId === null ? isNull(legalHold.releasedAt) : eq(legalHold.accountId, accountId)))
    .orderBy(desc(legalHold.createdAt), desc(legalHold.holdId))
    .limit(500);
  const day = await today(tx);
  const names = await namesOf(
    tx,
    rows.map((row) => row.accountId),
  );
  const shown = rows.map((row) => ({
    ...row,
    isInForce: row.releasedAt === null && (row.until === null || row.until >= day),
    debtorName: names.get(row.accountId) ?? '',
  }));
  return shown.sort((one, other) => Number(other.isInForce) - Number(one.isInForce));
}

/** @returns what accounts are called. */
export async function namesOf(tx: Reading, accountIds: readonly Uuid[]): Promise<Map<Uuid, string>> {
  const rows = await tx.sql<{ account_id: Uuid; debtor_name: string }>(
    'select account_id, debtor_name from published.account where client_id = $1 and account_id = any($2::uuid[])',
    [tx.clientId, accountIds],
  );
  return new Map(rows.map((row) => [row.account_id, row.debtor_name]));
}

/** @throws Fault NOT_FOUND when the account has no such debtor. */
export async function requireDebtor(tx: Tx, accountId: Uuid, externalDebtorRef: string): Promise<void> {
  const [row] = isUuid(accountId)
    ? await tx.sql('select 1 from published.debtor where client_id = $1 and account_id = $2 and external_debtor_ref = $3', [
        tx.clientId,
        accountId,
        externalDebtorRef,
      ])
    : [];
  if (!row) throw notFound('debtorNotFound');
}
