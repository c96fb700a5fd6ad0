/** Where operators and their tools ask how the product is: /livez, /readyz, /readyz/<check> and /metrics. */
import { timingSafeEqual } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Config } from './platform/config.ts';
import { type Check, checkHealth } from './platform/health.ts';
import { type LagReader, readLag } from './platform/lag.ts';
import { collectProcess, count, defineGauge, readMetrics } from './platform/metrics.ts';
import type { Database } from './platform/tenancy.ts';

export type Role = 'all' | 'web' | 'worker';

/** Every check there may be: an address that names another one is unknown even while the database is away. */
const CHECKS = ['database', 'schema', 'worker', 'sending', 'outbox', 'timers', 'jobs'];

/** @returns whether the request carries METRICS_TOKEN. */
function isOperator(request: FastifyRequest, config: Config): boolean {
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${config.metricsToken}`);
  return config.metricsToken !== null && given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Adds the addresses. What was found is told to operators only; others learn good or not good. */
export function mountHealth(app: FastifyInstance, database: Database, config: Config, role: Role): void {
  const lag = readLag(database, config.metricsToken !== null);
  app.addHook('onClose', async () => lag.stop());
  app.get('/livez', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  const answer = async (request: FastifyRequest, name: string | null) => {
    const all = await checkHealth(database, lag, role);
    // A database that is away leaves the other checks without an answer, and without an answer nothing is good.
    const checks = name === null ? all : all.filter((check) => check.name === name || check.name === 'database');
    const isGood = checks.every((check) => check.ok || (name === null && !check.isOwnDuty));
    const isWhole = all.every((check) => check.ok);
    const status = !isGood ? 'failed' : isWhole || name !== null ? 'ok' : 'degraded';
    return { code: isGood ? 200 : 503, body: { status, ...(isOperator(request, config) ? { checks: checks.map(told) } : {}) } };
  };
  for (const address of ['/readyz', '/healthz'])
    app.get(address, async (request, reply) => {
      const { code, body } = await answer(request, null);
      return reply.status(code).header('cache-control', 'no-store').send(body);
    });
  app.get('/readyz/:check', async (request, reply) => {
    const { check } = request.params as { check: string };
    if (!CHECKS.includes(check)) return reply.status(404).send({ error: 'not found' });
    const { code, body } = await answer(request, check);
    return reply.status(code).header('cache-control', 'no-store').send(body);
  });
  if (config.metricsToken === null) return;
  collectProcess();
  app.addHook('onResponse', async ({ routeOptions, method }, reply) =>
    count.request(routeOptions.url ?? 'none', method, reply.statusCode, reply.elapsedTime / 1000),
  );
  gauges(database, lag);
  app.get('/metrics', async (request, reply) => {
    if (!isOperator(request, config)) return reply.status(401).header('www-authenticate', 'Bearer').send({ error: 'token needed' });
    const { contentType, text } = await readMetrics();
    return reply.type(contentType).header('cache-control', 'no-store').send(text);
  });
}

const told = ({ name, ok, found }: Check) => ({ name, ok, found });

/** What is not counted but looked up whenever Prometheus asks. */
function gauges(database: Database, lag: LagReader): void {
  const { app, readers, writers, identity, worker } = database;
  const pools = { app, readers, writers, identity, worker };
  defineGauge('quittance_pool_connections', 'Database connections by pool and what they do', ['pool', 'state'], () =>
    Object.entries(pools).flatMap(([pool, { totalCount, idleCount, waitingCount }]) => [
      { labels: { pool, state: 'busy' }, value: totalCount - idleCount },
      { labels: { pool, state: 'idle' }, value: idleCount },
      { labels: { pool, state: 'waiting' }, value: waitingCount },
    ]),
  );
  defineGauge('quittance_outbox_due', 'Messages that are due and have not left', ['channel'], () =>
    (lag.last()?.outbox ?? []).map(({ channel, waiting }) => ({ labels: { channel }, value: waiting })),
  );
  defineGauge('quittance_outbox_oldest_seconds', 'How long the oldest due message has waited', ['channel'], () =>
    (lag.last()?.outbox ?? []).map(({ channel, oldestSeconds }) => ({ labels: { channel }, value: oldestSeconds })),
  );
  defineGauge('quittance_sending_held', 'Whether an operator holds all sending: 1 or 0', [], () => {
    const last = lag.last();
    return single(last === null ? undefined : last.hold === null ? 0 : 1);
  });
  defineGauge('quittance_engine_lag_seconds', 'How long the oldest due strategy step has waited', [], () =>
    single(lag.last()?.timersSeconds),
  );
  defineGauge('quittance_followers_behind_seconds', 'Since when the event log was not read to its end', [], () =>
    single(lag.last()?.followersSeconds),
  );
  defineGauge('quittance_jobs_due', 'Jobs that are due and that nobody has begun', [], () => single(lag.last()?.jobs.waiting));
  defineGauge('quittance_jobs_oldest_seconds', 'How long the oldest of them has waited', [], () => single(lag.last()?.jobs.oldestSeconds));
}

const single = (value: number | undefined) => (value === undefined ? [] : [{ labels: {}, value }]);

/** Listens on HEALTH_PORT for nothing but these addresses: a worker has no other listener. */
export async function listenForHealth(database: Database, config: Config, role: Role): Promise<() => Promise<void>> {
  const app = fastify({ logger: false, bodyLimit: 1024 });
  mountHealth(app, database, config, role);
  await app.listen({ host: config.host, port: config.healthPort ?? 0 });
  return () => app.close();
}
