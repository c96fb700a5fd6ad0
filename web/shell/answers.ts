/** The answers of queries: what is on screen, and for a while what was. Kept in this tab's memory, for one user. */
import { type Query, QueryClient } from '@tanstack/react-query';
import type { GraphqlDocument } from './document.ts';
import { currentSession, onSession } from './session.ts';

/** An answer that may be shown at once when its screen is opened again is kept this long after it was left, ms. */
export const KEPT_MS = 10 * 60_000;
/** Any other one until the last component that shows it has gone, and those that come late have joined, ms. */
export const PASSING_MS = 1_000;

export const answers = new QueryClient({
  defaultOptions: {
    queries: {
      // The transport tries again itself, and knows whether the server is there (client.ts).
      retry: false,
      networkMode: 'always',
      // Every screen asks when it opens; only what this tab changed is old.
      refetchOnMount: 'always',
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchIntervalInBackground: true,
    },
  },
});

/** @returns what an answer is kept by. The same id in two services need not be the same thing. */
export function keyOf<Data, Variables>(service: string, document: GraphqlDocument<Data, Variables>, variables: Variables | null) {
  return [service, document.name, variables] as const;
}

/** What became old. */
export interface Change {
  /** The service that was written to; undefined when nobody knows. */
  readonly service?: string | undefined;
  /** The queries, by their root fields, whose answers are old; undefined: all of them. */
  readonly fields?: readonly string[] | undefined;
}

/** @param asked the root fields of a query. @returns whether its answer became old. */
export function isOld(asked: readonly string[], { fields }: Change): boolean {
  return fields === undefined || asked.some((field) => fields.includes(field));
}

/**
 * Asks again for the answers on screen that became old; those that are only kept are not shown any more.
 * One that is asked for the first time is waited for, as its screen would else stay empty while things keep happening; but the server may have
 * made it before the change, so it is asked for once more after it.
 * @returns when the new ones are there.
 */
export async function makeOld(change: Change): Promise<void> {
  const predicate = ({ meta }: Query) => isOld((meta?.fields ?? []) as readonly string[], change);
  const first = answers.getQueryCache().findAll({ type: 'active', fetchStatus: 'fetching', predicate });
  const onTheirWay = new Set(first.filter(({ state }) => state.data === undefined));
  await answers.invalidateQueries({ predicate });
  if (onTheirWay.size > 0) await answers.refetchQueries({ type: 'active', predicate: (query) => onTheirWay.has(query) });
}

/** Keeps what was put together from several answers by the rules of an answer. @param fields the queries that outdate it. */
export function keepAnswer<Data>(queryKey: readonly unknown[], fields: readonly string[], data: Data): void {
  answers.getQueryCache().build<Data>(answers, { queryKey, meta: { fields }, gcTime: KEPT_MS }).setData(data);
}

/** @returns what was kept, unless it is outdated. */
export function keptAnswer<Data>(queryKey: readonly unknown[]): Data | undefined {
  const query = answers.getQueryCache().find<Data>({ queryKey, exact: true });
  return query && !query.state.isInvalidated ? query.state.data : undefined;
}

/** Forgets every answer: somebody else works here, or in another client. */
export function forgetAnswers(): void {
  answers.clear();
}

const userNow = () => {
  const session = currentSession();
  return session.status === 'signedIn' ? session.user.id : null;
};
let user = userNow();
onSession(() => {
  if (userNow() === user) return;
  user = userNow();
  forgetAnswers();
});
