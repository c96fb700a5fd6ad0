/** The contracts of services as schemas without resolvers: to describe endpoints, and to write what a resolver answered as GraphQL would. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type GraphQLSchema, parse } from 'graphql';
import { createSchema } from 'graphql-yoga';
import { readContract } from '../platform/contract.ts';
import { SCALARS } from '../platform/scalars.ts';

const known = new Map<string, GraphQLSchema>();

/** @returns the schema of a service's contract; its fields are those of the values that it is given. */
export function contractSchema(service: string): GraphQLSchema {
  let schema = known.get(service);
  if (!schema) {
    const base = readFileSync(path.join(import.meta.dirname, '..', 'platform', 'base.graphql'), 'utf8');
    schema = createSchema({ typeDefs: [parse(base), parse(readContract(service))], resolvers: SCALARS });
    known.set(service, schema);
  }
  return schema;
}
