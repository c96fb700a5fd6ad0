/** The way of every call: one address per service, the token, tries again where that is safe, one renewal of a lost session. */
import { ApolloClient, ApolloLink, CombinedGraphQLErrors, HttpLink, InMemoryCache, ServerError } from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import { RetryLink } from '@apollo/client/link/retry';
import type { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { OperationTypeNode } from 'graphql';
import { finalize, from, switchMap, throwError } from 'rxjs';
import { prefetchLater } from '../ui/later.ts';
import { isUnreachable, lostServer } from './reachable.ts';
import { authorization, freshAuthorization, refresh } from './session.ts';

/** The context of a call: the service it goes to, and whether a mutation may be repeated when its answer was lost. */
export interface CallContext {
  readonly service: string;
  readonly idempotent?: boolean;
}

const contextOf = (operation: ApolloLink.Operation) => operation.getContext() as unknown as CallContext & { renewed?: boolean };

const token = new ApolloLink((operation, forward) => {
  operation.setContext({ headers: { authorization: authorization() } });
  return forward(operation);
});

/** @returns whether the same call may go out again: the network failed or the server did (5xx), and repeating does no harm. */
export function mayRetry(error: unknown, isMutation: boolean, idempotent: boolean): boolean {
  if (isMutation && !idempotent) return false;
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' ? status >= 500 : error instanceof TypeError;
}

const retry = new RetryLink({
  delay: { initial: 300, jitter: true },
  attempts: {
    max: 5,
    retryIf: (error, operation) =>
      mayRetry(error, operation.operationType === OperationTypeNode.MUTATION, contextOf(operation).idempotent === true),
  },
});

/** A refused token is renewed once and the call repeated: it was refused before anything was done. */
const renewal = new ErrorLink(({ error, operation, forward }) => {
  const refused = CombinedGraphQLErrors.is(error)
    ? error.errors.some((one) => one.extensions?.code === 'UNAUTHENTICATED')
    : ServerError.is(error) && error.statusCode === 401;
  if (!refused || contextOf(operation).renewed) return;
  operation.setContext({ renewed: true });
  return from(refresh()).pipe(switchMap((signedIn) => (signedIn ? forward(operation) : throwError(() => error))));
});

/** Everybody hears that the server is gone, at the first call that does not reach it. */
const watch = new ErrorLink(({ error }) => {
  if (isUnreachable(error)) lostServer();
});

/** The screen stands when it has asked for nothing for this long, ms. */
const QUIET = 1_000;
let open = 0;
let quiet: ReturnType<typeof setTimeout> | undefined;

const stands = new ApolloLink((operation, forward) => {
  open += 1;
  clearTimeout(quiet);
  return forward(operation).pipe(
    finalize(() => {
      open -= 1;
      if (open === 0) quiet = setTimeout(prefetchLater, QUIET);
    }),
  );
});

const sockets = new Map<string, Promise<GraphQLWsLink>>();

/** The two socket endpoints (events, backoffice) connect when first listened to, and again after every loss. */
function socketOf(service: string): Promise<GraphQLWsLink> {
  let link = sockets.get(service);
  if (!link) {
    const url = new URL(`/api/${service}/socket`, window.location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    link = import('./socket.ts').then(({ socketLink }) => socketLink(url.href, freshAuthorization));
    sockets.set(service, link);
  }
  return link;
}

const http = ApolloLink.from([
  stands,
  renewal,
  retry,
  watch,
  token,
  new HttpLink({ uri: (operation) => `/api/${contextOf(operation).service}` }),
]);
const socket = new ApolloLink((operation) =>
  from(socketOf(contextOf(operation).service)).pipe(switchMap((link) => link.request(operation))),
);

/** Answers are kept whole, per query: the same id in two services need not be the same thing. */
export const client = new ApolloClient({
  link: ApolloLink.split((operation) => operation.operationType === OperationTypeNode.SUBSCRIPTION, socket, http),
  cache: new InMemoryCache({ dataIdFromObject: () => undefined }),
  defaultOptions: {
    watchQuery: { fetchPolicy: 'network-only', nextFetchPolicy: 'cache-first' },
    query: { fetchPolicy: 'network-only' },
  },
});
