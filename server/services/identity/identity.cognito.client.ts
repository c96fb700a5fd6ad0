/** A pool of AWS Cognito: its calls, its tokens, and its refusals in our own words. Users sign in by SRP; OAuth is not used. */
import { createHmac } from 'node:crypto';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { Fault, fault, invalid } from '../../../core/fault.ts';
import type { CognitoSettings } from '../../platform/config.ts';
import { logger } from '../../platform/log.ts';
import type { Database } from '../../platform/tenancy.ts';
import { configOf } from './identity.config.ts';

/** What an identity token of the pool says. */
export interface CognitoClaims {
  readonly sub: string;
  readonly username: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly name: string;
  readonly middleName: string;
  readonly familyName: string;
  readonly phoneNumber: string;
  /** As the pool names them: client:role[:partner]. */
  readonly groups: readonly string[];
}

export interface Cognito {
  readonly settings: CognitoSettings;
  readonly client: CognitoIdentityProviderClient;
  /** @returns {SECRET_HASH} where the app client has a secret. */
  readonly secretHash: (username: string) => Record<string, string>;
  /** @throws Fault UNAUTHENTICATED for a token that is not this pool's, not for this app client, no identity token, or too old. */
  readonly verify: (idToken: string) => Promise<CognitoClaims>;
}

/** How long a call waits for the pool before it is told to be away, milliseconds, each of two times. */
const CONNECT_MS = 3_000;
const ANSWER_MS = 8_000;

const known = new WeakMap<CognitoSettings, Cognito>();

/** @returns the pool of AWS Cognito that sign-in is configured for; null: our own pool is used. */
export function cognitoOf(database: Database): Cognito | null {
  const settings = configOf(database).cognito;
  if (settings === null) return null;
  let cognito = known.get(settings);
  if (!cognito) {
    cognito = openCognito(settings);
    known.set(settings, cognito);
  }
  return cognito;
}

function openCognito(settings: CognitoSettings): Cognito {
  const { userPoolId, clientId, clientSecret, region, endpoint } = settings;
  const issuer = `${endpoint ?? `https://cognito-idp.${region}.amazonaws.com`}/${userPoolId}`;
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
  return {
    settings,
    client: new CognitoIdentityProviderClient({
      region,
      maxAttempts: 2,
      // A pool that takes the call and says nothing must not hold whoever signs in.
      requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true },
      ...(endpoint ? { endpoint } : {}),
    }),
    secretHash: (username): Record<string, string> =>
      clientSecret === null ? {} : { SECRET_HASH: createHmac('sha256', clientSecret).update(`${username}${clientId}`).digest('base64') },
    verify: async (idToken) => {
      const { payload } = await jwtVerify(idToken, keys, {
        issuer,
        audience: clientId,
        algorithms: ['RS256'],
        requiredClaims: ['sub', 'exp'],
      }).catch((error: unknown) => {
        // That the pool's keys cannot be read says nothing of the token: whoever is signed in stays so.
        if (!isRefusal(error)) throw away(error);
        logger.warn({ error }, 'cognito: an identity token was refused');
        throw fault('UNAUTHENTICATED', 'wrongPassword');
      });
      if (payload.token_use !== 'id' || typeof payload.email !== 'string') throw fault('UNAUTHENTICATED', 'wrongPassword');
      const text = (name: string) => (typeof payload[name] === 'string' ? payload[name] : '');
      const groups = payload['cognito:groups'];
      return {
        sub: payload.sub ?? '',
        username: text('cognito:username') || (payload.sub ?? ''),
        email: payload.email.toLowerCase(),
        isEmailVerified: payload.email_verified === true || payload.email_verified === 'true',
        name: text('given_name') || text('name'),
        middleName: text('middle_name'),
        familyName: text('family_name'),
        phoneNumber: text('phone_number'),
        groups: Array.isArray(groups) ? groups.map(String) : [],
      };
    },
  };
}

/** A token that is no good, as opposed to keys that were not to be had. */
const isRefusal = (error: unknown): boolean => {
  const code = error instanceof errors.JOSEError ? error.code : '';
  return /^ERR_(JWT|JWS|JOSE_ALG|JWKS_NO_MATCHING)/.test(code);
};

/** Logged with what happened, told without it. */
function away(error: unknown): Fault {
  logger.error({ error: { name: nameOf(error), message: (error as Error).message } }, 'cognito: a call went wrong');
  return fault('UNAVAILABLE', 'poolSilent');
}

/** @returns the exception's name as AWS documents it. */
export const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

const TRIES = ['LimitExceededException', 'TooManyRequestsException', 'TooManyFailedAttemptsException'];
/** A person who does not exist and a wrong password look alike. */
const WRONG = ['NotAuthorizedException', 'UserNotFoundException', 'UserNotConfirmedException', 'PasswordResetRequiredException'];

/**
 * Runs a call of the pool. @param wrong what a refusal of who one says to be is told as.
 * @throws Fault RATE_LIMITED, INVALID_INPUT (code, password), UNAVAILABLE; `wrong` for everything that tells whether somebody exists.
 */
export async function mapPoolErrors<Result>(
  call: Promise<Result>,
  wrong: Fault = fault('UNAUTHENTICATED', 'wrongPassword'),
): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    const [name, message] = [nameOf(error), (error as Error).message];
    if (error instanceof Fault) throw error;
    if (TRIES.includes(name) || /attempts exceeded/i.test(message)) throw fault('RATE_LIMITED', 'tooManyTriesLater');
    if (WRONG.includes(name)) throw wrong;
    if (name === 'CodeMismatchException' || name === 'EnableSoftwareTokenMFAException') throw invalid('code', 'codeUsed');
    if (name === 'ExpiredCodeException') throw invalid('code', 'codeEnded');
    if (name === 'InvalidPasswordException') throw invalid('password', 'poolPassword');
    throw away(error);
  }
}
