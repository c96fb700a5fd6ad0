/** A live installation without a provider: nothing is said to be sent that was not, and nothing leaves weeks later all at once. */
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MESSAGE_CHANNELS, type MessageChannel } from '../../../core/messageChannels.ts';
import { HOUR, type Instant, instant } from '../../../core/time.ts';
import { useClock } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config.ts';
import { openProvider } from '../../platform/delivery/providers.ts';
import { followTouched } from '../../platform/follow.ts';
import { holdSending, resumeSending } from '../../platform/outbox/hold.ts';
import { openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { optOut } from '../account/contact/delivery.logic.ts';
import { drainClient } from './cms.delivery.ts';
import { addBundle, addDebtor, queueMessage } from './cms.testing.ts';

// A Tuesday, 11:00 in Berlin.
const START = instant('2026-03-03T10:00:00Z');
let house: TestHouse;
let clock = START;
let restore: () => void;
let received = 0;
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => {
    stream.resume().on('end', () => {
      received++;
      done();
    });
  },
});
beforeAll(async () => {
  restore = useClock(() => clock);
  house = await openTestHouse(undefined, { purpose: 'live', production: true });
  await house.inA(async (tx) => {
    await addBundle(tx, 'reminder', { source: 'Hello' });
    await addBundle(tx, 'note', { source: 'Hello', channel: 'sms' });
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  restore();
  await new Promise<void>((resolve) => smtp.close(resolve));
  await house.close();
});

const drain = (channel: MessageChannel = 'email') => drainClient(house.database, house.clientA, channel, readConfig());
const queued = (channel: MessageChannel = 'email') =>
  house.inA(async (tx) => {
    const to = await addDebtor(tx);
    return { ...to, key: await queueMessage(tx, to, channel === 'sms' ? 'note' : 'reminder', channel) };
  });
const rowOf = async (key: string) =>
  (
    await house.inA((tx) =>
      tx.sql('select status, last_error, blocked_since, attempts from outbox where client_id = $1 and key = $2', [tx.clientId, key]),
    )
  )[0];
const eventsOf = async (accountId: string) =>
  (
    await house.inA((tx) =>
      tx.sql<{ message_type: string; reason: string | null }>(
        `select message_type, payload->>'reason' as reason from event where client_id = $1 and account_id = $2 order by message_id`,
        [tx.clientId, accountId],
      ),
    )
  ).map((row) => [row.message_type, row.reason]);
const SET = `mutation ($clientId: ID!, $configurations: [ProviderConfigurationInput!]!) {
  setEmailSetting(clientId: $clientId, providerConfigurations: $configurations) { defaultProvider } }`;
const told = async () => {
  await followTouched(house.database);
  return (
    await house.inA((tx) =>
      tx.sql<{ type: string; recipient_id: string }>(
        `select type, recipient_id from notification where client_id = $1 and metadata->>'note' is null order by created_at, notification_id`,
        [tx.clientId],
      ),
    )
  ).map((row) => [row.type, row.recipient_id]);
};
const health = async (channel: MessageChannel) =>
  (
    await house.call<{ getDeliveryHealth: { channel: string; waiting: number; pausedAt: string | null; reason: string | null }[] }>(
      'cms',
      'query ($clientId: ID!) { getDeliveryHealth(clientId: $clientId) { channel waiting pausedAt reason } }',
      { clientId: house.clientA },
    )
  ).getDeliveryHealth.find((each) => each.channel === channel);
const forget = () =>
  house.inA(async (tx) => {
    // What earlier tests appended is told of before it is forgotten.
    await followTouched(house.database);
    for (const table of ['outbox', 'delivery_health', 'notification'])
      await tx.sql(`delete from ${table} where client_id = $1`, [tx.clientId]);
  });
/** Sets the client's e-mail up, or takes it away again, as an administrator does. */
const setSmtp = (on: boolean) => {
  const { port } = smtp.server.address() as { port: number };
  const configurations = on ? [{ providerName: 'SMTP', credentials: { host: '127.0.0.1', port } }] : [];
  return house.call('operations', SET, { clientId: house.clientA, configurations });
};

describe('messages without a provider in a live database', () => {
  it.each(MESSAGE_CHANNELS)('%s waits with its reason, and is never said to be sent', async (channel) => {
    const { key, accountId } = await queued(channel);
    for (const _ of [1, 2, 3]) {
      expect(await drain(channel)).toBe(0);
      clock = (clock + 2 * HOUR) as Instant;
    }
    expect(await rowOf(key)).toMatchObject({ status: 'queued', last_error: 'noProvider', attempts: 0 });
    expect(await eventsOf(accountId)).toEqual([['communicationWaiting', 'noProvider']]);
    const sent = await house.inA((tx) => tx.sql('select 1 from communication where client_id = $1', [tx.clientId]));
    expect(sent).toEqual([]);
    clock = START;
  });

  it('fail after three days, although a provider is there by then', async () => {
    const { key, accountId } = await queued();
    await drain();
    clock = (START + 73 * HOUR) as Instant;
    await setSmtp(true);
    received = 0;
    await drain();
    expect(received).toBe(0);
    expect(await rowOf(key)).toMatchObject({ status: 'failed', last_error: 'waitedTooLong', blocked_since: null });
    expect(await eventsOf(accountId)).toEqual([
      ['communicationWaiting', 'noProvider'],
      ['communicationFailed', 'waitedTooLong'],
    ]);
    await setSmtp(false);
    clock = START;
  });

  it('do not age while the operator holds all sending', async () => {
    const { key } = await queued();
    await drain();
    clock = (START + 60 * HOUR) as Instant;
    await holdSending(house.database, 'test');
    clock = (START + 160 * HOUR) as Instant;
    await drain();
    await resumeSending(house.database);
    await drain();
    expect(await rowOf(key)).toMatchObject({ status: 'queued', last_error: 'noProvider' });
    // Twelve of its 72 hours are left.
    clock = (START + 173 * HOUR) as Instant;
    await drain();
    expect(await rowOf(key)).toMatchObject({ status: 'failed', last_error: 'waitedTooLong' });
    clock = START;
  });

  it('never leave by a provider that only pretends, even when one is stored', () => {
    const stored = { providerName: 'FakeProvider', credentials: 'nothing that could be opened', extras: {} };
    const client = { clientId: house.clientA, name: 'A', isDemo: false, allowsSandboxes: false };
    expect(openProvider(stored, 'sms', client, house.config).provider.name).toBe('none');
    expect(openProvider(null, 'email', client, house.config).provider.name).toBe('none');
    expect(openProvider(null, 'email', { ...client, allowsSandboxes: true }, house.config).provider.name).toBe('sandbox');
  });

  it('are offered no provider that only pretends', async () => {
    const asked = await house.call<{ getEmailSetting: { defaultProvider: string; providers: { providerName: string }[] } }>(
      'operations',
      'query ($clientId: ID!) { getEmailSetting(clientId: $clientId) { defaultProvider providers { providerName } } }',
      { clientId: house.clientA },
    );
    expect(asked.getEmailSetting.defaultProvider).toBe('none');
    expect(asked.getEmailSetting.providers.map((each) => each.providerName)).not.toContain('FakeProvider');
  });

  it('leave once, after the gate was asked again, when a provider is set up in time', async () => {
    const [stays, optedOut] = [await queued(), await queued()];
    await drain();
    await house.inA((tx) => optOut(tx, optedOut.accountId, 'email', 'test'));
    clock = (START + 26 * HOUR) as Instant;
    received = 0;
    // Saving a provider has those who wait look at once; the job that it asks for is run by hand here.
    await setSmtp(true);
    await drain();
    await drain();
    expect(await rowOf(stays.key)).toMatchObject({ status: 'sent', blocked_since: null, last_error: null });
    expect(await rowOf(optedOut.key)).toMatchObject({ status: 'cancelled', blocked_since: null });
    expect(received).toBe(1);
  });

  it('notify administrators once per channel, and once more when none waits', async () => {
    clock = START;
    await setSmtp(false);
    await forget();
    const first = await queued();
    await drain();
    const second = await queued();
    clock = (clock + 2 * HOUR) as Instant;
    await drain();
    expect(await told()).toEqual([['EMAIL_DELIVERY_BLOCKED', house.userA]]);
    expect(await health('email')).toMatchObject({ waiting: 2, pausedAt: '2026-03-03T10:00:00.000Z', reason: 'noProvider' });
    expect(await health('sms')).toMatchObject({ waiting: 0, pausedAt: null });
    await queued('sms');
    await drain('sms');
    clock = (clock + 2 * HOUR) as Instant;
    await drain('sms');
    expect((await told()).map(([type]) => type)).toEqual(['EMAIL_DELIVERY_BLOCKED', 'SMS_DELIVERY_BLOCKED']);
    await setSmtp(true);
    await drain();
    await drain();
    expect([(await rowOf(first.key))?.status, (await rowOf(second.key))?.status]).toEqual(['sent', 'sent']);
    expect((await told()).map(([type]) => type)).toEqual(['EMAIL_DELIVERY_BLOCKED', 'SMS_DELIVERY_BLOCKED', 'EMAIL_DELIVERY_UNBLOCKED']);
    expect(await health('email')).toMatchObject({ waiting: 0, pausedAt: null });
    expect(await health('sms')).toMatchObject({ waiting: 1, reason: 'noProvider' });
    await setSmtp(false);
  });

  it('that waited too long end the waiting too, and the next one begins it anew', async () => {
    clock = START;
    await setSmtp(false);
    await forget();
    await queued();
    await drain();
    clock = (START + 73 * HOUR) as Instant;
    await drain();
    await drain();
    expect((await told()).map(([type]) => type)).toEqual(['EMAIL_DELIVERY_BLOCKED', 'EMAIL_DELIVERY_UNBLOCKED']);
    await queued();
    await drain();
    expect((await told()).map(([type]) => type)).toEqual(['EMAIL_DELIVERY_BLOCKED', 'EMAIL_DELIVERY_UNBLOCKED', 'EMAIL_DELIVERY_BLOCKED']);
    clock = START;
  });
});
