/** Which endpoints programs may propose to call, and how what people confirm is called. */
import type { GraphQLSchema } from 'graphql';
import { type Rule, rootFields } from '../../platform/guard.ts';
import type { ProposedOperation } from '../../services/api/api.operations.ts';
import type { Compiled } from '../compile.ts';
import { type Endpoint, isByKeys } from '../endpoint.ts';
import type { Readers } from '../read.ts';
import { run } from '../run.ts';
import { readTogether, variablesOf } from '../variables.ts';

/** An endpoint that can be called. */
export interface Ready extends Compiled {
  readonly schema: GraphQLSchema;
  readonly readers: Readers;
}

/** Endpoints of which a half would be done: the bytes of an announced file can't be proposed. */
const HALVES: ReadonlySet<string> = new Set(['announceFile']);

/**
 * @returns whether an endpoint's call can be proposed. Files and rows can't; and where data are sent to is no question for somebody who reads
 * what debtors write.
 */
export const isProposable = ({ name, noun, method, takes }: Endpoint): boolean =>
  method !== 'GET' && !takes && noun !== 'webhooks' && !HALVES.has(name);

/** @returns what can be proposed, by the endpoint's name. */
export function proposable(all: readonly Ready[]): ReadonlyMap<string, ProposedOperation> {
  const rules = new Map<GraphQLSchema, ReadonlyMap<string, readonly Rule[]>>();
  const rulesOf = ({ schema, rootField }: Ready) => {
    let known = rules.get(schema);
    if (!known) {
      known = new Map(rootFields(schema).map((field) => [field.name, field.rules]));
      rules.set(schema, known);
    }
    return known.get(rootField)!;
  };
  return new Map(
    all
      .filter(({ endpoint }) => isProposable(endpoint))
      .map((ready) => [
        ready.endpoint.name,
        {
          summary: ready.endpoint.summary,
          rules: rulesOf(ready),
          run: async (context, input, within) => {
            // As the person whom the context names, whose rights the guard asks for once more.
            const { identity, clientId } = context;
            const variables = variablesOf(ready, readTogether(ready, ready.readers, input), clientId, null);
            return run(ready, ready.schema, variables, {
              contextValue: {
                ...context,
                tokens: { ...context.tokens, verify: async () => identity },
                takeOperation: () => {},
                byKeys: isByKeys(ready.endpoint),
                within,
              },
            });
          },
        },
      ]),
  );
}
