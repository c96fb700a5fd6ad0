/** Passwords of our own pool: the first one, a forgotten one, another one. */
import { randomInt } from 'node:crypto';
import { displayName } from '../../../core/displayName.ts';
import { refusing, saying } from '../../../core/faultTexts.ts';
import type { Uuid } from '../../../core/id.ts';
import { isoInstant, MINUTE } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import type { Database } from '../../platform/tenancy.ts';
import { noteAccess, noteAccessLater } from './identity.audit.ts';
import { callBack, tellCalledBack } from './identity.callback.logic.ts';
import { isRecent, putCode, useCode } from './identity.code.logic.ts';
import { forgetShadowsLater, forgetTries, shadowId, takeTry } from './identity.lock.logic.ts';
import { mailLater, mailMoment } from './identity.mail.ts';
import { checkPassword, hashPassword, isPassword } from './identity.password.ts';
import { type FoundPerson, findPerson } from './identity.person.logic.ts';
import { inPool } from './identity.pool.ts';
import type { IdentityPort, Place, Step } from './identity.port.ts';
import { openSession } from './identity.session.logic.ts';

const RESET_MINUTES = 30;
/** Who asks again sooner gets no second mail, milliseconds. */
const BETWEEN_MAILS = MINUTE;

/** Sets a password and ends every session. */
async function replacePassword(
  { database, config, locale }: Place,
  userId: Uuid,
  email: string,
  person: FoundPerson,
  hash: string,
  byMail: boolean,
) {
  const before = await inPool(database, async (sql) => {
    await sql.query(
      'update pool_user set password_hash = $2, is_email_verified = is_email_verified or $3, modified_at = $4 where user_id = $1',
      [userId, hash, byMail, isoInstant(now())],
    );
    await sql.query('delete from pool_code where user_id = $1', [userId]);
    await forgetTries(sql, userId, ['password', 'code']);
    return callBack(sql, userId);
  });
  await tellCalledBack(database, userId, before);
  await noteAccess(database, userId, 'passwordChanged', { byMail });
  if (person.passwordHash !== null)
    mailLater(config, email, locale, 'passwordChanged', { name: displayName({ ...person, email }), at: mailMoment(now(), locale) });
}

/** Takes a code that came by mail and sets the password. The same work, whether or not anybody has the address. */
async function setByCode(place: Place, address: string, kind: 'invitation' | 'reset', code: string, password: string): Promise<Uuid> {
  const { database, config } = place;
  const hash = await hashPassword(password);
  const { email, person } = await findPerson(database, address);
  const id = person?.userId ?? shadowId(email, config.secret);
  await takeTry(database.identity, id, 'code');
  const right = await useCode(database.identity, id, [kind], kind === 'reset' ? code.replace(/\D/g, '') : code.trim());
  if (!right || !person?.isWelcome) {
    if (person) noteAccessLater(database, person.userId, 'signInFailed', { step: kind });
    else forgetShadowsLater(database);
    throw refusing('code', 'codeEnded');
  }
  await replacePassword(place, person.userId, email, person, hash, true);
  return person.userId;
}

/** @param proceed what follows a right password. */
export function ownPasswords(
  proceed: (place: Place, userId: Uuid) => Promise<Step>,
): Pick<IdentityPort, 'setInitialPassword' | 'requestPasswordReset' | 'resetPassword' | 'changePassword'> {
  return {
    setInitialPassword: async (place, email, code, password) => proceed(place, await setByCode(place, email, 'invitation', code, password)),

    requestPasswordReset: async ({ database, config, locale }, address) => {
      if (config.production && config.smtpUrl === null) throw saying('UNAVAILABLE', 'noMail');
      const { email, person } = await findPerson(database, address);
      const id = person?.userId ?? shadowId(email, config.secret);
      const code = String(randomInt(10 ** 8)).padStart(8, '0');
      const isNew = await inPool(database, async (sql) => {
        if (await isRecent(sql, id, 'reset', BETWEEN_MAILS)) return false;
        await putCode(sql, id, 'reset', code, RESET_MINUTES * MINUTE);
        return true;
      });
      if (!isNew || !person?.isWelcome) return;
      mailLater(config, email, locale, 'reset', {
        name: displayName({ ...person, email }),
        code: `${code.slice(0, 4)} ${code.slice(4)}`,
        minutes: String(RESET_MINUTES),
      });
    },

    resetPassword: async (place, email, code, password) => {
      await setByCode(place, email, 'reset', code, password);
    },

    changePassword: async (place, { userId }, current, password) => {
      const { database, tokens } = place;
      checkPassword(password);
      const { email, person } = await findPersonOf(database, userId);
      await takeTry(database.identity, userId, 'password');
      if (!(await isPassword(person.passwordHash, current))) throw refusing('currentPassword', 'notYourPassword');
      await replacePassword(place, userId, email, person, await hashPassword(password), false);
      return openSession(database, tokens, userId);
    },
  };
}

async function findPersonOf(database: Database, userId: Uuid): Promise<{ email: string; person: FoundPerson }> {
  const { rows } = await database.identity.query<{ email: string }>('select email from pool_user where user_id = $1', [userId]);
  const { email, person } = await findPerson(database, rows[0]?.email ?? '');
  if (!person) throw saying('UNAUTHENTICATED', 'sessionEnded');
  return { email, person };
}
