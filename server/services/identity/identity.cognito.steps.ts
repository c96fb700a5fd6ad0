/** Steps of signing in with a pool of AWS Cognito: SRP, challenges, tokens. */
import {
  AssociateSoftwareTokenCommand,
  type AuthenticationResultType,
  InitiateAuthCommand,
  type InitiateAuthCommandOutput,
  RespondToAuthChallengeCommand,
  type RespondToAuthChallengeCommandOutput,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { fault, invalid } from '../../../core/fault.ts';
import { MINUTE } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { logger } from '../../platform/log.ts';
import { openObject, type SealedPlace, sealObject } from '../../platform/seal.ts';
import { noteAccess } from './identity.audit.ts';
import { type Cognito, cognitoOf, mapPoolErrors } from './identity.cognito.client.ts';
import { mirror, noteFactor } from './identity.cognito.mirror.logic.ts';
import { answerSrp, startSrp } from './identity.cognito.srp.ts';
import { describeSetup, isMfaRequired } from './identity.mfa.logic.ts';
import { asked, done, type Place, type Step } from './identity.port.ts';
import { openSession, parseRefreshToken, sessionEnded } from './identity.session.logic.ts';

/** What a refresh cookie carries for the pool, sealed. */
export interface Kept {
  readonly refresh: string;
  readonly username: string;
}

/** Sealed for this purpose only. */
/** What the browser keeps for us between two calls is bound to its use. */
const kept = (scope: string): SealedPlace => ({ column: 'cognito', scope, row: '' });
const COOKIE = kept('cognito refresh');
const CHALLENGE = kept('cognito challenge');
const CHALLENGE_LIFE = 10 * MINUTE;

/** What the pool still waits for, held by the browser, sealed. */
export interface Waiting {
  readonly kind: 'mfa' | 'mfaSetup' | 'newPassword';
  readonly email: string;
  readonly username: string;
  readonly expires: number;
  /** The pool's own name of the sign-in; without it a client of ours asks for the second factor, and `access` stands in. */
  readonly session: string;
  readonly access: string;
  readonly refresh: string;
}

export const poolOf = (place: Place): Cognito => {
  const cognito = cognitoOf(place.database);
  if (!cognito) throw new Error('no Cognito pool is configured');
  return cognito;
};

export const sealCookie = (value: Kept): string => sealObject(value, COOKIE);

/** @returns what the refresh cookie carries. @throws Fault UNAUTHENTICATED */
export function openCookie(place: Place): Kept {
  try {
    return openObject(parseRefreshToken(place.refreshToken)?.extra ?? '', COOKIE) as unknown as Kept;
  } catch {
    throw sessionEnded();
  }
}

/** @returns new tokens of the pool for its refresh token. @throws Fault UNAUTHENTICATED when the pool has ended it. */
export async function renew(place: Place, { refresh, username }: Kept): Promise<AuthenticationResultType> {
  const { client, settings, secretHash } = poolOf(place);
  const { AuthenticationResult } = await mapPoolErrors(
    client.send(
      new InitiateAuthCommand({
        ClientId: settings.clientId,
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        AuthParameters: { REFRESH_TOKEN: refresh, ...secretHash(username) },
      }),
    ),
    sessionEnded(),
  );
  return { RefreshToken: refresh, ...AuthenticationResult };
}

/** Proves the password by SRP: it never leaves this process. @throws Fault as mapPoolErrors() says. */
export async function proveByPassword(place: Place, email: string, password: string): Promise<RespondToAuthChallengeCommandOutput> {
  const { client, settings, secretHash } = poolOf(place);
  const srp = startSrp();
  const begun: InitiateAuthCommandOutput = await mapPoolErrors(
    client.send(
      new InitiateAuthCommand({
        ClientId: settings.clientId,
        AuthFlow: 'USER_SRP_AUTH',
        AuthParameters: { USERNAME: email, SRP_A: srp.largeA, ...secretHash(email) },
      }),
    ),
  );
  const { SALT, SRP_B, SECRET_BLOCK, USER_ID_FOR_SRP: username } = begun.ChallengeParameters ?? {};
  if (begun.ChallengeName !== 'PASSWORD_VERIFIER' || !SALT || !SRP_B || !SECRET_BLOCK || !username)
    throw fault('UNAVAILABLE', 'poolSilent');
  const challenge = { SALT, SRP_B, SECRET_BLOCK, USER_ID_FOR_SRP: username };
  const proof = answerSrp(srp, challenge, { poolName: settings.userPoolId.split('_')[1] ?? '', password, at: now() });
  if (!proof) throw fault('UNAVAILABLE', 'poolSilent');
  return mapPoolErrors(
    client.send(
      new RespondToAuthChallengeCommand({
        ClientId: settings.clientId,
        ChallengeName: 'PASSWORD_VERIFIER',
        ChallengeResponses: { USERNAME: username, ...proof, ...secretHash(username) },
        ...(begun.Session ? { Session: begun.Session } : {}),
      }),
    ),
  );
}

/** What the pool answered to a step: a session, or what is still asked for. */
export async function proceed(
  place: Place,
  email: string,
  answer: RespondToAuthChallengeCommandOutput,
  secondFactor: 'none' | 'totp' | 'setUp' = 'none',
): Promise<Step> {
  if (answer.AuthenticationResult) return finish(place, email, answer.AuthenticationResult, secondFactor);
  const { client } = poolOf(place);
  const common = {
    email,
    username: answer.ChallengeParameters?.USER_ID_FOR_SRP ?? email,
    expires: now() + CHALLENGE_LIFE,
    session: answer.Session ?? '',
    access: '',
    refresh: '',
  };
  switch (answer.ChallengeName) {
    case 'SOFTWARE_TOKEN_MFA':
      return ask({ ...common, kind: 'mfa' });
    case 'NEW_PASSWORD_REQUIRED':
      return ask({ ...common, kind: 'newPassword' });
    case 'MFA_SETUP': {
      const made = await mapPoolErrors(client.send(new AssociateSoftwareTokenCommand({ Session: common.session })), signInExpired());
      return ask({ ...common, kind: 'mfaSetup', session: made.Session ?? common.session }, made.SecretCode);
    }
    default:
      logger.error({ challenge: answer.ChallengeName }, 'cognito: a challenge that the product does not know');
      throw fault('UNAVAILABLE', 'poolUnknown');
  }
}

function ask(waiting: Waiting, secret?: string): Step {
  const challenge = sealObject(waiting, CHALLENGE);
  return asked({ kind: waiting.kind, challenge, setup: secret === undefined ? null : describeSetup(waiting.email, secret) });
}

export const signInExpired = () => fault('UNAUTHENTICATED', 'signInSlow');

/** @throws Fault UNAUTHENTICATED for one that is forged, changed or too old. */
export function openChallenge(challenge: string): Waiting {
  let waiting: Waiting;
  try {
    waiting = openObject(challenge, CHALLENGE) as unknown as Waiting;
  } catch {
    throw signInExpired();
  }
  if (waiting.expires < now()) throw signInExpired();
  return waiting;
}

/** Tokens of the pool become a session of ours. A client's flag MFA asks for a second factor where the pool did not. */
async function finish(
  place: Place,
  email: string,
  tokens: AuthenticationResultType,
  secondFactor: 'none' | 'totp' | 'setUp',
): Promise<Step> {
  const { database, config } = place;
  const { client, verify } = poolOf(place);
  const claims = await verify(tokens.IdToken ?? '');
  const userId = await mirror(database, claims);
  if (secondFactor !== 'none') await noteFactor(database, userId, true);
  const [access, refresh] = [tokens.AccessToken ?? '', tokens.RefreshToken ?? ''];
  if (secondFactor === 'none' && (await isMfaRequired(database, config, userId))) {
    const { SecretCode } = await mapPoolErrors(client.send(new AssociateSoftwareTokenCommand({ AccessToken: access })));
    const waiting = { email, username: claims.username, expires: now() + CHALLENGE_LIFE, session: '', access, refresh };
    return ask({ ...waiting, kind: 'mfaSetup' }, SecretCode);
  }
  const session = await openSession(database, place.tokens, userId, sealCookie({ refresh, username: claims.username }));
  if (secondFactor === 'setUp') await noteAccess(database, userId, 'mfaEnabled');
  await noteAccess(database, userId, 'userSignedIn', { secondFactor });
  return done(session);
}

/** Answers the second step: a code of the authenticator, or its first one. */
export async function answer(place: Place, waiting: Waiting, code: string): Promise<Step> {
  const { client, settings, secretHash } = poolOf(place);
  const { kind, username, session, access, refresh } = waiting;
  const respond = (ChallengeName: 'SOFTWARE_TOKEN_MFA' | 'MFA_SETUP', responses: Record<string, string>, Session: string) =>
    mapPoolErrors(
      client.send(
        new RespondToAuthChallengeCommand({
          ClientId: settings.clientId,
          ChallengeName,
          Session,
          ChallengeResponses: { USERNAME: username, ...responses, ...secretHash(username) },
        }),
      ),
      signInExpired(),
    );
  if (kind === 'mfa')
    return proceed(place, waiting.email, await respond('SOFTWARE_TOKEN_MFA', { SOFTWARE_TOKEN_MFA_CODE: code }, session), 'totp');
  const verified = await mapPoolErrors(
    client.send(new VerifySoftwareTokenCommand({ UserCode: code, ...(session ? { Session: session } : { AccessToken: access }) })),
    signInExpired(),
  );
  if (verified.Status !== 'SUCCESS') throw invalid('code', 'codeUsed');
  if (session) return proceed(place, waiting.email, await respond('MFA_SETUP', {}, verified.Session ?? session), 'setUp');
  const preference = { Enabled: true, PreferredMfa: true };
  await mapPoolErrors(
    client.send(new SetUserMFAPreferenceCommand({ AccessToken: access, SoftwareTokenMfaSettings: preference })),
    signInExpired(),
  );
  return finish(place, waiting.email, await renew(place, { refresh, username }), 'setUp');
}
