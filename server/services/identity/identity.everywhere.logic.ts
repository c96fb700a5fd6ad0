/** Signing out everywhere: for a lost laptop, or a sign-in that was not one's own. */
import type { Uuid } from '../../../core/id.ts';
import type { Database } from '../../platform/tenancy.ts';
import { noteAccess } from './identity.audit.ts';
import { forgetBrowsers } from './identity.browser.logic.ts';
import { callBack, notifyTokensRevoked } from './identity.callback.logic.ts';
import { signOutOfCognito } from './identity.cognito.directory.ts';
import { inPool } from './identity.pool.ts';
import { inCognito } from './identity.users.logic.ts';

/** Ends every session and token of a person, here and in a pool of AWS Cognito, and makes their browsers strangers. @throws Fault UNAVAILABLE */
export async function signOutEverywhere(database: Database, userId: Uuid): Promise<void> {
  const before = await inPool(database, async (sql) => {
    await forgetBrowsers(sql, userId);
    return callBack(sql, userId);
  });
  await notifyTokensRevoked(database, userId, before);
  await noteAccess(database, userId, 'userSignedOut', { everywhere: true });
  await inCognito(database, userId, signOutOfCognito);
}
