/** Work that one process does at a time, however long it takes and whatever it waits for. */
import type { Database } from './tenancy.ts';

/**
 * Does the work unless somebody is at it. The name is held by a connection, so it is free again when the process ends, however that comes.
 * @returns whether it was done
 */
export async function alone(database: Database, name: string, work: () => Promise<void>): Promise<boolean> {
  const guard = await database.app.connect();
  let broken = false;
  try {
    const { rows } = await guard.query<{ free: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 0)) as free', [name]);
    if (!rows[0]?.free) return false;
    await work();
    return true;
  } catch (error) {
    broken = true;
    throw error;
  } finally {
    if (!broken) await guard.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(() => (broken = true));
    guard.release(broken);
  }
}
