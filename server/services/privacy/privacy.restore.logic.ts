/** After a backup was restored: what was erased since it was made is erased again, by the list outside the database. */
import { and, eq, inArray } from 'drizzle-orm';
import { RETENTION_KINDS } from '../../../core/retention.ts';
import type { Instant } from '../../../core/time.ts';
import type { Config } from '../../platform/config.ts';
import { logger } from '../../platform/log.ts';
import { allClients, type Database, inClient } from '../../platform/tenancy.ts';
import { lockAccounts } from '../account/claim/balance.logic.ts';
import { eraseKind, finishErasures, type Scope } from './privacy.erase.logic.ts';
import { heldAccounts, today } from './privacy.hold.logic.ts';
import { type JournalEntry, readJournal } from './privacy.journal.ts';
import { configurePrivacy } from './privacy.settings.ts';
import { erasure } from './privacy.tables.ts';

export interface Reapplied {
  /** Erasures that the database did not know and that erased something again. */
  readonly applied: number;
  /** Those that the database knew already, or of which nothing was left. */
  readonly known: number;
  /** Accounts that a hold in the restored database keeps back. */
  readonly held: number;
}

/**
 * Goes through the list of erasures and does what the database does not know of. Safe to repeat; after a kill it goes on.
 * @param config says where the list lies (ERASURE_JOURNAL).
 */
export async function reapplyErasures(database: Database, config: Config): Promise<Reapplied> {
  configurePrivacy(config);
  const told = { applied: 0, known: 0, held: 0 };
  for (const clientId of await allClients(database)) {
    const entries = await readJournal(config.erasureFolder, clientId);
    if (entries.length === 0) continue;
    const missing = await inClient(
      database,
      clientId,
      async (tx) => {
        const ids = entries.map((entry) => entry.erasureId);
        const rows = await tx.db
          .select({ erasureId: erasure.erasureId })
          .from(erasure)
          .where(and(eq(erasure.clientId, clientId), inArray(erasure.erasureId, ids)));
        const known = new Set(rows.map((row) => row.erasureId));
        return entries.filter((entry) => !known.has(entry.erasureId));
      },
      { readOnly: true, lengthy: true },
    );
    told.known += entries.length - missing.length;
    for (const entry of missing) {
      const { erased, held } = await reapply(database, entry);
      told.held += held;
      if (erased) told.applied++;
      else told.known++;
    }
    await finishErasures(database, clientId, RETENTION_KINDS);
  }
  logger.info(told, 'erasures since the backup were done again');
  return told;
}

async function reapply(database: Database, entry: JournalEntry): Promise<{ erased: boolean; held: number }> {
  let isFirst = true;
  let erased = false;
  for (;;) {
    const done = await inClient(database, entry.clientId, async (tx) => {
      const by = { cause: 'restore', userId: null, ...(isFirst ? { erasureId: entry.erasureId } : {}) } as const;
      if (entry.before !== null) {
        const scope: Scope = { of: 'age', before: entry.before as Instant, held: await heldAccounts(tx, await today(tx)) };
        const row = await eraseKind(tx, entry.kind, scope, by);
        return { row, held: 0, again: row !== null };
      }
      await lockAccounts(tx, entry.accountIds);
      const held = new Set(await heldAccounts(tx, await today(tx), entry.accountIds, entry.externalDebtorRef));
      const accountIds = entry.accountIds.filter((each) => !held.has(each));
      const row = await eraseKind(tx, entry.kind, { of: 'accounts', accountIds, externalDebtorRef: entry.externalDebtorRef }, by);
      return { row, held: held.size, again: false };
    });
    isFirst = false;
    erased ||= done.row !== null;
    if (!done.again) return { erased, held: done.held };
  }
}
