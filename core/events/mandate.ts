/** Mandates, and the direct debits that are collected under them. */
import { defineEvents } from './define.ts';
import { amount, count, currency, day, id, instant, reason, text } from './fields.ts';

const ID = '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e05';

/** What every event of a mandate's life says. */
export const MANDATE = {
  mandateId: id,
  reference: text,
  providerName: text,
  paymentMethod: text,
  /** Masked: events are read by many. */
  iban: text.optional(),
};
const mandate = { mandateId: ID, reference: 'MND-2041', providerName: 'sepa', paymentMethod: 'sepaDirectDebit', iban: 'DE89 •••• 3000' };

/** What every event of a collection's life says. */
export const DEBIT = { paymentId: id, mandateId: id, amount, currency, collectionDate: day };
const debit = { paymentId: ID, mandateId: ID, amount: '100.00', currency: 'EUR', collectionDate: '2026-12-01' };

export const MANDATE_EVENTS = defineEvents({
  mandateCreated: {
    audit: ['mandates', 'create'],
    retention: 'accounting',
    fromDebtor: ['iban', 'reference'],
    description: 'The debtor allowed to collect from an account or card.',
    payload: { ...MANDATE, signedOn: day.nullable() },
    example: { ...mandate, signedOn: '2026-11-26' },
  },
  mandateEnabled: {
    audit: ['mandates', 'update'],
    retention: 'accounting',
    fromDebtor: ['iban', 'reference'],
    description: 'Money may be collected under a mandate again.',
    payload: MANDATE,
    example: mandate,
  },
  mandateDisabled: {
    audit: ['mandates', 'update'],
    retention: 'accounting',
    fromDebtor: ['iban', 'reference', 'reason'],
    description: 'Nothing is collected under a mandate until a moment, or until somebody enables it.',
    payload: { ...MANDATE, disabledUntil: instant.nullable(), reason: text.optional() },
    example: { ...mandate, disabledUntil: null, reason: 'MD01' },
  },
  mandateDeleted: {
    audit: ['mandates', 'delete'],
    retention: 'accounting',
    fromDebtor: ['iban', 'reference'],
    description: 'A mandate was ended for good.',
    payload: MANDATE,
    example: mandate,
  },
  mandateChargeRefused: {
    audit: ['mandates', 'update'],
    retention: 'accounting',
    fromDebtor: ['why.values'],
    description: 'A strategy found nothing to collect under a mandate, or was not allowed to.',
    payload: { mandateId: id, why: reason },
    example: { mandateId: ID, why: { key: 'nothingDue' } },
  },
  directDebitPlanned: {
    audit: ['mandates', 'create'],
    retention: 'accounting',
    description: 'A collection under a mandate was planned.',
    payload: { ...DEBIT, mandateReference: text },
    example: { ...debit, mandateReference: 'MND-2041' },
  },
  directDebitMoved: {
    audit: ['mandates', 'update'],
    retention: 'accounting',
    fromDebtor: ['reason'],
    description: 'A collection moved to another day, because it could not be pre-notified in time.',
    payload: { ...DEBIT, from: day, reason: text.optional() },
    example: { ...debit, from: '2026-11-28' },
  },
  directDebitAnnounced: {
    audit: ['mandates', 'send'],
    retention: 'accounting',
    description: 'The debtor was told of a collection before its day.',
    payload: { ...DEBIT, channel: text },
    example: { ...debit, channel: 'email' },
  },
  directDebitExported: {
    audit: ['mandates', 'run'],
    retention: 'accounting',
    description: 'A collection is in a file for the bank.',
    payload: { ...DEBIT, messageId: text, sequenceType: text.nullable() },
    example: { ...debit, messageId: 'Q20261126-1', sequenceType: 'RCUR' },
  },
  debitDue: {
    audit: ['mandates', 'other'],
    retention: null,
    description: 'Money is collected under a mandate in so many days. Told only where a rule asks for it.',
    payload: { ...DEBIT, daysBefore: count },
    example: { ...debit, daysBefore: 3 },
  },
  directDebitReturned: {
    audit: ['mandates', 'other', 'failure'],
    retention: 'accounting',
    fromDebtor: ['reason'],
    description: 'The bank returned a collection; the reason is its code, e.g. AM04 for insufficient funds.',
    payload: { ...DEBIT, reason: text, bankCharge: amount.optional() },
    example: { ...debit, reason: 'AM04', bankCharge: '3.00' },
  },
  directDebitCanceled: {
    audit: ['mandates', 'delete'],
    retention: 'accounting',
    fromDebtor: ['reason'],
    description: 'A collection ended before it went to the bank.',
    payload: { ...DEBIT, reason: text },
    example: { ...debit, reason: 'paid' },
  },
});
