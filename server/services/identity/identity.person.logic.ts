/** Finding who somebody says they are. */
import type { Uuid } from '../../../core/id.ts';
import type { Database } from '../../platform/tenancy.ts';

export interface FoundPerson {
  readonly userId: Uuid;
  readonly passwordHash: string | null;
  readonly name: string;
  readonly middleName: string;
  readonly familyName: string;
  /** Enabled, and a member of some client: may sign in. */
  readonly isWelcome: boolean;
}

/** @returns what somebody who knows a person would try as their password: address, names, number, and what their clients are called. */
export async function ownWordsOf(database: Database, userId: Uuid): Promise<string[]> {
  const { rows } = await database.identity.query<{ words: string[] }>(
    `select array[u.email, u.name, u.middle_name, u.family_name, u.phone_number, u.name || u.family_name]
       || array(select c.name from pool_group g join published.client_name c on c.client_id = g.client_id where g.user_id = u.user_id) as words
     from pool_user u where u.user_id = $1`,
    [userId],
  );
  return rows[0]?.words ?? [];
}

/** @returns the address as it is kept, and whose it is; null: nobody's. */
export async function findPerson(database: Database, address: string): Promise<{ email: string; person: FoundPerson | null }> {
  const email = address.trim().toLowerCase().slice(0, 320);
  const { rows } = await database.identity.query<FoundPerson>(
    `select user_id as "userId", password_hash as "passwordHash", name, middle_name as "middleName", family_name as "familyName",
       is_enabled and exists (select from pool_group g where g.user_id = u.user_id and g.is_enabled) as "isWelcome"
     from pool_user u where email = $1`,
    [email],
  );
  return { email, person: rows[0] ?? null };
}
