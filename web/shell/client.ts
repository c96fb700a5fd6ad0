/** The way of every call: one address per service, the token, tries again where that is safe, one renewal of a lost session. */
import { ApolloClient, ApolloLink, CombinedGraphQLErrors, HttpLink, InMemoryCache, ServerError } from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import { RetryLink } from '@apollo/client/link/retry';
import type { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { Kind, OperationTypeNode } from 'graphql';
import { finalize, from, switchMap, throwError } from 'rxjs';
import { REQUEST_TRIES } from '../../core/retry.ts';
import { prefetchLater } from '../ui/later.ts';
import { answeringService } from './mocks.ts';
import { isUnreachable, lostServer } from './reachable.ts';
import { authorization, freshAuthorization, refresh } from './session.ts';
import { slow } from './slow.ts';

/** The context of a call: the service it goes to, and whether a mutation may be repeated when its answer was lost. */
export interface CallContext {
  readonly service: string;
  readonly idempotent?: boolean;
}

/** The HTTP status of a server that asks for a pause. */
const TOO_MANY = 429;

const contextOf = (operation: ApolloLink.Operation) => operation.getContext() as unknown as CallContext & { renewed?: boolean };

const token = new ApolloLink((operation, forward) => {
  operation.setContext({ headers: { authorization: authorization() } });
  return forward(operation);
});

/** @returns whether the same call may go out again: the network failed or the server did (5xx), and repeating does no harm. */
export function mayRetry(error: unknown, isMutation: boolean, idempotent: boolean): boolean {
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  // Whoever asks too often was turned away before anything was done.
  if (status === TOO_MANY) return true;
  if (isMutation && !idempotent) return false;
  return typeof status === 'number' ? status >= 500 : error instanceof TypeError;
}

const retry = new RetryLink({
  delay: { initial: REQUEST_TRIES.delayMs, jitter: true },
  attempts: {
    max: REQUEST_TRIES.tries,
    retryIf: (error, operation) =>
      mayRetry(error, operation.operationType === OperationTypeNode.MUTATION, contextOf(operation).idempotent === true),
  },
});

const codesOf = (error: unknown) => (CombinedGraphQLErrors.is(error) ? error.errors.map((one) => one.extensions?.code) : []);

/**
 * A refused call ends there: the session is renewed, once, and whoever is not signed in any more comes out at /logout (specification 1,
 * section 8). A call whose token was refused is repeated then: nothing was done of it.
 */
const renewal = new ErrorLink(({ error, operation, forward }) => {
  const status = ServerError.is(error) ? error.statusCode : 0;
  const refused = status === 401 || codesOf(error).includes('UNAUTHENTICATED');
  if ((!refused && (status < 400 || status >= 500 || status === TOO_MANY)) || contextOf(operation).renewed) return;
  operation.setContext({ renewed: true });
  return from(refresh()).pipe(switchMap((signedIn) => (signedIn && refused ? forward(operation) : throwError(() => error))));
});

const forbidden = new Set<() => void>();
/** Rights are read anew at most this often because of refusals, ms. */
const RIGHTS_MS = 10_000;
let rightsReadAt = Number.NEGATIVE_INFINITY;

/** Hears that the server refused what the user's rights, as this tab knows them, allow. @returns what ends the listening. */
export function onForbidden(listener: () => void): () => void {
  forbidden.add(listener);
  return () => forbidden.delete(listener);
}

const rights = new ErrorLink(({ error }) => {
  if (!codesOf(error).includes('FORBIDDEN') || performance.now() - rightsReadAt < RIGHTS_MS) return;
  rightsReadAt = performance.now();
  for (const listener of forbidden) listener();
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

/** What the operation asks for. */
function rootFields({ query }: ApolloLink.Operation): string[] {
  const definition = query.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
  const selections = definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections : [];
  return selections.flatMap((each) => (each.kind === Kind.FIELD && each.name.value !== '__typename' ? [each.name.value] : []));
}

/** A token that the server refused is renewed first; without a session there is none, and the tab signs out. */
async function socketToken(refused: boolean): Promise<string> {
  if (refused) await refresh();
  return freshAuthorization();
}

const sockets = new Map<string, Promise<GraphQLWsLink>>();

/** The two socket endpoints (events, backoffice) connect when first listened to, and again after every loss. */
function socketOf(service: string): Promise<GraphQLWsLink> {
  let link = sockets.get(service);
  if (!link) {
    const url = new URL(`/api/${service}/socket`, window.location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    link = import('./socket.ts').then(({ socketLink }) => socketLink(url.href, socketToken));
    sockets.set(service, link);
  }
  return link;
}

const http = ApolloLink.from([
  stands,
  renewal,
  rights,
  slow,
  retry,
  watch,
  token,
  new HttpLink({ uri: (operation) => `/api/${answeringService(contextOf(operation).service, rootFields(operation))}` }),
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
