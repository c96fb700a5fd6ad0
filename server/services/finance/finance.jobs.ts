/** Due dates pass: promises are broken, instalments missed, plans end. */
import type { Uuid } from '../../../core/id.ts';
import { defineJob } from '../../platform/jobs.ts';
import { allClients, type Database, inClient } from '../../platform/tenancy.ts';
import { accountsWithDueAgreements, clientToday, reviewAgreements } from './finance.agreement.logic.ts';

/** Accounts judged in one transaction. */
const CHUNK = 500;

/** Judges all agreements of a client whose day has passed in its zone. @returns how many accounts were looked at. */
export async function reviewDueAgreements(database: Database, clientId: Uuid): Promise<number> {
  for (let total = 0; ; ) {
    const count = await inClient(database, clientId, async (tx) => {
      const accounts = await accountsWithDueAgreements(tx, await clientToday(tx), CHUNK);
      if (accounts.length > 0) await reviewAgreements(tx, accounts);
      return accounts.length;
    });
    total += count;
    if (count < CHUNK) return total;
  }
}

/** Every hour, because midnight comes at another hour in each client's zone. */
export const reviewAgreementsJob = defineJob({
  name: 'finance.agreements',
  cron: '3 * * * *',
  run: async (_payload: object, database) => {
    for (const clientId of await allClients(database)) await reviewDueAgreements(database, clientId);
  },
});
