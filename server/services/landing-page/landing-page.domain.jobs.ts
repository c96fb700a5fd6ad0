/** DNS changes without telling anybody: clients' domains are asked about again. */
import type { Uuid } from '../../../core/id.ts';
import { readConfig } from '../../platform/config.ts';
import { defineJob } from '../../platform/jobs.ts';
import { checkClientDomains } from './landing-page.domain.logic.ts';

/** Every hour, one client after the other: nobody waits for it. */
export const checkDomainsJob = defineJob({
  name: 'landing-page.domains',
  cron: '23 * * * *',
  run: async (_payload, database, signal) => {
    const { rows } = await database.worker.query<{ client_id: Uuid }>('select distinct client_id from client_domain order by client_id');
    for (const { client_id } of rows) {
      if (signal?.aborted) return;
      await checkClientDomains(database, client_id, readConfig());
    }
  },
});
