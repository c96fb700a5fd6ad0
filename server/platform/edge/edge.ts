/**
 * What every request passes before it costs anything: the length of its address, whose page it comes from, how often its sender knocks, and
 * how large its body may be. docs/decisions/edge.md has the numbers and their reasons.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../../../core/fault.ts';
import { saying } from '../../../core/faultTexts.ts';
import type { Identity } from '../caller.ts';
import type { Config } from '../config.ts';
import { answerFault, Refusal } from '../http.ts';
import type { Tokens } from '../identity.ts';
import { watchArrival } from './arrival.ts';
import { parseJson, readText, tooLarge } from './body.ts';
import { type Origins, originsOf, refuseForeign } from './origins.ts';
import { addressKey, Rate } from './rates.ts';

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
}

type Room = 'open' | 'portal' | 'api' | 'other' | 'free';

/**
 * @param route a route's pattern, undefined where none fits. open: called by other people's servers and mail programs, each signed or
 * unguessable. free: files of the applications, pages of the staff's, and what an operator's probes ask.
 */
function roomOf(route: string | undefined): Room {
  if (route === undefined || /^\/(assets|p\/assets)\/|^\/(healthz|livez|readyz(\/:check)?|metrics)$/.test(route)) return 'free';
  if (/^\/(t|hooks)\/|^\/api\/payments\//.test(route)) return 'open';
  if (route.startsWith('/p/')) return 'portal';
  return route.startsWith('/api/') ? 'api' : 'other';
}

/** Adds the checks and the reader of JSON to the server, before its routes. */
export function mountEdge(app: FastifyInstance, { config, tokens }: { config: Config; tokens: Tokens }): Edge {
  const isOwn = originsOf(config, app.server);
  const strangers = new Rate(config.rates.perAddress);
  const unproved = new Rate(config.rates.perAddress);
  const people = new Rate(config.rates.perPerson);
  const debtors = new Rate(DEBTORS_PER_MINUTE);
  const machines = new Rate(MACHINES_PER_MINUTE);
  app.decorateRequest('caller', null);
  app.setErrorHandler((error, _request, reply) => answerFault(error, reply));

  app.addHook('onRequest', async (request, reply) => {
    const { raw, headers, method } = request;
    watchArrival(raw);
    const address = raw.url ?? '';
    if (address.startsWith('/api/')) reply.header('cache-control', 'no-store');
    if (address.length > MOST_ADDRESS) throw new Refusal(414, saying('INVALID_INPUT', 'addressTooLong', { number: MOST_ADDRESS }));
    const room = roomOf(request.routeOptions.url);
    if (room === 'free') return;
    if (room === 'open') return machines.demand(addressKey(request.ip));
    // Whoever opens a link of ours in a mail comes from elsewhere; nothing is changed by it, and no call is made so.
    if (room === 'api' || (method !== 'GET' && method !== 'HEAD')) refuseForeign(headers, isOwn);
    if (room === 'portal') return debtors.demand(addressKey(request.ip));
    if (room === 'api') {
      shareWithOwn(request, reply);
      request.caller = await callerOf(tokens, headers.authorization, unproved, addressKey(request.ip));
    }
    if (request.caller) people.demand(request.caller.userId);
    else strangers.demand(addressKey(request.ip));
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json', 'application/graphql-response+json'],
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const most = request.routeOptions.config.mostBytes ?? MOST_BYTES;
      const limit = request.caller ? most : MOST_BYTES;
      const announced = Number(request.headers['content-length'] ?? 0);
      // A session that has just ended is renewed, and the call repeated: it must not look too large for ever.
      if (announced > limit && announced <= most && request.headers.authorization) throw saying('UNAUTHENTICATED', 'sessionEnded');
      if (announced > limit) throw tooLarge(limit);
      const text = await readText(payload, limit);
      const body = parseJson(text);
      // Yoga says what is wrong with anything else.
      return typeof body === 'object' && body !== null && Object.keys(body).length > 0 ? body : text;
    },
  );
  return {
    isOwn,
    people,
    operations: new Rate(config.rates.perPerson, { atOnce: Math.min(config.rates.perPerson, OPERATIONS_AT_ONCE) }),
    signIns: new Rate(config.rates.signIn),
  };
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

/**
 * @param unproved tokens whose signature has to be checked, which costs: whoever sends bad ones is refused before that, also when they come
 * at once, and a good one takes nothing away.
 * @returns null for a missing token and for one that is no good: what needs one says so itself. @throws Refusal 429
 */
async function callerOf(tokens: Tokens, authorization: string | undefined, unproved: Rate, address: string): Promise<Identity | null> {
  if (authorization === undefined) return null;
  const isNew = !tokens.isKnown(authorization);
  if (isNew) unproved.demand(address);
  try {
    const identity = await tokens.verify(authorization);
    if (isNew) unproved.giveBack(address);
    return identity;
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}
