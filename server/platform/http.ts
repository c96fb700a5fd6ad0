/** How an address outside of GraphQL answers when something is wrong. */
import type { FastifyReply } from 'fastify';
import { Fault, type FaultCode, fault, faultDetails } from '../../core/fault.ts';
import { outageFault } from './away.ts';
import { logger } from './log.ts';
import { unstorableText } from './refusedData.ts';

const STATUS: Readonly<Record<FaultCode, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  INVALID_INPUT: 400,
  CONFLICT: 409,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
};

/** A database that is away is mostly back in a moment. */
const RETRY = { 'retry-after': '5' };

/** A fault with the HTTP status and headers that it is answered with, where no operation has begun yet. */
export class Refusal extends Fault {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  constructor(statusCode: number, fault: Fault, headers: Readonly<Record<string, string>> = {}) {
    super(fault.code, fault.words, fault.field, fault.fields);
    this.statusCode = statusCode;
    this.headers = headers;
  }
}

/** @returns what people are told while the database is away, or the disk is full; null for any other error. */
export function outageRefusal(error: unknown): Refusal | null {
  const away = outageFault(error);
  return away && new Refusal(STATUS[away.code], away, RETRY);
}

/** @returns an error as a Refusal: Faults with their status, and what the HTTP framework refuses (a body of no known type, a wrong length); null for a defect. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof Fault) return new Refusal(STATUS[error.code], error);
  const away = outageRefusal(error);
  if (away) return away;
  const text = unstorableText(error);
  if (text) return refusalOf(text);
  const { statusCode, code, message } = error as { statusCode?: unknown; code?: unknown; message?: unknown };
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode >= 500 || typeof message !== 'string') return null;
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal(415, fault('INVALID_INPUT', 'bodyType'));
  return new Refusal(statusCode, fault('INVALID_INPUT', 'requestWrong', { reason: message }));
}

/** Answers with a Fault's code, message and field; anything else is a defect, which is logged and told without its details. */
export function answerFault(error: unknown, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error);
  if (refusal) {
    const { code, message } = refusal;
    return reply
      .status(refusal.statusCode)
      .headers(refusal.headers)
      .send({ code, message, ...faultDetails(refusal) });
  }
  logger.error({ error }, 'defect');
  return reply.status(500).send({ code: 'INTERNAL', message: 'Something went wrong on our side. Try again.' });
}
