/** What is heard on a socket: connected while listened to, and again after every loss. */
import { type Client, CloseCode, createClient } from 'graphql-ws';
import type { GraphqlDocument } from './document.ts';
import { freshAuthorization, refresh } from './session.ts';

/** A lost connection is tried again after half a second, then after twice as long each time, ms: what is said meanwhile is not heard. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

const clients = new Map<string, Client>();

/** The token is read at every connection. One that the server refused is renewed first; without a session there is none, and the tab signs out. */
async function token(refused: boolean): Promise<string> {
  if (refused) await refresh();
  return freshAuthorization();
}

function clientOf(service: string): Client {
  const known = clients.get(service);
  if (known) return known;
  const url = new URL(`/api/${service}/socket`, window.location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  // The server closed the last connection because of its token: it ended, or was called back.
  let refused = false;
  const client = createClient({
    url: url.href,
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
  });
  clients.set(service, client);
  return client;
}

/**
 * @param hear gets every message's data. @param over told when nothing more will come: the server does not let this user listen.
 * @returns what ends the listening.
 */
export function listen<Data, Variables>(
  service: string,
  document: GraphqlDocument<Data, Variables>,
  variables: Variables,
  hear: (data: Data) => void,
  over: () => void,
): () => void {
  const payload = { operationName: document.name, query: document.text, variables: variables as Record<string, unknown> };
  return clientOf(service).subscribe<Data>(payload, {
    next: ({ data }) => {
      if (data) hear(data);
    },
    error: over,
    complete: over,
  });
}
