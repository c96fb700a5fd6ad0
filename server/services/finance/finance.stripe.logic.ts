/** Payments by Stripe: a client's own keys, charges under a mandate, the page for a debtor, and what Stripe tells of them. */
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { faultOfIssues } from '../../../core/collectFaults.ts';
import { Fault, invalid } from '../../../core/fault.ts';
import { FAULT_TEXTS, refusing, saying } from '../../../core/faultTexts.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { appendEvents } from '../../platform/events.ts';
import { allowsSandboxes } from '../../platform/installation.ts';
import { enqueue, type JobReference } from '../../platform/jobs.ts';
import { openObject, sealObject } from '../../platform/seal.ts';
import { defineSealed, placeIn } from '../../platform/sealedColumns.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { clientToday } from './finance.agreement.logic.ts';
import { paymentNotice, paymentProviderSetting } from './finance.bank.tables.ts';
import { reinstatePayment } from './finance.chargeback.logic.ts';
import { openClaims } from './finance.debit.logic.ts';
import { AMOUNT_DIFFERS, noteDifference } from './finance.difference.logic.ts';
import { contextOf, type Mandate, readMandate, STRIPE } from './finance.mandate.logic.ts';
import { applyNotice } from './finance.notice.logic.ts';
import { declinePayment, markPaymentPending, startPayment } from './finance.payment.logic.ts';
import { lockPayment, type Payment, readPayment } from './finance.payment.read.logic.ts';
import { orderClosing, RANK } from './finance.payment.status.logic.ts';
import type { MandateCharge, ProviderHouse, ProviderRefund, RefundAnswer } from './finance.port.ts';
import { refundPayment, takeRefundBack } from './finance.refund.logic.ts';
import { isTestKey } from './finance.sandbox.logic.ts';
import { fromStripe, isSum, type StripeAmount } from './finance.stripe.amount.ts';
import {
  chargeOffSession,
  checkKey,
  endCheckout,
  payBack,
  readStripeNotice,
  type StripeCredentials,
  type StripeNotice,
  startCheckout,
} from './finance.stripe.ts';

const HIDDEN = '********';

/** The charge of one payment under its mandate; the job itself is defined in finance.bank.jobs.ts. */
export const chargeJob: JobReference<{ clientId: Uuid; paymentId: Uuid }> = { name: 'finance.charge' };

const credentials = z.strictObject({
  secretKey: z
    .string()
    .trim()
    .regex(/^(sk|rk)_(test|live)_\w{4,250}$/, 'A Stripe key starts with sk_test_, sk_live_, rk_test_ or rk_live_'),
  signingSecret: z
    .string()
    .trim()
    .regex(/^whsec_\w{4,250}$/, 'A webhook signing secret starts with whsec_'),
});

export interface ProviderSetting {
  readonly providerName: string;
  readonly isActive: boolean;
  /** Secrets as asterisks. */
  readonly credentials: Record<string, string>;
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

async function storedSetting(tx: Tx) {
  const [row] = await tx.db
    .select()
    .from(paymentProviderSetting)
    .where(and(eq(paymentProviderSetting.clientId, tx.clientId), eq(paymentProviderSetting.providerName, STRIPE)));
  return row;
}

/** @returns the keys of a client that uses Stripe. @throws Fault CONFLICT when it does not */
async function keysOf(tx: Tx, evenIfOff = false): Promise<StripeCredentials> {
  const row = await storedSetting(tx);
  if (!row || (!row.isActive && !evenIfOff)) throw new Fault('CONFLICT', 'Stripe isn’t enabled for this client');
  return openObject(String(row.credentials.sealed), keyPlace(tx.clientId)) as unknown as StripeCredentials;
}

/**
 * @returns the keys with which money is asked for or booked. @throws Fault CONFLICT for those of a test account in a live database, where what
 * they report would be booked although no money has moved
 */
async function movingKeys(tx: Tx, evenIfOff = false): Promise<StripeCredentials> {
  const keys = await keysOf(tx, evenIfOff);
  if (isTestKey(keys.secretKey) && !(await allowsSandboxes(tx))) throw saying('CONFLICT', 'stripeTestLive');
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
      credentials: { secretKey: known ? HIDDEN : '', signingSecret: known ? HIDDEN : '' },
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
  if (input.providerName !== STRIPE) throw invalid('providerName', `providerName is ${STRIPE}`);
  const before = await storedSetting(tx);
  if ((before?.revision ?? 0) !== input.revision)
    throw new Fault('CONFLICT', 'Someone else changed this provider. Reload to continue.', 'revision');
  const kept: Partial<StripeCredentials> = before ? await keysOf(tx, true) : {};
  const given = (typeof input.credentials === 'object' && input.credentials !== null ? input.credentials : {}) as Record<string, unknown>;
  const merged = {
    secretKey: given.secretKey === HIDDEN ? kept.secretKey : given.secretKey,
    signingSecret: given.signingSecret === HIDDEN ? kept.signingSecret : given.signingSecret,
  };
  const parsed = credentials.safeParse(merged);
  if (!parsed.success) {
    throw faultOfIssues('credentials', parsed.error.issues, 'is wrong');
  }
  const isTest = isTestKey(parsed.data.secretKey);
  if (input.isActive && isTest && !(await allowsSandboxes(tx))) throw refusing('credentials.secretKey', 'stripeTestLive');
  const values = {
    isActive: input.isActive,
    // Whether it is a test key is asked where the sealed key cannot be opened.
    credentials: { sealed: sealObject(parsed.data, keyPlace(tx.clientId)), isTest },
    updatedAt: now(),
    updatedBy: userId,
    revision: input.revision + 1,
  };
  await tx.db
    .insert(paymentProviderSetting)
    .values({ clientId: tx.clientId, providerName: STRIPE, ...values })
    .onConflictDoUpdate({ target: [paymentProviderSetting.clientId, paymentProviderSetting.providerName], set: values });
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
  const parsed = credentials.shape.secretKey.safeParse(secretKey === HIDDEN ? (await keysOf(tx, true)).secretKey : secretKey);
  if (!parsed.success) throw invalid('credentials.secretKey', parsed.error.issues[0]?.message ?? 'is wrong');
  return { isTest: isTestKey(parsed.data), ask: () => checkKey(parsed.data) };
}

const orderOf = (payment: Payment) => ({
  paymentId: payment.paymentId,
  clientId: payment.clientId,
  amount: payment.amount,
  currency: payment.currency,
  description: payment.allocation
    .map((part) => part.externalClaimRef)
    .join(', ')
    .slice(0, 200),
});

/** Has a payment under a mandate charged once this transaction is committed. @throws Fault INVALID_INPUT (amount), CONFLICT */
export async function chargeByStripe(tx: Tx, mandate: Mandate, charge: MandateCharge): Promise<Payment> {
  if (!(await isStripeActive(tx))) throw new Fault('CONFLICT', 'Stripe isn’t enabled for this client');
  const { accountId, mandateId } = mandate;
  const payment = await startPayment(tx, {
    accountId,
    externalClaimRefs: charge.externalClaimRefs.length > 0 ? charge.externalClaimRefs : await openClaims(tx, accountId),
    amount: charge.amount ?? null,
    providerName: STRIPE,
    method: 'card',
    idempotencyKey: charge.idempotencyKey,
  });
  if (payment.mandateId !== null || payment.status !== 'processing') return payment;
  await tx.sql('update payment set mandate_id = $3 where client_id = $1 and payment_id = $2', [tx.clientId, payment.paymentId, mandateId]);
  await enqueue(tx, chargeJob, { clientId: tx.clientId, paymentId: payment.paymentId }, { key: `${chargeJob.name}:${payment.paymentId}` });
  return markPaymentPending(tx, payment.paymentId);
}

/** Has Stripe pay money back. @throws Fault UNAVAILABLE when nobody knows whether it happened */
export async function refundByStripe({ database }: ProviderHouse, clientId: Uuid, refund: ProviderRefund): Promise<RefundAnswer> {
  const { externalRef, paymentId, currency } = refund.payment;
  if (!externalRef) return { outcome: 'refused', reason: 'Stripe has not told which charge it was' };
  const keys = await inClient(database, clientId, (tx) => keysOf(tx, true), { readOnly: true });
  if (isTestKey(keys.secretKey) && !(await inClient(database, clientId, allowsSandboxes, { readOnly: true })))
    return { outcome: 'refused', reason: FAULT_TEXTS.stripeTestLive };
  return payBack(keys, { paymentIntent: externalRef, amount: refund.amount, currency, key: refund.key, paymentId, clientId });
}

/** Charges a queued payment. When Stripe does not answer it throws, and the job asks again with the same key. */
export async function chargeQueued(database: Database, clientId: Uuid, paymentId: Uuid): Promise<void> {
  const ready = await inClient(database, clientId, async (tx) => {
    const payment = await readPayment(tx, paymentId);
    if (payment.status !== 'processing' || !payment.mandateId) return null;
    const keys = await keysOf(tx, true);
    if (isTestKey(keys.secretKey) && !(await allowsSandboxes(tx)))
      return void (await declinePayment(tx, paymentId, FAULT_TEXTS.stripeTestLive));
    return { payment, keys, mandate: await readMandate(tx, payment.mandateId) };
  });
  if (!ready) return;
  const { customer = '', paymentMethod = '' } = contextOf(ready.mandate).mandateRepresentation;
  const answer = await chargeOffSession(ready.keys, orderOf(ready.payment), { customer, paymentMethod });
  await inClient(
    database,
    clientId,
    async (tx) => {
      if (answer.externalRef) await keepExternalRef(tx, paymentId, answer.externalRef);
      if (answer.outcome !== 'decline')
        await tx.sql('update recurring_payment_mandate set last_collected_on = $3 where client_id = $1 and mandate_id = $2', [
          clientId,
          ready.mandate.mandateId,
          await clientToday(tx),
        ]);
      if (answer.outcome === 'success' && (await isOtherSum(tx, ready.payment, answer.received, answer.externalRef))) return;
      await applyNotice(tx, STRIPE, {
        providerRef: ready.payment.providerRef ?? '',
        outcome: answer.outcome,
        reason: answer.outcome === 'decline' ? answer.reason : '',
      });
    },
    { actor: { type: 'provider', id: STRIPE } },
  );
}

/** @returns where a debtor pays a started payment. @throws Fault UNAVAILABLE, CONFLICT */
export async function checkoutOf(
  database: Database,
  clientId: Uuid,
  paymentId: Uuid,
  urls: { readonly success: string; readonly cancel: string },
): Promise<string> {
  const { payment, keys } = await inClient(
    database,
    clientId,
    async (tx) => ({ payment: await readPayment(tx, paymentId), keys: await movingKeys(tx) }),
    { readOnly: true },
  );
  const page = await startCheckout(keys, orderOf(payment), urls);
  await inClient(database, clientId, (tx) => keepPage(tx, paymentId, page.sessionId));
  return page.url;
}

/** Notes Stripe's page of a payment until Stripe names the intent. One that was replaced while Stripe was asked is closed again. */
async function keepPage(tx: Tx, paymentId: Uuid, sessionId: string): Promise<void> {
  const payment = await lockPayment(tx, paymentId);
  if (payment.externalRef === null) await keepExternalRef(tx, paymentId, sessionId);
  if (payment.status === 'canceled') await orderClosing(tx, { ...payment, externalRef: payment.externalRef ?? sessionId });
}

/** Closes Stripe's page of a payment that was replaced. @throws Fault UNAVAILABLE when nobody knows whether it is closed: ask again */
export async function closeStripePage({ database }: ProviderHouse, clientId: Uuid, payment: Payment): Promise<void> {
  if (!payment.externalRef) return;
  const keys = await inClient(database, clientId, (tx) => keysOf(tx, true), { readOnly: true });
  await endCheckout(keys, payment.externalRef);
}

/** Takes Stripe's callback for one client; each notice counts once. @throws Fault UNAUTHENTICATED, INVALID_INPUT, CONFLICT */
export async function receiveStripe(database: Database, clientId: Uuid, body: Buffer, signature: string): Promise<void> {
  await inClient(
    database,
    clientId,
    async (tx) => {
      const keys = await keysOf(tx, true);
      const notice = readStripeNotice(body, signature, keys);
      const payment = await paymentOf(tx, notice);
      // Stripe's test mode moves no money: in a live database it is noted, and that is all.
      const isInvented = (notice.isTest || isTestKey(keys.secretKey)) && !(await allowsSandboxes(tx));
      const [fresh] = await tx.db
        .insert(paymentNotice)
        .values({
          clientId,
          providerName: STRIPE,
          noticeId: notice.noticeId,
          paymentId: payment?.paymentId ?? null,
          outcome: isInvented ? 'testMode' : (notice.outcome ?? notice.type),
          reason: notice.reason,
          receivedAt: now(),
        })
        .onConflictDoNothing()
        .returning();
      // Of what Stripe moves beside our payments nothing is known here; it is kept, and that is all.
      if (!fresh || !payment || notice.outcome === null || isInvented) return;
      if (notice.externalRef) await keepExternalRef(tx, payment.paymentId, notice.externalRef);
      const told = { amount: notice.amount ?? 0n, currency: notice.currency };
      if (notice.outcome === 'success' && (await isOtherSum(tx, payment, told, notice.externalRef))) return;
      if (notice.outcome === 'refund') return refund(tx, payment, notice);
      if (notice.outcome === 'refundFailed') return takeRefundBack(tx, payment, notice.refundKey ?? '', notice.reason);
      if (notice.outcome === 'reinstated') return void (await reinstatePayment(tx, payment.paymentId));
      // A dispute that was won is over, also when its beginning is told after its end.
      if (notice.outcome === 'chargeback' && (await wasReinstated(tx, payment.paymentId))) return;
      if (notice.outcome === 'chargeback' && payment.statusReason === AMOUNT_DIFFERS) return noteBack(tx, payment, notice);
      await applyNotice(tx, STRIPE, {
        providerRef: payment.providerRef ?? '',
        outcome: notice.outcome,
        reason: notice.reason,
        amount: notice.amount !== null && notice.currency === payment.currency ? fromStripe(notice.amount, payment.currency).minor : null,
      });
    },
    { actor: { type: 'provider', id: STRIPE } },
  );
}

/**
 * Compares what Stripe has received with what was asked for. Another sum, another currency included, goes to people with both figures, and so
 * does everything that Stripe tells of such a payment later. @returns whether it did
 */
async function isOtherSum(tx: Tx, known: Payment, told: StripeAmount, externalRef: string | null): Promise<boolean> {
  const payment = await lockPayment(tx, known.paymentId);
  if (payment.statusReason !== AMOUNT_DIFFERS && isSum(told, payment.amount, payment.currency)) return false;
  const currency = told.currency ?? payment.currency;
  const { minor: amount } = fromStripe(told.amount, currency);
  await noteDifference(tx, payment, 'Stripe', {
    key: `${STRIPE}:${payment.paymentId}:${externalRef ?? ''}`,
    amount,
    currency,
    externalRef,
  });
  return true;
}

/** What Stripe took or paid back of money that people book: they book that as well. */
async function noteBack(tx: Tx, payment: Payment, notice: StripeNotice): Promise<void> {
  const currency = notice.currency ?? payment.currency;
  const { minor } = fromStripe(notice.amount ?? 0n, currency);
  const { noticeId, externalRef } = notice;
  await noteDifference(tx, payment, 'Stripe', { key: `${STRIPE}:${noticeId}`, amount: -minor, currency, externalRef });
}

async function wasReinstated(tx: Tx, paymentId: Uuid): Promise<boolean> {
  const rows = await tx.sql(`select 1 from payment_notice where client_id = $1 and payment_id = $2 and outcome = 'reinstated' limit 1`, [
    tx.clientId,
    paymentId,
  ]);
  return rows.length > 0;
}

/** By our id in Stripe's metadata, or by the payment intent that was noted before. */
async function paymentOf(tx: Tx, notice: StripeNotice): Promise<Payment | null> {
  const [row] = await tx.sql<{ payment_id: Uuid }>(
    `select payment_id from payment where client_id = $1 and provider_name = '${STRIPE}' and (payment_id = $2::uuid or external_ref = $3) limit 1`,
    [tx.clientId, isUuid(notice.paymentId) ? notice.paymentId : null, notice.externalRef],
  );
  return row ? readPayment(tx, row.payment_id) : null;
}

async function keepExternalRef(tx: Tx, paymentId: Uuid, externalRef: string): Promise<void> {
  await tx.sql(
    'update payment set external_ref = $3, updated_at = $4 where client_id = $1 and payment_id = $2 and external_ref is distinct from $3',
    [tx.clientId, paymentId, externalRef, isoInstant(now())],
  );
}

/** Stripe tells how much was paid back in all: what is not booked yet of it is booked. A refund that is told before the payment settles it first. */
async function refund(tx: Tx, payment: Payment, notice: StripeNotice): Promise<void> {
  const captured = { amount: notice.captured ?? 0n, currency: notice.currency };
  const isOpen = RANK[payment.status] < RANK.settled;
  if ((isOpen && (await isOtherSum(tx, payment, captured, notice.externalRef))) || notice.currency !== payment.currency)
    return noteBack(tx, await lockPayment(tx, payment.paymentId), notice);
  await applyNotice(tx, STRIPE, { providerRef: payment.providerRef ?? '', outcome: 'success', reason: '' });
  const [row] = await tx.sql<{ refunded: bigint }>(
    `select coalesce(sum(e.amount), 0)::bigint as refunded from ledger_entry e
     left join ledger_entry back on back.client_id = $1 and back.entry_id = e.reverses_entry_id
     where e.client_id = $1 and e.account_id = $2 and e.payment_id = $3 and (e.kind = 'refund' or (e.kind = 'correction' and back.kind = 'refund'))`,
    [tx.clientId, payment.accountId, payment.paymentId],
  );
  const rest = fromStripe(notice.amount ?? 0n, payment.currency).minor - (row?.refunded ?? 0n);
  if (rest <= 0n) return;
  await refundPayment(tx, {
    accountId: payment.accountId,
    paymentId: payment.paymentId,
    amount: rest,
    description: 'Refunded at Stripe',
    valueDate: null,
    idempotencyKey: `stripe:${notice.noticeId}`,
  });
}
