/** How chunks of imports of one client go beside or after one another. */
import type { Tx } from '../../platform/tenancy.ts';

/** How long a chunk beside others waits for a row or a key, milliseconds. */
const ROW_PATIENCE = 3_000;

/**
 * Chunks that read before they write go alone among the imports of a client, so that two files about the same claims see each other; those
 * that only make what nobody knew go beside one another, and a key that is taken meanwhile ends them. From then on they also wait for each
 * other where the database doesn't see it, so they give up on a row that somebody else doesn't let go of: it may be waiting for them.
 * A chunk does not wait for the disk: a crash of the database loses its rows and its mark together, and the end of the import waits.
 */
export async function holdImports(tx: Tx, how: 'alone' | 'beside', rowPatience = ROW_PATIENCE): Promise<void> {
  const lock = how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
  await tx.sql(`select ${lock}(hashtextextended('import ' || $1, 0)), set_config('synchronous_commit', 'off', true)`, [tx.clientId]);
  if (how === 'beside') await tx.sql(`set local lock_timeout = ${rowPatience}`);
}
