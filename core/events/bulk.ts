/** Imports, exports and actions over many accounts. */
import { z } from 'zod';
import { defineEvents } from './define.ts';
import { amount, anything, count, id, text } from './fields.ts';

const ID = '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e10';

/** A list’s own filters stand beside these; a long list of values is told by its number. */
const EXPORT = { list: text, format: z.enum(['csv', 'xlsx']), columns: z.array(text) };

export const BULK_EVENTS = defineEvents({
  importFinished: {
    audit: ['imports', 'run'],
    retention: null,
    description: 'An import is through.',
    payload: {
      importId: id,
      fileName: text,
      created: count,
      changed: count,
      unchanged: count,
      rejected: count,
      newAccounts: count,
      /** By currency. */
      sums: z.record(text, z.strictObject({ claims: amount, fees: amount, payments: amount, corrections: amount })),
    },
    example: {
      importId: ID,
      fileName: 'claims-2026-11.csv',
      created: 120,
      changed: 4,
      unchanged: 0,
      rejected: 1,
      newAccounts: 98,
      sums: { EUR: { claims: '18450.00', fees: '0.00', payments: '0.00', corrections: '0.00' } },
    },
  },
  bulkActionScheduled: {
    audit: ['bulkActions', 'run'],
    retention: null,
    description: 'An action over many accounts or claims was started.',
    payload: {
      bulkActionId: id,
      action: text,
      total: count.nullable(),
      /** The action that this one takes back. */
      undoes: id.optional(),
    },
    example: { bulkActionId: ID, action: 'assign', total: 250 },
  },
  bulkActionFinished: {
    audit: ['bulkActions', 'run'],
    retention: null,
    description: 'An action over many accounts or claims is through, was cancelled, or was refused.',
    payload: {
      bulkActionId: id,
      action: text,
      status: text,
      total: count.nullable(),
      done: count,
      failed: count,
      messagesSent: count.optional(),
      /** Of a refusal: in English, and as a key of the product’s texts with its values. */
      error: text.optional(),
      key: text.optional(),
      values: z.record(text, anything).optional(),
    },
    example: { bulkActionId: ID, action: 'assign', status: 'done', total: 250, done: 249, failed: 1 },
  },
  accountsExported: {
    audit: ['exports', 'access'],
    retention: null,
    description: 'Somebody exported accounts.',
    payload: EXPORT,
    rest: true,
    example: { list: 'accounts', format: 'csv', columns: ['reference', 'balance'], statuses: ['open'] },
  },
  listExported: {
    audit: ['exports', 'access'],
    retention: null,
    description: 'Somebody exported a list.',
    payload: EXPORT,
    rest: true,
    example: { list: 'payments', format: 'xlsx', columns: ['amount'] },
  },
  auditExported: {
    audit: ['audit', 'access'],
    retention: null,
    description: 'Somebody exported the audit.',
    payload: EXPORT,
    rest: true,
    example: { list: 'audit', format: 'csv', columns: ['createdAt', 'messageType'] },
  },
});
