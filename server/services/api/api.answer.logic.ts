/**
 * A request that may be sent twice: its answer is written in the transaction of its effect, so either both are there or neither, whatever is
 * killed. A refusal is not kept: it changed nothing, and the same request may be tried again.
 */
import { createHash } from 'node:crypto';
import { Fault, fault } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { DAY, type Instant, isoInstant } from '../../../core/time.ts';
import { Refusal } from '../../platform/http.ts';
import type { Tx } from '../../platform/tenancy.ts';

/** For so long the same request is answered as the first time, milliseconds. */
const ANSWERS_KEPT = DAY;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Thrown instead of doing it again. */
export class Answered extends Fault {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super('CONFLICT', { key: 'apiIdempotencyOther', values: {} });
    this.answer = answer;
  }
}

export interface Once {
  readonly keyId: Uuid;
  readonly idempotencyKey: string;
  /** Method and path of the endpoint. */
  readonly route: string;
  readonly digest: string;
}

/** @returns the header's value; null without it. @throws Refusal 400 */
export function idempotencyKeyOf(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header))
    throw new Refusal(400, fault('INVALID_INPUT', 'apiIdempotencyKey'));
  return header;
}

/** @returns SHA-256 of the parts, none of which can pass for two. */
export function digestOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * Does something and keeps its answer, unless it was done before. @param answerOf makes the answer of what was done.
 * @throws Answered with the answer of the first time; Refusal 409 while that runs, 422 when it was another request.
 */
export async function doOnce(tx: Tx, once: Once, work: () => unknown, answerOf: (result: unknown) => Promise<Answer>): Promise<unknown> {
  const { keyId, idempotencyKey, route, digest } = once;
  const locking = tx.prepared<{ is_free: boolean }>('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as is_free', [
    JSON.stringify(['api answer', tx.clientId, keyId, route, idempotencyKey]),
  ]);
  const finding = tx.prepared<{ request_hash: string; status: number; headers: Record<string, string>; body: string; created_at: Date }>(
    `select encode(request_hash, 'hex') as request_hash, status, headers, body, created_at from api_answer
     where client_id = $1 and key_id = $2 and route = $3 and idempotency_key = $4`,
    [tx.clientId, keyId, route, idempotencyKey],
  );
  const [[lock], [found]] = await Promise.all([locking, finding]);
  if (!lock?.is_free) throw new Refusal(409, fault('CONFLICT', 'apiIdempotencyBusy'), { 'retry-after': '1' });
  const kept = found && found.created_at.getTime() > Date.now() - ANSWERS_KEPT ? found : null;
  if (kept && kept.request_hash !== digest) throw new Refusal(422, fault('INVALID_INPUT', 'apiIdempotencyOther'));
  if (kept) {
    const { status, headers, body } = kept;
    throw new Answered({ status, headers: { ...headers, 'idempotency-replayed': 'true' }, body });
  }
  const result = await work();
  const { status, headers, body } = await answerOf(result);
  const keeping = tx.prepared(
    `insert into api_answer (client_id, key_id, route, idempotency_key, request_hash, status, headers, body, created_at)
     values ($1, $2, $3, $4, decode($5, 'hex'), $6, $7, $8, $9)
     on conflict (client_id, key_id, route, idempotency_key) do update
     set request_hash = excluded.request_hash, status = excluded.status, headers = excluded.headers, body = excluded.body, created_at = excluded.created_at`,
    [tx.clientId, keyId, route, idempotencyKey, digest, status, JSON.stringify(headers), body, isoInstant(Date.now() as Instant)],
  );
  tx.later(keeping);
  return result;
}

/** Forgets answers whose time is over. */
export async function forgetAnswers(tx: Tx): Promise<void> {
  await tx.sql('delete from api_answer where client_id = $1 and created_at < $2', [
    tx.clientId,
    isoInstant((Date.now() - ANSWERS_KEPT) as Instant),
  ]);
}
