/** The providers a client sends by. Their secrets go in and never come out. */
import { invalid } from '../../../core/fault.ts';
import { MESSAGE_CHANNELS, type MessageChannel } from '../../../core/messageChannels.ts';
import { isoInstant } from '../../../core/time.ts';
import { adaptersFor, findAdapter } from '../../platform/adapter/adapter.ts';
import { describe, hideSecrets, keepSecrets } from '../../platform/adapter/settings.ts';
import { now } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import {
  defaultProvider,
  hookOf,
  type OpenedProvider,
  openCredentials,
  openProvider,
  type StoredProvider,
  sealProvider,
} from '../../platform/delivery/providers.ts';
import { appendEvents } from '../../platform/events.ts';
import { allowsSandboxes } from '../../platform/installation.ts';
import { probeSoon } from '../../platform/outbox/circuit.ts';
import { askForDrain, resumeWaiting } from '../../platform/outbox/queue.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { type ClientRow, readClient } from '../backoffice/backoffice.logic.ts';
import { readContactSetting } from './operations.logic.ts';

export interface ProviderInput {
  readonly communicationChannel?: string | null | undefined;
  readonly providerName: string;
  readonly credentials: unknown;
  readonly extras?: unknown;
}

/** @returns the channel's provider without its secrets, and those that can be chosen. */
export async function readProviderSetting(tx: Tx, channel: MessageChannel, config: Config) {
  const stored = (await readContactSetting(tx)).providers[channel];
  const client = await readClient(tx);
  const withFakes = await allowsSandboxes(tx);
  const adapter = stored ? findAdapter(stored.providerName) : undefined;
  return {
    clientId: tx.clientId,
    providerConfigurations: stored
      ? [
          {
            communicationChannel: channel,
            providerName: stored.providerName,
            credentials: hideSecrets(adapter, openCredentials(stored, channel, tx.clientId)),
            extras: stored.extras,
            noticeURL: (adapter && hookOf(config, tx.clientId, adapter)) || null,
          },
        ]
      : [],
    defaultProvider: defaultProvider(channel, config, { ...client, allowsSandboxes: withFakes }),
    providers: adaptersFor(channel, withFakes).map((adapter) => ({ ...describe(adapter), communicationChannel: channel })),
  };
}

/** @returns what the client's messages of a channel leave by, and the client. @throws Error when its credentials cannot be opened */
export async function openSending(
  tx: Tx,
  channel: MessageChannel,
  config: Config,
): Promise<OpenedProvider & { readonly client: ClientRow }> {
  const client = await readClient(tx);
  const { providers, smsSenders } = await readContactSetting(tx);
  const sending = { ...client, allowsSandboxes: await allowsSandboxes(tx) };
  return { ...openProvider(providers[channel], channel, sending, config, smsSenders), client };
}

/** @returns the credentials of a provider of the client's messages, which its own notices are signed with; null when they leave by another. */
export async function readNoticeCredentials(tx: Tx, providerName: string): Promise<Record<string, unknown> | null> {
  const { providers } = await readContactSetting(tx);
  const channel = MESSAGE_CHANNELS.find((each) => providers[each]?.providerName === providerName);
  return channel ? openCredentials(providers[channel]!, channel, tx.clientId) : null;
}

/** Saves one provider, or the default with an empty list. @throws Fault INVALID_INPUT naming the field */
export async function setProviderSetting(
  tx: Tx,
  channel: MessageChannel,
  configurations: readonly ProviderInput[],
  config: Config,
): Promise<void> {
  if (configurations.length > 1) throw invalid('providerConfigurations', 'channelOneProvider');
  const [input] = configurations;
  if (input?.communicationChannel && input.communicationChannel !== channel)
    throw invalid('providerConfigurations.communicationChannel', 'channelSetting', { channel });
  const before = (await readContactSetting(tx)).providers[channel];
  const stored = input
    ? await sealProvider(
        { providerName: input.providerName, ...merge(tx, channel, input, before) },
        channel,
        tx.clientId,
        config,
        await allowsSandboxes(tx),
      )
    : null;
  const column = `${channel}_provider`;
  await tx.sql(
    `insert into contact_setting (client_id, ${column}, updated_at) values ($1, $2, $3)
     on conflict (client_id) do update set ${column} = excluded.${column}, updated_at = excluded.updated_at`,
    [tx.clientId, stored ? JSON.stringify(stored) : null, isoInstant(now())],
  );
  if (stored) await resumeWaiting(tx, channel);
  await probeSoon(tx, channel);
  await askForDrain(tx, channel, now());
  await appendEvents(tx, [
    {
      messageType: 'clientConfigurationChanged',
      payload: { setting: `${channel}Provider`, from: before?.providerName ?? null, to: stored?.providerName ?? null },
    },
  ]);
}

/** A secret that comes back as asterisks is the one we have. */
function merge(tx: Tx, channel: MessageChannel, input: ProviderInput, before: StoredProvider | null) {
  const credentials = objectOf('credentials', input.credentials);
  const kept = before?.providerName === input.providerName ? openCredentials(before, channel, tx.clientId) : {};
  const filled = Object.entries(keepSecrets(credentials, kept)).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  return { credentials: Object.fromEntries(filled), extras: objectOf('extras', input.extras ?? {}) };
}

/** The specification sends credentials as JSON text; an object is taken as well. */
function objectOf(field: string, value: unknown): Record<string, unknown> {
  let read = value;
  if (typeof value === 'string') {
    try {
      read = JSON.parse(value);
    } catch {
      throw invalid(`providerConfigurations.${field}`, 'jsonWrong');
    }
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) throw invalid(`providerConfigurations.${field}`, 'jsonObject');
  return Object.fromEntries(Object.entries(read).filter(([, each]) => each !== null && each !== ''));
}
