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

export const resolvers: Resolvers = {
  Query: {
    getOperationHours: (_, __, { tx }) => readOperationHours(tx),
    getSchedule: (_, { locale }, { tx }) => readSchedule(tx, locale),
    getContactRules: (_, __, { tx }) => readContactRules(tx),
    getEmailSetting: (_, __, { tx }) => readProviderSetting(tx, 'email', readConfig()),
    getChannelSetting: (_, { channel }, { tx }) => readChannelSetting(tx, channelNamed(channel)),
    getSettingSMS: (_, __, { tx }) => readSmsSetting(tx),
    getAccountResolutions: (_, asked, { tx }) => listResolutions(tx, asked),
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
    setChannelSetting: async (_, { channel: name, providerConfigurations }, { tx }) => {
      const channel = channelNamed(name);
      await setProviderSetting(tx, channel, providerConfigurations, readConfig());
      return readChannelSetting(tx, channel);
    },
    setSettingSMS: async (_, { providerConfigurations }, { tx }) => {
      await setProviderSetting(tx, 'sms', providerConfigurations, readConfig());
      return readSmsSetting(tx);
    },
  },
};

/** @throws Fault INVALID_INPUT */
function channelNamed(name: string): MessageChannel {
  if (!isMessageChannel(name)) throw invalid('channel', 'oneOf', { choices: MESSAGE_CHANNELS.join(', ') });
  return name;
}

const readChannelSetting = async (tx: Tx, channel: MessageChannel) => ({
  ...(await readProviderSetting(tx, channel, readConfig())),
  channel,
});
