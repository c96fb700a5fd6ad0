/** Another client's data: ids of client B under client A's token, in every place where an id is taken. */
import { uuidv7 } from '../core/id.ts';
import { type Attack, tally } from './tally.ts';

const ACCOUNT =
  'query ($clientId: ID!, $accountId: ID!) { getAccountClaims(clientId: $clientId, accountId: $accountId) { externalClaimRef } }';

export const attacks: readonly Attack[] = [
  {
    name: "another client's accounts, under its id and under one's own",
    run: async ({ a, b, query }) => {
      const { check, result } = tally();
      for (const accountId of b.accountIds)
        for (const clientId of [a.clientId, b.clientId, uuidv7()]) {
          const { text } = await query('account', ACCOUNT, { clientId, accountId });
          check(!text.includes('"externalClaimRef":"'), `${clientId} ${accountId}: ${text.slice(0, 200)}`);
        }
      const own = await query('account', ACCOUNT, { clientId: a.clientId, accountId: a.accountIds[0] });
      check(own.text.includes('"externalClaimRef":"'), `one's own account is not found: ${own.text.slice(0, 200)}`);
      return result();
    },
  },
];
