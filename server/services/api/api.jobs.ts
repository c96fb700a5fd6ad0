/** What the REST API keeps for a time is removed when that is over. */
import { defineJob } from '../../platform/jobs.ts';
import { allClients, inClient } from '../../platform/tenancy.ts';
import { forgetAnswers } from './api.answer.logic.ts';
import { endFeedWithoutReaders, forgetOldFeed } from './api.feed.logic.ts';
import { forgetProposals } from './api.proposal.logic.ts';

export const forgetJob = defineJob<object>({
  name: 'api.forget',
  cron: '41 * * * *',
  run: async (_payload, database, signal) => {
    for (const clientId of await allClients(database)) {
      if (signal?.aborted) return;
      await inClient(database, clientId, async (tx) => {
        await forgetAnswers(tx);
        await forgetOldFeed(tx);
        await forgetProposals(tx);
        // Keys that read events may have come to their end.
        await endFeedWithoutReaders(tx);
      });
    }
  },
});
