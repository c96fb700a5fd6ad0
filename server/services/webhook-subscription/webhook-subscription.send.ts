/**
 * Sends what waits for one endpoint, in a lane of its own: however slow or dead it is, no other endpoint waits for it, and no job either. A lane
 * is a loop of turns (webhook-subscription.queue.logic.ts); between two turns its requests are on their way.
 */
import { setTimeout } from 'node:timers/promises';
import { type SaidWords, words } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { HOUR, type Instant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { whyBroken } from '../../platform/delivery/http.ts';
import { logger } from '../../platform/log.ts';
import { type Outbound, outboundOf } from '../../platform/outbound.ts';
import { type Database, inClient } from '../../platform/tenancy.ts';
import { nextDue, takeTurn } from './webhook-subscription.queue.logic.ts';
import { askToSend } from './webhook-subscription.row.logic.ts';
import { headersOf, signatureOf } from './webhook-subscription.sign.ts';
import type { Result, Task } from './webhook-subscription.task.ts';

/** Requests to an endpoint that a process has on their way at once. */
export const WIDTH = 16;
/** Connections to one host at once: many endpoints may be at the same one, and those that are slow must not keep them all. */
const AT_ONE_HOST = 1024;
/**
 * Those that it has taken, whose bodies are what a lane keeps in memory: at first no more than can leave, and twice as many after each turn in
 * which all were taken within a moment. Even if none is answered from then on, the last leaves before its lease is over.
 */
const MOST_TAKEN = 160;
/** An answer within it keeps nobody waiting, ms. */
const PROMPT = 1_000;
/** What an endpoint may take to answer, ms. */
const TIMEOUT = 10_000;
/** Bytes of an answer that are read, and characters that the log keeps. */
const [MOST_READ, MOST_KEPT] = [16 * 1024, 4_000];
/** Answers of so many milliseconds are one turn. */
const GATHER = 20;
/** At the least between two looks, ms. */
const SHORTEST_PAUSE = 1_000;

interface Lane {
  /** Something may be due that the lane has not seen. */
  again: boolean;
  wake: () => void;
  readonly done: Promise<void>;
}

const lanes = new Map<string, Lane>();
let stopping = false;

/** Lets a process go on without sending: lanes end when their requests are answered. */
export async function stopSending(): Promise<void> {
  stopping = true;
  for (const { wake } of lanes.values()) wake();
  await Promise.all([...lanes.values()].map(({ done }) => done));
  stopping = false;
}

/** Sends everything that is due. Is a lane open here already, it looks once more. @returns when nothing is due any more. Never rejects. */
export function sendDue(database: Database, clientId: Uuid, endpointId: Uuid, config: Config): Promise<void> {
  const key = `${clientId} ${endpointId}`;
  const open = lanes.get(key);
  if (open) {
    open.again = true;
    open.wake();
    return open.done;
  }
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const lane: Lane = { again: true, wake: () => {}, done };
  lanes.set(key, lane);
  run(database, clientId, endpointId, outboundOf(config, AT_ONE_HOST), lane)
    .catch((error: unknown) =>
      logger.error({ error, clientId, endpointId }, 'webhooks could not be sent; the look of every minute goes on'),
    )
    .finally(() => {
      lanes.delete(key);
      resolve();
    });
  return done;
}

async function run(database: Database, clientId: Uuid, endpointId: Uuid, outbound: Outbound, lane: Lane): Promise<void> {
  const [waiting, results]: [Task[], Result[]] = [[], []];
  let onTheWay = 0;
  let most = WIDTH;
  const isOpen = () => lane.again || results.length > 0 || waiting.length > 0 || onTheWay > 0;
  // The next request leaves when one is answered: nobody waits until that is written.
  const sendNext = () => {
    while (onTheWay < WIDTH && waiting.length > 0) {
      onTheWay++;
      void send(outbound, waiting.shift()!).then((result) => {
        onTheWay--;
        results.push(result);
        if (!stopping) sendNext();
        lane.wake();
      });
    }
  };
  while (isOpen()) {
    const room = stopping ? 0 : most - waiting.length - onTheWay;
    if (results.length > 0 || (lane.again && room > 0)) {
      lane.again = false;
      const answered = results.splice(0);
      const tasks = await inClient(database, clientId, (tx) => takeTurn(tx, endpointId, answered, room), { byKeys: true });
      waiting.push(...tasks);
      const isPrompt = answered.length > 0 && answered.every(({ error, millis }) => error === null && millis < PROMPT);
      if (answered.length > 0) most = isPrompt ? Math.min(MOST_TAKEN, most * 2) : WIDTH;
      // There was more than room for it.
      if (tasks.length > 0 && tasks.length === room) lane.again = true;
    } else if (stopping) lane.again = false;
    if (stopping) waiting.length = 0;
    sendNext();
    if (results.length === 0 && onTheWay > 0 && !(lane.again && waiting.length + onTheWay < most)) {
      const { promise, resolve } = Promise.withResolvers<void>();
      lane.wake = resolve;
      await promise;
      // What is answered at about the same time is written together.
      if (onTheWay > 0 && !stopping) await setTimeout(GATHER);
    }
    if (stopping || isOpen()) continue;
    // What is queued until now has asked again, or is seen here.
    await inClient(database, clientId, async (tx) => {
      const next = await nextDue(tx, endpointId);
      if (next !== null) await askToSend(tx, endpointId, Math.max(next, now() + SHORTEST_PAUSE) as Instant);
    });
  }
}

/** Answers that may say when to come again: too many requests, and unavailable. */
const RETRY_AFTER = [429, 503];
/** The longest that an endpoint is left alone because it asked for it, ms: as long as between two tries of one event. */
const LONGEST_ASKED = 6 * HOUR;

/** @returns when to come again by the header Retry-After, seconds or a date (RFC 9110, 10.2.3); null of what is neither. */
export function askedFor(retryAfter: string | null, at: Instant): Instant | null {
  const text = retryAfter?.trim() ?? '';
  const until = /^\d{1,9}$/.test(text) ? at + Number(text) * 1000 : /^[A-Z][a-z]+,? /.test(text) ? Date.parse(text) : Number.NaN;
  return until > at ? (Math.min(until, at + LONGEST_ASKED) as Instant) : null;
}

/** Makes one request. Never rejects. */
async function send(outbound: Outbound, task: Task): Promise<Result> {
  const at = now();
  const timestamp = Math.floor(at / 1000);
  const signature = signatureOf(task.messageId, timestamp, task.body, task.secrets);
  const request = { method: 'POST', headers: headersOf(task.messageId, timestamp, signature), body: task.body };
  const began = performance.now();
  const result = (status: number | null, error: SaidWords | null, answer: string | null, notBefore: Instant | null = null): Result => ({
    ...{ task, at, signature, status, error, answer, notBefore },
    millis: performance.now() - began,
  });
  try {
    const { status, text, retryAfter } = await outbound.request(task.url, request, TIMEOUT, MOST_READ);
    return result(status, judge(status), asText(text), RETRY_AFTER.includes(status) ? askedFor(retryAfter, now()) : null);
  } catch (error) {
    return result(null, whyBroken(error), null);
  }
}

function judge(status: number): SaidWords | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? words('webhookRedirect', { status }) : words('webhookStatus', { status });
}

/** @returns the beginning of an answer as text that a database takes and a screen shows: no control characters, no halves of characters. */
const asText = (text: string): string =>
  text
    .slice(0, MOST_KEPT)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what goes.
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
    .toWellFormed();
