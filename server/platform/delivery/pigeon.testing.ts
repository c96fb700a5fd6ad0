/** A provider that only tests know, in the one file that a further provider takes. */
import { z } from 'zod';
import { defineAdapter } from '../adapter/adapter.ts';
import { address, secret, text } from '../adapter/fields.ts';
import { call, judge, textAt } from './http.ts';
import { formOf, incomingText, isSame, noticesOf } from './inbound.ts';
import type { OpenedAdapter } from './provider.ts';

export const pigeonPost = defineAdapter({
  name: 'PigeonPost',
  serves: ['sms'],
  deliveryClass: 'idempotent',
  isFake: true,
  credentials: z.strictObject({ loft: text, whistle: secret(text) }),
  extras: z.strictObject({ coop: address }),
  open: ({ loft, whistle }, { coop }, outbound): OpenedAdapter => ({
    sender: loft,
    provider: {
      name: 'PigeonPost',
      deliveryClass: 'idempotent',
      send: async ({ reference, to, from, text }, timeout) => {
        const body = new URLSearchParams({ reference, to, from, text, whistle }).toString();
        const answer = await call(outbound, `${coop}/fly`, { method: 'POST', headers: {}, body }, timeout);
        return judge(
          answer,
          (said) => textAt(said, 'ring'),
          () => false,
        );
      },
      close: async () => {},
    },
  }),
  receive: {
    path: 'pigeons',
    isSigned: ({ headers }, { whistle }) => isSame(String(headers['x-whistle'] ?? ''), String(whistle)),
    read: ({ body }) => {
      const fields = formOf(body);
      return noticesOf(incomingText(fields.get('ring'), fields.get('from'), fields.get('to'), fields.get('text')));
    },
    answer: { type: 'text/plain', body: 'coo' },
  },
});
