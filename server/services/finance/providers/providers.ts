/** The payment providers there are, behind one port (providers/port.ts). */
import { notFound } from '../../../../core/fault.ts';
import { allowsSandboxes } from '../../../platform/installation.ts';
import { inClient, type Tx } from '../../../platform/tenancy.ts';
import { listBankAccounts } from '../account/account.logic.ts';
import { planCollection } from '../debit/debit.logic.ts';
import { SEPA, STRIPE } from '../debit/mandate.logic.ts';
import { type Payment, readPayment } from '../payment/payment.read.logic.ts';
import { SANDBOX, SIGNATURE_HEADER } from '../payment/provider.logic.ts';
import type { PaymentProvider } from './port.ts';
import { chargeByStripe, closeStripePage, refundByStripe, stripeCharging } from './stripe.logic.ts';
import { isStripeActive } from './stripe.setting.logic.ts';
import { receiveStripe } from './stripe.webhook.logic.ts';
import { receiveWebhook } from './webhook.logic.ts';

const stripe: PaymentProvider = {
  providerName: STRIPE,
  displayName: 'Stripe',
  methods: ['card'],
  isSandbox: false,
  hasPage: true,
  reports: 'notices',
  isActive: isStripeActive,
  charge: chargeByStripe,
  charging: stripeCharging,
  refund: refundByStripe,
  closePage: closeStripePage,
  webhooks: {
    signatureHeader: 'stripe-signature',
    receive: ({ database }, clientId, body, signature) => receiveStripe(database, clientId, body, signature),
  },
};

const sepa: PaymentProvider = {
  providerName: SEPA,
  displayName: 'SEPA',
  methods: ['directDebit'],
  isSandbox: false,
  hasPage: false,
  reports: 'statements',
  isActive: async (tx) => (await listBankAccounts(tx)).some((account) => account.creditorId !== null),
  charge: async (tx, _mandate, charge) => readPayment(tx, (await planCollection(tx, charge)).paymentId),
};

const sandbox: PaymentProvider = {
  ...SANDBOX,
  hasPage: true,
  reports: 'notices',
  isActive: allowsSandboxes,
  // No money has moved, so none has to go back. What an earlier release booked in a live database is corrected, not paid back.
  refund: async ({ database }, clientId) =>
    (await inClient(database, clientId, allowsSandboxes, { readOnly: true }))
      ? { outcome: 'accepted' }
      : { outcome: 'refused', reason: 'The sandbox has moved no money: correct the booking instead' },
  webhooks: {
    signatureHeader: SIGNATURE_HEADER,
    receive: ({ database }, clientId, body, signature) => receiveWebhook(database, clientId, SANDBOX.providerName, body, signature),
  },
};

/** All of them, in the order in which they are offered. */
export const PROVIDERS: readonly PaymentProvider[] = [stripe, sepa, sandbox];

/** @returns the providers that a client uses. */
export async function activeProviders(tx: Tx): Promise<PaymentProvider[]> {
  const active: PaymentProvider[] = [];
  for (const provider of PROVIDERS) if (await provider.isActive(tx)) active.push(provider);
  return active;
}

/** @returns the provider of a payment or mandate, or null: money that came by bank or was booked by hand has none. */
export const findProvider = (providerName: string): PaymentProvider | null =>
  PROVIDERS.find((each) => each.providerName === providerName) ?? null;

/** @throws Fault NOT_FOUND */
export function providerNamed(providerName: string): PaymentProvider {
  const provider = findProvider(providerName);
  if (!provider) throw notFound('providerNotFound');
  return provider;
}

/** @returns what a provider can do, in the contract's words. */
export function capabilitiesOf(provider: PaymentProvider): string[] {
  return [
    ...(provider.hasPage ? ['page'] : []),
    ...(provider.charge ? ['charge'] : []),
    ...(provider.refund ? ['refund'] : []),
    provider.reports,
  ];
}

/** @returns whether a refund of it is paid by its provider; otherwise staff pays it and books it. */
export function isPaidBackByProvider({ providerName, externalRef }: Payment): boolean {
  const provider = findProvider(providerName);
  return provider?.refund !== undefined && (provider.isSandbox || externalRef !== null);
}
