/**
 * Providers that a client may choose, each declared in one file: what is asked for in its settings, what its class promises, how it is opened,
 * and how its own notices are proven. Sealing, hiding and checking of settings follow from the declaration (settings.ts).
 */
import type { z } from 'zod';
import type { Outbound } from '../outbound.ts';
import type { DeliveryClass } from '../outbox/answer.ts';

/** A request of a provider as it came over the wire. */
export interface ProviderRequest {
  /** The whole address that the provider called, with its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

/** How a provider's own notices come in. */
export interface Receiving<Credentials = Readonly<Record<string, unknown>>, Notice = unknown, Turn = never> {
  /** The last part of the address that it calls. */
  readonly path: string;
  /** @param credentials of the client's provider. @returns whether the provider has signed the request; what it has not is not read. */
  readonly isSigned: (request: ProviderRequest, credentials: Credentials, outbound: Outbound) => boolean | Promise<boolean>;
  /** Answers a signed call by which the provider only asks whether the address is ours. @returns whether it was one */
  readonly confirm?: (request: ProviderRequest, outbound: Outbound) => Promise<boolean>;
  /** Answers a call without a body by which the provider asks whether the address is ours. @returns what it wants to hear; null: it is not the provider */
  readonly greet?: (query: URLSearchParams, credentials: Credentials) => string | null;
  /** @returns what it tells; null when that is nothing for us. */
  readonly read: (request: ProviderRequest) => Notice | null;
  /** What the provider expects to hear. */
  readonly answer: { readonly type: string; readonly body: string };
  /** Of a provider of calls: what to say next, in its own terms. */
  readonly speak?: (turn: Turn) => { readonly type: string; readonly body: string };
}

interface Shape<Credentials extends z.ZodObject, Extras extends z.ZodObject, Opened, Notice> {
  readonly name: string;
  /** What it can be chosen for: channels of messages, or payments. */
  readonly serves: readonly string[];
  /** The weakest thing it may be; a gateway declares its own. */
  readonly deliveryClass: DeliveryClass;
  /** Sealed where they are stored. Fields of fields.ts say which of them are never given out again, and which name somebody to speak to. */
  readonly credentials: Credentials;
  /** What is not secret: sender, address, class. */
  readonly extras: Extras;
  /** Only pretends: not offered, and never opened, in a live database. */
  readonly isFake?: boolean;
  /** @param hook the address for the provider's own notices. */
  readonly open: (credentials: z.infer<Credentials>, extras: z.infer<Extras>, outbound: Outbound, hook: string) => Opened;
  /** Asks the provider whether it accepts credentials, saved or not; moves nothing. @throws Fault naming the field */
  readonly test?: (credentials: Partial<z.infer<Credentials>>) => Promise<void>;
  readonly receive?: Receiving<Readonly<Record<string, unknown>>, Notice>;
}

export interface Adapter<Opened = unknown, Notice = unknown>
  extends Omit<Shape<z.ZodObject, z.ZodObject, Opened, Notice>, 'open' | 'test'> {
  /** @throws ZodError when stored values no longer fit. */
  readonly open: (credentials: unknown, extras: unknown, outbound: Outbound, hook: string) => Opened;
  readonly test?: (credentials: Readonly<Record<string, unknown>>) => Promise<void>;
}

const adapters = new Map<string, Adapter>();

/** Declares a provider: from then on it is offered, and its settings can be saved. */
export function defineAdapter<Credentials extends z.ZodObject, Extras extends z.ZodObject, Opened, Notice = never>(
  shape: Shape<Credentials, Extras, Opened, Notice>,
): Adapter<Opened, Notice> & { readonly credentials: Credentials; readonly extras: Extras } {
  if (adapters.has(shape.name)) throw new Error(`adapter ${shape.name} is defined twice`);
  const adapter = {
    ...shape,
    open: (credentials: unknown, extras: unknown, outbound: Outbound, hook: string) =>
      shape.open(shape.credentials.parse(credentials), shape.extras.parse(extras), outbound, hook),
  } as unknown as Adapter<Opened, Notice> & { readonly credentials: Credentials; readonly extras: Extras };
  adapters.set(shape.name, adapter as unknown as Adapter);
  return adapter;
}

/** @returns those that serve something, by name, what only pretends last. @param withFakes in a demo and in tests (installation.ts) */
export const adaptersFor = (served: string, withFakes: boolean): Adapter[] =>
  [...adapters.values()]
    .filter(({ serves, isFake }) => serves.includes(served) && (withFakes || !isFake))
    .sort((one, other) => Number(one.isFake ?? false) - Number(other.isFake ?? false) || one.name.localeCompare(other.name, 'en'));

/** @returns the adapter of this name, if this release has one. */
export const findAdapter = (name: string): Adapter | undefined => adapters.get(name);
