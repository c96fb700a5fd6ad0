/** What operators and their tools are told, and what everybody else is. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorker } from './platform/jobs.ts';
import { openTestHouse, type TestHouse } from './platform/testing.ts';
import { collectSpans } from './platform/tracing.testing.ts';

const TOKEN = 'a token of an operator';
const asOperator = { authorization: `Bearer ${TOKEN}` };
const ME = 'query { getClientList { clientId } }';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse(undefined, { settings: { metricsToken: TOKEN } });
});
afterAll(() => house.close());

describe('health', () => {
  it('reports liveness without asking anything else', async () => {
    const answer = await house.app.inject('/livez');
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }]);
  });

  it('shows strangers only the status, operators the details', async () => {
    const stranger = await house.app.inject('/readyz');
    expect([stranger.statusCode, Object.keys(stranger.json())]).toEqual([200, ['status']]);
    const { checks } = (await house.app.inject({ url: '/readyz', headers: asOperator })).json() as {
      checks: { name: string; ok: boolean }[];
    };
    expect(checks.map((check) => check.name)).toEqual(['database', 'schema', 'worker', 'sending', 'outbox', 'timers', 'jobs', 'followers']);
    expect(checks.slice(0, 2).every((check) => check.ok)).toBe(true);
  });

  it('answers each check on its own', async () => {
    expect((await house.app.inject('/readyz/database')).statusCode).toBe(200);
    // Nobody works on jobs in this house.
    expect((await house.app.inject('/readyz/worker')).statusCode).toBe(503);
    expect((await house.app.inject('/readyz/nothing')).statusCode).toBe(404);
  });

  it('counts a worker of this process from its start, before it has kept its first minute', async () => {
    const worker = await startWorker(house.database);
    try {
      expect((await house.app.inject('/readyz/worker')).statusCode).toBe(200);
    } finally {
      await worker.stop();
    }
    await house.database.worker.query('delete from graphile_worker._private_known_crontabs');
    await expect.poll(async () => (await house.app.inject('/readyz/worker')).statusCode, { interval: 1000 }).toBe(503);
  });

  it('reports messages that are due and do not leave', async () => {
    await house.inA((tx) =>
      tx.sql(
        `insert into outbox (client_id, outbox_id, key, channel, account_id, request, next_attempt_at, created_at)
         values ($1, gen_random_uuid(), 'old', 'email', gen_random_uuid(), '{}', now() - interval '1 hour', now() - interval '1 hour')`,
        [tx.clientId],
      ),
    );
    await expect.poll(async () => (await house.app.inject('/readyz/outbox')).statusCode, { interval: 1000 }).toBe(503);
    await house.inA((tx) => tx.sql('delete from outbox where client_id = $1', [tx.clientId]));
  });
});

describe('metrics', () => {
  it('need the token', async () => {
    expect((await house.app.inject('/metrics')).statusCode).toBe(401);
    expect((await house.app.inject({ url: '/metrics', headers: { authorization: 'Bearer another token, as long' } })).statusCode).toBe(401);
    expect((await house.app.inject({ url: '/metrics', headers: asOperator })).statusCode).toBe(200);
  });

  it('count operations by how they ended, and refused rights', async () => {
    const read = async (line: RegExp) =>
      Number(line.exec((await house.app.inject({ url: '/metrics', headers: asOperator })).body)?.[1] ?? 0);
    const done = /quittance_operations_total\{service="backoffice",operation="getClientList",outcome="ok"\} (\d+)/;
    const refused = /quittance_refused_rights_total\{service="backoffice",operation="getClientList"\} (\d+)/;
    const before = [await read(done), await read(refused)];
    await house.call('backoffice', ME);
    await house.raw('backoffice', ME, {}, await house.tokenFor(house.clientA, 'NOBODY'));
    expect([await read(done), await read(refused)]).toEqual([before[0]! + 1, before[1]! + 1]);
  });

  it('say how requests, engine, jobs, outbox and pools are', async () => {
    await house.app.inject('/livez');
    await house.app.inject('/readyz');
    const { body } = await house.app.inject({ url: '/metrics', headers: asOperator });
    for (const sample of [
      /^quittance_request_duration_seconds_count\{route="\/livez",method="GET",status="2xx"\} [1-9]/m,
      /^quittance_engine_lag_seconds \d/m,
      /^quittance_jobs_due \d/m,
      /^quittance_jobs_oldest_seconds \d/m,
      /^quittance_sending_held 0$/m,
      /^quittance_pool_connections\{pool="app",state="busy"\} \d/m,
      /^quittance_pool_connections\{pool="worker",state="waiting"\} \d/m,
      /^# TYPE quittance_outbox_oldest_seconds gauge$/m,
      /^quittance_nodejs_eventloop_lag_p99_seconds \d/m,
    ])
      expect(body).toMatch(sample);
  });

  it('contain no ids and no addresses', async () => {
    const { body } = await house.app.inject({ url: '/metrics', headers: asOperator });
    expect(body).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|@/);
  });
});

describe('traces', () => {
  it('arrive at a collector with requests, operations and statements of the proxy’s trace, and hold no values', async () => {
    const { spans, stop } = await collectSpans('web');
    const answer = await house.app.inject({
      method: 'POST',
      url: '/api/backoffice',
      headers: {
        authorization: await house.tokenFor(house.clientA),
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      },
      payload: {
        query: 'query ($clientId: ID!) { getClientConfiguration(clientId: $clientId) { name } }',
        variables: { clientId: house.clientA },
      },
    });
    expect(answer.statusCode).toBe(200);
    await stop();
    const names = spans.map((span) => span.name);
    expect(names).toContain('POST /api/backoffice');
    expect(names).toContain('backoffice.getClientConfiguration');
    expect(names).toContain('statement');
    expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set(['0af7651916cd43dd8448eb211c80319c']));
    expect(JSON.stringify(spans)).not.toContain(house.clientA);
  });
});
