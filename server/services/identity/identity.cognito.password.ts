/** Passwords in a Cognito pool: the first one, a forgotten one, another one. The pool mails its codes itself. */
import {
  ChangePasswordCommand,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
  RespondToAuthChallengeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { Fault } from '../../../core/fault.ts';
import { refusing } from '../../../core/faultTexts.ts';
import type { Uuid } from '../../../core/id.ts';
import { noteAccess } from './identity.audit.ts';
import { callBack, tellCalledBack } from './identity.callback.logic.ts';
import { nameOf, told } from './identity.cognito.client.ts';
import { accessOfCaller } from './identity.cognito.mfa.ts';
import {
  openChallenge,
  openKept,
  poolOf,
  proceed,
  proveByPassword,
  sealKept,
  tookTooLong,
  type Waiting,
} from './identity.cognito.steps.ts';
import { forgetTries, shadowId, takeTry } from './identity.lock.logic.ts';
import { checkPassword } from './identity.password.ts';
import { findPerson } from './identity.person.logic.ts';
import { inPool } from './identity.pool.ts';
import type { IdentityPort, Place } from './identity.port.ts';
import { openSession } from './identity.session.logic.ts';

const wrongCode = () => refusing('code', 'codeEnded');

/** Why the pool does not mail a code to somebody: told to nobody. */
const SILENT = [
  'UserNotFoundException',
  'NotAuthorizedException',
  'InvalidParameterException',
  'UserNotConfirmedException',
  'LimitExceededException',
];

/** Ends every session of ours, and says so in the log. */
async function passwordChanged({ database }: Place, userId: Uuid, byMail: boolean): Promise<void> {
  const before = await inPool(database, (sql) => callBack(sql, userId));
  await tellCalledBack(database, userId, before);
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
    checkPassword(password);
    const { client, settings, secretHash } = poolOf(place);
    const email = address.trim().toLowerCase();
    const id = shadowId(email, place.config.secret);
    await takeTry(place.database.identity, id, 'code');
    let waiting: Pick<Waiting, 'username' | 'session'> | null = null;
    try {
      const opened = openChallenge(place, code);
      if (opened.kind === 'newPassword' && opened.email === email) waiting = opened;
    } catch {
      // No challenge of ours: the code of an invitation.
    }
    waiting ??= await byInvitation(place, email, code);
    const { username, session } = waiting;
    const answered = await told(
      client.send(
        new RespondToAuthChallengeCommand({
          ClientId: settings.clientId,
          ChallengeName: 'NEW_PASSWORD_REQUIRED',
          Session: session,
          ChallengeResponses: { USERNAME: username, NEW_PASSWORD: password, ...secretHash(username) },
        }),
      ),
      tookTooLong(),
    );
    await forgetTries(place.database.identity, id, ['code']);
    const step = await proceed(place, email, answered);
    if (step.session) await noteAccess(place.database, step.session.user.userId, 'passwordChanged', { byMail: true });
    return step;
  },

  requestPasswordReset: async (place, address) => {
    const { client, settings, secretHash } = poolOf(place);
    const email = address.trim().toLowerCase();
    const { SECRET_HASH } = secretHash(email);
    const command = new ForgotPasswordCommand({
      ClientId: settings.clientId,
      Username: email,
      ...(SECRET_HASH ? { SecretHash: SECRET_HASH } : {}),
    });
    await told(
      client.send(command).catch((error: unknown) => {
        if (!SILENT.includes(nameOf(error))) throw error;
      }),
    );
  },

  resetPassword: async (place, address, code, password) => {
    checkPassword(password);
    const { client, settings, secretHash } = poolOf(place);
    const email = address.trim().toLowerCase();
    const id = shadowId(email, place.config.secret);
    await takeTry(place.database.identity, id, 'code');
    const { SECRET_HASH } = secretHash(email);
    const command = new ConfirmForgotPasswordCommand({
      ClientId: settings.clientId,
      Username: email,
      ConfirmationCode: code.replace(/\s/g, ''),
      Password: password,
      ...(SECRET_HASH ? { SecretHash: SECRET_HASH } : {}),
    });
    await told(client.send(command), wrongCode()).catch((error: unknown) => {
      // A wrong code, an old one and nobody's look alike.
      throw error instanceof Fault && error.field === 'code' ? wrongCode() : error;
    });
    await forgetTries(place.database.identity, id, ['password', 'code']);
    const { person } = await findPerson(place.database, email);
    if (person) await passwordChanged(place, person.userId, true);
  },

  changePassword: async (place, { userId }, current, password) => {
    checkPassword(password);
    const { database, tokens } = place;
    await takeTry(database.identity, userId, 'password');
    const kept = openKept(place);
    const AccessToken = await accessOfCaller(place);
    const command = new ChangePasswordCommand({ AccessToken, PreviousPassword: current, ProposedPassword: password });
    await told(poolOf(place).client.send(command), refusing('currentPassword', 'notYourPassword'));
    await forgetTries(database.identity, userId, ['password']);
    await passwordChanged(place, userId, false);
    return openSession(database, tokens, userId, sealKept(place, kept));
  },
};
