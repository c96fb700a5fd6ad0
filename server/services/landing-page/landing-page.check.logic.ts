/** Counts of wrong answers to the identity check, of an account and of its debtors over all their accounts. */
import { createHash } from 'node:crypto';
import type { Uuid } from '../../../core/id.ts';
import { DAY, HOUR, type Instant, instant, isoInstant, MINUTE } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';
import type { DebtorRow } from '../account/debtor/debtor.logic.ts';

/** After the free tries; every further wrong answer brings the next one. */
const PAUSES = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, DAY];
/** Counts that nobody added to for so long begin anew. */
const FORGOTTEN_AFTER = 7 * DAY;

interface Count {
  readonly subject: string;
  readonly failedTries: number;
  /** null: none, or over. */
  readonly pausedUntil: Instant | null;
}

/**
 * @returns what counts together: sorted, so that no two wait for each other. A debtor is a reference with its name, because references of some
 * clients are one account's alone ("1" in each), and a digest, because nothing personal belongs here.
 */
export function subjectsOf(accountId: Uuid, debtors: readonly DebtorRow[]): string[] {
  const digests = debtors.map(({ externalDebtorRef, firstName, lastName, companyName, birthday }) =>
    createHash('sha256')
      .update(JSON.stringify([externalDebtorRef, firstName, lastName, companyName, birthday]))
      .digest('hex'),
  );
  return [`account ${accountId}`, ...new Set(digests.map((digest) => `debtor ${digest}`).sort())];
}

/** @returns the counts, held locked until the transaction ends; also those that begin here. */
export async function holdCounts(tx: Tx, subjects: readonly string[]): Promise<Count[]> {
  const counts: Count[] = [];
  for (const subject of subjects) {
    const [row] = await tx.sql<{ failed_tries: number; paused_until: Date | null; touched_at: Date }>(
      `insert into portal_check (client_id, subject, failed_tries, touched_at) values ($1, $2, 0, $3)
       on conflict (client_id, subject) do update set subject = excluded.subject returning failed_tries, paused_until, touched_at`,
      [tx.clientId, subject, isoInstant(now())],
    );
    const isOld = row!.touched_at.getTime() < now() - FORGOTTEN_AFTER;
    counts.push({
      subject,
      failedTries: isOld ? 0 : row!.failed_tries,
      pausedUntil: latest([row!.paused_until && instant(row!.paused_until)]),
    });
  }
  return counts;
}

/** Adds one wrong answer to each. */
export async function writeCounts(tx: Tx, counts: readonly Count[], pausedUntil: Instant | null): Promise<void> {
  for (const { subject, failedTries } of counts)
    await tx.sql('update portal_check set failed_tries = $3, paused_until = $4, touched_at = $5 where client_id = $1 and subject = $2', [
      tx.clientId,
      subject,
      failedTries + 1,
      pausedUntil === null ? null : isoInstant(pausedUntil),
      isoInstant(now()),
    ]);
}

/** The answer was right: the counts begin anew. */
export async function forgetCounts(tx: Tx, subjects: readonly string[]): Promise<void> {
  await tx.sql('delete from portal_check where client_id = $1 and subject = any($2)', [tx.clientId, subjects]);
}

/** @returns until when nobody may answer, or null. */
export async function readPause(tx: Tx, subjects: readonly string[]): Promise<Instant | null> {
  const rows = await tx.sql<{ paused_until: Date | null }>(
    'select paused_until from portal_check where client_id = $1 and subject = any($2)',
    [tx.clientId, subjects],
  );
  return latest(rows.map((row) => row.paused_until && instant(row.paused_until)));
}

/** @returns the latest moment that is still to come, or null. */
export function latest(moments: readonly (Instant | null)[]): Instant | null {
  const ahead = moments.filter((moment) => moment !== null && moment > now());
  return ahead.reduce<Instant | null>((last, moment) => (last === null || moment! > last ? moment : last), null);
}

/** @param more wrong answers beyond the free ones, 0 for the first. @returns milliseconds. */
export const pauseAfter = (more: number): number => PAUSES[Math.min(more, PAUSES.length - 1)]!;
