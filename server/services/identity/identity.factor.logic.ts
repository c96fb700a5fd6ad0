/** Taking somebody's second factor away: for who has lost both their phone and their recovery codes. */
import { displayName } from '../../../core/displayName.ts';
import { fault, notFound } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import type { Locale } from '../../../core/locale.ts';
import { now } from '../../platform/clock.ts';
import { mailMoment } from '../../platform/delivery/staffMail.ts';
import type { Database } from '../../platform/tenancy.ts';
import { forgetBrowsers } from './identity.browser.logic.ts';
import { callBack, notifyTokensRevoked } from './identity.callback.logic.ts';
import { dropCognitoFactor } from './identity.cognito.directory.ts';
import { configOf } from './identity.config.ts';
import { mailLater } from './identity.mail.ts';
import { dropSecondFactor } from './identity.mfa.logic.ts';
import { inPool } from './identity.pool.ts';
import { forgetTries, unknownAddressId } from './identity.tries.logic.ts';
import { inCognito } from './identity.users.logic.ts';

/**
 * The secret, the recovery codes and the locks of the second factor are gone, and sessions, tokens and sign-ins half done end: the next one goes
 * by the password alone, or sets a new second factor up where a client asks for it. @param name for the refusal.
 * @throws Fault NOT_FOUND, CONFLICT for somebody without a second factor, UNAVAILABLE when the pool does not answer
 */
export async function resetSecondFactor(database: Database, userId: Uuid, name: string): Promise<void> {
  await inCognito(database, userId, dropCognitoFactor);
  const before = await inPool(database, async (sql) => {
    const { rows } = await sql.query<{ email: string; mfa_enabled: boolean }>(
      'select email, mfa_enabled from pool_user where user_id = $1 for update',
      [userId],
    );
    if (!rows[0]) throw notFound('userNotFound');
    if (!rows[0].mfa_enabled) throw fault('CONFLICT', 'noFactor', { name });
    await dropSecondFactor(sql, userId);
    await sql.query(`delete from pool_code where user_id = $1 and kind in ('mfa', 'mfaSetup')`, [userId]);
    await forgetTries(sql, userId, ['mfa', 'recovery']);
    await forgetBrowsers(sql, userId);
    // A pool of AWS Cognito is asked by the address, and tries are counted under it.
    await forgetTries(sql, unknownAddressId(rows[0].email), ['mfa']);
    return callBack(sql, userId);
  });
  await notifyTokensRevoked(database, userId, before);
}

/** Mails a person that an administrator removed their second factor, after the answer. */
export async function mailFactorRemoved(database: Database, userId: Uuid, locale: Locale): Promise<void> {
  const { rows } = await database.identity.query<{ email: string; name: string; middleName: string; familyName: string }>(
    `select email, name, middle_name as "middleName", family_name as "familyName" from pool_user where user_id = $1 and anonymized_at is null`,
    [userId],
  );
  const [person] = rows;
  if (person)
    mailLater(configOf(database), person.email, locale, 'factorRemoved', { name: displayName(person), at: mailMoment(now(), locale) });
}
