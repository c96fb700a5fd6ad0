/** Putting whole people into our own user pool, for the demo, the first administrator and tests. */
import type { Uuid } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import type { Group } from '../../platform/caller.ts';
import { now } from '../../platform/clock.ts';
import type { Database } from '../../platform/tenancy.ts';
import { cognitoOf } from './identity.cognito.client.ts';
import { setCognitoGroups, setCognitoPassword } from './identity.cognito.directory.ts';
import { checkPassword, hashPassword } from './identity.password.ts';
import { inCognito, putPoolUser } from './identity.users.logic.ts';

export { nameClients } from './identity.session.logic.ts';

/** Creates or updates a pool user with its groups. Runs as the owner of the pool. */
export async function putUser(
  database: Database,
  user: { userId: Uuid; email: string; name: string; password: string; groups: readonly Group[] },
): Promise<void> {
  await database.identity.query(
    `insert into pool_user (user_id, email, name, password_hash, created_at) values ($1, $2, $3, $4, $5)
     on conflict (user_id) do update set email = excluded.email, name = excluded.name, password_hash = excluded.password_hash`,
    [user.userId, user.email.toLowerCase(), user.name, await hashPassword(user.password), isoInstant(now())],
  );
  for (const group of user.groups) await insertGroup(database, user.userId, group);
}

/** Puts a user of the pool into a group; once is enough. */
export async function addGroup(database: Database, userId: Uuid, group: Group): Promise<void> {
  const names = [[group.clientId, group.role, ...(group.partnerId ? [group.partnerId] : [])].join(':')];
  await inCognito(database, userId, (cognito, email) => setCognitoGroups(cognito, email, group.clientId, names));
  await insertGroup(database, userId, group);
}

async function insertGroup(database: Database, userId: Uuid, group: Group): Promise<void> {
  await database.identity.query(
    'insert into pool_group (user_id, client_id, role, partner_id) values ($1, $2, $3, $4) on conflict do nothing',
    [userId, group.clientId, group.role, group.partnerId ?? ''],
  );
}

/** Makes a person who can sign in at once; one who is there already keeps their password. @throws Fault INVALID_INPUT as checkPassword does. */
export async function putPersonWithPassword(
  database: Database,
  person: { email: string; name: string; password: string },
): Promise<{ userId: Uuid; isNew: boolean }> {
  await checkPassword(person.password, [person.email, person.name]);
  const { userId, isNew } = await putPoolUser(database, person);
  if (!isNew) return { userId, isNew };
  const cognito = cognitoOf(database);
  if (cognito) await setCognitoPassword(cognito, person.email.trim().toLowerCase(), person.password);
  else
    await database.identity.query('update pool_user set password_hash = $2 where user_id = $1', [
      userId,
      await hashPassword(person.password),
    ]);
  return { userId, isNew };
}
