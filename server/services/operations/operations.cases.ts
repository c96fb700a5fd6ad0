import { defaultGateRules } from '../../../engine/gate/defaults.ts';
import type { Cases } from '../../platform/cases.ts';

const own = (world: Record<string, string>) => ({ clientId: world.clientId });

export const cases: Cases = {
  operations: {
    getContactRules: own,
    getEmailSetting: own,
    getSettingSMS: own,
    getDeliveryReports: own,
    setContactRules: (world) => ({ clientId: world.clientId, rules: defaultGateRules }),
    setEmailSetting: (world) => ({
      clientId: world.clientId,
      providerConfigurations: [{ providerName: 'SMTP', credentials: { host: 'mail.example', username: 'a', password: 'b' } }],
    }),
    setSettingSMS: (world) => ({ clientId: world.clientId, providerConfigurations: [{ providerName: 'FakeProvider', credentials: {} }] }),
  },
};
