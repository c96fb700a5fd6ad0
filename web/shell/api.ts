/** How a screen calls the server: which service, which generated document, which variables. */
import { useQuery as useAnswer } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { noteAsked } from '../ui/askedAgain.ts';
import { drawn } from '../ui/drawn.ts';
import { faultOf } from '../ui/fault.ts';
import { useLatest } from '../ui/useLatest.ts';
import { answers, type Change, KEPT_MS, keptAnswer, keyOf, makeOld, PASSING_MS } from './answers.ts';
import { call } from './client.ts';
import type { GraphqlDocument } from './document.ts';
import { type Foresight, foresee, useForeseen } from './foreseen.ts';
import { inTurn } from './inTurn.ts';
import { subscribe } from './subscriptions.ts';

/** What is not to be seen (any more), and what is not there: everything else that fails leaves the last answer true enough to work with. */
const REFUSED = ['FORBIDDEN', 'UNAUTHENTICATED', 'NOT_FOUND'];

/** What a query gives a screen. */
export interface QueryResult<Data> {
  /** Undefined until the first answer; with keepPrevious the last answer while a new one is on its way. */
  readonly data: Data | undefined;
  readonly loading: boolean;
  /** The data is what an earlier visit was shown (see reuse): a form waits until it is confirmed. */
  readonly isKept: boolean;
  readonly error: unknown;
  /** Asks again; also the retry of an ErrorState. */
  readonly refetch: () => void;
}

export interface QueryOptions {
  /** The last data stays while new variables load, for lists. */
  readonly keepPrevious?: boolean;
  /** Asks again every so many ms. */
  readonly pollInterval?: number;
  /**
   * An answer that was on screen before shows at once while it is asked for again. For what is only looked at, and wholly named by its
   * variables: a form would be filled with what is old.
   */
  readonly reuse?: boolean;
}

/**
 * Asks when mounted and whenever the variables change.
 * When asking again fails, the last answer stays on screen, and what was typed over it; not when the server refuses it.
 * @param variables null asks nothing (yet).
 */
export function useQuery<Data, Variables>(
  service: string,
  document: GraphqlDocument<Data, Variables>,
  variables: Variables | null,
  { keepPrevious = false, pollInterval = 0, reuse = false }: QueryOptions = {},
): QueryResult<Data> {
  const result = useAnswer(
    {
      queryKey: keyOf(service, document, variables),
      queryFn: async ({ signal, queryKey }) => {
        // What stands there from before is drawn first: a screen's dozen calls take a fifth of the time in which it could be.
        if (reuse && keptAnswer(queryKey) !== undefined) await drawn();
        return call(service, document, variables as Variables, { signal });
      },
      enabled: variables !== null,
      refetchInterval: pollInterval || false,
      meta: { fields: document.fields },
      gcTime: reuse ? KEPT_MS : PASSING_MS,
    },
    answers,
  );
  const key = `${document.name} ${JSON.stringify(variables)}`;
  const held = useRef<{ key: string; data: Data } | null>(null);
  // What others asked for earlier is not shown, unless it is to be and nothing says that it is old.
  const isOwn = () => result.isFetchedAfterMount || held.current?.key === key;
  const mayShow = (reuse && !result.isStale && !result.isError) || isOwn();
  const shown = mayShow ? result.data : undefined;
  if (shown !== undefined) held.current = { key, data: shown };
  const error = result.error !== null && isOwn() ? result.error : null;
  const last = keepPrevious ? held.current?.data : undefined;
  const isRefused = error !== null && !keepPrevious && REFUSED.includes(faultOf(error).code);
  const { refetch } = result;
  const asks = variables !== null;
  const data = useForeseen(document.fields, isRefused ? undefined : (shown ?? last), variables);
  return {
    data,
    // Whoever does not look at these two is not drawn again because the same answer came once more.
    get loading() {
      return result.isFetching;
    },
    get isKept() {
      return !result.isFetchedAfterMount && shown !== undefined;
    },
    error: error ?? undefined,
    refetch: useCallback(() => {
      if (asks) noteAsked(refetch());
    }, [refetch, asks]),
  };
}

export interface MutationOptions<Variables> {
  /** The server knows a repeated call (by a key or by its meaning), so that a lost answer is tried again. */
  readonly idempotent?: boolean | undefined;
  /** What shows at once, until the server has answered; what it refuses is taken off the screen again. The same function at every call. */
  readonly foresee?: ((variables: Variables) => Foresight) | undefined;
}

/**
 * @returns what sends the mutation (it throws what faultsOf() reads) and whether one is on its way.
 */
export function useMutation<Data, Variables>(
  service: string,
  document: GraphqlDocument<Data, Variables>,
  { idempotent, foresee }: MutationOptions<Variables> = {},
): [send: (variables: Variables) => Promise<Data>, busy: boolean] {
  const [busy, setBusy] = useState(false);
  const foreseeing = useLatest(foresee);
  const send = useCallback(
    async (variables: Variables) => {
      setBusy(true);
      try {
        return await mutate(service, document, variables, { idempotent, foresee: foreseeing.current });
      } finally {
        setBusy(false);
      }
    },
    [service, document, idempotent, foreseeing],
  );
  return [send, busy];
}

/** Asks once, outside of rendering: the next page of a list, a preview. @throws what faultsOf() reads. */
export function query<Data, Variables>(service: string, document: GraphqlDocument<Data, Variables>, variables: Variables): Promise<Data> {
  return call(service, document, variables);
}

/** Sends a mutation outside of rendering; what is on screen is asked for again afterwards, and what is foreseen stands until then. @throws what faultsOf() reads. */
export async function mutate<Data, Variables>(
  service: string,
  document: GraphqlDocument<Data, Variables>,
  variables: Variables,
  { idempotent, foresee: foreseeing }: MutationOptions<Variables> = {},
): Promise<Data> {
  const change = { service, fields: document.changes };
  const send = (given: Variables) => call(service, document, given, { idempotent });
  if (!foreseeing) {
    const data = await send(variables);
    void refetchScreen(change);
    return data;
  }
  const foresight = foreseeing(variables);
  const forget = foresee(foresight);
  try {
    const data = await inTurn(foresight.record, variables, send);
    void refetchScreen(change).then(forget, forget);
    return data;
  } catch (error) {
    forget();
    // Somebody else was faster, or nobody knows what became of it: the screen shows what is.
    void refetchScreen(change);
    throw error;
  }
}

const changeListeners = new Set<(change: Change) => unknown>();

/** Asks again for what is on screen and became old: when an event says that something changed, or the server is back. @param change left out: everything. @returns when it is there. */
export async function refetchScreen(change: Change = {}): Promise<void> {
  const answers = Promise.all([makeOld(change), ...[...changeListeners].map((listener) => listener(change))]);
  noteAsked(answers);
  await answers;
}

/** Tells what keeps answers outside of useQuery that some are old. @param listener may return when it has newer ones. @returns what ends the listening. */
export function onChange(listener: (change: Change) => unknown): () => void {
  changeListeners.add(listener);
  return () => changeListeners.delete(listener);
}

/** Listens while mounted. @param variables null does not listen. @param onData called with every message. */
export function useSubscription<Data, Variables>(
  service: 'events' | 'backoffice',
  document: GraphqlDocument<Data, Variables>,
  variables: Variables | null,
  onData: (data: Data) => void,
): void {
  const hear = useEffectEvent(onData);
  // Variables are new objects at every render; their text tells whether they changed.
  const key = JSON.stringify(variables);
  useEffect(() => {
    const wanted = JSON.parse(key) as Variables | null;
    return wanted === null ? undefined : subscribe(service, document, wanted, (data) => hear(data));
  }, [service, document, key]);
}
