/** The way of every call: one address per service, the token, tries again where that is safe, one renewal of a lost session. */
import { REQUEST_TRIES } from '../../core/retry.ts';
import { CallError } from '../ui/fault.ts';
import { prefetchLater } from '../ui/later.ts';
import type { GraphqlDocument } from './document.ts';
import { answeringService } from './mocks.ts';
import { post } from './post.ts';
import { isUnreachable, lostServer } from './reachable.ts';
import { authorization, refresh } from './session.ts';
import { sleep } from './sleep.ts';
import { askSlowly } from './slow.ts';

export interface CallOptions {
  /** A mutation that may be repeated when its answer was lost. */
  readonly idempotent?: boolean | undefined;
  /** Gives the call up: nobody waits for its answer any more. */
  readonly signal?: AbortSignal | undefined;
}

/** The HTTP status of a server that asks for a pause. */
const TOO_MANY = 429;

/**
 * Sends an operation to its service and brings the answer.
 * @throws what faultsOf() reads; the signal's reason when it was given up.
 */
export async function call<Data, Variables>(
  service: string,
  document: GraphqlDocument<Data, Variables>,
  variables: Variables,
  options: CallOptions = {},
): Promise<Data> {
  const once = () => askSlowly(service, () => persist(service, document, variables, options), options.signal);
  began();
  try {
    try {
      return await once();
    } catch (error) {
      if (!(await mayRepeat(error))) throw error;
    }
    return await once();
  } catch (error) {
    if (isForbidden(error)) readRights();
    throw error;
  } finally {
    ended();
  }
}

/** Sends until it is answered, as far as trying again is safe. */
async function persist<Data, Variables>(
  service: string,
  document: GraphqlDocument<Data, Variables>,
  variables: Variables,
  { idempotent = false, signal }: CallOptions,
): Promise<Data> {
  for (let tries = 1; ; tries += 1) {
    try {
      // The client's figures may be made up meanwhile, and the token renewed.
      const address = `/api/${answeringService(service, document.fields)}`;
      return await post(address, document, variables, authorization(), signal);
    } catch (error) {
      signal?.throwIfAborted();
      // Everybody hears that the server is gone, at the first call that does not reach it.
      if (isUnreachable(error)) lostServer();
      if (tries >= REQUEST_TRIES.tries || !mayRetry(error, document.kind === 'mutation', idempotent)) throw error;
    }
    await sleep(Math.random() * REQUEST_TRIES.delayMs * 2 ** tries, signal);
  }
}

/** @returns whether the same call may go out again: the network failed or the server did (5xx), and repeating does no harm. */
export function mayRetry(error: unknown, isMutation: boolean, idempotent: boolean): boolean {
  const status = error instanceof CallError ? error.statusCode : null;
  // Whoever asks too often was turned away before anything was done.
  if (status === TOO_MANY) return true;
  if (isMutation && !idempotent) return false;
  return status === null ? error instanceof TypeError : status >= 500;
}

/**
 * A refused call ends there: the session is renewed, once, and whoever is not signed in any more comes out at /logout (specification 1,
 * section 8). @returns whether the call may be repeated: its token was refused, so nothing was done of it, and there is a new one.
 */
async function mayRepeat(error: unknown): Promise<boolean> {
  if (!(error instanceof CallError)) return false;
  const status = error.statusCode ?? 0;
  const refused = status === 401 || error.codes.includes('UNAUTHENTICATED');
  if (!refused && (status < 400 || status >= 500 || status === TOO_MANY)) return false;
  return (await refresh()) && refused;
}

const isForbidden = (error: unknown) => error instanceof CallError && error.codes.includes('FORBIDDEN');

const forbidden = new Set<() => void>();
/** Rights are read anew at most this often because of refusals, ms. */
const RIGHTS_MS = 10_000;
let rightsReadAt = Number.NEGATIVE_INFINITY;

/** Hears that the server refused what the user's rights, as this tab knows them, allow. @returns what ends the listening. */
export function onForbidden(listener: () => void): () => void {
  forbidden.add(listener);
  return () => forbidden.delete(listener);
}

function readRights(): void {
  if (performance.now() - rightsReadAt < RIGHTS_MS) return;
  rightsReadAt = performance.now();
  for (const listener of forbidden) listener();
}

/** The screen stands when it has asked for nothing for this long, ms. */
const QUIET = 1_000;
let open = 0;
let quiet: ReturnType<typeof setTimeout> | undefined;

function began(): void {
  open += 1;
  clearTimeout(quiet);
}

function ended(): void {
  open -= 1;
  if (open === 0) quiet = setTimeout(prefetchLater, QUIET);
}
