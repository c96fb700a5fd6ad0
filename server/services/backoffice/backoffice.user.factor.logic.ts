/** An administrator takes a user's second factor away. It guards every client of the person, so all of them have a say. */

import { fault } from '../../../core/fault.ts';
import { holds } from '../../../core/holds.ts';
import type { Uuid } from '../../../core/id.ts';
import { type Locale, toLocale } from '../../../core/locale.ts';
import { accessOf } from '../../platform/access.ts';
import type { Identity } from '../../platform/caller.ts';
import { appendEvents, type NewEvent } from '../../platform/events.ts';
import { logger } from '../../platform/log.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { mailFactorRemoved, resetSecondFactor } from '../identity/identity.factor.logic.ts';
import { poolFactsOf, poolGroupsOf } from '../identity/identity.users.logic.ts';
import { readClient } from './backoffice.logic.ts';
import { missingRight } from './backoffice.role.logic.ts';
import { findUser, readUser, type UserRow } from './backoffice.user.list.logic.ts';
import { type Author, holdUsers, refuseAbove, refuseSelf } from './backoffice.user.rules.logic.ts';

/** A second factor that is gone, and who is told of it. */
export interface FactorReset {
  readonly row: UserRow;
  /** Of the mail to the user. */
  readonly locale: Locale;
  /** The user's other clients, whose logs say so too. */
  readonly others: readonly Uuid[];
}

/**
 * The pool comes last, so that nothing is written here that it refused; what fails then is told, and may be tried again.
 * @throws Fault NOT_FOUND, FORBIDDEN, CONFLICT, UNAVAILABLE
 */
export async function resetUserSecondFactor(
  tx: Tx,
  database: Database,
  userId: Uuid,
  author: Author,
  caller: Identity,
): Promise<FactorReset> {
  const rules = await holdUsers(tx, author);
  const row = await readUser(tx, userId, { lock: true });
  refuseSelf(rules, row, 'selfFactor');
  refuseAbove(rules, row);
  const name = row.name || row.email;
  // Somebody who has not come yet looks the same whether or not another client knows them.
  if (row.status === 'invited') throw fault('CONFLICT', 'noFactor', { name });
  if (!(await poolFactsOf(database, [userId])).get(userId)?.mfaEnabled) throw fault('CONFLICT', 'noFactor', { name });
  const others = await refuseElsewhere(database, tx.clientId, userId, caller);
  await appendEvents(tx, [removed(row)]);
  const { defaultLocale } = await readClient(tx);
  await resetSecondFactor(database, userId, name);
  return { row, locale: toLocale(defaultLocale), others };
}

/** Told once it is committed: to the person by mail, and in the logs of their other clients. What fails here undoes nothing. */
export async function mailFactorReset(database: Database, { row: { userId }, locale, others }: FactorReset, authorId: Uuid): Promise<void> {
  const failed = (error: unknown) => logger.error({ error, userId }, 'users: not everybody was told of a second factor that is gone');
  await mailFactorRemoved(database, userId, locale).catch(failed);
  const note = async (tx: Tx) => {
    const row = await findUser(tx, userId);
    if (row) await appendEvents(tx, [removed(row)]);
  };
  for (const other of others) await inClient(database, other, note, { actor: { type: 'user', id: authorId } }).catch(failed);
}

function removed(row: UserRow): NewEvent {
  return { messageType: 'mfaDisabled', payload: { user: row.name || row.email, userId: row.userId, by: 'administrator' } };
}

/**
 * In every other client of the person too the caller edits users and holds what the person holds. Which one says no is not told.
 * @returns those clients. @throws Fault FORBIDDEN
 */
async function refuseElsewhere(database: Database, clientId: Uuid, userId: Uuid, caller: Identity): Promise<Uuid[]> {
  const access = accessOf(database);
  const groups = await poolGroupsOf(database, userId);
  const others = [...new Set(groups.map((group) => group.clientId))].filter((other) => other !== clientId);
  for (const other of others) {
    const [held, theirs] = [await access.permissionsOf(caller, other), await access.permissionsOf({ groups }, other)];
    if (!holds(held, 'backoffice', 'editUsers') || missingRight(theirs, held) !== null) throw fault('FORBIDDEN', 'factorElsewhere');
  }
  return others;
}
