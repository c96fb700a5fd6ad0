/**
 * What an endpoint of the REST API is: a declaration over one operation of a service. The operation runs in process against the service's guarded
 * schema, so rights, row-level security, transactions and faults are exactly those of GraphQL; what goes in and out is described by the service's
 * contract. Whatever else speaks to programs (a server of tools for language models, say) reads the same declarations.
 */
import type { IncomingMessage } from 'node:http';
import type { ZodType } from 'zod';
import type { ApiScope } from '../../core/apiScopes.ts';
import type { NotFoundKey } from '../../core/faultTexts.ts';
import type { Uuid } from '../../core/id.ts';
import type { Config } from '../platform/config.ts';
import type { Actor, Database } from '../platform/tenancy.ts';

export const NOUNS = [
  'accounts',
  'debtors',
  'claims',
  'payments',
  'promises',
  'plans',
  'notes',
  'files',
  'events',
  'messages',
  'strategies',
  'triggers',
  'imports',
  'webhooks',
] as const;
export type Noun = (typeof NOUNS)[number];

export type Values = Readonly<Record<string, unknown>>;

/** How the operation gives its list in pages: by a cursor of its own, by counting, or all of it at once. */
export type Pages =
  | { readonly by: 'cursor'; readonly limit: string; readonly after: string; readonly most: number }
  | { readonly by: 'offset'; readonly limit: string; readonly offset: string; readonly most: number }
  /** By what the last entry says of itself. */
  | { readonly by: 'last'; readonly limit: string; readonly after: string; readonly of: string; readonly most: number }
  | { readonly by: 'whole' };

/** What takes a body that is not JSON, or not to be held in memory. */
export interface Taken {
  /** Variables of the operation. */
  readonly variables: Values;
  /** SHA-256 of the body, for requests that are sent twice. */
  readonly digest: string;
  /** The operation did not happen, or had happened before: takes back what was put somewhere meanwhile. */
  readonly undo: () => Promise<void>;
}

export interface Call {
  readonly database: Database;
  readonly config: Config;
  readonly clientId: Uuid;
  readonly actor: Actor;
  /** Those of path and query. */
  readonly values: Values;
  readonly contentType: string;
  readonly body: IncomingMessage;
}

export interface Body {
  /** Schema of the body by content type. */
  readonly types: Readonly<Record<string, object>>;
  readonly take: (call: Call) => Promise<Taken>;
}

export interface Endpoint {
  /** What it is called in descriptions, and would be as a tool. */
  readonly name: string;
  readonly noun: Noun;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /api/v1, with variables of the operation in braces. */
  readonly path: string;
  readonly scope: ApiScope;
  /** A few words. */
  readonly summary: string;
  /** What a caller must know besides; Markdown. */
  readonly description?: string;
  /** The service whose operation it is. */
  readonly service: string;
  /**
   * One operation with one root field. $clientId is the caller's; $revision comes from If-Match; what the path names from the path; the rest
   * are the query's parameters of GET and DELETE, or the body's fields.
   */
  readonly document: string;
  /** The variable, an input object, whose fields are the body's. */
  readonly body?: string;
  /** A body of another kind. */
  readonly takes?: Body;
  /** Schemas of values, by name: where the contract says less than there is to know, or of parameters beside the operation's variables. */
  readonly values?: Readonly<Record<string, ZodType>>;
  /** What the body or query gives -> variables, where they differ. @throws Fault INVALID_INPUT */
  readonly prepare?: (values: Values) => Values;
  readonly pages?: Pages;
  /** The parameter `wait`: whether the answer is worth no more waiting. */
  readonly isThere?: (data: unknown) => boolean;
  /** 200, or 201 of a POST that makes something. 204 answers nothing. */
  readonly status?: 200 | 201 | 202 | 204;
  /** Where what was made lies, below /api/v1. */
  readonly location?: (data: never) => string;
  /** What is said when the operation answers null. */
  readonly absent?: NotFoundKey;
  /** Values of path, query and body that would do something in the demo. */
  readonly example: Values;
  /** A body for the example, where it isn't JSON. */
  readonly exampleBody?: { readonly type: string; readonly text: string };
}

/** Declares an endpoint. */
export const defineEndpoint = (endpoint: Endpoint): Endpoint => endpoint;

/** Everything but a list over the whole client, which may be searched in many ways. */
export const isByKeys = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): boolean => method !== 'GET' || path.includes('{');

/** @returns the names in the braces of a path. */
export const pathNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
