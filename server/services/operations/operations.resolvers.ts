import './operations.personal.ts';
import { invalid } from '../../../core/fault.ts';
import { isMessageChannel, MESSAGE_CHANNELS, type MessageChannel } from '../../../core/messageChannels.ts';
import { readConfig } from '../../platform/config.ts';
import { reportSecret } from '../../platform/delivery/reports.ts';
import type { Tx } from '../../platform/tenancy.ts';
import type { Resolvers } from './operations.graphql.ts';
import { readContactRules, setContactRules } from './operations.logic.ts';
import { readProviderSetting, setProviderSetting } from './operations.provider.logic.ts';
import { listResolutions, markPhoneNumberAsInvalid, saveResolution } from './operations.resolution.logic.ts';
import { readOperationHours, readSchedule, setOperationHours, setSchedule } from './operations.schedule.logic.ts';
import { listSmsSenders } from './operations.senders.logic.ts';

const readSmsSetting = async (tx: Tx) => ({
  ...(await readProviderSetting(tx, 'sms', readConfig())),
  senders: await listSmsSenders(tx),
});

/** @throws Fault INVALID_INPUT */
function channelNamed(name: string): MessageChannel {
  if (!isMessageChannel(name)) throw invalid('communicationChannel', 'oneOf', { choices: MESSAGE_CHANNELS.join(', ') });
  return name;
}

const readMessageSetting = async (tx: Tx, channel: MessageChannel) => ({
  ...(await readProviderSetting(tx, channel, readConfig())),
  communicationChannel: channel,
});

export const resolvers: Resolvers = {
  Query: {
    getOperationHours: (_, __, { tx }) => readOperationHours(tx),
    getSchedule: (_, { locale }, { tx }) => readSchedule(tx, locale),
    getContactRules: (_, __, { tx }) => readContactRules(tx),
    getEmailSetting: (_, __, { tx }) => readProviderSetting(tx, 'email', readConfig()),
    getSettingSMS: (_, __, { tx }) => readSmsSetting(tx),
    getAccountResolutions: (_, asked, { tx }) => listResolutions(tx, asked),
    getSettingMessage: async (_, { communicationChannels }, { tx }) => {
      const channels = (communicationChannels ?? MESSAGE_CHANNELS).map(channelNamed);
      const settings = [];
      for (const channel of channels) settings.push(await readMessageSetting(tx, channel));
      return settings;
    },
    getDeliveryReports: (_, __, { clientId }) => ({
      url: `${readConfig().publicUrl}/hooks/delivery/${clientId}`,
      signingSecret: reportSecret(clientId),
    }),
  },
  Mutation: {
    setOperationHours: (_, { operationHours }, { tx }) => setOperationHours(tx, operationHours),
    setSchedule: async (_, change, { tx }) => {
      await setSchedule(tx, change);
      return readSchedule(tx);
    },
    setContactRules: async (_, { rules, revision }, { tx }) => {
      await setContactRules(tx, rules, revision);
      return readContactRules(tx);
    },
    setEmailSetting: async (_, { providerConfigurations }, { tx }) => {
      await setProviderSetting(tx, 'email', providerConfigurations, readConfig());
      return readProviderSetting(tx, 'email', readConfig());
    },
    saveCommunicationResolutionV2: (_, { communicationResolution, ...asked }, { tx, identity }) =>
      saveResolution(tx, asked, communicationResolution, identity.userId),
    markPhoneNumberAsInvalid: (_, { phoneNumber, externalClaimRef }, { tx }) => markPhoneNumberAsInvalid(tx, phoneNumber, externalClaimRef),
    setSettingMessage: async (_, { communicationChannel, providerConfigurations }, { tx }) => {
      const channel = channelNamed(communicationChannel);
      await setProviderSetting(tx, channel, providerConfigurations, readConfig());
      return readMessageSetting(tx, channel);
    },
    setSettingSMS: async (_, { providerConfigurations }, { tx }) => {
      await setProviderSetting(tx, 'sms', providerConfigurations, readConfig());
      return readSmsSetting(tx);
    },
  },
};
