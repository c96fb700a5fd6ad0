/** One exchange with the server: an operation goes out, its data comes back. */
import { CallError, type GraphQLErrorLike } from '../ui/fault.ts';
import type { GraphqlDocument } from './document.ts';

/** The content type of an answer that a GraphQL service gave itself, whatever its HTTP status. */
const OF_GRAPHQL = 'application/graphql-response+json';

interface Answer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly GraphQLErrorLike[];
}

/**
 * @param address the service's path. @param authorization the header's value. @param signal gives the answer up.
 * @throws CallError when the server refused or failed; TypeError when it was not reached, or its answer broke off.
 */
export async function post<Data, Variables>(
  address: string,
  document: GraphqlDocument<Data, Variables>,
  variables: Variables,
  authorization: string,
  signal?: AbortSignal,
): Promise<Data> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: `${OF_GRAPHQL}, application/json;q=0.9`, authorization },
    body: JSON.stringify({ operationName: document.name, query: document.text, variables }),
    signal: signal ?? null,
  });
  const answer = readAnswer<Data>(await response.text());
  const isOfGraphql = response.headers.get('content-type')?.includes(OF_GRAPHQL) === true;
  const errors = answer?.errors ?? [];
  if (!isOfGraphql && !response.ok) throw new CallError(errors, response.status);
  if (errors.length > 0) throw new CallError(errors, null);
  if (!answer?.data) throw new CallError([], response.status);
  return answer.data;
}

/** @returns null for what is no JSON: a page of a proxy. */
function readAnswer<Data>(text: string): Answer<Data> | null {
  try {
    return JSON.parse(text) as Answer<Data> | null;
  } catch {
    return null;
  }
}
