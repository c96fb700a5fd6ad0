/** What the webhooks screen shows, as the server tells it. */
import type { Tone } from '../../../ui/Tag.tsx';
import type { DeliveryFragment, EndpointFragment, WebhookDeliveriesQueryVariables } from './webhook-subscription.graphql.ts';

export type Endpoint = EndpointFragment;
export type Delivery = DeliveryFragment;
export type DeliveryFilter = NonNullable<WebhookDeliveriesQueryVariables['filter']>;

/** Stands for every kind of event. */
export const ALL = '*.v1';

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'ended'] as const;
export const DELIVERY_TONES: Readonly<Record<string, Tone>> = { waiting: 'info', delivered: 'good', failed: 'bad', ended: 'neutral' };
export const ENDPOINT_TONES: Readonly<Record<string, Tone>> = { active: 'good', failing: 'warn', paused: 'bad' };

/** One delivery in a list. */
export const deliveryId = ({ endpointId, messageId }: Pick<Delivery, 'endpointId' | 'messageId'>) => `${endpointId} ${messageId}`;

/** @returns kind and version of "paymentSettled.v1". */
export function splitType(name: string): { messageType: string; messageVersion: number } {
  const at = name.lastIndexOf('.v');
  return { messageType: name.slice(0, at), messageVersion: Number(name.slice(at + 2)) };
}
