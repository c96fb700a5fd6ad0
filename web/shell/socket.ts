import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { CloseCode, createClient } from 'graphql-ws';

/** A lost connection is tried again after half a second, then after twice as long each time, ms: what is said meanwhile is not heard. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/**
 * @param token read at every connection, so that a new one carries the present token; `refused` says that the server closed the last one
 * because of it: it ended, or was called back.
 * @returns a link that connects while listened to.
 */
export function socketLink(url: string, token: (refused: boolean) => Promise<string>): GraphQLWsLink {
  let refused = false;
  return new GraphQLWsLink(
    createClient({
      url,
      connectionParams: async () => ({ authorization: await token(refused) }),
      on: {
        connected: () => {
          refused = false;
        },
        closed: (event) => {
          refused = (event as CloseEvent).code === CloseCode.Forbidden;
        },
      },
      retryAttempts: Number.POSITIVE_INFINITY,
      shouldRetry: () => true,
      retryWait: (retries) =>
        new Promise((resolve) => setTimeout(resolve, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** retries * (0.75 + Math.random() / 2)))),
      lazyCloseTimeout: 5_000,
    }),
  );
}
