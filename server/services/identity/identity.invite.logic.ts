/** Invitations: a link to choose the first password, good once and for a week. */

import { displayName } from '../../../core/displayName.ts';
import { notFound } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import type { Locale } from '../../../core/locale.ts';
import { DAY } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { mailMoment } from '../../platform/delivery/staffMail.ts';
import type { Database } from '../../platform/tenancy.ts';
import { putCode } from './identity.code.logic.ts';
import { cognitoOf } from './identity.cognito.client.ts';
import { inviteToCognito } from './identity.cognito.directory.ts';
import { sendMail } from './identity.mail.ts';
import { inPool, randomSecret } from './identity.pool.ts';

const INVITATION_DAYS = 7;

export interface Invitation {
  readonly userId: Uuid;
  readonly clientName: string;
  /** Who invites, as people call them. */
  readonly inviter: string;
  readonly locale: Locale;
}

/**
 * Mails a person the link to choose their first password; links of earlier invitations end. Not inside a client's transaction: mail takes time.
 * @throws Fault NOT_FOUND, UNAVAILABLE when the mail cannot be sent.
 */
export async function invite(database: Database, config: Config, { userId, clientName, inviter, locale }: Invitation): Promise<void> {
  const code = randomSecret();
  const person = await inPool(database, async (sql) => {
    const { rows } = await sql.query<{ email: string; name: string; middleName: string; familyName: string }>(
      `select email, name, middle_name as "middleName", family_name as "familyName" from pool_user
       where user_id = $1 and anonymized_at is null for update`,
      [userId],
    );
    if (!rows[0]) throw notFound('userNotFound');
    await putCode(sql, userId, 'invitation', code, INVITATION_DAYS * DAY);
    return rows[0];
  });
  const cognito = cognitoOf(database);
  // Whoever has a password in the pool already begins with a code of the pool.
  const given = cognito ? await inviteToCognito(cognito, person.email) : code;
  const page = given === null ? 'reset-password' : 'set-initial-password';
  const query = new URLSearchParams({ email: person.email, ...(given === null ? {} : { code: given }) });
  await sendMail(config, person.email, locale, 'invitation', {
    name: displayName(person),
    client: clientName,
    inviter,
    until: mailMoment(now() + INVITATION_DAYS * DAY, locale),
    link: `${config.publicUrl}/auth/${page}?${query}`,
  });
}
