import type { FaultWords } from '../../core/fault.ts';

/** A refusal of the server as a screen needs it: what kind, what to tell, which input field. */
export interface ServerFault {
  /** A FaultCode of core/fault.ts, or NETWORK when the server did not answer, or INTERNAL. */
  readonly code: string;
  readonly message: string;
  readonly field: string | null;
  /** What it says apart from any language, where the server sends it. */
  readonly words?: FaultWords | undefined;
  /** What else is wrong with the same field. */
  readonly also?: readonly ServerFault[];
}

const KNOWN = ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'INVALID_INPUT', 'CONFLICT', 'RATE_LIMITED', 'UNAVAILABLE', 'NETWORK'] as const;
export type KnownCode = (typeof KNOWN)[number] | 'INTERNAL';

/** @returns the kind of the fault for which there are texts. */
export function faultCode(fault: ServerFault): KnownCode {
  return KNOWN.find((known) => known === fault.code) ?? 'INTERNAL';
}

interface SaidOfField {
  readonly field?: unknown;
  readonly key?: unknown;
  readonly values?: unknown;
}
export interface GraphQLErrorLike {
  readonly message: string;
  readonly extensions?: SaidOfField & { readonly code?: unknown; readonly fields?: unknown };
}

/** A call that was answered without what it asked for. */
export class CallError extends Error {
  override name = 'CallError';
  readonly errors: readonly GraphQLErrorLike[];
  readonly statusCode: number | null;

  /**
   * @param errors what was said; empty when a proxy answered, or somebody who has no words.
   * @param statusCode the HTTP status where no GraphQL service answered; null when one did, and its errors tell all.
   */
  constructor(errors: readonly GraphQLErrorLike[], statusCode: number | null) {
    super(errors[0]?.message ?? `HTTP ${statusCode}`);
    this.errors = errors;
    this.statusCode = statusCode;
  }

  /** The codes of its errors. */
  get codes(): readonly unknown[] {
    return this.errors.map((each) => each.extensions?.code);
  }
}

/**
 * @param error anything a call threw. @returns its faults, at least one: a refusal that names several fields is one for each of them, with what
 * else is wrong with it.
 */
export function faultsOf(error: unknown): readonly ServerFault[] {
  const errors = (error as { errors?: readonly GraphQLErrorLike[] } | null)?.errors;
  if (Array.isArray(errors) && errors.length > 0) {
    return errors.flatMap(({ message, extensions }: GraphQLErrorLike) => {
      const code = typeof extensions?.code === 'string' ? extensions.code : 'INTERNAL';
      const fields = Array.isArray(extensions?.fields) ? (extensions.fields as (SaidOfField & { message: string })[]) : [];
      const faults = (fields.length > 0 ? fields : [{ ...extensions, message }]).map((one) => ({
        code,
        message: one.message,
        field: typeof one.field === 'string' ? one.field : null,
        words: wordsOf(one.key, one.values),
      }));
      return [...Map.groupBy(faults, ({ field }) => field).values()].map(([first, ...also]) => ({
        ...first!,
        ...(also.length > 0 && { also }),
      }));
    });
  }
  // A proxy without a server behind it says so by these; of all else without words of ours there is nothing to tell.
  const status = Number((error as { statusCode?: unknown } | null)?.statusCode);
  const code = error instanceof TypeError || (status >= 502 && status <= 504) ? 'NETWORK' : 'INTERNAL';
  return [{ code, message: error instanceof Error ? error.message : String(error), field: null }];
}

/** @returns what the server sent of a text's key and values, if it did. */
export function wordsOf(key: unknown, values: unknown): FaultWords | undefined {
  if (typeof key !== 'string') return undefined;
  return { key, values: typeof values === 'object' && values !== null ? (values as FaultWords['values']) : {} };
}

/** @returns the first fault of an error. */
export function faultOf(error: unknown): ServerFault {
  return faultsOf(error)[0]!;
}

/** @returns the refusal of an address outside of GraphQL, as something that faultsOf() reads. */
export async function refusalOf(response: Response): Promise<Error> {
  const { message = response.statusText, ...extensions } = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
  return new CallError(extensions.code ? [{ message, extensions }] : [], response.status);
}
