/** People of a Cognito pool have a row in our tables too: sessions, calling back and administration work as for our own. The pool decides. */
import { fault } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import type { Database } from '../../platform/tenancy.ts';
import type { CognitoClaims } from './identity.cognito.client.ts';
import { inPool } from './identity.pool.ts';

/**
 * Writes down what the identity token says. Who was known by a verified e-mail address stays who they were, so that history goes on.
 * @returns the person's id in the product. @throws Fault UNAUTHENTICATED for people in no group of ours.
 */
export async function mirror(database: Database, claims: CognitoClaims): Promise<Uuid> {
  const groups = claims.groups.flatMap((text) => {
    const [clientId = '', role = '', partnerId = ''] = text.split(':');
    return isUuid(clientId) && role ? [{ clientId, role, partnerId }] : [];
  });
  if (groups.length === 0 || !isUuid(claims.sub)) throw fault('UNAUTHENTICATED', 'wrongPassword');
  return inPool(database, async (sql) => {
    const found = await sql.query<{ user_id: Uuid }>(
      'select user_id from pool_user where user_id = $1 or ($3 and email = $2) order by (user_id = $1) desc limit 1 for update',
      [claims.sub, claims.email, claims.isEmailVerified],
    );
    const userId = found.rows[0]?.user_id ?? claims.sub;
    const { rowCount } = await sql.query(
      `insert into pool_user as u (user_id, email, name, middle_name, family_name, phone_number, is_email_verified, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (user_id) do update set email = excluded.email, is_email_verified = excluded.is_email_verified,
         name = coalesce(nullif(excluded.name, ''), u.name), middle_name = coalesce(nullif(excluded.middle_name, ''), u.middle_name),
         family_name = coalesce(nullif(excluded.family_name, ''), u.family_name),
         phone_number = coalesce(nullif(excluded.phone_number, ''), u.phone_number)
       where u.anonymized_at is null`,
      [
        userId,
        claims.email,
        claims.name,
        claims.middleName,
        claims.familyName,
        claims.phoneNumber,
        claims.isEmailVerified,
        isoInstant(now()),
      ],
    );
    if (!rowCount) throw fault('UNAUTHENTICATED', 'wrongPassword');
    // What is switched off in a client is in no group of the pool, and can be switched on again.
    const lists = [groups.map((group) => group.clientId), groups.map((group) => group.role), groups.map((group) => group.partnerId)];
    await sql.query(
      `delete from pool_group g where user_id = $1 and is_enabled and not exists (select from unnest($2::uuid[], $3::text[], $4::text[])
         as w(client_id, role, partner_id) where w.client_id = g.client_id and w.role = g.role and w.partner_id = g.partner_id)`,
      [userId, ...lists],
    );
    await sql.query(
      `insert into pool_group (user_id, client_id, role, partner_id) select $1, * from unnest($2::uuid[], $3::text[], $4::text[])
       on conflict (user_id, client_id, role, partner_id) do update set is_enabled = true`,
      [userId, ...lists],
    );
    return userId;
  });
}

/** Administrators of clients see who has a second factor. */
export async function noteFactor(database: Database, userId: Uuid, isOn: boolean): Promise<void> {
  await database.identity.query('update pool_user set mfa_enabled = $2 where user_id = $1', [userId, isOn]);
}
