/** Providers that send nothing outside: what they "deliver" is what the inbox shows. */
import { z } from 'zod';
import { MESSAGE_CHANNELS } from '../../../core/messageChannels.ts';
import { defineAdapter } from '../adapter/adapter.ts';
import type { SendAnswer } from '../outbox/answer.ts';
import type { OpenedAdapter, Provider } from './provider.ts';

/** The default: every message is kept and shown, none leaves. */
export const sandboxProvider: Provider = {
  name: 'sandbox',
  deliveryClass: 'idempotent',
  send: async ({ reference }) => ({ outcome: 'sent', providerRef: reference }),
  close: async () => {},
};

/** What FakeProvider does with a recipient, by the last digits of the number or the name before the @. */
const FAKE: Readonly<Record<string, SendAnswer>> = {
  '0001': { outcome: 'refused', permanent: true, badAddress: true, reason: 'FakeProvider: nobody has this address' },
  '0002': { outcome: 'refused', permanent: false, badAddress: false, reason: 'FakeProvider: busy, try again' },
  '0003': { outcome: 'lost', reason: 'FakeProvider: the answer was lost' },
};

/** For trying things out, never in production: like the sandbox, but addresses that end in 0001, 0002 or 0003 fail, each in its way. */
export const fakeProvider: Provider = {
  name: 'FakeProvider',
  deliveryClass: 'neither',
  send: async ({ to, reference }) => FAKE[to.split('@')[0]!.slice(-4)] ?? { outcome: 'sent', providerRef: reference },
  close: async () => {},
};

defineAdapter({
  name: 'FakeProvider',
  serves: MESSAGE_CHANNELS,
  deliveryClass: 'neither',
  credentials: z.strictObject({}),
  extras: z.strictObject({}),
  isFake: true,
  open: (): OpenedAdapter => ({ provider: fakeProvider }),
});
