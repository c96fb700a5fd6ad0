/** Stands in front of every resolver: token, membership, permission, and the client's transaction. */
import {
  defaultFieldResolver,
  type GraphQLFieldConfig,
  type GraphQLFieldResolver,
  GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
} from 'graphql';
import { Fault, missingPermission, notFound } from '../../core/fault.ts';
import { holds, type Permission } from '../../core/holds.ts';
import { isUuid, type Uuid } from '../../core/id.ts';
import { type Domain, isPermission } from '../../core/permissions.ts';
import { accessOf } from './access.ts';
import { actorOf, type Identity } from './caller.ts';
import type { Tokens } from './identity.ts';
import { count } from './metrics.ts';
import { seenBy } from './partnerReach.ts';
import { noting } from './refusals.ts';
import { type Database, inClient, READERS, type Tx } from './tenancy.ts';
import { traced } from './tracing.ts';
import { Turns } from './turns.ts';

/** What a resolver gets. `tx` and `clientId` exist when the operation's arguments name a client; `identity` unless it is @public. */
export interface RequestContext {
  readonly database: Database;
  readonly tokens: Tokens;
  /** The raw authorization header or socket parameter. */
  readonly authorization: string | null;
  readonly correlationId: Uuid;
  readonly ip: string;
  /** Whether the request came with a good token; what a caller may do is for admit() to say. */
  readonly isSignedIn: boolean;
  /** Counts a try to sign in by the caller's address. @throws Refusal RATE_LIMITED */
  readonly takeSignIn: () => void;
  /** Counts an operation of a signed-in person: a request may hold many under other names. @throws Refusal RATE_LIMITED */
  readonly takeOperation: (userId: Uuid) => void;
  readonly http: HttpExchange | null;
  /** Where debtors and staff reach this installation; no slash at the end. */
  readonly publicUrl: string;
  readonly identity: Identity;
  readonly clientId: Uuid;
  /** What the caller holds in the client. */
  readonly permissions: readonly Permission[];
  readonly tx: Tx;
  /** Work that must wait until the transaction has ended well; the answer waits for it. */
  readonly afterCommit: (work: () => void | Promise<void>) => void;
  /** Stands around the resolver in its transaction, for what must be kept with its effect or not at all: the answer to a request that may be sent twice. */
  readonly within?: (tx: Tx, work: () => unknown) => unknown;
  /** The operation is about few things that it names by their keys (tenancy.ts). */
  readonly byKeys?: boolean;
}

/** What is left to do when the transaction has ended. */
class Rest {
  readonly work: () => unknown;
  constructor(work: () => unknown) {
    this.work = work;
  }
}

/**
 * What a resolver returns that has read all it needs, and takes its time to make something of it, e.g. in a thread: meanwhile nobody else
 * goes without its connection. @param work makes the answer; it has no transaction any more.
 */
export const afterReading = <Result>(work: () => Promise<Result>): Promise<Result> => new Rest(work) as unknown as Promise<Result>;

/** The part of the HTTP exchange that sign-in needs: its cookie. */
export interface HttpExchange {
  /** A cookie of setCookie(): no script can read it. */
  readonly cookie: (name: string) => string | undefined;
  /** A cookie that our pages' scripts set. */
  readonly pageCookie: (name: string) => string | undefined;
  /** The languages the browser asks for, most wanted first. */
  readonly languages: string;
  readonly setCookie: (name: string, value: string, maxAgeSeconds: number) => void;
}

/** Mutations of strangers that cost no password's hash: every tab renews its session, and whoever leaves must not be held up. */
const CHEAP: ReadonlySet<string> = new Set(['refreshSession', 'signOut']);

/** One connection is always left for somebody else, whatever one person asks for at once; a screen's questions follow one another fast. */
const reading = new Turns(READERS - 1);
const writing = new Turns(5);

export interface Rule {
  readonly domain: string;
  readonly action: string;
}

/** Puts the guard around every root field. @throws Error at start-up on a field with neither @can nor @public, or an unknown permission. */
export function guardSchema(schema: GraphQLSchema, service: string): GraphQLSchema {
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      const rules = rulesOf(field, `${service}.${type?.name}.${field.name}`);
      const inner = field.resolve ?? defaultFieldResolver;
      const readOnly = type === schema.getQueryType() && !isMarked(field, 'writes');
      const operation = `${service}.${field.name}`;
      field.resolve = watched(service, field.name, async (parent, args, context: RequestContext, info) => {
        if (!rules) {
          if (!readOnly && !CHEAP.has(field.name)) context.takeSignIn();
          return inner(parent, args, context, info);
        }
        const { identity, clientId, permissions } = await admit(context, args, rules, operation);
        context.takeOperation(identity.userId);
        if (!clientId) {
          const asked = { identity, clientIds: clientsOf(identity), operation };
          return noting(context, asked, () => inner(parent, args, { ...context, identity, permissions }, info));
        }
        const actor = actorOf(identity);
        const database = seenBy(context.database, identity, clientId);
        const within = context.within ?? ((_tx: Tx, work: () => unknown) => work());
        const after = new Set<() => void | Promise<void>>();
        const admitted = {
          ...context,
          database,
          identity,
          clientId,
          permissions,
          afterCommit: (work: () => void | Promise<void>) => void after.add(work),
        };
        const leave = await (readOnly ? reading : writing).take(identity.userId);
        let result: unknown;
        try {
          const { correlationId } = context;
          result = await noting(context, { identity, clientIds: [clientId], operation }, () =>
            inClient(database, clientId, async (tx) => within(tx, () => inner(parent, args, { ...admitted, tx }, info)), {
              actor,
              correlationId,
              readOnly,
              byKeys: context.byKeys ?? false,
            }),
          );
        } finally {
          // Whoever comes next needs the connection; the rest needs none.
          leave();
        }
        const answer = result instanceof Rest ? await result.work() : result;
        for (const work of after) await work();
        return answer;
      });
    }
  }
  for (const field of Object.values(schema.getSubscriptionType()?.getFields() ?? {})) {
    const rules = rulesOf(field, `${service}.Subscription.${field.name}`);
    const inner = field.subscribe;
    if (!inner || !rules) throw new Error(`${service}.${field.name}: a subscription needs @can and a subscribe function`);
    field.subscribe = async (parent, args, context: RequestContext, info) => {
      const operation = `${service}.${field.name}`;
      const admitted = await admit(context, args, rules, operation);
      const { identity, clientId } = admitted;
      const clientIds = clientId ? [clientId] : clientsOf(identity);
      const database = clientId ? seenBy(context.database, identity, clientId) : context.database;
      return noting(context, { identity, clientIds, operation }, () => inner(parent, args, { ...context, ...admitted, database }, info));
    };
  }
  return schema;
}

/** Counts an operation by how it ended, and puts it into the trace. */
function watched(service: string, operation: string, resolve: GraphQLFieldResolver<unknown, RequestContext>): typeof resolve {
  return async (...given) => {
    try {
      const result = await traced(`${service}.${operation}`, {}, async () => resolve(...given));
      count.operation(service, operation, 'ok');
      return result;
    } catch (error) {
      const code = error instanceof Fault ? error.code : 'INTERNAL';
      count.operation(service, operation, code);
      throw error;
    }
  };
}

const isMarked = ({ astNode }: Pick<GraphQLFieldConfig<unknown, unknown>, 'astNode'>, directive: string) =>
  astNode?.directives?.some(({ name }) => name.value === directive) ?? false;

/** @returns what a caller must hold, all of it; null for a public field. */
function rulesOf(field: Pick<GraphQLFieldConfig<unknown, unknown>, 'astNode'>, name: string): readonly Rule[] | null {
  if (isMarked(field, 'public')) return null;
  const rules = (field.astNode?.directives ?? [])
    .filter((directive) => directive.name.value === 'can')
    .map((can) => {
      const value = (key: string) => {
        const node = can.arguments?.find((argument) => argument.name.value === key)?.value;
        return node?.kind === 'StringValue' ? node.value : '';
      };
      return { domain: value('domain'), action: value('action') };
    });
  if (rules.length === 0) throw new Error(`${name} declares neither @can nor @public`);
  const unknown = rules.find((rule) => !isPermission(rule.domain, rule.action));
  if (unknown) throw new Error(`${name}: no permission ${unknown.domain}/${unknown.action} in core/permissions.ts`);
  return rules;
}

interface Admitted {
  readonly identity: Identity;
  readonly clientId: Uuid;
  readonly permissions: readonly Permission[];
}

/** A client id that is not among the caller's is answered like one that does not exist. */
async function admit(context: RequestContext, args: Record<string, unknown>, rules: readonly Rule[], operation: string): Promise<Admitted> {
  const identity = await context.tokens.verify(context.authorization);
  const access = accessOf(context.database);
  const named = clientIdOf(args);
  const missing = (permissions: readonly Permission[]) => rules.find((rule) => !holds(permissions, rule.domain, rule.action));
  const refuse = (clientIds: readonly Uuid[], { domain, action }: Rule) =>
    noting(context, { identity, clientIds, operation }, () => {
      throw missingPermission(`${domain}/${action}`);
    });
  if (named === undefined) {
    const clientIds = clientsOf(identity);
    for (const clientId of clientIds) {
      const permissions = await access.permissionsOf(identity, clientId);
      if (!missing(permissions)) return { identity, clientId: '', permissions };
    }
    return refuse(clientIds, rules[0]!);
  }
  if (!isUuid(named) || !identity.groups.some((group) => group.clientId === named)) throw notFound('clientNotFound');
  const permissions = await access.permissionsOf(identity, named);
  const refused = missing(permissions);
  if (refused) return refuse([named], refused);
  return { identity, clientId: named, permissions };
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

/** For what only some uses of an operation need beside its @can, e.g. an account that may be named or not. @throws Fault FORBIDDEN */
export function requirePermission({ permissions }: RequestContext, domain: Domain, action: string): void {
  if (!holds(permissions, domain, action)) throw missingPermission(`${domain}/${action}`);
}

const clientsOf = ({ groups }: Identity): Uuid[] => [...new Set(groups.map((group) => group.clientId))];

/** @returns the root fields of a schema, with whether they name a client and what they demand: for the tests that try every operation. */
export function rootFields(
  schema: GraphQLSchema,
): { kind: 'query' | 'mutation' | 'subscription'; name: string; namesClient: boolean; isPublic: boolean; rules: readonly Rule[] }[] {
  const kinds = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ] as const;
  return kinds.flatMap(([kind, type]) =>
    Object.values(type instanceof GraphQLObjectType ? type.getFields() : {}).map((field) => ({
      kind,
      name: field.name,
      isPublic: isMarked(field, 'public'),
      rules: rulesOf(field, field.name) ?? [],
      namesClient: field.args.some((argument) => {
        const inner = getNamedType(argument.type);
        return argument.name === 'clientId' || (isInputObjectType(inner) && 'clientId' in inner.getFields());
      }),
    })),
  );
}
