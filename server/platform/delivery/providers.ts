/** What a client's messages leave by: chosen among the adapters, stored sealed, opened when something is due (specification 3, section 3). */
import { invalid } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { MESSAGE_CHANNELS, type MessageChannel } from '../../../core/messageChannels.ts';
import { type SmsSenders, senderTo } from '../../../core/smsSender.ts';
import { type Adapter, adaptersFor, findAdapter } from '../adapter/adapter.ts';
import { checkAddresses, readSettings } from '../adapter/settings.ts';
import type { Config } from '../config.ts';
import { outboundOf } from '../outbound.ts';
import { openObject, type SealedPlace, sealObject } from '../seal.ts';
import { defineSealed, placeIn } from '../sealedColumns.ts';
import type { FetchMedia } from './media.ts';
import { noProvider } from './none.ts';
import type { OpenedAdapter, Provider } from './provider.ts';
import { smtpFromUrl, smtpProvider } from './smtp.ts';
import type { TemplateDesk } from './whatsapp.ts';
// They declare themselves: a further one is its file and its line here.
import './gateway.ts';
import './twilio.ts';
import './messagebird.ts';
import './infobip.ts';
import './metaWhatsapp.ts';
import './twilioWhatsapp.ts';
import './twilioVoice.ts';
import './httpVoice.ts';
import './bird.ts';
import './ses.ts';
import './printBatch.ts';
import './pingen.ts';
import './sftp.ts';
import { sandboxProvider } from './sandbox.ts';

/** A provider as it is stored: its credentials are sealed with the installation's secret. */
export interface StoredProvider {
  readonly providerName: string;
  readonly credentials: string;
  /** What is not secret: sender, address, class. */
  readonly extras: Readonly<Record<string, unknown>>;
}

/** An opened provider and who its messages come from. */
export interface OpenedProvider {
  readonly provider: Provider;
  /** @param to the reader's address or number. */
  readonly senderTo: (to: string) => string;
  /** Where answers to e-mails go, when that is not the sender; null: to the sender. */
  readonly replyTo: string | null;
  /** How WhatsApp templates are brought to it; null: it approves whatever it is given, as a sandbox does. */
  readonly desk?: TemplateDesk | null;
  /** How the files that debtors send along are fetched from it. */
  readonly media?: FetchMedia | undefined;
}

const credentialColumn = (channel: MessageChannel) =>
  defineSealed({
    table: 'contact_setting',
    key: [],
    row: null,
    column: `${channel}_provider`,
    path: ['credentials'],
    before: 'sealedForScope',
  });
const CREDENTIALS = Object.fromEntries(MESSAGE_CHANNELS.map((channel) => [channel, credentialColumn(channel)])) as Readonly<
  Record<MessageChannel, ReturnType<typeof credentialColumn>>
>;
const credentialsPlace = (channel: MessageChannel, clientId: Uuid): SealedPlace => placeIn(CREDENTIALS[channel], clientId);

/** @returns a stored provider's credentials. @throws Error when no secret opens them */
export function openCredentials(stored: StoredProvider, channel: MessageChannel, clientId: Uuid): Record<string, unknown> {
  return openObject(stored.credentials, credentialsPlace(channel, clientId));
}

/** Checks and seals what a client wants to use. @throws Fault INVALID_INPUT naming the field */
export async function sealProvider(
  chosen: { providerName: string; credentials: unknown; extras: unknown },
  channel: MessageChannel,
  clientId: Uuid,
  config: Config,
  withFakes: boolean,
): Promise<StoredProvider> {
  const found = adaptersFor(channel, withFakes).find((each) => each.name === chosen.providerName);
  if (!found) throw invalid('providerConfigurations.providerName', 'providerUnknown', { name: chosen.providerName.slice(0, 60), channel });
  const { credentials, extras } = readSettings(found, chosen, 'providerConfigurations.');
  await checkAddresses(found, { credentials, extras }, outboundOf(config), 'providerConfigurations.');
  return { providerName: found.name, credentials: sealObject(credentials, credentialsPlace(channel, clientId)), extras };
}

/**
 * @returns what messages leave by while a client has chosen nothing. A demo's invented people are never written to; without a sandbox, which a
 * live database does not allow, they wait.
 */
export function defaultProvider(
  channel: MessageChannel,
  config: Config,
  { isDemo, allowsSandboxes }: Pick<SendingClient, 'isDemo' | 'allowsSandboxes'>,
): 'SMTP' | 'sandbox' | 'none' {
  if (channel === 'email' && config.smtpUrl !== null && !isDemo) return 'SMTP';
  return allowsSandboxes ? 'sandbox' : 'none';
}

/** @returns where a provider's own notices go; empty for one that sends none. */
export const hookOf = ({ publicUrl }: Config, clientId: Uuid, { receive }: Pick<Adapter, 'receive'>): string =>
  receive ? `${publicUrl}/hooks/providers/${clientId}/${receive.path}` : '';

/** Whose messages they are. */
export interface SendingClient {
  readonly clientId: Uuid;
  readonly name: string;
  readonly isDemo: boolean;
  /** The database was made as a demo or for tests (installation.ts). */
  readonly allowsSandboxes: boolean;
}

/**
 * Opens what a client's messages leave by. @param smsSenders of countries whose numbers get text messages from somebody else.
 * @throws Error when its credentials cannot be opened: nothing is sent then.
 */
export function openProvider(
  stored: StoredProvider | null,
  channel: MessageChannel,
  client: SendingClient,
  config: Config,
  smsSenders: SmsSenders = {},
): OpenedProvider {
  const from = (sender: string) => (to: string) => (channel === 'sms' ? senderTo(to, smsSenders, sender) : sender);
  // Carriers take eleven letters and digits as a sender's name.
  const fallback =
    channel === 'email'
      ? config.mailFrom
      : client.name
          .normalize('NFKD')
          .replace(/[^a-z0-9]/gi, '')
          .slice(0, 11) || 'Quittance';
  if (!stored) {
    const kind = defaultProvider(channel, config, client);
    const smtpUrl = kind === 'SMTP' ? config.smtpUrl : null;
    const kept = kind === 'none' ? noProvider : sandboxProvider;
    return { provider: smtpUrl ? smtpProvider(smtpFromUrl(smtpUrl), null) : kept, senderTo: from(fallback), replyTo: null };
  }
  const found = findAdapter(stored.providerName) as Adapter<OpenedAdapter> | undefined;
  if (!found?.serves.includes(channel)) throw new Error(`no provider ${stored.providerName}`);
  if (found.isFake && !client.allowsSandboxes) return { provider: noProvider, senderTo: from(fallback), replyTo: null };
  const credentials = openCredentials(stored, channel, client.clientId);
  const {
    provider,
    sender,
    desk = null,
    media,
  } = found.open(credentials, stored.extras, outboundOf(config), hookOf(config, client.clientId, found));
  const { replyTo } = stored.extras;
  return {
    provider,
    senderTo: from(sender || fallback),
    replyTo: typeof replyTo === 'string' && replyTo !== '' ? replyTo : null,
    desk,
    media,
  };
}
