/** The user pool follows what clients have written of their users; each client decides for itself alone (docs/decisions/users.md). */
import { Fault } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { logger } from '../../platform/log.ts';
import { type Database, inClient } from '../../platform/tenancy.ts';
import {
  anonymizePoolUser,
  endIfMore,
  membershipsOf,
  setPoolGroupEnabled,
  setPoolGroups,
  updatePoolUser,
} from '../identity/identity.users.logic.ts';
import { groupsOf, namesOf, readUser } from './backoffice.user.list.logic.ts';

/**
 * Brings one person's groups in one client to what is written there, and their names and number too when they work for nobody else. May be
 * done any number of times. The user's row is held meanwhile, so that an older state never comes after a newer one.
 */
export async function syncPool(database: Database, clientId: Uuid, userId: Uuid): Promise<void> {
  try {
    await inClient(database, clientId, async (tx) => {
      const row = await readUser(tx, userId, { anonymized: true, lock: true });
      const isOthers = (await membershipsOf(database, userId)).some((each) => each !== clientId);
      if (row.status === 'anonymized' && !isOthers) return anonymizePoolUser(database, userId);
      const groups = groupsOf(row);
      await setPoolGroups(database, userId, clientId, groups);
      if (groups.length > 0) await setPoolGroupEnabled(database, userId, clientId, row.isEnabled);
      if (groups.length > 0 && !isOthers) await updatePoolUser(database, userId, { ...namesOf(row), phoneNumber: row.phoneNumber });
    });
  } catch (error) {
    // Somebody whom the pool does not know cannot sign in: there is nothing to bring.
    if (error instanceof Fault && error.code === 'NOT_FOUND') return;
    throw error;
  }
}

/** The same at once, for whoever waits for an answer; what fails here is done by the job. Who loses something loses their sessions in any case. */
export async function syncPoolNow(database: Database, clientId: Uuid, userIds: readonly Uuid[]): Promise<void> {
  for (const userId of userIds)
    await syncPool(database, clientId, userId)
      .catch(async (error) => {
        logger.error({ error, userId }, 'users: the pool follows later');
        const row = await inClient(database, clientId, (tx) => readUser(tx, userId, { anonymized: true }), { readOnly: true });
        await endIfMore(database, userId, clientId, row.isEnabled ? groupsOf(row) : []);
      })
      .catch((error) => logger.error({ error, userId }, 'users: sessions end later'));
}
