import type { Uuid } from '../../../core/id.ts';
import { toLocale } from '../../../core/locale.ts';
import { instant } from '../../../core/time.ts';
import type { RequestContext } from '../../platform/guard.ts';
import type { Database } from '../../platform/tenancy.ts';
import { BROWSER_DAYS, rememberBrowser } from './identity.browser.logic.ts';
import { cognitoOf } from './identity.cognito.client.ts';
import { cognitoPool } from './identity.cognito.ts';
import { configOf } from './identity.config.ts';
import { signOutEverywhere } from './identity.everywhere.logic.ts';
import type { Resolvers } from './identity.graphql.ts';
import { ownPool } from './identity.own.ts';
import type { IdentityPort, Place, Step } from './identity.port.ts';
import { REFRESH_DAYS, type SignedIn } from './identity.session.logic.ts';

const COOKIE = 'quittance-refresh';
const BROWSER_COOKIE = 'quittance-browser';
const LOCALE_COOKIE = 'locale';

/** @returns whom one can sign in as in a demo; nobody anywhere else. */
async function demoUsers(database: Database): Promise<string[]> {
  if (configOf(database).production) return [];
  const { rows } = await database.identity.query<{ email: string }>(
    `select email from pool_user where email like '%@demo.quittance.example'
     and exists (select from installation where purpose = 'demo') order by created_at, email`,
  );
  return rows.map((row) => row.email);
}

const portOf = ({ database }: RequestContext): IdentityPort => (cognitoOf(database) ? cognitoPool : ownPool);

export const resolvers: Resolvers = {
  Query: {
    getSignInHints: async (_, __, { database }) => ({ demoUsers: await demoUsers(database) }),
    getMfaState: (_, __, context) => portOf(context).mfaState(placeOf(context), context.identity),
  },
  Mutation: {
    signIn: async (_, { email, password }, context) => answer(await portOf(context).signIn(placeOf(context), email, password), context),
    answerMfa: async (_, { challenge, code }, context) =>
      answer(await portOf(context).answerMfa(placeOf(context), challenge, code), context),
    setInitialPassword: async (_, { email, code, password }, context) =>
      answer(await portOf(context).setInitialPassword(placeOf(context), email, code, password), context),
    requestPasswordReset: async (_, { email }, context) => {
      await portOf(context).requestPasswordReset(placeOf(context), email);
      return true;
    },
    resetPassword: async (_, { email, code, password }, context) => {
      const userId = await portOf(context).resetPassword(placeOf(context), email, code, password);
      if (userId !== null) await remember(context, userId);
      return true;
    },
    refreshSession: async (_, __, context) => present(await portOf(context).refreshSession(placeOf(context)), context),
    signOut: async (_, __, context) => {
      // Somebody whose token is no good any more can still end the session of their cookie.
      const caller = await context.tokens.verify(context.authorization).catch(() => null);
      await portOf(context).signOut(placeOf(context), caller?.sessionId ?? null);
      context.http?.setCookie(COOKIE, '', 0);
      return true;
    },
    signOutEverywhere: async (_, __, context) => {
      await signOutEverywhere(context.database, context.identity.userId);
      context.http?.setCookie(COOKIE, '', 0);
      return true;
    },
    startMfaSetup: (_, __, context) => portOf(context).startMfaSetup(placeOf(context), context.identity),
    confirmMfaSetup: async (_, { code }, context) => [...(await portOf(context).confirmMfaSetup(placeOf(context), context.identity, code))],
    disableMfa: async (_, { code }, context) => {
      await portOf(context).disableMfa(placeOf(context), context.identity, code);
      return true;
    },
    renewRecoveryCodes: async (_, { code }, context) => [
      ...(await portOf(context).renewRecoveryCodes(placeOf(context), context.identity, code)),
    ],
    changePassword: async (_, { currentPassword, password }, context) => {
      present(await portOf(context).changePassword(placeOf(context), context.identity, currentPassword, password), context);
      await remember(context, context.identity.userId);
      return true;
    },
  },
};

function placeOf({ database, tokens, http, ip }: RequestContext): Place {
  return {
    database,
    tokens,
    config: configOf(database),
    locale: toLocale(http?.pageCookie(LOCALE_COOKIE) ?? http?.languages.split(/[,;]/)[0]),
    refreshToken: http?.cookie(COOKIE),
    ip,
    browser: http?.cookie(BROWSER_COOKIE),
  };
}

/** From now on wrong tries of strangers do not keep the person out of this browser. */
async function remember({ database, http }: RequestContext, userId: Uuid): Promise<void> {
  if (!http) return;
  http.setCookie(BROWSER_COOKIE, await rememberBrowser(database, userId, http.cookie(BROWSER_COOKIE)), BROWSER_DAYS * 86_400);
}

async function answer({ session, challenge, recoveryCodes }: Step, context: RequestContext) {
  if (session) await remember(context, session.user.userId);
  return { session: session && present(session, context), challenge, recoveryCodes: [...recoveryCodes] };
}

function present(signedIn: SignedIn, context: RequestContext) {
  if (signedIn.refreshToken) context.http?.setCookie(COOKIE, signedIn.refreshToken, REFRESH_DAYS * 86_400);
  const { user, token, expiresAt, clients } = signedIn;
  return {
    token,
    expiresAt: instant(expiresAt),
    expiresIn: Math.floor((expiresAt - Date.now()) / 1000),
    user: { id: user.userId, email: user.email, name: user.name },
    clients: [...clients],
  };
}
