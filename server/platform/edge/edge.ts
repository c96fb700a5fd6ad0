/**
 * What every request passes before it costs anything: the length of its address, whose page it comes from, how often its sender knocks, and
 * how large its body may be. docs/decisions/edge.md has the numbers and their reasons.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Fault, fault } from '../../../core/fault.ts';
import type { Identity } from '../caller.ts';
import type { Config } from '../config.ts';
import { answerFault, Refusal } from '../http.ts';
import type { Tokens } from '../identity.ts';
import { watchArrival } from './arrival.ts';
import { parseJson, readText, tooLarge } from './body.ts';
import { Brake } from './brake.ts';
import { foreignRefusal, isForeign, type Origins, originsOf } from './origins.ts';
import { addressKey, Rate, tooManyRequests } from './rates.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sends the request, where its token is good; of /api only. */
    caller: Identity | null;
  }
  interface FastifyContextConfig {
    /** Bytes of JSON that a caller with a valid token may send here; everybody else MOST_BYTES. */
    mostBytes?: number;
  }
}

/** Bytes of JSON anybody may send; the application's largest ordinary call has a tenth. */
export const MOST_BYTES = 256 * 1024;
/** Characters of an address; a list's filter is the longest part of ours, 8,000. */
export const MOST_ADDRESS = 10_000;
/** Requests a minute of one address on the debtor's page; a debtor needs a handful, and a carrier's customers may share one. */
export const DEBTORS_PER_MINUTE = 300;
/** Bytes of JSON that somebody without a token may send: signing in takes a few hundred. */
export const MOST_BYTES_OF_STRANGERS = 32 * 1024;
/** Of a minute's amount a part comes at once, but never less than this: a flood has had its share within moments. */
const LEAST_AT_ONCE = 100;
/** Pages of the staff's application a minute of one address, and addresses that lead nowhere; assets are not counted. */
const PAGES_PER_MINUTE = 600;
/** Of a person's operations so many may come at once: a screen asks for twenty, and its slowest questions cost half a second. */
const OPERATIONS_AT_ONCE = 300;
/** Requests a minute of one address to what mail programs and providers call: one of them reports on everybody's messages. */
const MACHINES_PER_MINUTE = 30_000;

export interface Edge {
  readonly isOwn: Origins;
  /** Tries to sign in, by address. */
  readonly signIns: Rate;
  /** What signed-in people ask for, by their id. */
  readonly people: Rate;
  /** Operations in those requests, by the same id: one document may name many. */
  readonly operations: Rate;
  /** For what is refused after the edge was passed: a try to sign in too many. */
  readonly brake: Brake;
}

/** Checks the keys of the REST API, as tokens are checked elsewhere (services/api). */
export interface Callers {
  readonly isKnown: (authorization: string) => boolean;
  readonly verify: (authorization: string, address: string) => Promise<Identity>;
}

/** Addresses of the REST API. */
export const API_ROOT = '/api/v1';

/** Whether an origin is a domain of the client whose debtor's page has this address: a page of ours, for that page alone. */
export type DebtorsHome = (origin: string, address: string) => Promise<boolean>;

type Room = 'open' | 'portal' | 'api' | 'other' | 'page' | 'free';

/**
 * @param route a route's pattern, undefined where none fits. open: called by other people's servers and mail programs, each signed or
 * unguessable. page: the staff's application under whatever address, and what leads nowhere. free: files of the applications, and what an
 * operator's probes ask.
 */
function roomOf(route: string | undefined): Room {
  if (route === undefined || route === '/') return 'page';
  if (/^\/(assets|p\/assets)\/|^\/(healthz|livez|readyz(\/:check)?|metrics)$/.test(route)) return 'free';
  if (/^\/(t|hooks)\/|^\/api\/payments\//.test(route)) return 'open';
  if (route.startsWith('/p/')) return 'portal';
  return route.startsWith('/api/') ? 'api' : 'other';
}

/** Adds the checks and the reader of JSON to the server, before its routes. */
export function mountEdge(
  app: FastifyInstance,
  { config, tokens, callers, isDebtorsHome }: { config: Config; tokens: Tokens; callers: Callers; isDebtorsHome: DebtorsHome },
): Edge {
  const isOwn = originsOf(config, app.server);
  const strangers = steady(config.rates.perAddress);
  const unproved = steady(config.rates.perAddress);
  const people = steady(config.rates.perPerson);
  const operations = steady(config.rates.perPerson, OPERATIONS_AT_ONCE);
  /** What programs ask for, by their key. */
  const programs = steady(config.rates.perPerson);
  // All at once: a mail to thousands is opened by many behind the same carrier.
  const debtors = new Rate(DEBTORS_PER_MINUTE);
  const pages = steady(PAGES_PER_MINUTE);
  /** What pages of others send counts apart: none of them shuts out the people behind the same address. */
  const foreign = steady(config.rates.perAddress);
  const machines = steady(MACHINES_PER_MINUTE);
  /** What was refused of it: whoever has no right signature or number has fewer tries. */
  const failures = steady(config.rates.perAddress);
  const brake = new Brake();
  const isAtHome = async (headers: IncomingHttpHeaders, address: string) => {
    const origin = headers.origin ?? '';
    if (origin === '' || isForeign(headers, (each) => each === origin)) return false;
    return isDebtorsHome(origin, address);
  };
  /** @param seconds 0 lets the request through. @throws Refusal 429, late */
  const slowDown = async (seconds: number, key: string, request: IncomingMessage) => {
    if (seconds === 0) return;
    await brake.hold(key, request);
    throw tooManyRequests(seconds);
  };
  app.decorateRequest('caller', null);
  app.setErrorHandler((error, _request, reply) => answerFault(error, reply));

  app.addHook('onRequest', async (request, reply) => {
    const { raw, headers, method } = request;
    watchArrival(raw);
    const address = raw.url ?? '';
    if (address.startsWith('/api/')) reply.header('cache-control', 'no-store');
    if (address.length > MOST_ADDRESS) throw new Refusal(414, fault('INVALID_INPUT', 'addressTooLong', { number: MOST_ADDRESS }));
    const room = roomOf(request.routeOptions.url);
    if (room === 'free') return;
    const from = addressKey(request.ip);
    if (room === 'page') return slowDown(pages.take(from), from, raw);
    if (room === 'open') return slowDown(machines.take(from) || failures.wait(from), from, raw);
    // Whoever opens a link of ours in a mail comes from elsewhere; nothing is changed by it, and no call is made so.
    const isTold = room === 'api' || (method !== 'GET' && method !== 'HEAD');
    if (isTold && isForeign(headers, isOwn)) {
      if (room === 'portal') {
        await slowDown(debtors.take(from), from, raw);
        if (await isAtHome(headers, address)) return;
      }
      await slowDown(foreign.take(from), from, raw);
      throw foreignRefusal(headers);
    }
    if (room === 'portal') return slowDown(debtors.take(from), from, raw);
    if (room === 'api') {
      shareWithOwn(request, reply);
      const { authorization } = headers;
      // Checking a signature costs: whoever sends bad ones is refused before that, also when they come at once. A good one takes nothing away.
      const known = request.routeOptions.url?.startsWith(`${API_ROOT}/`) ? callers : tokens;
      const isNew = authorization !== undefined && !known.isKnown(authorization);
      if (isNew) await slowDown(unproved.take(from), from, raw);
      request.caller = await callerOf(known, authorization, request.ip);
      if (isNew && request.caller) unproved.giveBack(from);
    }
    if (!request.caller) return slowDown(strangers.take(from), from, raw);
    const { userId, key } = request.caller;
    if (key) {
      const seconds = programs.take(userId);
      const { limit, remaining, reset } = programs.room(userId);
      reply.headers({ 'ratelimit-limit': limit, 'ratelimit-remaining': remaining, 'ratelimit-reset': seconds || reset });
      return slowDown(seconds, userId, raw);
    }
    await slowDown(people.take(userId) || operations.wait(userId), userId, raw);
  });

  app.addHook('onResponse', async (request, { statusCode }) => {
    const isRefused = statusCode >= 400 && statusCode < 500 && statusCode !== 429;
    if (isRefused && roomOf(request.routeOptions.url) === 'open') failures.take(addressKey(request.ip));
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json', 'application/graphql-response+json'],
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const most = request.routeOptions.config.mostBytes ?? MOST_BYTES;
      const limit = request.caller ? most : MOST_BYTES_OF_STRANGERS;
      const announced = Number(request.headers['content-length'] ?? 0);
      // A session that has just ended is renewed, and the call repeated: it must not look too large for ever.
      if (announced > limit && announced <= most && request.headers.authorization) throw fault('UNAUTHENTICATED', 'sessionEnded');
      if (announced > limit) throw tooLarge(limit);
      const text = await readText(payload, limit);
      const body = parseJson(text);
      // Yoga says what is wrong with anything else.
      return typeof body === 'object' && body !== null && Object.keys(body).length > 0 ? body : text;
    },
  );
  return { isOwn, people, operations, brake, signIns: new Rate(config.rates.signIn) };
}

/** @returns a rate of which so much comes at once; whoever keeps to the rate never notices. */
function steady(perMinute: number, atOnce = Math.max(LEAST_AT_ONCE, perMinute / 12)): Rate {
  return new Rate(perMinute, { atOnce: Math.min(perMinute, atOnce) });
}

/** Lets a page under another of our own names read the answer; there are no such headers for anybody else. */
function shareWithOwn({ headers: { origin } }: FastifyRequest, reply: FastifyReply): void {
  if (origin === undefined) return;
  reply.headers({
    vary: 'origin',
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'authorization, content-type',
  });
}

/** @returns null for a missing token and for one that is no good: what needs one says so itself. */
async function callerOf(known: Callers, authorization: string | undefined, address: string): Promise<Identity | null> {
  if (authorization === undefined) return null;
  return known.verify(authorization, address).catch((error: unknown) => {
    if (error instanceof Fault) return null;
    throw error;
  });
}
