/** Going on in a session: a new identity token for the refresh cookie, unless a second factor has become due. */
import { noteAccess } from './identity.audit.ts';
import { isMfaRequired } from './identity.mfa.logic.ts';
import type { Place } from './identity.port.ts';
import { endSession, type RefreshToken, rotateSession, type SignedIn, sessionEnded } from './identity.session.logic.ts';

/**
 * Renews a session. One of somebody without a second factor ends here when a client has come to ask for one (flag MFA): sessions go on for weeks,
 * and the next sign-in has it set up. @throws Fault UNAUTHENTICATED
 */
export async function renewSession({ database, tokens, config }: Place, token: RefreshToken, extra = ''): Promise<SignedIn> {
  const session = await rotateSession(database, tokens, token, extra);
  const { userId } = session.user;
  const { rows } = await database.identity.query<{ mfa_enabled: boolean }>('select mfa_enabled from pool_user where user_id = $1', [
    userId,
  ]);
  if (rows[0]?.mfa_enabled || !(await isMfaRequired(database, config, userId))) return session;
  await endSession(database, token.sessionId);
  await noteAccess(database, userId, 'userSignedOut', { secondFactor: 'missing' });
  throw sessionEnded();
}
