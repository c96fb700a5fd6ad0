/** The second factor of people who are signed in, in a Cognito pool. It knows no recovery codes: an administrator helps out (identity.factor.logic.ts). */
import {
  AssociateSoftwareTokenCommand,
  GetUserCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { fault, invalid } from '../../../core/fault.ts';
import type { Identity } from '../../platform/caller.ts';
import { noteAccess } from './identity.audit.ts';
import { mapPoolErrors } from './identity.cognito.client.ts';
import { noteFactor } from './identity.cognito.mirror.logic.ts';
import { openCookie, poolOf, renew } from './identity.cognito.steps.ts';
import { describeSetup, isMfaRequired } from './identity.mfa.logic.ts';
import type { IdentityPort, Place } from './identity.port.ts';
import { sessionEnded } from './identity.session.logic.ts';
import { attempt } from './identity.tries.logic.ts';

/** @returns the pool's access token for the caller's session. */
export const accessOfCaller = async (place: Place): Promise<string> => (await renew(place, openCookie(place))).AccessToken ?? '';

const isOn = async (place: Place, AccessToken: string): Promise<boolean> => {
  const { UserMFASettingList } = await mapPoolErrors(poolOf(place).client.send(new GetUserCommand({ AccessToken })), sessionEnded());
  return UserMFASettingList?.includes('SOFTWARE_TOKEN_MFA') ?? false;
};

/** Proves the authenticator and then switches the second factor on or off. */
async function prefer(place: Place, { userId, sessionId }: Identity, AccessToken: string, code: string, Enabled: boolean): Promise<void> {
  const { client } = poolOf(place);
  await attempt(place, { id: userId, userId, kind: 'mfa', step: 'secondFactor', session: sessionId }, async () => {
    const { Status } = await mapPoolErrors(
      client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode: code.replace(/\s/g, '') })),
      sessionEnded(),
    );
    if (Status !== 'SUCCESS') throw invalid('code', 'codeUsed');
  });
  const SoftwareTokenMfaSettings = { Enabled, PreferredMfa: Enabled };
  await mapPoolErrors(client.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings })), sessionEnded());
  await noteFactor(place.database, userId, Enabled);
  await noteAccess(place.database, userId, Enabled ? 'mfaEnabled' : 'mfaDisabled');
}

export const cognitoMfa: Pick<IdentityPort, 'mfaState' | 'startMfaSetup' | 'confirmMfaSetup' | 'disableMfa' | 'renewRecoveryCodes'> = {
  mfaState: async (place) => ({
    mfaEnabled: await isOn(place, await accessOfCaller(place)),
    recoveryCodesLeft: 0,
    hasRecoveryCodes: false,
  }),

  startMfaSetup: async (place, { email }) => {
    const AccessToken = await accessOfCaller(place);
    if (await isOn(place, AccessToken)) throw fault('CONFLICT', 'factorThere');
    const { SecretCode } = await mapPoolErrors(
      poolOf(place).client.send(new AssociateSoftwareTokenCommand({ AccessToken })),
      sessionEnded(),
    );
    return describeSetup(email, SecretCode ?? '');
  },

  confirmMfaSetup: async (place, caller, code) => {
    await prefer(place, caller, await accessOfCaller(place), code, true);
    return [];
  },

  disableMfa: async (place, caller, code) => {
    if (await isMfaRequired(place.database, place.config, caller.userId)) throw fault('CONFLICT', 'factorNeeded');
    await prefer(place, caller, await accessOfCaller(place), code, false);
  },

  renewRecoveryCodes: async () => {
    throw fault('CONFLICT', 'poolNoRecovery');
  },
};
