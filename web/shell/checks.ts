/**
 * Links from outside (a mail, a notification, another system) know an id and no more: with ?accountRedirect=true or ?claimRedirect=true
 * they are looked up before their screen opens, and lead on when there is nothing to open (docs/decisions/shell.md).
 */

import { faultOf } from '../ui/fault.ts';
import { ClaimAccountDocument, KnownAccountDocument } from './account.graphql.ts';
import { query } from './api.ts';
import { insideClient, paths } from './paths.ts';
import type { AccessCheck } from './route.ts';

const isNotFound = (error: unknown) => faultOf(error).code === 'NOT_FOUND';

/** account/{accountId}?accountRedirect=true: an account that is not there leads to `redirect`, else to the search for it. */
export const checkAccount: AccessCheck = async ({ clientId = '', accountId = '' }, search) => {
  try {
    await query('account', KnownAccountDocument, { clientId, accountId });
    return null;
  } catch (error) {
    return isNotFound(error) ? (insideClient(clientId, search.get('redirect')) ?? paths.accounts(clientId, accountId)) : null;
  }
};

/** account/claim/{externalClaimRef}?claimRedirect=true: leads to the claim inside its account; one that is not there as above. */
export const checkClaim: AccessCheck = async ({ clientId = '', externalClaimRef = '' }, search) => {
  try {
    const { getClaimAccountId: accountId } = await query('account', ClaimAccountDocument, { clientId, externalClaimRef });
    return paths.accountClaim(clientId, accountId, externalClaimRef);
  } catch (error) {
    return isNotFound(error) ? (insideClient(clientId, search.get('redirect')) ?? paths.accounts(clientId, externalClaimRef)) : null;
  }
};
