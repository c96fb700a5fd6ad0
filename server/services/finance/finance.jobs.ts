/** Due dates pass: promises are broken, instalments missed, plans end. */
import type { Uuid } from '../../../core/id.ts';
import { addDays, type CalendarDate } from '../../../core/time.ts';
import { defineJob } from '../../platform/jobs.ts';
import { allClients, type Database, inClient } from '../../platform/tenancy.ts';
import { interestBearingClaims, lockAccounts, lockClaims } from '../account/claim/balance.logic.ts';
import { accountsWithDueAgreements, clientToday, reviewAgreements } from './agreement/agreement.logic.ts';
import { accountsWithEndedOffers, reviewSettlements } from './agreement/settlement.review.ts';
import { accrueInterest } from './ledger/interest.logic.ts';
import { book } from './ledger/ledger.logic.ts';

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

/** Ends the offers of a client whose last day has passed in its zone. */
export async function reviewEndedOffers(database: Database, clientId: Uuid): Promise<void> {
  for (;;) {
    const count = await inClient(database, clientId, async (tx) => {
      const accounts = await accountsWithEndedOffers(tx, await clientToday(tx), CHUNK);
      if (accounts.length === 0) return 0;
      await lockAccounts(tx, accounts);
      await reviewSettlements(tx, accounts, book);
      await reviewAgreements(tx, accounts);
      return accounts.length;
    });
    if (count < CHUNK) return;
  }
}

/** Books the interest of a client's open claims until the last day of last month. @returns how many claims were looked at. */
export async function accrueMonth(database: Database, clientId: Uuid): Promise<number> {
  let after = '';
  for (let total = 0; ; ) {
    const refs = await inClient(database, clientId, async (tx) => {
      const today = await clientToday(tx);
      const until = addDays(`${today.slice(0, 7)}-01` as CalendarDate, -1);
      const claims = await interestBearingClaims(tx, until, after, CHUNK);
      await accrueInterest(tx, await lockClaims(tx, claims), until);
      return claims;
    });
    total += refs.length;
    after = refs.at(-1) ?? after;
    if (refs.length < CHUNK) return total;
  }
}

/** Every day, because a month begins at another moment in each client's zone; what is booked already is passed over. */
export const accrueInterestJob = defineJob({
  name: 'finance.interest',
  cron: '17 2 * * *',
  run: async (_payload: object, database) => {
    for (const clientId of await allClients(database)) await accrueMonth(database, clientId);
  },
});

/** Every hour, because midnight comes at another hour in each client's zone. */
export const reviewAgreementsJob = defineJob({
  name: 'finance.agreements',
  cron: '3 * * * *',
  run: async (_payload: object, database) => {
    for (const clientId of await allClients(database)) {
      await reviewDueAgreements(database, clientId);
      await reviewEndedOffers(database, clientId);
    }
  },
});
