import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { createClient } from 'graphql-ws';

/** @param token read at every connection, so that a new one carries the present token. @returns a link that connects while listened to. */
export function socketLink(url: string, token: () => Promise<string>): GraphQLWsLink {
  return new GraphQLWsLink(
    createClient({
      url,
      connectionParams: async () => ({ authorization: await token() }),
      retryAttempts: Number.POSITIVE_INFINITY,
      shouldRetry: () => true,
      lazyCloseTimeout: 5_000,
    }),
  );
}
