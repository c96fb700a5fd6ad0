/** Our own user pool: signing in, in one step or two. */
import { fault } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { MINUTE } from '../../../core/time.ts';
import { noteAccess } from './identity.audit.ts';
import { hasCode, putCode, useCode } from './identity.code.logic.ts';
import { beginSetup, finishSetup, isMfaRequired, useSecondFactor } from './identity.mfa.logic.ts';
import { ownMfa } from './identity.own.mfa.ts';
import { ownPasswords } from './identity.own.password.ts';
import { isPassword } from './identity.password.ts';
import { findPerson } from './identity.person.logic.ts';
import { inPool, randomSecret } from './identity.pool.ts';
import { asked, done, type IdentityPort, type Place, type Step } from './identity.port.ts';
import { renewSession } from './identity.renew.logic.ts';
import { endSession, openSession, ownsSession, parseRefreshToken, sessionEnded } from './identity.session.logic.ts';
import { attempt, unknownAddressId } from './identity.tries.logic.ts';

/** How long a sign-in waits for its second step, milliseconds. */
const CHALLENGE_LIFE = 10 * MINUTE;

/** The password was right: a session, or what is still asked for. */
async function proceed(place: Place, userId: Uuid): Promise<Step> {
  const { database, tokens, config } = place;
  const { rows } = await database.identity.query<{ mfa_enabled: boolean }>('select mfa_enabled from pool_user where user_id = $1', [
    userId,
  ]);
  const kind = rows[0]?.mfa_enabled ? 'mfa' : (await isMfaRequired(database, config, userId)) ? 'mfaSetup' : null;
  if (kind === null) {
    const session = await openSession(database, tokens, userId);
    await noteAccess(database, userId, 'userSignedIn', { secondFactor: 'none' });
    return done(session);
  }
  const secret = randomSecret();
  const setup = await inPool(database, async (sql) => {
    await putCode(sql, userId, kind, secret, CHALLENGE_LIFE);
    return kind === 'mfaSetup' ? beginSetup(sql, userId) : null;
  });
  return asked({ kind, challenge: `${userId}.${secret}`, setup });
}

export const ownPool: IdentityPort = {
  signIn: async (place, address, password) => {
    const { database } = place;
    const { email, person } = await findPerson(database, address);
    const [id, userId] = [person?.userId ?? unknownAddressId(email), person?.userId ?? null];
    const found = await attempt(place, { id, userId, kind: 'password', step: 'password' }, async () => {
      const right = await isPassword(person?.isWelcome ? person.passwordHash : null, password);
      if (!person || !right) throw fault('UNAUTHENTICATED', 'wrongPassword');
      return person.userId;
    });
    return proceed(place, found);
  },

  answerMfa: async (place, challenge, code) => {
    const { database, tokens } = place;
    const [userId = '', secret = ''] = challenge.split('.');
    const kind = await hasCode(database.identity, userId, ['mfa', 'mfaSetup'], secret);
    if (kind === null) throw fault('UNAUTHENTICATED', 'signInSlow');
    let recoveryCodes: readonly string[] = [];
    let secondFactor = 'setUp';
    if (kind === 'mfaSetup') recoveryCodes = await finishSetup(place, { userId }, code);
    else secondFactor = await useSecondFactor(place, { userId }, code);
    if (!(await useCode(database.identity, userId, [kind], secret))) throw sessionEnded();
    const session = await openSession(database, tokens, userId);
    if (kind === 'mfaSetup') await noteAccess(database, userId, 'mfaEnabled');
    if (secondFactor === 'recovery') await noteAccess(database, userId, 'recoveryCodeUsed');
    await noteAccess(database, userId, 'userSignedIn', { secondFactor });
    return done(session, recoveryCodes);
  },

  refreshSession: async (place) => {
    const token = parseRefreshToken(place.refreshToken);
    if (!token) throw sessionEnded();
    return renewSession(place, token);
  },

  signOut: async ({ database, refreshToken }, sessionId) => {
    const token = parseRefreshToken(refreshToken);
    const own = token && (await ownsSession(database.identity, token)) ? token.sessionId : null;
    for (const id of new Set([own, sessionId].filter((id) => id !== null))) {
      const userId = await endSession(database, id);
      if (userId) await noteAccess(database, userId, 'userSignedOut');
    }
  },

  ...ownPasswords(proceed),
  ...ownMfa,
};
