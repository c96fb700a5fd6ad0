import { defaultGateRules } from '../../../engine/gate/defaults.ts';
import type { Cases } from '../../platform/cases.ts';

const own = (world: Record<string, string>) => ({ clientId: world.clientId });

export const cases: Cases = {
  operations: {
    getOperationHours: own,
    getSchedule: own,
    setOperationHours: (world) => ({
      clientId: world.clientId,
      operationHours: [{ day: 'Monday', timeRanges: [{ start: { hour: 9, minute: 0 }, end: { hour: 17, minute: 30 } }] }],
    }),
    setSchedule: (world) => ({ clientId: world.clientId, closedDays: [{ date: '2026-12-31', label: 'Inventory' }] }),
    getAccountResolutions: ({ clientId, accountId }) => ({ clientId, accountId }),
    saveCommunicationResolutionV2: ({ clientId, accountId, externalClaimRef }) => ({
      clientId,
      accountId,
      externalClaimRef,
      communicationResolution: {
        communicationMethod: 'phoneCall',
        outcomeDirection: 'outbound',
        contactOutcome: { category: 'reached', resolution: 'promiseToPay' },
      },
    }),
    markPhoneNumberAsInvalid: ({ clientId, phone, externalClaimRef }) => ({ clientId, phoneNumber: phone, externalClaimRef }),
    getContactRules: own,
    getEmailSetting: own,
    getSettingSMS: own,
    getSettingMessage: own,
    getDeliveryReports: own,
    setContactRules: (world) => ({ clientId: world.clientId, rules: defaultGateRules }),
    setEmailSetting: (world) => ({
      clientId: world.clientId,
      providerConfigurations: [{ providerName: 'SMTP', credentials: { host: 'mail.example', username: 'a', password: 'b' } }],
    }),
    setSettingMessage: (world) => ({
      clientId: world.clientId,
      communicationChannel: 'phone',
      providerConfigurations: [{ providerName: 'FakeProvider', credentials: {} }],
    }),
    setSettingSMS: (world) => ({ clientId: world.clientId, providerConfigurations: [{ providerName: 'FakeProvider', credentials: {} }] }),
  },
};
