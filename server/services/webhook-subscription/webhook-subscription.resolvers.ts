import './webhook-subscription.follow.ts';
import './webhook-subscription.jobs.ts';
import './webhook-subscription.personal.ts';
import type { Uuid } from '../../../core/id.ts';
import { readConfig } from '../../platform/config.ts';
import { outboundOf } from '../../platform/outbound.ts';
import type { Tx } from '../../platform/tenancy.ts';
import {
  deleteEndpoint,
  deleteSubscription,
  pauseEndpoint,
  resumeEndpoint,
  saveEndpoint,
  setSubscription,
  testEndpoint,
} from './webhook-subscription.endpoint.logic.ts';
import type { Resolvers } from './webhook-subscription.graphql.ts';
import { countAgain, listDeliveries, lookInto, redeliver, stopDelivery } from './webhook-subscription.log.logic.ts';
import { messageTypes, withVersion } from './webhook-subscription.message.ts';
import { listEndpoints, showEndpoint } from './webhook-subscription.read.logic.ts';
import { rotateSecret } from './webhook-subscription.secret.logic.ts';
import { listSubscriptions, type Subscription } from './webhook-subscription.subscription.logic.ts';

const shown = (each: Subscription, secret: string | null = null) => ({
  ...each,
  messageTypeWithVersion: withVersion(each.messageType, each.messageVersion),
  secret,
});
const outbound = () => outboundOf(readConfig());
const after = async (tx: Tx, change: Promise<Uuid>) => showEndpoint(tx, await change);

export const resolvers: Resolvers = {
  Query: {
    getWebhookSubscriptions: async (_, { paginationId, limit }, { tx }) => {
      const page = await listSubscriptions(tx, paginationId, limit ?? 100);
      return { ...page, results: page.results.map((each) => shown(each)) };
    },
    getWebhookEndpoints: (_, __, { tx }) => listEndpoints(tx),
    getWebhookDeliveries: (_, { filter, paginationId, limit }, { tx }) =>
      listDeliveries(tx, filter ?? {}, { paginationId, limit: limit ?? 100 }),
    getWebhookDelivery: (_, { endpointId, messageId }, { tx }) => lookInto(tx, endpointId, messageId),
    countWebhookDeliveries: (_, { filter }, { tx }) => countAgain(tx, filter),
    getWebhookMessageTypes: () => messageTypes(),
  },
  Mutation: {
    setWebhookSubscription: async (_, input, { tx }) => {
      const { secret, ...subscription } = await setSubscription(tx, outbound(), input);
      return shown(subscription, secret);
    },
    deleteWebhookSubscription: (_, { messageType, messageVersion }, { tx }) => deleteSubscription(tx, messageType, messageVersion),
    saveWebhookEndpoint: async (_, { endpoint }, { tx }) => {
      const { endpointId, secret } = await saveEndpoint(tx, outbound(), endpoint);
      return { endpoint: await showEndpoint(tx, endpointId), secret };
    },
    deleteWebhookEndpoint: (_, { endpointId }, { tx }) => deleteEndpoint(tx, endpointId),
    pauseWebhookEndpoint: (_, { endpointId }, { tx }) => after(tx, pauseEndpoint(tx, endpointId)),
    resumeWebhookEndpoint: (_, { endpointId }, { tx }) => after(tx, resumeEndpoint(tx, endpointId)),
    rotateWebhookSecret: async (_, { endpointId, formerHours }, { tx }) => {
      const secret = await rotateSecret(tx, endpointId, formerHours ?? 24);
      return { endpoint: await showEndpoint(tx, endpointId as Uuid), secret };
    },
    testWebhookEndpoint: (_, { endpointId, messageType, messageVersion }, { tx }) =>
      testEndpoint(tx, endpointId, messageType, messageVersion),
    redeliverWebhooks: (_, { filter }, { tx }) => redeliver(tx, filter),
    stopWebhookDelivery: (_, { endpointId, messageId }, { tx }) => stopDelivery(tx, endpointId, messageId),
  },
};
