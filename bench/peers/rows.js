/** The rows that one step of one claim writes, the same for both peers and shaped like the product's own tables. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';

export const CLIENT = '01940000-0000-7000-8000-000000000001';
export const STEPS = ['large', 'reminder', 'week', 'still', 'end'];

/** Makes `claims` claims with a run each, in copies of the product's tables. */
export async function prepare(url, claims) {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  await pool.query(`
    drop table if exists peer_event, peer_outbox, peer_run, peer_claim;
    create table peer_event (like event including all); create table peer_outbox (like outbox including all);
    create table peer_run (like strategy_run including all); create table peer_claim (like claim including all)`);
  await pool.query(
    `insert into peer_claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, created_at, updated_at)
     select $1, 'INV-' || n, gen_random_uuid(), 'EUR', 10000, 10000, '2026-01-15', '2026-01-01', '2026-01-01' from generate_series(1, $2::int) n`,
    [CLIENT, claims],
  );
  await pool.query(
    `insert into peer_run (client_id, run_id, account_id, external_claim_ref, blueprint_id, version, step_id, status, wake_at, started_at, step_entered_at)
     select client_id, gen_random_uuid(), account_id, external_claim_ref, gen_random_uuid(), 1, 'large', 'active', '2026-03-03', '2026-03-03', '2026-03-03' from peer_claim`,
  );
  await pool.query('analyze');
  return pool;
}

/** One step in one transaction: read the claim where the step decides by it, queue the e-mail, append the event, move the run. */
export async function writeStep(connection, ref, index) {
  const step = STEPS[index];
  const claim = (await connection.query('select account_id, balance from peer_claim where client_id = $1 and external_claim_ref = $2', [CLIENT, ref])).rows[0];
  if (step === 'reminder')
    await connection.query(
      `insert into peer_outbox (client_id, outbox_id, key, channel, account_id, external_claim_ref, request, next_attempt_at, created_at)
       values ($1, $2, $3, 'email', $4, $5, '{"bundleName": "reminder"}', '2026-03-03', '2026-03-03') on conflict do nothing`,
      [CLIENT, randomUUID(), `${ref}:${step}`, claim.account_id, ref],
    );
  await connection.query(
    `insert into peer_event (client_id, message_id, message_type, emit_time, account_id, external_claim_ref, actor_type, payload) values ($1, $2, 'strategyStep', '2026-03-03', $3, $4, 'strategy', $5)`,
    [CLIENT, randomUUID(), claim.account_id, ref, JSON.stringify({ stepId: step, visit: index, outcome: 'done', why: { key: 'condition.expression', values: { claimBalance: '100.00' } } })],
  );
  const next = STEPS[index + 1] ?? null;
  await connection.query('update peer_run set step_id = $3, status = $4, wake_at = $5, visit = visit + 1 where client_id = $1 and external_claim_ref = $2', [
    CLIENT,
    ref,
    next,
    next ? 'active' : 'completed',
    next ? '2026-03-10' : null,
  ]);
}

export async function inTransaction(pool, work) {
  const connection = await pool.connect();
  try {
    await connection.query('begin');
    await work(connection);
    await connection.query('commit');
  } finally {
    connection.release();
  }
}

/** Fails the measurement when rows are missing, and prints its figure for bench/engine.peers.ts. */
export async function report(pool, claims, milliseconds) {
  const { rows } = await pool.query(
    `select (select count(*)::int from peer_event) as events, (select count(*)::int from peer_outbox) as messages, (select count(*)::int from peer_run where status = 'completed') as ended`,
  );
  const { events, messages, ended } = rows[0];
  if (events !== claims * STEPS.length || messages !== claims || ended !== claims) throw new Error(`rows are missing: ${JSON.stringify(rows[0])}`);
  console.log(JSON.stringify({ claims, rate: (claims * STEPS.length) / (milliseconds / 1000) }));
}
