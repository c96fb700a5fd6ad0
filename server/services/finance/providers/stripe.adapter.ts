/** Stripe as a provider that clients choose: its keys, how they are tried, and how its notices are proven. */
import { z } from 'zod';
import { inSchema } from '../../../../core/collectFaults.ts';
import { words } from '../../../../core/fault.ts';
import { defineAdapter } from '../../../platform/adapter/adapter.ts';
import { secret } from '../../../platform/adapter/fields.ts';
import { STRIPE } from '../debit/mandate.logic.ts';
import { checkKey, isStripes, readStripeWebhook, type StripeCredentials, type StripeWebhook } from './stripe.ts';

export const stripeAdapter = defineAdapter({
  name: STRIPE,
  serves: ['payment'],
  deliveryClass: 'idempotent',
  credentials: z.strictObject({
    secretKey: secret(
      z
        .string()
        .trim()
        .regex(/^(sk|rk)_(test|live)_\w{4,250}$/, inSchema(words('stripeKeyForm'))),
    ),
    signingSecret: secret(
      z
        .string()
        .trim()
        .regex(/^whsec_\w{4,250}$/, inSchema(words('stripeSecretForm'))),
    ),
  }),
  extras: z.strictObject({}),
  open: (keys): StripeCredentials => keys,
  test: ({ secretKey = '' }) => checkKey(secretKey),
  receive: {
    path: STRIPE,
    isSigned: ({ headers, body }, { signingSecret }) => isStripes(body, headers['stripe-signature'], String(signingSecret)),
    read: ({ body }): StripeWebhook => readStripeWebhook(body),
    answer: { type: 'text/plain', body: '' },
  },
});
