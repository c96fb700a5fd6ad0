/** How a screen calls the server: which service, which generated document, which variables. */
import type { OperationVariables } from '@apollo/client';
import { skipToken, useQuery as useApolloQuery, useSubscription as useApolloSubscription } from '@apollo/client/react';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { useCallback, useRef, useState } from 'react';
import { faultOf } from '../ui/fault.ts';
import { client } from './client.ts';

/** What is not to be seen (any more), and what is not there: everything else that fails leaves the last answer true enough to work with. */
const REFUSED = ['FORBIDDEN', 'UNAUTHENTICATED', 'NOT_FOUND'];

/** What a query gives a screen. */
export interface QueryResult<Data> {
  /** Undefined until the first answer; with keepPrevious the last answer while a new one is on its way. */
  readonly data: Data | undefined;
  readonly loading: boolean;
  readonly error: unknown;
  /** Asks again; also the retry of an ErrorState. */
  readonly refetch: () => void;
}

/**
 * Asks when mounted and whenever the variables change.
 * When asking again fails, the last answer stays on screen, and what was typed over it; not when the server refuses it.
 * @param variables null asks nothing (yet).
 * @param options keepPrevious: the last data stays while new variables load, for lists; pollInterval in ms.
 */
export function useQuery<Data, Variables extends OperationVariables>(
  service: string,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables | null,
  options: { keepPrevious?: boolean; pollInterval?: number } = {},
): QueryResult<Data> {
  const result = useApolloQuery(
    document as TypedDocumentNode<Data, OperationVariables>,
    variables === null
      ? skipToken
      : {
          variables: variables as OperationVariables,
          context: { service },
          pollInterval: options.pollInterval ?? 0,
          notifyOnNetworkStatusChange: true,
        },
  );
  const key = JSON.stringify(variables);
  const held = useRef<{ key: string; data: Data } | null>(null);
  if (result.data) held.current = { key, data: result.data as Data };
  const data = (result.data ?? (options.keepPrevious || result.loading === false ? result.previousData : undefined)) as Data | undefined;
  const { refetch } = result;
  return {
    data:
      !result.error || options.keepPrevious
        ? data
        : held.current?.key === key && !REFUSED.includes(faultOf(result.error).code)
          ? held.current.data
          : undefined,
    loading: result.loading,
    error: result.error,
    refetch: useCallback(() => void refetch().catch(() => undefined), [refetch]),
  };
}

/**
 * @param options idempotent: the server knows a repeated call (by a key or by its meaning), so that a lost answer is tried again.
 * @returns what sends the mutation (it throws what faultsOf() reads) and whether one is on its way.
 */
export function useMutation<Data, Variables extends OperationVariables>(
  service: string,
  document: TypedDocumentNode<Data, Variables>,
  options: { idempotent?: boolean } = {},
): [send: (variables: Variables) => Promise<Data>, busy: boolean] {
  const [busy, setBusy] = useState(false);
  const idempotent = options.idempotent === true;
  const send = useCallback(
    async (variables: Variables) => {
      setBusy(true);
      try {
        return await mutate(service, document, variables, { idempotent });
      } finally {
        setBusy(false);
      }
    },
    [service, document, idempotent],
  );
  return [send, busy];
}

/** Asks once, outside of rendering: the next page of a list, a preview. @throws what faultsOf() reads. */
export async function query<Data, Variables extends OperationVariables>(
  service: string,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const { data } = await client.query({
    query: document as TypedDocumentNode<Data, OperationVariables>,
    variables: variables as OperationVariables,
    context: { service },
  });
  return data as Data;
}

/** Sends a mutation outside of rendering; what is on screen is asked for again afterwards. @throws what faultsOf() reads. */
export async function mutate<Data, Variables extends OperationVariables>(
  service: string,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  options: { idempotent?: boolean } = {},
): Promise<Data> {
  const { data } = await client.mutate({
    mutation: document as TypedDocumentNode<Data, OperationVariables>,
    variables: variables as OperationVariables,
    context: { service, idempotent: options.idempotent === true },
    fetchPolicy: 'no-cache',
  });
  refetch(service);
  return data as Data;
}

/** Where it was written; undefined when nobody knows what changed. */
type Written = string | undefined;
const writeListeners = new Set<(service: Written) => void>();

/** Asks again for everything on screen: when an event says that something changed, or the server is back. */
export function refetchScreen(): void {
  refetch(undefined);
}

function refetch(service: Written): void {
  void client.refetchQueries({ include: 'active' });
  for (const listener of writeListeners) listener(service);
}

/** Tells what keeps answers outside of useQuery that they are old, and the service that was written to. @returns what ends the listening. */
export function onRefetch(listener: (service: Written) => void): () => void {
  writeListeners.add(listener);
  return () => writeListeners.delete(listener);
}

/** Listens while mounted. @param variables null does not listen. @param onData called with every message. */
export function useSubscription<Data, Variables extends OperationVariables>(
  service: 'events' | 'backoffice',
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables | null,
  onData: (data: Data) => void,
): void {
  const handler = useRef(onData);
  handler.current = onData;
  useApolloSubscription(document as TypedDocumentNode<Data, OperationVariables>, {
    variables: (variables ?? {}) as OperationVariables,
    skip: variables === null,
    context: { service },
    fetchPolicy: 'no-cache',
    ignoreResults: true,
    onData: ({ data }) => {
      if (data.data) handler.current(data.data as Data);
    },
  });
}
