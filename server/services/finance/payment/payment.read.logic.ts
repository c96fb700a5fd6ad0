/** Payments as they are kept: one, an account's, by their keys, and what is on its way. */
import { and, desc, eq, sql } from 'drizzle-orm';
import { notFound } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { fromDecimal } from '../../../../core/money.ts';
import { defineStatement } from '../../../platform/statements.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { payment } from '../ground/finance.tables.ts';

export type Payment = typeof payment.$inferSelect;

/** Nobody has heard from the provider yet; the debtor may still be on its page, or gone. */
export const STARTED = 'started';
/** The provider has the debtor's order and will tell how it ends. */
export const PENDING = 'pending';
/** @returns the payment, known by the provider's own reference. @throws Fault NOT_FOUND */
export async function paymentByProviderRef(tx: Tx, providerName: string, providerRef: string): Promise<Payment> {
  const [row] = await tx.db
    .select()
    .from(payment)
    .where(and(eq(payment.clientId, tx.clientId), eq(payment.providerName, providerName), eq(payment.providerRef, providerRef)));
  if (!row) throw notFound('paymentNotFound');
  return row;
}

/** @returns a payment of one account. @throws Fault NOT_FOUND */
export async function readPayment(tx: Tx, paymentId: Uuid): Promise<Payment> {
  const [row] = await tx.db
    .select()
    .from(payment)
    .where(and(eq(payment.clientId, tx.clientId), eq(payment.paymentId, paymentId)));
  if (!row) throw notFound('paymentNotFound');
  return row;
}

/** @returns payment attempts of an account, newest first. */
export async function listAccountPayments(tx: Tx, accountId: Uuid): Promise<Payment[]> {
  return tx.db
    .select()
    .from(payment)
    .where(and(eq(payment.clientId, tx.clientId), eq(payment.accountId, accountId)))
    .orderBy(desc(payment.createdAt), desc(payment.paymentId))
    .limit(500);
}

const pendingRows = defineStatement((db, given) =>
  db
    .select()
    .from(payment)
    .where(
      and(
        eq(payment.clientId, given('clientId')),
        eq(payment.accountId, given('accountId')),
        eq(payment.status, 'processing'),
        eq(payment.statusReason, PENDING),
      ),
    ),
);

/** @returns minor units per claim that providers are still moving. */
export async function pendingByClaim(tx: Tx, accountId: Uuid): Promise<Map<string, bigint>> {
  const rows = await pendingRows(tx, { accountId });
  const pending = new Map<string, bigint>();
  for (const row of rows) for (const [ref, amount] of partsOf(row)) pending.set(ref, (pending.get(ref) ?? 0n) + amount);
  return pending;
}

/** @returns minor units per claim of a payment. */
export function partsOf(row: Payment): Map<string, bigint> {
  return new Map(row.allocation.map((part) => [part.externalClaimRef, fromDecimal(part.amount, row.currency) ?? 0n]));
}

/** @returns what a press of a button with this key has opened before. */
export async function findPaymentByKey(tx: Tx, idempotencyKey: string): Promise<Payment | undefined> {
  const [row] = await rowsByKey(tx, { idempotencyKey });
  return row;
}
const rowsByKey = defineStatement((db, given) =>
  db
    .select()
    .from(payment)
    .where(and(eq(payment.clientId, given('clientId')), eq(payment.idempotencyKey, given('idempotencyKey')))),
);

/** @returns payments by their ids, that nobody else changes until the transaction ends. */
export const lockPayments = defineStatement((db, given) =>
  db
    .select()
    .from(payment)
    .where(and(eq(payment.clientId, given('clientId')), sql`${payment.paymentId} = any(${given('paymentIds')}::uuid[])`))
    .orderBy(payment.paymentId)
    .for('update'),
);

/** @returns a payment that nobody else changes until the transaction ends. @throws Fault NOT_FOUND */
export async function lockPayment(tx: Tx, paymentId: Uuid): Promise<Payment> {
  const [row] = await tx.db
    .select()
    .from(payment)
    .where(and(eq(payment.clientId, tx.clientId), eq(payment.paymentId, paymentId)))
    .for('update');
  if (!row) throw notFound('paymentNotFound');
  return row;
}
