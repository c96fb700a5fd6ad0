/** The second factor of people who are signed in, in our own pool. */
import { fault } from '../../../core/fault.ts';
import { noteAccess } from './identity.audit.ts';
import { beginSetup, dropSecondFactor, finishSetup, isMfaRequired, putRecoveryCodes, useSecondFactor } from './identity.mfa.logic.ts';
import { inPool } from './identity.pool.ts';
import type { IdentityPort } from './identity.port.ts';

export const ownMfa: Pick<IdentityPort, 'mfaState' | 'startMfaSetup' | 'confirmMfaSetup' | 'disableMfa' | 'renewRecoveryCodes'> = {
  mfaState: async ({ database }, { userId }) => {
    const { rows } = await database.identity.query<{ mfaEnabled: boolean; recoveryCodesLeft: number }>(
      `select mfa_enabled as "mfaEnabled", (select count(*)::int from pool_recovery_code c where c.user_id = u.user_id and c.used_at is null)
         as "recoveryCodesLeft" from pool_user u where user_id = $1`,
      [userId],
    );
    return { mfaEnabled: false, recoveryCodesLeft: 0, ...rows[0], hasRecoveryCodes: true };
  },

  startMfaSetup: ({ database }, { userId }) => beginSetup(database.identity, userId),

  confirmMfaSetup: async (place, { userId, sessionId }, code) => {
    const codes = await finishSetup(place, { userId, session: sessionId }, code);
    await noteAccess(place.database, userId, 'mfaEnabled');
    return codes;
  },

  disableMfa: async (place, { userId, sessionId }, code) => {
    const { database, config } = place;
    if (await isMfaRequired(database, config, userId)) throw fault('CONFLICT', 'factorNeeded');
    await useSecondFactor(place, { userId, session: sessionId }, code);
    await inPool(database, (sql) => dropSecondFactor(sql, userId));
    await noteAccess(database, userId, 'mfaDisabled');
  },

  renewRecoveryCodes: async (place, { userId, sessionId }, code) => {
    await useSecondFactor(place, { userId, session: sessionId }, code);
    return inPool(place.database, (sql) => putRecoveryCodes(sql, userId));
  },
};
