/** Every night what a client's rules say is due is erased; every hour files of persons whose time is over are removed. */
import type { Uuid } from '../../../core/id.ts';
import { RETENTION_KINDS } from '../../../core/retention.ts';
import { defineJob } from '../../platform/jobs.ts';
import { logger } from '../../platform/log.ts';
import { allClients, inClient } from '../../platform/tenancy.ts';
import { finishErasures } from './privacy.erase.logic.ts';
import { dataFileJob } from './privacy.file.job.logic.ts';
import { makeDataFile, removeExpiredDataFiles } from './privacy.file.logic.ts';
import { applyRule, listRetentionRules } from './privacy.rule.logic.ts';

export const retentionJob = defineJob({
  name: 'privacy.retention',
  cron: '27 1 * * *',
  run: async (_payload: object, database, signal) => {
    for (const clientId of await allClients(database)) {
      if (signal?.aborted) return;
      // What a process that was killed left outside the database.
      await finishErasures(database, clientId, RETENTION_KINDS);
      const rules = await inClient(database, clientId, listRetentionRules, { readOnly: true });
      for (const rule of rules.filter((each) => each.isActive)) {
        const erasures = await applyRule(database, clientId, rule, signal);
        if (erasures > 0) logger.info({ clientId, kind: rule.kind, erasures }, 'personal data erased');
      }
      await finishErasures(database, clientId, RETENTION_KINDS);
    }
  },
});

/** Every hour: a file whose maker was killed is asked for again, and one that somebody deleted goes. */
defineJob({
  name: 'privacy.dataFiles',
  cron: '7 * * * *',
  run: async (_payload: object, database, signal) => {
    for (const clientId of await allClients(database)) {
      if (signal?.aborted) return;
      await removeExpiredDataFiles(database, clientId);
    }
  },
});

defineJob<{ clientId: Uuid; dataFileId: Uuid }>({
  name: dataFileJob.name,
  run: ({ clientId, dataFileId }, database) => makeDataFile(database, clientId, dataFileId),
});
