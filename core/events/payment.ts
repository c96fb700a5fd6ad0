/** Entries of the ledger, payments and refunds. */
import { z } from 'zod';
import { defineEvents } from './define.ts';
import { amount, claimRefs, currency, day, id, text } from './fields.ts';

const ID = '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e01';

/** What every event of a payment's life says. */
export const PAYMENT = {
  paymentId: id,
  /** Of the whole payment, whatever number of claims it is for. */
  amount,
  currency,
  /** Who moved the money: a provider's name, "bank", "partner", or "manual" for what staff booked. */
  providerName: text,
  method: text,
  claimRefs,
};
const paid = { paymentId: ID, amount: '184.50', currency: 'EUR', providerName: 'stripe', method: 'card', claimRefs: ['0007900770'] };

export const PAYMENT_EVENTS = defineEvents({
  ledgerEntryBooked: {
    audit: ['payments', 'create'],
    retention: 'accounting',
    fromDebtor: ['description'],
    description: 'An amount was booked on a claim: positive amounts are owed, negative ones reduce what is owed.',
    payload: {
      entryId: id,
      kind: z.enum(['principal', 'fee', 'interest', 'payment', 'refund', 'chargeback', 'writeOff', 'correction']),
      amount,
      currency,
      valueDate: day,
      description: text,
      paymentId: id.nullable(),
      component: z.enum(['costs', 'interest', 'principal', 'credit']),
    },
    example: {
      entryId: ID,
      kind: 'fee',
      amount: '12.50',
      currency: 'EUR',
      valueDate: '2026-11-26',
      description: 'Reminder fee',
      paymentId: null,
      component: 'costs',
    },
  },
  paymentProcessing: {
    audit: ['payments', 'create'],
    retention: 'accounting',
    description: 'A payment was started, or its provider accepted it: the money is not here yet.',
    payload: { ...PAYMENT, stage: z.enum(['started', 'pending']) },
    example: { ...paid, stage: 'pending' },
  },
  paymentSettled: {
    audit: ['payments', 'create'],
    retention: 'accounting',
    description: 'A payment arrived and was booked. An import tells of payments that a creditor received.',
    payload: {
      ...PAYMENT,
      paymentId: id.optional(),
      providerName: text.optional(),
      claimRefs: claimRefs.optional(),
      /** What was paid above what was owed. */
      overpaidAmount: amount.optional(),
      /** Of an import. */
      valueDate: day.nullable().optional(),
      source: z.literal('import').optional(),
    },
    example: paid,
  },
  paymentDeclined: {
    audit: ['payments', 'other', 'failure'],
    retention: 'accounting',
    fromDebtor: ['reason'],
    description: 'The provider refused a payment.',
    payload: { ...PAYMENT, reason: text },
    example: { ...paid, reason: 'insufficient_funds' },
  },
  paymentCanceled: {
    audit: ['payments', 'delete'],
    retention: 'accounting',
    fromDebtor: ['reason'],
    description: 'A payment ended before any money came, or staff undid how it was assigned.',
    payload: { ...PAYMENT, claimRefs: claimRefs.optional(), reason: text },
    example: { ...paid, reason: 'replaced' },
  },
  paymentChargedBack: {
    audit: ['payments', 'other', 'failure'],
    retention: 'accounting',
    fromDebtor: ['reason'],
    description: 'The debtor’s bank or card took a settled payment back; the amount is what went back.',
    payload: { ...PAYMENT, reason: text },
    example: { ...paid, reason: 'MD06' },
  },
  bankEntryDecided: {
    audit: ['payments', 'update'],
    retention: 'accounting',
    fromDebtor: ['note'],
    description: 'Staff assigned a bank transaction, set it aside, or undid that.',
    payload: { entryId: id, decision: text, amount, currency, valueDate: day, note: text.optional() },
    example: { entryId: ID, decision: 'booked', amount: '184.50', currency: 'EUR', valueDate: '2026-11-26' },
  },
  paymentRefunded: {
    audit: ['payments', 'create'],
    retention: 'accounting',
    fromDebtor: ['reason'],
    description: 'Money was paid back to the debtor, or is about to be by the provider.',
    payload: { paymentId: id, amount, currency, claimRefs, reason: text },
    example: { paymentId: ID, amount: '20.00', currency: 'EUR', claimRefs: ['0007900770'], reason: 'Paid twice' },
  },
  paymentDiffers: {
    audit: ['payments', 'other', 'failure'],
    retention: 'accounting',
    description: 'A provider moved another amount than was asked for; it waits on the work list of bank transactions.',
    payload: { paymentId: id, amount, currency, askedAmount: amount, askedCurrency: currency, providerName: text },
    example: { paymentId: ID, amount: '18.45', currency: 'EUR', askedAmount: '184.50', askedCurrency: 'EUR', providerName: 'stripe' },
  },
  paymentRefundFailed: {
    audit: ['payments', 'other', 'failure'],
    retention: 'accounting',
    fromDebtor: ['reason'],
    description: 'The provider could not pay a refund, so its booking was taken back.',
    payload: { paymentId: id, amount, currency, providerName: text, claimRefs, reason: text },
    example: {
      paymentId: ID,
      amount: '20.00',
      currency: 'EUR',
      providerName: 'stripe',
      claimRefs: ['0007900770'],
      reason: 'The card has expired',
    },
  },
  paymentReinstated: {
    audit: ['payments', 'other'],
    retention: 'accounting',
    description: 'A chargeback was taken back: the payment counts again.',
    payload: PAYMENT,
    example: paid,
  },
});
