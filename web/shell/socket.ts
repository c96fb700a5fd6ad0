import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { createClient } from 'graphql-ws';

/** The server's word for a token that is no good, or no longer (close codes of graphql-ws). */
const FORBIDDEN = 4403;
/** A lost connection is tried again after half a second, then after twice as long each time, ms. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/**
 * @param token read at every connection, so that a new one carries the present token.
 * @param refused told which token the server did not take, or not any more; the next connection waits for it.
 * @returns a link that connects while listened to, and listens again after every loss.
 */
export function socketLink(url: string, token: () => Promise<string>, refused: (token: string) => Promise<unknown>): GraphQLWsLink {
  let used = '';
  let renewing: Promise<unknown> = Promise.resolve();
  return new GraphQLWsLink(
    createClient({
      url,
      connectionParams: async () => {
        await renewing.catch(() => undefined);
        used = await token();
        return { authorization: used };
      },
      on: {
        closed: (event) => {
          if ((event as { code?: unknown } | null)?.code === FORBIDDEN) renewing = refused(used);
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
