import type { Cases, World } from '../../platform/cases.ts';
import { readConfig } from '../../platform/config.ts';
import { outboundOf } from '../../platform/outbound.ts';
import { saveEndpoint, testEndpoint } from './webhook-subscription.endpoint.logic.ts';

const own = ({ clientId }: World) => ({ clientId });
const ofEndpoint = ({ clientId, webhookEndpointId }: World) => ({ clientId, endpointId: webhookEndpointId });
const ofDelivery = (world: World) => ({ ...ofEndpoint(world), messageId: world.webhookMessageId });
const filter = (world: World) => ({ ...own(world), filter: { endpointId: world.webhookEndpointId } });
/** Of an endpoint that is there: a new one would answer with its secret, once. */
const ADDRESS = 'https://hooks.example.com/seeded';
const settled = { messageType: 'paymentSettled', messageVersion: 1 };

export const cases: Cases = {
  seed: async (tx, world) => {
    const input = { url: ADDRESS, description: '', messageTypes: ['claimResolved.v1'] };
    const { endpointId } = await saveEndpoint(tx, outboundOf(readConfig()), input);
    world.webhookEndpointId = endpointId;
    world.webhookMessageId = await testEndpoint(tx, endpointId, 'paymentSettled', 1);
  },
  operations: {
    getWebhookSubscriptions: own,
    getWebhookEndpoints: own,
    getWebhookDeliveries: filter,
    getWebhookDelivery: ofDelivery,
    countWebhookDeliveries: filter,
    getWebhookMessageTypes: own,
    setWebhookSubscription: (world) => ({ ...own(world), ...settled, url: ADDRESS }),
    saveWebhookEndpoint: (world) => ({
      ...own(world),
      endpoint: { endpointId: world.webhookEndpointId, url: ADDRESS, messageTypes: ['claimResolved.v1'] },
    }),
    pauseWebhookEndpoint: ofEndpoint,
    resumeWebhookEndpoint: ofEndpoint,
    rotateWebhookSecret: ofEndpoint,
    testWebhookEndpoint: (world) => ({ ...ofEndpoint(world), ...settled }),
    redeliverWebhooks: filter,
    stopWebhookDelivery: ofDelivery,
    deleteWebhookSubscription: (world) => ({ ...own(world), messageType: 'claimDeleted', messageVersion: 1 }),
    deleteWebhookEndpoint: ofEndpoint,
  },
  // A kind is the same for every client: one that nobody is sent.
  refused: { deleteWebhookSubscription: 'webhookNotFound' },
};
