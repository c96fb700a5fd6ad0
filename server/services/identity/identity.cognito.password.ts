/** Passwords in a Cognito pool: the first one, a forgotten one, another one. The pool mails its codes itself. */
import {
  ChangePasswordCommand,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
  RespondToAuthChallengeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { Fault, invalid } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { noteAccess } from './identity.audit.ts';
import { forgetBrowsers } from './identity.browser.logic.ts';
import { callBack, notifyTokensRevoked } from './identity.callback.logic.ts';
import { mapPoolErrors, nameOf } from './identity.cognito.client.ts';
import { accessOfCaller } from './identity.cognito.mfa.ts';
import {
  openChallenge,
  openCookie,
  poolOf,
  proceed,
  proveByPassword,
  sealCookie,
  signInExpired,
  type Waiting,
} from './identity.cognito.steps.ts';
import { checkPassword } from './identity.password.ts';
import { findPerson, ownWordsOf } from './identity.person.logic.ts';
import { inPool } from './identity.pool.ts';
import type { IdentityPort, Place } from './identity.port.ts';
import { openSession } from './identity.session.logic.ts';
import { attempt, countRequest, forgetTries, unknownAddressId } from './identity.tries.logic.ts';

const wrongCode = () => invalid('code', 'codeEnded');

/** Why the pool does not mail a code to somebody: told to nobody. */
const SILENT = [
  'UserNotFoundException',
  'NotAuthorizedException',
  'InvalidParameterException',
  'UserNotConfirmedException',
  'LimitExceededException',
];

/** Ends every session of ours and makes browsers strangers again, and says so in the log. */
async function passwordChanged({ database }: Place, userId: Uuid, byMail: boolean): Promise<void> {
  const before = await inPool(database, async (sql) => {
    await forgetBrowsers(sql, userId);
    return callBack(sql, userId);
  });
  await notifyTokensRevoked(database, userId, before);
  await noteAccess(database, userId, 'passwordChanged', { byMail });
}

/** The password of an invitation proves who it is, once. @returns the pool's question for another. */
async function byInvitation(place: Place, email: string, code: string): Promise<Pick<Waiting, 'username' | 'session'>> {
  const proved = await proveByPassword(place, email, code).catch((error: unknown) => {
    throw error instanceof Fault && error.code === 'UNAUTHENTICATED' ? wrongCode() : error;
  });
  if (proved.ChallengeName !== 'NEW_PASSWORD_REQUIRED') throw wrongCode();
  return { username: proved.ChallengeParameters?.USER_ID_FOR_SRP ?? email, session: proved.Session ?? '' };
}

export const cognitoPasswords: Pick<IdentityPort, 'setInitialPassword' | 'requestPasswordReset' | 'resetPassword' | 'changePassword'> = {
  setInitialPassword: async (place, address, code, password) => {
    await checkPassword(password, [address]);
    const { client, settings, secretHash } = poolOf(place);
    const { email, person } = await findPerson(place.database, address);
    const tried = { id: unknownAddressId(email), userId: person?.userId ?? null, kind: 'code', step: 'invitation' } as const;
    const step = await attempt(place, tried, async () => {
      const { username, session } = waitingIn(email, code) ?? (await byInvitation(place, email, code));
      const command = new RespondToAuthChallengeCommand({
        ClientId: settings.clientId,
        ChallengeName: 'NEW_PASSWORD_REQUIRED',
        Session: session,
        ChallengeResponses: { USERNAME: username, NEW_PASSWORD: password, ...secretHash(username) },
      });
      return proceed(place, email, await mapPoolErrors(client.send(command), signInExpired()));
    });
    if (step.session) await noteAccess(place.database, step.session.user.userId, 'passwordChanged', { byMail: true });
    return step;
  },

  requestPasswordReset: async (place, address) => {
    const { client, settings, secretHash } = poolOf(place);
    await countRequest(place);
    const email = address.trim().toLowerCase();
    const { SECRET_HASH } = secretHash(email);
    const command = new ForgotPasswordCommand({
      ClientId: settings.clientId,
      Username: email,
      ...(SECRET_HASH ? { SecretHash: SECRET_HASH } : {}),
    });
    await mapPoolErrors(
      client.send(command).catch((error: unknown) => {
        if (!SILENT.includes(nameOf(error))) throw error;
      }),
    );
  },

  resetPassword: async (place, address, code, password) => {
    await checkPassword(password, [address]);
    const { client, settings, secretHash } = poolOf(place);
    const { email, person } = await findPerson(place.database, address);
    const id = unknownAddressId(email);
    const { SECRET_HASH } = secretHash(email);
    const command = new ConfirmForgotPasswordCommand({
      ClientId: settings.clientId,
      Username: email,
      ConfirmationCode: code.replace(/\s/g, ''),
      Password: password,
      ...(SECRET_HASH ? { SecretHash: SECRET_HASH } : {}),
    });
    await attempt(place, { id, userId: person?.userId ?? null, kind: 'code', step: 'reset' }, () =>
      mapPoolErrors(client.send(command), wrongCode()).catch((error: unknown) => {
        // A wrong code, an old one and nobody's look alike.
        throw error instanceof Fault && error.field === 'code' ? wrongCode() : error;
      }),
    );
    await forgetTries(place.database.identity, id, ['password', 'code']);
    if (person) await passwordChanged(place, person.userId, true);
    return person?.userId ?? null;
  },

  changePassword: async (place, { userId, sessionId }, current, password) => {
    const { database, tokens } = place;
    await checkPassword(password, await ownWordsOf(database, userId));
    const kept = openCookie(place);
    await attempt(place, { id: userId, userId, kind: 'password', step: 'changePassword', session: sessionId }, async () => {
      const AccessToken = await accessOfCaller(place);
      const command = new ChangePasswordCommand({ AccessToken, PreviousPassword: current, ProposedPassword: password });
      await mapPoolErrors(poolOf(place).client.send(command), invalid('currentPassword', 'notYourPassword'));
    });
    await passwordChanged(place, userId, false);
    return openSession(database, tokens, userId, sealCookie(kept));
  },
};

/** @returns the pool's question for another password, of a sign-in that waits for it; null: the code is no challenge of ours. */
function waitingIn(email: string, code: string): Waiting | null {
  try {
    const opened = openChallenge(code);
    return opened.kind === 'newPassword' && opened.email === email ? opened : null;
  } catch {
    return null;
  }
}
