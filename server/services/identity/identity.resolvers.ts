import { instant } from '../../../core/time.ts';
import type { RequestContext } from '../../platform/guard.ts';
import type { Resolvers } from './identity.graphql.ts';
import { REFRESH_DAYS, refreshSession, type SignedIn, signIn, signOut } from './identity.logic.ts';

const COOKIE = 'quittance-refresh';

export const resolvers: Resolvers = {
  Query: {
    getSignInHints: async (_, __, { database }) => ({
      demoUsers: (
        await database.identity.query<{ email: string }>(
          `select email from pool_user where email like '%@demo.quittance.example' order by created_at, email`,
        )
      ).rows.map((row) => row.email),
    }),
  },
  Mutation: {
    signIn: async (_, { email, password }, context) => ({
      session: answer(await signIn(context.database, context.tokens, email, password), context),
      challenge: null,
    }),
    refreshSession: async (_, __, context) =>
      answer(await refreshSession(context.database, context.tokens, context.http?.cookie(COOKIE)), context),
    signOut: async (_, __, context) => {
      await signOut(context.database, context.http?.cookie(COOKIE));
      context.http?.setCookie(COOKIE, '', 0);
      return true;
    },
  },
};

function answer(signedIn: SignedIn, context: RequestContext) {
  if (signedIn.refreshToken) context.http?.setCookie(COOKIE, signedIn.refreshToken, REFRESH_DAYS * 86_400);
  const { user, token, expiresAt, clients } = signedIn;
  return { token, expiresAt: instant(expiresAt), user: { id: user.userId, email: user.email, name: user.name }, clients: [...clients] };
}
