/** The tools of assistants, made of the endpoints' declarations: what reads is called, what changes something is proposed. */
import type { ApiScope } from '../../../core/apiScopes.ts';
import type { Parameter } from '../compile.ts';
import type { Components, JsonSchema } from '../schemas.ts';
import { markedSchema } from './mark.ts';
import { isProposable, type Ready } from './proposals.ts';

export interface Tool {
  readonly name: string;
  /** That a key must have; null: any key will do. */
  readonly scope: ApiScope | null;
  /** The endpoint; null: what proposals became. */
  readonly ready: Ready | null;
  /** As the protocol lists it. */
  readonly listed: {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly inputSchema: JsonSchema & { readonly type: 'object' };
    readonly outputSchema: JsonSchema & { readonly type: 'object' };
    readonly annotations: Readonly<Record<string, boolean | string>>;
  };
}

/** Characters of why something is proposed. */
export const MOST_WORDS = 1000;
/** Waiting holds a request, and an assistant with it. */
const NOT_ASKED: ReadonlySet<string> = new Set(['wait']);

const PROPOSED = {
  type: 'object',
  properties: {
    proposalId: { type: 'string' },
    status: { type: 'string', enum: ['open'] },
    expiresAt: { type: 'string', format: 'date-time', description: 'If nobody decides by then, it is over.' },
    link: { type: 'string', description: 'Where people see it and decide. Pass it on.' },
    next: { type: 'string', description: 'What happens now.' },
  },
  required: ['proposalId', 'status', 'expiresAt', 'link', 'next'],
  additionalProperties: false,
} as const;

/** The protocol's answers are objects; what answers something else has it as its result. */
export const isObjectOf = (schema: JsonSchema): boolean => schema.type === 'object';

const nullable = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
const moment = { type: 'string', format: 'date-time' };
const LIST = {
  type: 'object',
  properties: {
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          proposalId: { type: 'string' },
          tool: { type: 'string', description: 'The tool that it was made with.' },
          status: { type: 'string', enum: ['open', 'confirmed', 'rejected', 'expired'] },
          accountId: nullable({ type: 'string' }),
          externalClaimRef: nullable({ type: 'string' }),
          createdAt: moment,
          expiresAt: moment,
          decidedAt: nullable(moment),
          note: nullable({ type: 'string', description: 'What whoever rejected it said.' }),
          link: { type: 'string' },
        },
        required: ['proposalId', 'tool', 'status', 'accountId', 'externalClaimRef', 'createdAt', 'expiresAt', 'decidedAt', 'note', 'link'],
        additionalProperties: false,
      },
    },
    next: { type: ['string', 'null'], description: 'Hand it in as after for the next page; null after the last one.' },
  },
  required: ['items', 'next'],
  additionalProperties: false,
} as const;

/** @returns what a tool that proposes an endpoint's call is named: its name says that it doesn't do it. */
export const proposingName = (name: string): string => `propose${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** @returns all tools, in the order of the endpoints. @throws Error for an endpoint whose values can't stand in one object */
export function toolsOf(all: readonly Ready[], components: Components): readonly Tool[] {
  const tools = all.flatMap((ready): Tool[] => {
    const { endpoint } = ready;
    if (endpoint.method === 'GET') return [reading(ready, components)];
    return isProposable(endpoint) ? [proposing(ready, components)] : [];
  });
  return [...tools, OWN_PROPOSALS];
}

function reading(ready: Ready, components: Components): Tool {
  const { endpoint, answer } = ready;
  const output = rooted(markedSchema(answer ?? {}, components));
  const whole = isObjectOf(output)
    ? output
    : { type: 'object', properties: { result: output }, required: ['result'], additionalProperties: false };
  return {
    name: endpoint.name,
    scope: endpoint.scope,
    ready,
    listed: {
      name: endpoint.name,
      title: endpoint.summary,
      description: wordsOf(ready),
      inputSchema: inputOf(ready, components, {}),
      outputSchema: whole as Tool['listed']['outputSchema'],
      annotations: { title: endpoint.summary, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
  };
}

function proposing(ready: Ready, components: Components): Tool {
  const { endpoint } = ready;
  const name = proposingName(endpoint.name);
  const title = `Propose: ${endpoint.summary}`;
  const why = {
    type: 'string',
    minLength: 1,
    maxLength: MOST_WORDS,
    description: 'Why this should be done, for the person who decides: what you saw, and where. They read it beside the values.',
  };
  return {
    name,
    scope: endpoint.scope,
    ready,
    listed: {
      name,
      title,
      description: `Proposes this: ${wordsOf(ready).replace(ABOUT_ANSWERS, '')}\n\nNothing is done by calling this. A person must confirm it in Quittance first, and may reject it.`,
      inputSchema: inputOf(ready, components, { why }),
      outputSchema: PROPOSED,
      annotations: { title, readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
  };
}

const OWN_PROPOSALS: Tool = {
  name: 'listProposals',
  scope: null,
  ready: null,
  listed: {
    name: 'listProposals',
    title: 'List your proposals',
    description: 'What you proposed with this key and what people made of it, the newest first. Without `status`: all.',
    inputSchema: {
      type: 'object',
      properties: {
        status: { type: 'string', enum: ['open', 'confirmed', 'rejected', 'expired'] },
        accountId: { type: 'string' },
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
        after: { type: 'string', maxLength: 100, description: 'The next of the page before.' },
      },
      additionalProperties: false,
    },
    outputSchema: LIST,
    annotations: { title: 'List your proposals', readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
};

/** @returns the schema with its root said in place. */
function rooted(schema: JsonSchema): JsonSchema {
  if (typeof schema.$ref !== 'string') return schema;
  const { $ref, ...rest } = schema;
  const defs = schema.$defs as Readonly<Record<string, JsonSchema>>;
  return { ...defs[($ref as string).split('/').at(-1)!], ...rest };
}

/** What programs must know of a way to send things, and assistants needn't. */
const ABOUT_SENDING = /\s*[^.]*(`Idempotency-Key`|ETag)[^.]*\.(?=\s|$)/g;
/** What a proposal doesn't answer, and whose it isn't. */
const ABOUT_ANSWERS = /\s*(Answers |The note’s `userId`)[^.]*\.(?=\s|$)/g;
const wordsOf = ({ endpoint: { summary, description } }: Ready): string =>
  [`${summary}.`, description?.replace(ABOUT_SENDING, '').trim()].filter(Boolean).join(' ');

function inputOf({ endpoint, parameters, body }: Ready, components: Components, more: Readonly<Record<string, JsonSchema>>) {
  const asked = parameters.filter(({ name }) => !NOT_ASKED.has(name));
  const fields = (body?.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const names = [...asked.map(({ name }) => name), ...Object.keys(fields), ...Object.keys(more)];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`endpoint ${endpoint.name}: ${twice} is a parameter and a field, or what proposals ask`);
  const schemas = { ...Object.fromEntries(asked.map(({ name, schema }: Parameter) => [name, schema])), ...fields, ...more };
  const required = [
    ...asked.filter((each) => each.required).map(({ name }) => name),
    ...((body?.required ?? []) as readonly string[]),
    ...Object.keys(more),
  ];
  return markedSchema(
    { type: 'object', properties: schemas, required, additionalProperties: false },
    components,
  ) as Tool['listed']['inputSchema'];
}
