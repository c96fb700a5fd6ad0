/** A client's own keys of Stripe: saved, shown as asterisks, tried, and read by whoever moves money with them. */
import { and, eq } from 'drizzle-orm';
import { faultOfIssues } from '../../../../core/collectFaults.ts';
import { fault, invalid } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { HIDDEN, hideSecrets, keepSecrets, readSettings } from '../../../platform/adapter/settings.ts';
import { now } from '../../../platform/clock.ts';
import type { Config } from '../../../platform/config.ts';
import { appendEvents } from '../../../platform/events.ts';
import { allowsSandboxes } from '../../../platform/installation.ts';
import { probeSoon } from '../../../platform/outbox/circuit.ts';
import { askForDrain } from '../../../platform/outbox/queue.ts';
import { openObject, sealObject } from '../../../platform/seal.ts';
import { defineSealed, placeIn } from '../../../platform/sealedColumns.ts';
import { defineSettled } from '../../../platform/settled.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { STRIPE } from '../debit/mandate.logic.ts';
import { paymentProviderSetting } from '../ground/bank.tables.ts';
import { callKind } from '../payment/call.logic.ts';
import { isTestKey } from '../payment/sandbox.logic.ts';
import { stripeAdapter } from './stripe.adapter.ts';
import type { StripeCredentials } from './stripe.ts';

export interface ProviderSetting {
  readonly providerName: string;
  readonly isActive: boolean;
  /** Secrets as asterisks. */
  readonly credentials: Record<string, unknown>;
  readonly isTest: boolean;
  /** What Stripe is told to call. */
  readonly webhookUrl: string;
  readonly revision: number;
}

const SEALED_KEYS = defineSealed({
  table: 'payment_provider_setting',
  key: [{ column: 'provider_name', type: 'text' }],
  row: 'provider_name',
  column: 'credentials',
  path: ['sealed'],
  before: 'sealedForScope',
});
const keyPlace = (clientId: Uuid) => placeIn(SEALED_KEYS, clientId, STRIPE);

const storedRows = defineSettled(
  'stripeSetting',
  `select md5(string_agg(s::text, ' ' order by provider_name)) from payment_provider_setting s where client_id = $1`,
  (tx) =>
    tx.db
      .select()
      .from(paymentProviderSetting)
      .where(and(eq(paymentProviderSetting.clientId, tx.clientId), eq(paymentProviderSetting.providerName, STRIPE))),
);

async function storedSetting(tx: Tx) {
  const [row] = await storedRows(tx);
  return row;
}

/** @returns the keys of a client that uses Stripe. @throws Fault CONFLICT when it does not */
export async function keysOf(tx: Tx, evenIfOff = false): Promise<StripeCredentials> {
  const row = await storedSetting(tx);
  if (!row || (!row.isActive && !evenIfOff)) throw fault('CONFLICT', 'stripeOff');
  return openObject(String(row.credentials.sealed), keyPlace(tx.clientId)) as unknown as StripeCredentials;
}

/**
 * @returns the keys with which money is asked for or booked. @throws Fault CONFLICT for those of a test account in a live database, where what
 * they report would be booked although no money has moved
 */
export async function movingKeys(tx: Tx, evenIfOff = false): Promise<StripeCredentials> {
  const keys = await keysOf(tx, evenIfOff);
  if (isTestKey(keys.secretKey) && !(await allowsSandboxes(tx))) throw fault('CONFLICT', 'stripeTestLive');
  return keys;
}

/** @returns whether the client's debtors and staff may pay by Stripe. */
export async function isStripeActive(tx: Tx): Promise<boolean> {
  const row = await storedSetting(tx);
  return row?.isActive === true && (row.credentials.isTest !== true || (await allowsSandboxes(tx)));
}

export async function readProviderSettings(tx: Tx, config: Pick<Config, 'publicUrl'>): Promise<ProviderSetting[]> {
  const row = await storedSetting(tx);
  const known = row ? await keysOf(tx, true) : null;
  return [
    {
      providerName: STRIPE,
      isActive: row?.isActive ?? false,
      credentials: { secretKey: '', signingSecret: '', ...hideSecrets(stripeAdapter, { ...known }) },
      isTest: isTestKey(known?.secretKey ?? ''),
      webhookUrl: `${config.publicUrl}/api/payments/${STRIPE}/${tx.clientId}`,
      revision: row?.revision ?? 0,
    },
  ];
}

/** Saves a provider; a secret that comes back as asterisks stays. @throws Fault INVALID_INPUT naming the field, CONFLICT (revision) */
export async function saveProviderSetting(
  tx: Tx,
  input: { providerName: string; isActive: boolean; credentials: unknown; revision: number },
  userId: Uuid,
): Promise<void> {
  if (input.providerName !== STRIPE) throw invalid('providerName', 'oneOf', { choices: STRIPE });
  const before = await storedSetting(tx);
  if ((before?.revision ?? 0) !== input.revision) throw fault('CONFLICT', 'providerChanged', {}, 'revision');
  const kept: Partial<StripeCredentials> = before ? await keysOf(tx, true) : {};
  const given = (typeof input.credentials === 'object' && input.credentials !== null ? input.credentials : {}) as Record<string, unknown>;
  const { credentials } = readSettings(stripeAdapter, { credentials: keepSecrets(given, { ...kept }), extras: {} });
  const isTest = isTestKey(String(credentials.secretKey));
  if (input.isActive && isTest && !(await allowsSandboxes(tx))) throw invalid('credentials.secretKey', 'stripeTestLive');
  const values = {
    isActive: input.isActive,
    // Whether it is a test key is asked where the sealed key cannot be opened.
    credentials: { sealed: sealObject(credentials, keyPlace(tx.clientId)), isTest },
    updatedAt: now(),
    updatedBy: userId,
    revision: input.revision + 1,
  };
  await tx.db
    .insert(paymentProviderSetting)
    .values({ clientId: tx.clientId, providerName: STRIPE, ...values })
    .onConflictDoUpdate({ target: [paymentProviderSetting.clientId, paymentProviderSetting.providerName], set: values });
  await probeSoon(tx, callKind(STRIPE));
  await askForDrain(tx, callKind(STRIPE), now());
  await appendEvents(tx, [{ messageType: 'paymentProviderChanged', payload: { providerName: STRIPE, isActive: input.isActive } }]);
}

/**
 * @param given keys as they stand in the form; asterisks mean the saved one.
 * @returns whether they are of a test account, and the question to Stripe whether it accepts them, which moves nothing. It takes its time: it
 * is asked when no transaction is open, and throws Fault INVALID_INPUT (credentials.secretKey), UNAVAILABLE.
 * @throws Fault INVALID_INPUT (credentials.secretKey) for what is no key
 */
export async function prepareKeyTest(tx: Tx, given: unknown): Promise<{ isTest: boolean; ask: () => Promise<void> }> {
  const { secretKey } = (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown>;
  const parsed = stripeAdapter.credentials.shape.secretKey.safeParse(secretKey === HIDDEN ? (await keysOf(tx, true)).secretKey : secretKey);
  if (!parsed.success) throw faultOfIssues('credentials.secretKey', parsed.error.issues);
  return { isTest: isTestKey(parsed.data), ask: () => stripeAdapter.test!({ secretKey: parsed.data }) };
}
