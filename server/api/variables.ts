/** From what a caller gives to the variables of an endpoint's operation. */
import type { Uuid } from '../../core/id.ts';
import type { Compiled } from './compile.ts';
import type { Values } from './endpoint.ts';
import { pageVariables } from './pages.ts';
import { WrongValues } from './problems.ts';
import type { Readers } from './read.ts';

/** What is read of a request: parameters of path and query, and the body's fields. */
export interface Read {
  readonly parameters: Values;
  readonly body: Values;
}

/** @param revision that an edit is held to; null: none. @returns variables. @throws Fault INVALID_INPUT */
export function variablesOf(
  { endpoint, hasRevision }: Compiled,
  { parameters, body }: Read,
  clientId: Uuid,
  revision: number | null,
): Values {
  const { limit, after, wait: _, ...own } = parameters;
  const paged = endpoint.pages && endpoint.pages.by !== 'whole' ? pageVariables(endpoint, { limit, after }) : {};
  const given = { ...own, ...(endpoint.body === undefined ? body : { [endpoint.body]: body }) };
  return { ...(endpoint.prepare ? endpoint.prepare(given) : given), ...paged, clientId, ...(hasRevision ? { revision } : {}) };
}

/**
 * Reads values that come as one object, as programs without paths and queries give them.
 * @throws WrongValues naming every wrong one
 */
export function readTogether({ parameters, body }: Compiled, readers: Readers, values: Values): Read {
  const places = new Map(parameters.map((each) => [each.name, each.in]));
  const path: Record<string, string> = {};
  const query: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const place = places.get(name) ?? (body ? 'body' : 'query');
    // Where nothing can be null, whoever says null leaves it out.
    if (place !== 'body' && value === null) continue;
    if (place === 'path') path[name] = value as string;
    else (place === 'query' ? query : rest)[name] = value;
  }
  const wrong: WrongValues[] = [];
  const take = (read: () => Values): Values => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof WrongValues)) throw error;
      wrong.push(error);
      return {};
    }
  };
  const read = { parameters: take(() => readers.parameters(path, query)), body: take(() => readers.body?.(rest) ?? {}) };
  if (wrong.length > 0) throw new WrongValues(wrong.flatMap((each) => each.values));
  return read;
}
