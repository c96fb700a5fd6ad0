/** Who listens to what: those who want to hear the same share one subscription. */
import type { GraphqlDocument } from './document.ts';

const shared = new Map<string, { readonly hearers: Set<(data: unknown) => void>; end: () => void }>();

/** Listens on the socket of a service, whose code comes with the first listener. @returns what ends the listening. */
export function subscribe<Data, Variables>(
  service: string,
  document: GraphqlDocument<Data, Variables>,
  variables: Variables,
  hear: (data: Data) => void,
): () => void {
  const key = JSON.stringify([service, document.name, variables]);
  const mine = (data: unknown) => hear(data as Data);
  const known = shared.get(key);
  const one = known ?? { hearers: new Set(), end: () => {} };
  one.hearers.add(mine);
  const forget = () => {
    if (shared.get(key) === one) shared.delete(key);
  };
  if (!known) {
    shared.set(key, one);
    const tell = (data: Data) => {
      for (const each of one.hearers) each(data);
    };
    import('./socket.ts').then(({ listen }) => {
      if (one.hearers.size > 0) one.end = listen(service, document, variables, tell, forget);
    }, forget);
  }
  return () => {
    one.hearers.delete(mine);
    if (one.hearers.size > 0) return;
    forget();
    one.end();
  };
}
