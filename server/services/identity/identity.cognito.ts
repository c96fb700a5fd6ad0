/** The second adapter: people and passwords in a pool of AWS Cognito. Only configuration tells it from our own pool. */
import { type AuthenticationResultType, RevokeTokenCommand } from '@aws-sdk/client-cognito-identity-provider';
import { Fault } from '../../../core/fault.ts';
import { logger } from '../../platform/log.ts';
import { noteAccess } from './identity.audit.ts';
import { nameOf } from './identity.cognito.client.ts';
import { cognitoMfa } from './identity.cognito.mfa.ts';
import { mirror } from './identity.cognito.mirror.logic.ts';
import { cognitoPasswords } from './identity.cognito.password.ts';
import {
  answer,
  openChallenge,
  openCookie,
  poolOf,
  proceed,
  proveByPassword,
  renew,
  sealCookie,
  signInExpired,
} from './identity.cognito.steps.ts';
import { findPerson } from './identity.person.logic.ts';
import type { IdentityPort } from './identity.port.ts';
import { renewSession } from './identity.renew.logic.ts';
import { endSession, ownsSession, parseRefreshToken, sessionEnded } from './identity.session.logic.ts';
import { attempt, unknownAddressId } from './identity.tries.logic.ts';

export const cognitoPool: IdentityPort = {
  signIn: async (place, address, password) => {
    const { email, person } = await findPerson(place.database, address);
    const [id, userId] = [unknownAddressId(email), person?.userId ?? null];
    return attempt(place, { id, userId, kind: 'password', step: 'password' }, async () =>
      proceed(place, email, await proveByPassword(place, email, password)),
    );
  },

  answerMfa: async (place, challenge, code) => {
    const waiting = openChallenge(challenge);
    if (waiting.kind === 'newPassword') throw signInExpired();
    const { person } = await findPerson(place.database, waiting.email);
    const [id, userId] = [unknownAddressId(waiting.email), person?.userId ?? null];
    return attempt(place, { id, userId, kind: 'mfa', step: 'secondFactor' }, () => answer(place, waiting, code.replace(/\s/g, '')));
  },

  refreshSession: async (place) => {
    const token = parseRefreshToken(place.refreshToken);
    if (!token) throw sessionEnded();
    const { database } = place;
    // One that was replaced ends the session; the pool need not be asked.
    if (!(await ownsSession(database.identity, token))) return renewSession(place, token);
    const kept = openCookie(place);
    let renewed: AuthenticationResultType;
    try {
      renewed = await renew(place, kept);
      await mirror(database, await poolOf(place).verify(renewed.IdToken ?? ''));
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'UNAUTHENTICATED') throw error;
      await endSession(database, token.sessionId);
      throw sessionEnded();
    }
    return renewSession(place, token, sealCookie({ ...kept, refresh: renewed.RefreshToken ?? kept.refresh }));
  },

  signOut: async (place, sessionId) => {
    const { database, refreshToken } = place;
    const token = parseRefreshToken(refreshToken);
    const own = token && (await ownsSession(database.identity, token)) ? token.sessionId : null;
    for (const id of new Set([own, sessionId].filter((id) => id !== null))) {
      const userId = await endSession(database, id);
      if (userId) await noteAccess(database, userId, 'userSignedOut');
    }
    if (own === null) return;
    const { client, settings } = poolOf(place);
    const secret = settings.clientSecret === null ? {} : { ClientSecret: settings.clientSecret };
    // Here it is over in any case; the pool's own token dies with it if it can be read and the pool be reached.
    try {
      await client.send(new RevokeTokenCommand({ Token: openCookie(place).refresh, ClientId: settings.clientId, ...secret }));
    } catch (error) {
      logger.warn({ error: { name: nameOf(error) } }, 'cognito: a refresh token was not revoked');
    }
  },

  ...cognitoPasswords,
  ...cognitoMfa,
};
