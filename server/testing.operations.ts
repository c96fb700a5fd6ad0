/** What tests that try every operation share: the cases of the services, and documents that ask for everything. */
import { globSync } from 'node:fs';
import path from 'node:path';
import {
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
  isUnionType,
} from 'graphql';
import type { Uuid } from '../core/id.ts';
import type { Cases } from './platform/cases.ts';
import type { OwnedDatabase } from './platform/owned.ts';

const FIRST = ['account', 'finance'];
const folder = path.join(import.meta.dirname, 'services');
const names = globSync('*/*.cases.ts', { cwd: folder })
  .map((file) => path.dirname(file))
  .sort((a, b) => (FIRST.indexOf(a) + 1 || 99) - (FIRST.indexOf(b) + 1 || 99) || a.localeCompare(b));
/** How each service's operations are called, in the order in which clients are seeded. */
export const CASES: ReadonlyMap<string, Cases> = new Map(
  await Promise.all(
    names.map(async (name) => [name, ((await import(path.join(folder, name, `${name}.cases.ts`))) as { cases: Cases }).cases] as const),
  ),
);

/** A document that selects every leaf of the answer, three levels deep. */
export function documentOf(schema: GraphQLSchema, kind: 'query' | 'mutation' | 'subscription', name: string): string {
  const types = { query: schema.getQueryType(), mutation: schema.getMutationType(), subscription: schema.getSubscriptionType() };
  const field = types[kind]?.getFields()[name] as GraphQLField<unknown, unknown>;
  const select = (type: GraphQLOutputType, depth: number): string => {
    const inner = getNamedType(type);
    if (isLeafType(inner)) return '';
    if (isUnionType(inner)) return ' { __typename }';
    if (!isObjectType(inner)) return '';
    const fields = Object.values(inner.getFields())
      .filter((each) => isLeafType(getNamedType(each.type)) || depth < 3)
      .map((each) => each.name + select(each.type, depth + 1))
      // What has nothing to show at this depth is left out.
      .filter((each) => !each.endsWith(' {  }'));
    return ` { ${fields.join(' ')} }`;
  };
  const declared = field.args.map((argument) => `$${argument.name}: ${argument.type}`).join(', ');
  const passed = field.args.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
  return `${kind}${declared ? ` (${declared})` : ''} { ${name}${passed ? `(${passed})` : ''}${select(field.type, 1)} }`;
}

/** A digest of every row of a client in every table. */
export async function fingerprintOf(database: OwnedDatabase, clientId: Uuid): Promise<string> {
  const { rows: tables } = await database.owner.query<{ table_name: string }>(
    `select table_name from information_schema.columns where table_schema = 'public' and column_name = 'client_id' order by 1`,
  );
  const parts: string[] = [];
  for (const { table_name } of tables) {
    const { rows } = await database.owner.query<{ digest: string | null }>(
      `select md5(string_agg(t::text, '|' order by t::text)) as digest from "${table_name}" t where client_id = $1`,
      [clientId],
    );
    parts.push(`${table_name}:${rows[0]?.digest ?? ''}`);
  }
  return parts.join('\n');
}
