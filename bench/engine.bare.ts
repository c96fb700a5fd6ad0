/** The floor under any engine on this database: the same rows, written by plain set-based SQL with no decision behind them. */
import type { OwnedDatabase } from '../server/platform/owned.ts';
import { inClient } from '../server/platform/tenancy.ts';

const BATCH = 2000;
const LANES = 2;

/** One event per step, as the engine writes them; [step, type, outcome] of the two visits of a claim. */
const HALVES = [
  ['large:evaluateIfCondition:right', 'reminder:sendEmail:done', 'week:delay:waiting'],
  ['week:delay:done', 'still:evaluateIfCondition:right', 'end:expired:ended'],
];

/** Inserts and updates the rows of a measured run, batch by batch: events, outbox rows, and the two updates of each run. @returns steps per second. */
export async function measureBare(database: OwnedDatabase, clientId: string, claims: number): Promise<number> {
  await database.owner.query(`
    create table bare_event (like event including all); create table bare_outbox (like outbox including all); create table bare_run (like strategy_run including all);
    grant select, insert, update on bare_event, bare_outbox, bare_run to quittance_app`);
  await database.owner.query(
    `insert into bare_run select (jsonb_populate_record(r, '{"status": "active", "wake_at": "2026-03-03T10:00:00Z"}')).* from strategy_run r`,
  );
  const { rows } = await database.owner.query<{ run_id: string }>('select run_id from strategy_run order by slot, run_id');
  await database.owner.query('analyze bare_run');
  const started = performance.now();
  for (const half of [0, 1]) {
    const batches: string[][] = [];
    for (let from = 0; from < rows.length; from += BATCH) batches.push(rows.slice(from, from + BATCH).map((row) => row.run_id));
    const lane = async () => {
      for (let ids = batches.pop(); ids; ids = batches.pop()) await writeBatch(database, clientId, ids, half);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }
  return (claims * 5) / ((performance.now() - started) / 1000);
}

async function writeBatch(database: OwnedDatabase, clientId: string, ids: readonly string[], half: number): Promise<void> {
  await inClient(database, clientId, async (tx) => {
    await tx.sql(
      `insert into bare_event select r.client_id, gen_random_uuid(), 'strategyStep', 1, '2026-03-03T10:00:00Z', r.account_id, r.external_claim_ref, null, 'strategy', r.blueprint_id,
         jsonb_build_object('runId', r.run_id, 'blueprintId', r.blueprint_id, 'version', 1, 'stepId', split_part(s, ':', 1), 'stepType', split_part(s, ':', 2), 'visit', 0,
           'outcome', split_part(s, ':', 3), 'why', jsonb_build_object('key', 'condition.expression', 'values', jsonb_build_object('claimBalance', '150.00', 'result', true)))
       from bare_run r cross join unnest($3::text[]) s where r.client_id = $1 and r.run_id = any($2::uuid[])`,
      [clientId, ids, HALVES[half]],
    );
    if (half === 0)
      await tx.sql(
        `insert into bare_outbox (client_id, outbox_id, key, channel, account_id, external_claim_ref, run_id, step_id, request, next_attempt_at, created_at)
         select r.client_id, gen_random_uuid(), r.run_id || ':reminder:1', 'email', r.account_id, r.external_claim_ref, r.run_id, 'reminder',
           jsonb_build_object('bundleName', 'reminder', 'locale', null, 'blueprintId', r.blueprint_id, 'strategyName', 'Bench'), '2026-03-03T10:00:00Z', '2026-03-03T10:00:00Z'
         from bare_run r where r.client_id = $1 and r.run_id = any($2::uuid[])`,
        [clientId, ids],
      );
    await tx.sql(
      `update bare_run set status = $3, wake_at = $4, visit = visit + 2, step_id = $5, reason = '{"key": "wait.delay", "values": {"days": 7}}'
       where client_id = $1 and run_id = any($2::uuid[])`,
      [clientId, ids, half === 0 ? 'waiting' : 'completed', half === 0 ? '2026-03-10T10:00:00Z' : null, half === 0 ? 'week' : null],
    );
  });
}
