/** What tests of delivery share: a house with two messages, a clock they set, and questions about the outbox. */
import type { MessageChannel } from '../../../core/messageChannels.ts';
import { type Instant, instant } from '../../../core/time.ts';
import { useClock } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config.ts';
import { type Mount, openTestHouse } from '../../platform/testing.ts';
import { drainClient } from './cms.delivery.ts';
import { addBundle, addDebtor, queueMessage } from './cms.testing.ts';

/** A Friday, 11:00 in Berlin. */
export const START = instant('2026-11-20T10:00:00Z');

const SET_EMAIL = `mutation ($clientId: ID!, $providerConfigurations: [ProviderConfigurationInput!]!) { setEmailSetting(clientId: $clientId, providerConfigurations: $providerConfigurations) { providerConfigurations { providerName credentials } } }`;

type Row = {
  outbox_id: string;
  status: string;
  attempts: number;
  last_error: string | null;
  next_attempt_at: Date;
  rendered: object | null;
};

export type DeliveryHouse = Awaited<ReturnType<typeof openDeliveryHouse>>;

/** Opens the house on a Friday morning; a test moves `clock.time`. */
export async function openDeliveryHouse(mount?: Mount) {
  const clock: { time: Instant } = { time: START };
  const restore = useClock(() => clock.time);
  const house = await openTestHouse(mount);
  await house.inA(async (tx) => {
    await addBundle(tx, 'mail', {
      subject: 'Über {{ claim.reference }}',
      source: 'Grüße an {{ debtor.fullName }}: https://shop.example/pay',
    });
    await addBundle(tx, 'text', { source: '{{ debtor.fullName }}, {{ claim.balance }} ist offen', channel: 'sms' });
  });
  const rowOf = async (key: string) =>
    (await house.inA((tx) => tx.sql<Row>('select * from outbox where client_id = $1 and key = $2', [tx.clientId, key])))[0]!;
  const statusOf = async (key: string) => (await rowOf(key)).status;
  const eventsOf = async (accountId: string) =>
    (
      await house.inA((tx) =>
        tx.sql<{ message_type: string }>('select message_type from event where client_id = $1 and account_id = $2 order by message_id', [
          tx.clientId,
          accountId,
        ]),
      )
    ).map((row) => row.message_type);
  const communications = async (accountId: string) =>
    (await house.inA((tx) => tx.sql('select 1 from communication where client_id = $1 and account_id = $2', [tx.clientId, accountId])))
      .length;
  const drain = (channel: MessageChannel = 'email') =>
    drainClient(house.database, house.clientA, channel, readConfig(), { lease: 30_000, pause: 1_000 });

  async function queued(person: object = {}, bundle = 'mail', channel: MessageChannel = 'email') {
    return house.inA(async (tx) => {
      const debtor = await addDebtor(tx, person);
      return { ...debtor, key: await queueMessage(tx, debtor, bundle, channel) };
    });
  }

  const chooseEmail = (providerConfigurations: object[]) =>
    house.call<{ setEmailSetting: { providerConfigurations: { credentials: Record<string, unknown> }[] } }>('operations', SET_EMAIL, {
      clientId: house.clientA,
      providerConfigurations,
    });

  return {
    ...house,
    clock,
    rowOf,
    statusOf,
    eventsOf,
    communications,
    drain,
    queued,
    chooseEmail,
    rewind: () => {
      clock.time = START;
    },
    close: async () => {
      restore();
      await house.close();
    },
  };
}
