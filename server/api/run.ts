/** Runs an endpoint's operation in process, as a request to the service's own endpoint would be run, and makes the HTTP answer of it. */
import { execute, type GraphQLSchema } from 'graphql';
import { notFound } from '../../core/fault.ts';
import type { RequestContext } from '../platform/guard.ts';
import type { Answer } from '../services/api/api.answer.logic.ts';
import type { Compiled } from './compile.ts';
import { tagOf } from './conditions.ts';
import { contractSchema } from './contracts.ts';
import type { Values } from './endpoint.ts';
import { pageOf } from './pages.ts';

/** @returns what the operation answers. @throws whatever it is refused with. */
export async function run(
  { document, rootKey }: Pick<Compiled, 'document' | 'rootKey'>,
  schema: GraphQLSchema,
  variableValues: Values,
  { rootValue, contextValue }: { rootValue?: unknown; contextValue?: Partial<RequestContext> },
): Promise<unknown> {
  const { data, errors } = await execute({ schema, document, variableValues, rootValue, contextValue });
  const [error] = errors ?? [];
  if (error) throw error.originalError ?? error;
  return data?.[rootKey];
}

/** @returns what a resolver gave, as the answer will say it: for what must be kept before the transaction is over. */
export const present = (compiled: Compiled, variables: Values, result: unknown): Promise<unknown> =>
  run(compiled, contractSchema(compiled.endpoint.service), variables, { rootValue: { [compiled.rootField]: result } });

/** @returns the HTTP answer. @throws Fault NOT_FOUND when there is nothing where something was asked for. */
export function answerOf({ endpoint, status, answer }: Compiled, variables: Values, data: unknown): Answer {
  if (data === null || data === undefined) throw notFound(endpoint.absent ?? 'apiPathNotFound');
  if (answer === null) return { status, headers: {}, body: '' };
  const said = pageOf(endpoint, variables, data);
  const body = JSON.stringify(said);
  const location = endpoint.location?.(data as never);
  return {
    status,
    headers: { etag: tagOf(said, body), ...(location === undefined ? {} : { location: `/api/v1${location}` }) },
    body,
  };
}
