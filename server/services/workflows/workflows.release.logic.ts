/** Messages that the client's contact rules put off are looked at again once the rules change, as those of strategies are (strategy.release.logic.ts). */
import type { Uuid } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { defineJob } from '../../platform/jobs.ts';
import { inClient, type Tx } from '../../platform/tenancy.ts';
import { HELD_BY_RULES } from '../strategy/strategy.release.logic.ts';
import { wakeWorkflows } from './workflows.run.logic.ts';

/** Workflows of one transaction, so that none holds all of a client's. */
const BATCH = 500;

/** The gate decides again; what still has to wait, waits. */
export const releaseJob = defineJob<{ clientId: Uuid }>({
  name: 'workflows.release',
  run: async ({ clientId }, database) => {
    while ((await inClient(database, clientId, releaseSome)) === BATCH);
  },
});

/** @returns how many workflows go on. */
async function releaseSome(tx: Tx): Promise<number> {
  const at = isoInstant(now());
  // The workflow is locked before its steps, as whoever advances it does.
  const rows = await tx.sql<{ id: Uuid }>(
    `select w.workflow_id as id from workflow w where w.client_id = $1 and w.wake_at > $2 and exists (
       select from workflow_step s where s.client_id = $1 and s.workflow_id = w.workflow_id and s.status = 'inProgress' and s.retry_at > $2
         and s.why ->> 'key' = any($3::text[]))
     order by w.workflow_id limit $4 for update`,
    [tx.clientId, at, HELD_BY_RULES, BATCH],
  );
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await tx.sql(
    `update workflow_step set retry_at = $2 where client_id = $1 and workflow_id = any($4::uuid[]) and status = 'inProgress' and retry_at > $2
       and why ->> 'key' = any($3::text[])`,
    [tx.clientId, at, HELD_BY_RULES, ids],
  );
  await tx.sql('update workflow set wake_at = $2 where client_id = $1 and workflow_id = any($3::uuid[])', [tx.clientId, at, ids]);
  await wakeWorkflows(tx);
  return rows.length;
}
