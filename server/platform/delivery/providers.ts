/** Every provider a client can choose, with the fields of its credentials (specification 3, section 3). */
import { z } from 'zod';
import { invalid } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import type { Config } from '../config.ts';
import { gatewayProvider } from './gateway.ts';
import type { DeliveryClass, Provider } from './provider.ts';
import { fakeProvider, sandboxProvider } from './sandbox.ts';
import { seal, unseal } from './seal.ts';
import { messageBirdProvider, twilioProvider } from './sms.ts';
import { smtpFromUrl, smtpProvider } from './smtp.ts';

export type DeliveryChannel = 'email' | 'sms';

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
  readonly channels: readonly DeliveryChannel[];
  /** The weakest thing it may be; a gateway declares its own. */
  readonly deliveryClass: DeliveryClass;
  readonly credentials: Credentials;
  readonly extras: Extras;
  /** Credential fields that are never given out again. */
  readonly secrets: readonly string[];
  /** Not offered on a production installation. */
  readonly hidden?: boolean;
  readonly open: (credentials: z.infer<Credentials>, extras: z.infer<Extras>) => { provider: Provider; sender?: string | undefined };
}

export type ProviderKind = Omit<Shape<z.ZodObject, z.ZodObject>, 'open'> & {
  /** @throws ZodError when stored values no longer fit. */
  readonly open: (credentials: unknown, extras: unknown) => { provider: Provider; sender?: string | undefined };
};

function kind<Credentials extends z.ZodObject, Extras extends z.ZodObject>(shape: Shape<Credentials, Extras>): ProviderKind {
  return { ...shape, open: (credentials, extras) => shape.open(shape.credentials.parse(credentials), shape.extras.parse(extras)) };
}

const text = z.string().trim().min(1, 'may not be empty').max(500);
const optional = z.string().trim().max(500).optional();
const address = z.url({ protocol: /^https?$/, error: 'is an address that starts with https://' }).max(500);
/** An address to which a `+token` may be added. */
const mailbox = z.union([z.literal(''), z.email().max(80)], { error: 'is no e-mail address' }).optional();
const regional = z.strictObject({ baseURL: address.optional() });

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
    open: ({ username, password, ...server }, { sender }) => ({
      provider: smtpProvider({ ...server, ...(username ? { username, password: password ?? '' } : {}) }),
      sender,
    }),
  }),
  kind({
    providerName: 'HttpGateway',
    channels: ['email', 'sms'],
    deliveryClass: 'neither',
    secrets: ['password', 'apiKey'],
    credentials: z.strictObject({ baseURL: address, username: optional, password: optional, originator: optional, apiKey: optional }),
    extras: z.strictObject({ deliveryClass: z.enum(['idempotent', 'askable', 'neither']).default('neither'), replyTo: mailbox }),
    open: ({ baseURL, username, password, originator, apiKey }, { deliveryClass }) => ({
      provider: gatewayProvider({
        baseURL,
        deliveryClass,
        ...(apiKey ? { apiKey } : {}),
        ...(username ? { username, password: password ?? '' } : {}),
      }),
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
    open: ({ originator, ...account }, { baseURL }) => ({
      provider: twilioProvider({ ...account, ...(baseURL ? { baseURL } : {}) }),
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
    open: ({ originator, accessKey }, { baseURL }) => ({
      provider: messageBirdProvider({ accessKey, ...(baseURL ? { baseURL } : {}) }),
      sender: originator,
    }),
  }),
  kind({
    providerName: 'FakeProvider',
    channels: ['email', 'sms'],
    deliveryClass: 'neither',
    secrets: [],
    credentials: z.strictObject({}),
    extras: z.strictObject({}),
    hidden: true,
    open: () => ({ provider: fakeProvider }),
  }),
];

/** @returns the kinds of a channel that this installation offers. */
export function offeredKinds(channel: DeliveryChannel, production: boolean): ProviderKind[] {
  return PROVIDER_KINDS.filter((each) => each.channels.includes(channel) && !(production && each.hidden));
}

/** Checks and seals what a client wants to use. @throws Fault INVALID_INPUT naming the field */
export function sealProvider(
  chosen: { providerName: string; credentials: unknown; extras: unknown },
  channel: DeliveryChannel,
  clientId: Uuid,
  config: Config,
): StoredProvider {
  const found = offeredKinds(channel, config.production).find((each) => each.providerName === chosen.providerName);
  if (!found)
    throw invalid('providerConfigurations.providerName', `There is no provider "${chosen.providerName.slice(0, 60)}" for ${channel}`);
  const read = (part: 'credentials' | 'extras') => {
    const parsed = found[part].safeParse(chosen[part]);
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    const field = issue?.path.join('.') ?? '';
    throw invalid(`providerConfigurations.${part}${field ? `.${field}` : ''}`, `${field || part}: ${issue?.message ?? 'is wrong'}`);
  };
  return { providerName: found.providerName, credentials: seal(read('credentials'), clientId, config.secret), extras: read('extras') };
}

/** @returns what messages leave by while a client has chosen nothing. A demo's invented people are never written to. */
export function defaultProvider(channel: DeliveryChannel, config: Config, isDemo: boolean): 'SMTP' | 'sandbox' {
  return channel === 'email' && config.smtpUrl !== null && !isDemo ? 'SMTP' : 'sandbox';
}

/** Opens what a client's messages leave by. @throws Error when its credentials cannot be opened: nothing is sent then. */
export function openProvider(
  stored: StoredProvider | null,
  channel: DeliveryChannel,
  client: { readonly clientId: Uuid; readonly name: string; readonly isDemo: boolean },
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
    const smtpUrl = defaultProvider(channel, config, client.isDemo) === 'SMTP' ? config.smtpUrl : null;
    return { provider: smtpUrl ? smtpProvider(smtpFromUrl(smtpUrl)) : sandboxProvider, sender: fallback, replyTo: null };
  }
  const found = PROVIDER_KINDS.find((each) => each.providerName === stored.providerName);
  if (!found) throw new Error(`no provider ${stored.providerName}`);
  const { provider, sender } = found.open(unseal(stored.credentials, client.clientId, config.secret), stored.extras);
  const { replyTo } = stored.extras;
  return { provider, sender: sender || fallback, replyTo: typeof replyTo === 'string' && replyTo !== '' ? replyTo : null };
}
