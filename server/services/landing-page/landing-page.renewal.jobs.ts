/** Decides about wishes for a new link, apart from the pages that take them. */
import { defineJob } from '../../platform/jobs.ts';
import { inClient } from '../../platform/tenancy.ts';
import { type OpenWish, openRenewalJob, renewalJob, sendLinks, sendNewLink, type Wish } from './landing-page.renewal.logic.ts';

defineJob<Wish>({
  name: renewalJob.name,
  run: async ({ clientId, accountId, asked }, database) =>
    inClient(database, clientId, (tx) => sendNewLink(tx, accountId, asked), { actor: { type: 'debtor', id: null } }),
});

defineJob<OpenWish>({
  name: openRenewalJob.name,
  run: async (wish, database) => inClient(database, wish.clientId, (tx) => sendLinks(tx, wish), { actor: { type: 'debtor', id: null } }),
});
