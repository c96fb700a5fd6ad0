/** How an endpoint does: away for a while when it takes nothing, its owner told after an hour, paused after three days. */
import type { FaultWords } from '../../../core/fault.ts';
import { HOUR, type Instant, isoInstant, MINUTE } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { countWaiting, type EndpointRow, TRIED_FOR } from './webhook-subscription.row.logic.ts';
import type { Result } from './webhook-subscription.task.ts';
import { askToMail } from './webhook-subscription.tell.ts';

/** Failures in a row after which nothing is tried but one event from time to time. */
const AWAY_AT = 5;
/** Between two such tries, ms: the first time, doubling up to the other; a fifth more or less. */
const [FIRST_AWAY, LONGEST_AWAY] = [15_000, 10 * MINUTE];
/** How long nothing is taken until the owner is told. */
const TELL_AFTER = HOUR;
const GONE = 410;

/** Writes what some answers say of a locked endpoint. @returns it as it is then */
export async function noteResults(tx: Tx, before: EndpointRow, results: readonly Result[]): Promise<EndpointRow> {
  const asked = results.reduce<number>(
    (latest, { task, notBefore }) => Math.max(latest, task.url === before.url ? (notBefore ?? 0) : 0),
    0,
  );
  const after = settle(results.reduce(following, before), asked as Instant);
  const isGone = results.some(({ task, status }) => status === GONE && !task.isTest && task.url === before.url);
  const [waiting, at] = [async () => countWaiting(tx, after.endpointId), now()];
  const { endpointId, url, ownerId, failingSince } = after;
  const failingFor = failingSince === null ? -1 : at - failingSince;
  const pauses = before.pausedAt === null && (isGone || failingFor >= TRIED_FOR);
  const tells = !pauses && after.pausedAt === null && after.toldAt === null && failingFor >= TELL_AFTER;
  const state: EndpointRow = {
    ...after,
    ...(pauses ? { pausedAt: at, pauseReason: isGone ? 'gone' : 'failing', retryAt: null } : {}),
    ...(tells ? { toldAt: at } : {}),
  };
  if (isNews(before, state)) await write(tx, state);
  // Whatever waited for its pause is due: the endpoint is back.
  if (before.failures >= AWAY_AT && state.failures < before.failures)
    await tx.sql('update webhook_queue set due_at = $3 where client_id = $1 and endpoint_id = $2 and not is_taken and due_at > $3', [
      tx.clientId,
      endpointId,
      isoInstant(at),
    ]);
  if (pauses) {
    const reason = isGone ? 'gone' : 'failing';
    const since = failingSince === null ? null : isoInstant(failingSince);
    await appendEvents(tx, [
      { messageType: 'webhookPaused', payload: { endpointId, url, reason, since, waiting: await waiting(), ownerId } },
    ]);
    await askToMail(tx, { endpointId, kind: 'webhookPaused' });
  } else if (tells) {
    const { key, values } = after.lastError ?? { key: 'connectionBroken', values: {} };
    const payload = { endpointId, url, since: isoInstant(failingSince!), key, values, waiting: await waiting(), ownerId };
    await appendEvents(tx, [{ messageType: 'webhookFailing', payload }]);
    await askToMail(tx, { endpointId, kind: 'webhookFailing' });
  }
  return state;
}

/** One answer after the other. A test that fails says nothing: somebody is trying. One to a former address says nothing of this one. */
function following(row: EndpointRow, { task, at, error }: Result): EndpointRow {
  if (task.url !== row.url) return row;
  if (error === null)
    return { ...row, failures: 0, probes: 0, failingSince: null, toldAt: null, lastSuccessAt: later(row.lastSuccessAt, at) };
  if (task.isTest) return row;
  return {
    ...row,
    failures: row.failures + 1,
    failingSince: row.failingSince ?? at,
    lastFailureAt: later(row.lastFailureAt, at),
    lastError: error as FaultWords,
  };
}

const later = (one: Instant | null, other: Instant) => Math.max(one ?? 0, other) as Instant;

/** @param asked until when it wants to be left alone; 0: it said nothing. @returns it with the next try, where it is away. */
function settle(row: EndpointRow, asked: Instant): EndpointRow {
  if (row.failures === 0 || (row.failures < AWAY_AT && asked === 0)) return { ...row, retryAt: null };
  const pause = row.failures < AWAY_AT ? 0 : Math.min(LONGEST_AWAY, FIRST_AWAY * 2 ** Math.min(row.probes, 12));
  return { ...row, retryAt: Math.max(now() + pause * (0.8 + Math.random() * 0.4), asked) as Instant };
}

/** How far the moment of the last success may be behind while nothing else changes, ms. */
const STALE = 5_000;
const isNews = (before: EndpointRow, { lastSuccessAt, ...after }: EndpointRow): boolean =>
  (lastSuccessAt ?? 0) - (before.lastSuccessAt ?? 0) >= STALE ||
  JSON.stringify(after) !== JSON.stringify({ ...before, lastSuccessAt: undefined });

async function write(tx: Tx, row: EndpointRow): Promise<void> {
  const moment = (at: Instant | null) => (at === null ? null : isoInstant(at));
  await tx.sql(
    `update webhook_endpoint set failures = $3, failing_since = $4, told_at = $5, retry_at = $6, last_success_at = $7, last_failure_at = $8,
       last_error = $9, paused_at = $10, pause_reason = $11, probes = $12 where client_id = $1 and endpoint_id = $2`,
    [
      tx.clientId,
      row.endpointId,
      row.failures,
      moment(row.failingSince),
      moment(row.toldAt),
      moment(row.retryAt),
      moment(row.lastSuccessAt),
      moment(row.lastFailureAt),
      row.lastError && JSON.stringify(row.lastError),
      moment(row.pausedAt),
      row.pauseReason,
      row.probes,
    ],
  );
}
