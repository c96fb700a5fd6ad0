/** The description of the REST API as the server gives it, as far as the reference shows it. */
import { useQuery } from '@tanstack/react-query';
import { answers, KEPT_MS } from '../../../shell/answers.ts';

export interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly (string | null)[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly $ref?: string;
}
interface Content {
  readonly [type: string]: { readonly schema: Schema };
}
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly { readonly key?: readonly string[] }[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  readonly 'x-codeSamples'?: readonly { readonly lang: string; readonly label: string; readonly source: string }[];
}
export interface Description {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const ADDRESS = '/api/v1/openapi.json';

/** @returns the description that this installation serves, asked for once. */
export function useDescription() {
  return useQuery(
    {
      queryKey: [ADDRESS],
      // No query of a service: nothing that is written makes it old.
      meta: { fields: [] },
      gcTime: KEPT_MS,
      queryFn: async ({ signal }) => {
        const answer = await fetch(ADDRESS, { signal });
        if (!answer.ok) throw new Error(String(answer.status));
        return (await answer.json()) as Description;
      },
    },
    answers,
  );
}

/** @returns all calls in the order of the description. */
export const callsOf = ({ paths }: Description): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** @returns what a value is, in the words of JSON Schema, which programs read and which are the same in every language. */
export function typeText(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' | ');
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' | ');
  const types = [schema.type ?? 'any'].flat();
  return types
    .map((type) => (type === 'array' ? `${typeText(schema.items ?? {})}[]` : type === 'string' ? (schema.format ?? type) : type))
    .join(' | ');
}

/** @returns the object behind a schema, whether it is a component, a list of one, or may be null. */
export function objectOf(schema: Schema, components: Readonly<Record<string, Schema>>): Schema | null {
  if (schema.properties) return schema;
  if (schema.$ref !== undefined) return objectOf(components[schema.$ref.split('/').at(-1) ?? ''] ?? {}, components);
  if (schema.items) return objectOf(schema.items, components);
  const found = schema.anyOf?.map((each) => objectOf(each, components)).find((each) => each !== null);
  return found ?? null;
}
