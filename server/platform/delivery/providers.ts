/** Every provider a client can choose, with the fields of its credentials (specification 3, section 3). */
import { z } from 'zod';
import { faultOfIssues, inSchema } from '../../../core/collectFaults.ts';
import { invalid, words } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { MESSAGE_CHANNELS, type MessageChannel } from '../../../core/messageChannels.ts';
import type { Config } from '../config.ts';
import { type Outbound, outboundOf, RefusedAddress } from '../outbound.ts';
import type { DeliveryClass } from '../outbox/answer.ts';
import { openObject, type SealedPlace, sealObject } from '../seal.ts';
import { defineSealed, placeIn } from '../sealedColumns.ts';
import { gatewayProvider } from './gateway.ts';
import { noProvider } from './none.ts';
import type { Provider } from './provider.ts';
import { fakeProvider, sandboxProvider } from './sandbox.ts';
import { messageBirdProvider, twilioProvider } from './sms.ts';
import { smtpFromUrl, smtpProvider } from './smtp.ts';

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
  readonly sender: string;
  /** Where answers to e-mails go, when that is not the sender; null: to the sender. */
  readonly replyTo: string | null;
}

interface Shape<Credentials extends z.ZodObject, Extras extends z.ZodObject> {
  readonly providerName: string;
  readonly channels: readonly MessageChannel[];
  /** The weakest thing it may be; a gateway declares its own. */
  readonly deliveryClass: DeliveryClass;
  readonly credentials: Credentials;
  readonly extras: Extras;
  /** Credential fields that are never given out again. */
  readonly secrets: readonly string[];
  /** Only pretends to send: not offered, and never opened, in a live database. */
  readonly hidden?: boolean;
  /** What it speaks to that the client chose. @throws RefusedAddress */
  readonly check?: (credentials: z.infer<Credentials>, extras: z.infer<Extras>, outbound: Outbound) => Promise<void>;
  /** The field that names it, e.g. "credentials.baseURL". */
  readonly addressField?: string;
  readonly open: (
    credentials: z.infer<Credentials>,
    extras: z.infer<Extras>,
    outbound: Outbound,
  ) => { provider: Provider; sender?: string | undefined };
}

export type ProviderKind = Omit<Shape<z.ZodObject, z.ZodObject>, 'open' | 'check'> & {
  /** @throws ZodError when the values do not fit. @throws RefusedAddress */
  readonly check: (credentials: unknown, extras: unknown, outbound: Outbound) => Promise<void>;
  /** @throws ZodError when stored values no longer fit. */
  readonly open: (credentials: unknown, extras: unknown, outbound: Outbound) => { provider: Provider; sender?: string | undefined };
};

function kind<Credentials extends z.ZodObject, Extras extends z.ZodObject>(shape: Shape<Credentials, Extras>): ProviderKind {
  return {
    ...shape,
    check: async (credentials, extras, outbound) =>
      shape.check?.(shape.credentials.parse(credentials), shape.extras.parse(extras), outbound),
    open: (credentials, extras, outbound) => shape.open(shape.credentials.parse(credentials), shape.extras.parse(extras), outbound),
  };
}

const text = z.string().trim().min(1, 'may not be empty').max(500);
const optional = z.string().trim().max(500).optional();
const address = z.url({ protocol: /^https?$/, error: inSchema(words('outboundScheme')) }).max(500);
/** An address to which a `+token` may be added. */
const mailbox = z.union([z.literal(''), z.email().max(80)], { error: inSchema(words('noAddress')) }).optional();
const regional = z.strictObject({ baseURL: address.optional() });
const checkRegional = async (_credentials: unknown, { baseURL }: z.infer<typeof regional>, outbound: Outbound) =>
  baseURL === undefined ? undefined : outbound.checkUrl(baseURL);

export const PROVIDER_KINDS: readonly ProviderKind[] = [
  kind({
    providerName: 'SMTP',
    channels: ['email'],
    deliveryClass: 'neither',
    secrets: ['password'],
    credentials: z.strictObject({
      host: text,
      port: z.coerce.number().int().min(1).max(65_535).default(587),
      secure: z.boolean().default(false),
      username: optional,
      password: optional,
    }),
    extras: z.strictObject({ sender: optional, replyTo: mailbox }),
    addressField: 'credentials.host',
    check: ({ host, port }, _extras, outbound) => outbound.checkMailServer(host, port),
    open: ({ username, password, ...server }, { sender }, outbound) => ({
      provider: smtpProvider({ ...server, ...(username ? { username, password: password ?? '' } : {}) }, outbound),
      sender,
    }),
  }),
  kind({
    providerName: 'HttpGateway',
    channels: MESSAGE_CHANNELS,
    deliveryClass: 'neither',
    secrets: ['password', 'apiKey'],
    credentials: z.strictObject({ baseURL: address, username: optional, password: optional, originator: optional, apiKey: optional }),
    extras: z.strictObject({ deliveryClass: z.enum(['idempotent', 'askable', 'neither']).default('neither'), replyTo: mailbox }),
    addressField: 'credentials.baseURL',
    check: ({ baseURL }, _extras, outbound) => outbound.checkUrl(baseURL),
    open: ({ baseURL, username, password, originator, apiKey }, { deliveryClass }, outbound) => ({
      provider: gatewayProvider(
        {
          baseURL,
          deliveryClass,
          ...(apiKey ? { apiKey } : {}),
          ...(username ? { username, password: password ?? '' } : {}),
        },
        outbound,
      ),
      sender: originator,
    }),
  }),
  kind({
    providerName: 'Twilio',
    channels: ['sms'],
    deliveryClass: 'neither',
    secrets: ['authToken'],
    credentials: z.strictObject({ originator: text, accountSid: text, authToken: text }),
    extras: regional,
    addressField: 'extras.baseURL',
    check: checkRegional,
    open: ({ originator, ...account }, { baseURL }, outbound) => ({
      provider: twilioProvider({ ...account, ...(baseURL ? { baseURL } : {}) }, outbound),
      sender: originator,
    }),
  }),
  kind({
    providerName: 'MessageBird',
    channels: ['sms'],
    deliveryClass: 'askable',
    secrets: ['accessKey', 'signingKey'],
    credentials: z.strictObject({ originator: text, accessKey: text, signingKey: optional }),
    extras: regional,
    addressField: 'extras.baseURL',
    check: checkRegional,
    open: ({ originator, accessKey }, { baseURL }, outbound) => ({
      provider: messageBirdProvider({ accessKey, ...(baseURL ? { baseURL } : {}) }, outbound),
      sender: originator,
    }),
  }),
  kind({
    providerName: 'FakeProvider',
    channels: MESSAGE_CHANNELS,
    deliveryClass: 'neither',
    secrets: [],
    credentials: z.strictObject({}),
    extras: z.strictObject({}),
    hidden: true,
    open: () => ({ provider: fakeProvider }),
  }),
];

/** @param withFakes in a demo and in tests (installation.ts). @returns the kinds of a channel that this installation offers. */
export function offeredKinds(channel: MessageChannel, withFakes: boolean): ProviderKind[] {
  return PROVIDER_KINDS.filter((each) => each.channels.includes(channel) && (withFakes || !each.hidden));
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
const CREDENTIALS = { email: credentialColumn('email'), sms: credentialColumn('sms') };
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
  const found = offeredKinds(channel, withFakes).find((each) => each.providerName === chosen.providerName);
  if (!found) throw invalid('providerConfigurations.providerName', 'providerUnknown', { name: chosen.providerName.slice(0, 60), channel });
  const read = (part: 'credentials' | 'extras') => {
    const parsed = found[part].safeParse(chosen[part]);
    if (parsed.success) return parsed.data;
    throw faultOfIssues(`providerConfigurations.${part}`, parsed.error.issues);
  };
  const [credentials, extras] = [read('credentials'), read('extras')];
  await found.check(credentials, extras, outboundOf(config)).catch((error: unknown) => {
    if (error instanceof RefusedAddress) throw invalid(`providerConfigurations.${found.addressField}`, error.reason);
    throw error;
  });
  return { providerName: found.providerName, credentials: sealObject(credentials, credentialsPlace(channel, clientId)), extras };
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

/** Whose messages they are. */
export interface SendingClient {
  readonly clientId: Uuid;
  readonly name: string;
  readonly isDemo: boolean;
  /** The database was made as a demo or for tests (installation.ts). */
  readonly allowsSandboxes: boolean;
}

/** Opens what a client's messages leave by. @throws Error when its credentials cannot be opened: nothing is sent then. */
export function openProvider(
  stored: StoredProvider | null,
  channel: MessageChannel,
  client: SendingClient,
  config: Config,
): OpenedProvider {
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
    return { provider: smtpUrl ? smtpProvider(smtpFromUrl(smtpUrl), null) : kept, sender: fallback, replyTo: null };
  }
  const found = PROVIDER_KINDS.find((each) => each.providerName === stored.providerName);
  if (!found) throw new Error(`no provider ${stored.providerName}`);
  if (found.hidden && !client.allowsSandboxes) return { provider: noProvider, sender: fallback, replyTo: null };
  const { provider, sender } = found.open(openCredentials(stored, channel, client.clientId), stored.extras, outboundOf(config));
  const { replyTo } = stored.extras;
  return { provider, sender: sender || fallback, replyTo: typeof replyTo === 'string' && replyTo !== '' ? replyTo : null };
}
