import type { Cases } from '../../platform/cases.ts';

/** None names a client; those that ask for values need some before their token is looked at. */
export const cases: Cases = {
  operations: {
    confirmMfaSetup: () => ({ code: '000000' }),
    disableMfa: () => ({ code: '000000' }),
    renewRecoveryCodes: () => ({ code: '000000' }),
    changePassword: () => ({ currentPassword: 'not the password', password: 'a long enough password' }),
  },
};
