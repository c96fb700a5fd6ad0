/** Errors of the REST API: application/problem+json (RFC 9457), with every wrong value by its place. */
import type { FastifyReply } from 'fastify';
import { Fault, faultDetails, type WrongField } from '../../core/fault.ts';
import { Refusal, refusalOf } from '../platform/http.ts';
import { presentError } from '../platform/service.ts';

/** One wrong value: where it stands in the body, as a JSON pointer in a fragment, or which parameter it is. */
export interface WrongValue {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly code: string;
  readonly detail: string;
}

/** What of the request is wrong, by the schema it should have. */
export class WrongValues extends Fault {
  readonly values: readonly WrongValue[];
  constructor(values: readonly WrongValue[]) {
    super('INVALID_INPUT', { key: 'apiValueWrong', values: {} });
    this.values = values;
  }
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'The request can’t be read',
  401: 'Not authenticated',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  406: 'Not acceptable',
  408: 'The request took too long to arrive',
  409: 'Conflict',
  410: 'Gone',
  412: 'Changed meanwhile',
  413: 'Too large',
  414: 'The address is too long',
  415: 'Unsupported content type',
  422: 'Values are wrong',
  429: 'Too many requests',
  500: 'Something went wrong on our side',
  503: 'Unavailable',
};
export const PROBLEM_STATUSES = Object.keys(TITLES).map(Number);

const STATUS: Readonly<Record<string, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  INVALID_INPUT: 422,
  CONFLICT: 409,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
  // The database was given its time, and needs longer: asking for less helps.
  EXECUTION_TIMEOUT: 503,
};
/** Where a fault's code says less than its text. */
const BY_KEY: Readonly<Record<string, number>> = { apiCursorOld: 410, apiPathNotFound: 404 };

export interface Problem {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** How the fields that faults name are found in what was sent. */
export interface Places {
  /** Names of parameters of path and query. */
  readonly parameters: ReadonlySet<string>;
  /** The variable whose fields are the body's. */
  readonly body: string | undefined;
  /** What parameters are called here that the operation calls otherwise. */
  readonly renamed: Readonly<Record<string, string>>;
}
const NOWHERE: Places = { parameters: new Set(), body: undefined, renamed: {} };

/** @returns an error as it is answered; a defect is logged under the number that the answer says. */
export function problemOf(error: unknown, places: Places = NOWHERE): Problem {
  const refusal = error instanceof Refusal ? error : error instanceof Fault ? null : refusalOf(error);
  const said = refusal ?? error;
  const { message, extensions } = presentError(said);
  const code = String(extensions.code ?? 'INTERNAL');
  const key = typeof extensions.key === 'string' ? extensions.key : code;
  // What GraphQL itself refuses of a value has no code of ours.
  const isValue = code === 'BAD_USER_INPUT' || (said as { name?: string }).name === 'GraphQLError';
  const status = refusal?.statusCode ?? BY_KEY[key] ?? STATUS[code] ?? (isValue && !extensions.incident ? 422 : 500);
  return {
    status:
      refusal instanceof Refusal && !(error instanceof Refusal) && status === 400 && refusal.words.key !== 'requestWrong' ? 422 : status,
    headers: {
      ...refusal?.headers,
      ...(status === 401 ? { 'www-authenticate': 'Bearer realm="quittance", error="invalid_token"' } : {}),
    },
    body: {
      type: `urn:quittance:problem:${kebab(status)}`,
      title: TITLES[status] ?? 'Refused',
      status,
      detail: message,
      code: key,
      ...(extensions.incident ? { instance: `urn:quittance:incident:${String(extensions.incident)}` } : {}),
      ...wrongValues(said, places),
    },
  };
}

function kebab(status: number): string {
  const names: Readonly<Record<number, string>> = {
    400: 'unreadable',
    401: 'unauthenticated',
    403: 'forbidden',
    404: 'not-found',
    405: 'method-not-allowed',
    406: 'not-acceptable',
    408: 'too-slow',
    409: 'conflict',
    410: 'gone',
    412: 'precondition-failed',
    413: 'too-large',
    414: 'address-too-long',
    415: 'unsupported-content-type',
    422: 'invalid-values',
    429: 'too-many-requests',
    500: 'internal',
    503: 'unavailable',
  };
  return names[status] ?? 'refused';
}

function wrongValues(error: unknown, places: Places): { errors?: readonly WrongValue[] } {
  if (error instanceof WrongValues) return { errors: error.values };
  if (!(error instanceof Fault) || error.field === undefined) return {};
  const all: readonly WrongField[] = error.fields ?? [{ field: error.field, words: error.words }];
  return { errors: all.map((each) => place(each, places)) };
}

/** A fault names "debtor.email" or "limit"; whoever sent it knows the body's /email and the parameter limit. */
function place({ field, words }: WrongField, { parameters, body, renamed }: Places): WrongValue {
  const { message } = faultDetails(new Fault('INVALID_INPUT', words, field, [{ field, words }])).fields![0]!;
  const [first = '', ...rest] = field.split('.');
  const said = { code: words.key, detail: message };
  const name = renamed[first] ?? first;
  if (parameters.has(name)) return { parameter: name, ...said };
  const path = first === body && rest.length > 0 ? rest : [first, ...rest];
  return { pointer: pointerTo(path), ...said };
}

/** @returns a place in the body as a fragment (RFC 6901, 6). Half a character, which a name in JSON can be and an address can't, is the sign for it. */
export const pointerTo = (path: readonly (string | number)[]): string =>
  `#${path.map((part) => `/${encodeURIComponent(String(part).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')}`;

/** Answers with what went wrong. */
export function answerProblem(error: unknown, reply: FastifyReply, places?: Places): FastifyReply {
  const { status, headers, body } = problemOf(error, places);
  return reply.status(status).headers(headers).type('application/problem+json; charset=utf-8').send(JSON.stringify(body));
}
