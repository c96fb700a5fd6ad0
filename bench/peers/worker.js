/** One queue job per step (graphile-worker): node worker.js URL CLAIMS */
import { Logger, run } from 'graphile-worker';
import { inTransaction, prepare, report, STEPS, writeStep } from './rows.js';

const [url, count] = process.argv.slice(2);
const claims = Number(count);
const pool = await prepare(url, claims);
await pool.query(`select graphile_worker.add_job('step', json_build_object('ref', external_claim_ref, 'index', 0), null, now()) from peer_claim`);
let ended = 0;
let finish = () => {};
const finished = new Promise((resolve) => {
  finish = resolve;
});
const started = performance.now();
const runner = await run({
  connectionString: url,
  concurrency: 20,
  maxPoolSize: 25,
  pollInterval: 50,
  noHandleSignals: true,
  logger: new Logger(() => () => {}),
  taskList: {
    step: async ({ ref, index }) => {
      await inTransaction(pool, async (connection) => {
        await writeStep(connection, ref, index);
        if (index + 1 < STEPS.length)
          await connection.query(`select graphile_worker.add_job('step', $1::json, null, now())`, [JSON.stringify({ ref, index: index + 1 })]);
      });
      if (index + 1 === STEPS.length && ++ended === claims) finish();
    },
  },
});
await finished;
await report(pool, claims, performance.now() - started);
await runner.stop();
await pool.end();
process.exit(0);
