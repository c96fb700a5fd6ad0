/** One durable workflow per claim (DBOS Transact): node dbos.js URL CLAIMS */
import { DBOS } from '@dbos-inc/dbos-sdk';
import { inTransaction, prepare, report, STEPS, writeStep } from './rows.js';

const [url, count] = process.argv.slice(2);
const claims = Number(count);
const pool = await prepare(url, claims);
/** Workflows at once. */
const PARALLEL = 40;

async function strategy(ref) {
  for (const [index, step] of STEPS.entries()) {
    if (step === 'week') await DBOS.sleep(1); // the wait itself is durable; here it is as good as over
    await DBOS.runStep(() => inTransaction(pool, (connection) => writeStep(connection, ref, index)), { name: step });
  }
}
const workflow = DBOS.registerWorkflow(strategy, { name: 'strategy' });
DBOS.setConfig({ name: 'peer', systemDatabaseUrl: url, systemDatabasePoolSize: 20, runAdminServer: false, logLevel: 'error' });
await DBOS.launch();
const started = performance.now();
let next = 0;
await Promise.all(
  Array.from({ length: PARALLEL }, async () => {
    while (next < claims) {
      const handle = await DBOS.startWorkflow(workflow, { workflowID: `claim-${next}` })(`INV-${++next}`);
      await handle.getResult();
    }
  }),
);
await report(pool, claims, performance.now() - started);
await DBOS.shutdown();
await pool.end();
process.exit(0);
