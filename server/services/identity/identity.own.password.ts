/** Passwords of our own pool: the first one, a forgotten one, another one. */
import { displayName } from '../../../core/displayName.ts';
import { fault, invalid } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { isoInstant, MINUTE } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { mailMoment } from '../../platform/delivery/staffMail.ts';
import type { Database } from '../../platform/tenancy.ts';
import { noteAccess } from './identity.audit.ts';
import { forgetBrowsers } from './identity.browser.logic.ts';
import { callBack, notifyTokensRevoked } from './identity.callback.logic.ts';
import { hasCode, isRecentlyMailed, putCode, useCode } from './identity.code.logic.ts';
import { mailLater } from './identity.mail.ts';
import { checkPassword, hashPassword, isPassword } from './identity.password.ts';
import { type FoundPerson, findPerson, ownWordsOf } from './identity.person.logic.ts';
import { inPool, plainCode, randomCode } from './identity.pool.ts';
import type { IdentityPort, Place, Step } from './identity.port.ts';
import { openSession } from './identity.session.logic.ts';
import { attempt, countRequest, forgetTries, unknownAddressId } from './identity.tries.logic.ts';

const RESET_MINUTES = 30;

/** Sets a password. Every session ends, browsers are strangers again, and counts of wrong tries begin anew. */
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
    await forgetBrowsers(sql, userId);
    return callBack(sql, userId);
  });
  await notifyTokensRevoked(database, userId, before);
  await noteAccess(database, userId, 'passwordChanged', { byMail });
  if (person.passwordHash !== null)
    mailLater(config, email, locale, 'passwordChanged', { name: displayName({ ...person, email }), at: mailMoment(now(), locale) });
}

/** Takes a code that came by mail and sets the password. The same work, whether or not anybody has the address. */
async function setByCode(place: Place, address: string, kind: 'invitation' | 'reset', code: string, password: string): Promise<Uuid> {
  const { database } = place;
  await checkPassword(password, [address]);
  const { email, person } = await findPerson(database, address);
  const [id, userId] = [person?.userId ?? unknownAddressId(email), person?.userId ?? null];
  const given = kind === 'reset' ? plainCode(code) : code.trim();
  return attempt(place, { id, userId, kind: 'code', step: kind }, async () => {
    const hash = await hashPassword(password);
    const right = (await hasCode(database.identity, id, [kind], given)) !== null;
    if (!right || !person?.isWelcome) throw invalid('code', 'codeEnded');
    // Only who has the code hears of the person's own words, and keeps it for a better password.
    await checkPassword(password, await ownWordsOf(database, person.userId));
    if (!(await useCode(database.identity, id, [kind], given))) throw invalid('code', 'codeEnded');
    await replacePassword(place, person.userId, email, person, hash, true);
    return person.userId;
  });
}

/** @param proceed what follows a right password. */
export function ownPasswords(
  proceed: (place: Place, userId: Uuid) => Promise<Step>,
): Pick<IdentityPort, 'setInitialPassword' | 'requestPasswordReset' | 'resetPassword' | 'changePassword'> {
  return {
    setInitialPassword: async (place, email, code, password) => proceed(place, await setByCode(place, email, 'invitation', code, password)),

    requestPasswordReset: async (place, address) => {
      const { database, config, locale } = place;
      if (config.production && config.smtpUrl === null) throw fault('UNAVAILABLE', 'noMail');
      await countRequest(place);
      const { email, person } = await findPerson(database, address);
      const id = person?.userId ?? unknownAddressId(email);
      const code = randomCode();
      const isNew = await inPool(database, async (sql) => {
        if (await isRecentlyMailed(sql, id)) return false;
        await putCode(sql, id, 'reset', plainCode(code), RESET_MINUTES * MINUTE);
        return true;
      });
      if (!isNew || !person?.isWelcome) return;
      mailLater(config, email, locale, 'reset', {
        name: displayName({ ...person, email }),
        code: code.toUpperCase(),
        minutes: String(RESET_MINUTES),
      });
    },

    resetPassword: (place, email, code, password) => setByCode(place, email, 'reset', code, password),

    changePassword: async (place, { userId, sessionId }, current, password) => {
      const { database, tokens } = place;
      await checkPassword(password, await ownWordsOf(database, userId));
      const { email, person } = await findPersonOf(database, userId);
      await attempt(place, { id: userId, userId, kind: 'password', step: 'changePassword', session: sessionId }, async () => {
        if (!(await isPassword(person.passwordHash, current))) throw invalid('currentPassword', 'notYourPassword');
      });
      await replacePassword(place, userId, email, person, await hashPassword(password), false);
      return openSession(database, tokens, userId);
    },
  };
}

async function findPersonOf(database: Database, userId: Uuid): Promise<{ email: string; person: FoundPerson }> {
  const { rows } = await database.identity.query<{ email: string }>('select email from pool_user where user_id = $1', [userId]);
  const { email, person } = await findPerson(database, rows[0]?.email ?? '');
  if (!person) throw fault('UNAUTHENTICATED', 'sessionEnded');
  return { email, person };
}
