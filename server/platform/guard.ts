/** Stands in front of every resolver: token, membership, permission, and the client's transaction. */
import {
  defaultFieldResolver,
  type GraphQLFieldConfig,
  GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
} from 'graphql';
import { Fault, notFound } from '../../core/fault.ts';
import { isUuid, type Uuid } from '../../core/id.ts';
import { BUILT_IN_ROLES, holds, isPermission, type Permission } from '../../core/permissions.ts';
import type { Identity, Tokens } from './identity.ts';
import { type Database, inClient, type Tx } from './tenancy.ts';

/** What a resolver gets. `tx` and `clientId` exist when the operation's arguments name a client; `identity` unless it is @public. */
export interface RequestContext {
  readonly database: Database;
  readonly tokens: Tokens;
  /** The raw authorization header or socket parameter. */
  readonly authorization: string | null;
  readonly correlationId: Uuid;
  readonly ip: string;
  readonly http: HttpExchange | null;
  /** Where debtors and staff reach this installation; no slash at the end. */
  readonly publicUrl: string;
  readonly identity: Identity;
  readonly clientId: Uuid;
  readonly tx: Tx;
}

/** The part of the HTTP exchange that sign-in needs: its cookie. */
export interface HttpExchange {
  readonly cookie: (name: string) => string | undefined;
  readonly setCookie: (name: string, value: string, maxAgeSeconds: number) => void;
}

interface Rule {
  readonly domain: string;
  readonly action: string;
}

/** Puts the guard around every root field. @throws Error at start-up on a field with neither @can nor @public, or an unknown permission. */
export function guardSchema(schema: GraphQLSchema, service: string): GraphQLSchema {
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      const rule = ruleOf(field, `${service}.${type?.name}.${field.name}`);
      const inner = field.resolve ?? defaultFieldResolver;
      const readOnly = type === schema.getQueryType();
      field.resolve = async (parent, args, context: RequestContext, info) => {
        if (!rule) return inner(parent, args, context, info);
        const { identity, clientId } = await admit(context, args, rule);
        if (!clientId) return inner(parent, args, { ...context, identity }, info);
        const actor = { type: 'user', id: identity.userId } as const;
        return inClient(context.database, clientId, async (tx) => inner(parent, args, { ...context, identity, clientId, tx }, info), {
          actor,
          correlationId: context.correlationId,
          readOnly,
        });
      };
    }
  }
  for (const field of Object.values(schema.getSubscriptionType()?.getFields() ?? {})) {
    const rule = ruleOf(field, `${service}.Subscription.${field.name}`);
    const inner = field.subscribe;
    if (!inner || !rule) throw new Error(`${service}.${field.name}: a subscription needs @can and a subscribe function`);
    field.subscribe = async (parent, args, context: RequestContext, info) => {
      const { identity, clientId } = await admit(context, args, rule);
      return inner(parent, args, { ...context, identity, clientId }, info);
    };
  }
  return schema;
}

function ruleOf(field: Pick<GraphQLFieldConfig<unknown, unknown>, 'astNode'>, name: string): Rule | null {
  const directives = field.astNode?.directives ?? [];
  if (directives.some((directive) => directive.name.value === 'public')) return null;
  const can = directives.find((directive) => directive.name.value === 'can');
  const value = (key: string) => {
    const node = can?.arguments?.find((argument) => argument.name.value === key)?.value;
    return node?.kind === 'StringValue' ? node.value : '';
  };
  const rule = { domain: value('domain'), action: value('action') };
  if (!can) throw new Error(`${name} declares neither @can nor @public`);
  if (!isPermission(rule.domain, rule.action))
    throw new Error(`${name}: no permission ${rule.domain}/${rule.action} in core/permissions.ts`);
  return rule;
}

/** A client id that is not among the caller's is answered like one that does not exist. */
async function admit(context: RequestContext, args: Record<string, unknown>, rule: Rule): Promise<{ identity: Identity; clientId: Uuid }> {
  const identity = await context.tokens.verify(context.authorization);
  const named = clientIdOf(args);
  if (named === undefined) {
    if (!identity.groups.some((group) => allowed(group.role, rule))) throw forbidden(rule);
    return { identity, clientId: '' };
  }
  const groups = identity.groups.filter((group) => group.clientId === named);
  if (!isUuid(named) || groups.length === 0) throw notFound('Client');
  if (!groups.some((group) => allowed(group.role, rule))) throw forbidden(rule);
  return { identity, clientId: named };
}

/** The client an operation is about: its clientId argument, or that of its only input object. */
function clientIdOf(args: Record<string, unknown>): Uuid | undefined {
  if (typeof args.clientId === 'string') return args.clientId;
  for (const value of Object.values(args)) {
    const inner = (value as { clientId?: unknown } | null)?.clientId;
    if (typeof inner === 'string') return inner;
  }
  return undefined;
}

/** @returns the permissions of a role by its name; none for an unknown one. */
export function permissionsOf(role: string): readonly Permission[] {
  return BUILT_IN_ROLES.find((candidate) => candidate.name === role)?.permissions ?? [];
}

function allowed(role: string, rule: Rule): boolean {
  return holds(permissionsOf(role), rule.domain, rule.action);
}

function forbidden(rule: Rule): Fault {
  return new Fault('FORBIDDEN', `Your role does not hold ${rule.domain}/${rule.action}`);
}

/** @returns the root fields of a schema, with whether they name a client: for the tests that try every operation. */
export function rootFields(
  schema: GraphQLSchema,
): { kind: 'query' | 'mutation' | 'subscription'; name: string; namesClient: boolean; isPublic: boolean }[] {
  const kinds = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ] as const;
  return kinds.flatMap(([kind, type]) =>
    Object.values(type instanceof GraphQLObjectType ? type.getFields() : {}).map((field) => ({
      kind,
      name: field.name,
      isPublic: field.astNode?.directives?.some((directive) => directive.name.value === 'public') ?? false,
      namesClient: field.args.some((argument) => {
        const inner = getNamedType(argument.type);
        return argument.name === 'clientId' || (isInputObjectType(inner) && 'clientId' in inner.getFields());
      }),
    })),
  );
}
