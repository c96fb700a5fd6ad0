/** What happened to a claim as such. */
import { z } from 'zod';
import { defineEvents } from './define.ts';
import { amount, anything, changed, currency, day, id, text } from './fields.ts';

/** What a claim owes after what happened. */
const BALANCE = { balance: amount, currency };

export const CLAIM_EVENTS = defineEvents({
  claimImported: {
    audit: ['claims', 'create'],
    retention: null,
    description: 'An import brought a claim that nobody knew; the amount is its principal.',
    payload: { amount, currency, dueDate: day.nullable() },
    example: { amount: '184.50', currency: 'EUR', dueDate: '2026-10-01' },
  },
  claimChanged: {
    audit: ['claims', 'update'],
    retention: null,
    description: 'An import changed fields of a claim, or a strategy what the debtor’s page offers for it.',
    payload: {
      /** Of an import: each changed field with what it was and is. */
      changes: z.record(text, z.tuple([anything, anything])).optional(),
      source: z.literal('import').optional(),
      /** Of a strategy: the flag with "Enabled" behind its name, e.g. "promiseToPayEnabled" (ClaimFlag in engine/effects.ts). */
      changed: z.record(text, z.boolean()).optional(),
    },
    example: { source: 'import', changes: { dueDate: ['2026-10-01', '2026-10-15'] } },
  },
  debtorPageTermsChanged: {
    audit: ['claims', 'update'],
    retention: null,
    description: 'A strategy set how the debtor’s page treats a claim: links, payment providers, instalments. Null takes it away.',
    payload: { terms: z.record(text, anything) },
    example: { terms: { paymentProviders: ['stripe'] } },
  },
  claimDomainRefused: {
    audit: ['claims', 'update', 'failure'],
    retention: null,
    description: 'A strategy wanted links under a domain that isn’t one of the installation’s; they keep theirs.',
    payload: { domain: text, domains: z.array(text) },
    example: { domain: 'pay.example.org', domains: ['collect.example.com'] },
  },
  claimDisputed: {
    audit: ['claims', 'update'],
    retention: 'notes',
    fromDebtor: ['reason'],
    description: 'The debtor disputes a claim: in their own words, by a reason that a collector chose, or told by an import.',
    payload: {
      reason: text.optional(),
      reasonKey: text.optional(),
      source: z.literal('import').optional(),
      fileIds: z.array(id).optional(),
    },
    example: { reason: 'I sent the goods back in May.' },
  },
  disputeClosed: {
    audit: ['claims', 'update'],
    retention: 'notes',
    fromDebtor: ['outcome'],
    description: 'Staff ended a dispute and said what they found out.',
    payload: { outcome: text },
    example: { outcome: 'The goods were not returned.' },
  },
  claimResolved: {
    audit: ['claims', 'update'],
    retention: null,
    description: 'Nothing is owed on a claim any more.',
    payload: BALANCE,
    example: { balance: '0.00', currency: 'EUR' },
  },
  claimReopened: {
    audit: ['claims', 'update'],
    retention: null,
    description: 'Something is owed again on a claim that was resolved.',
    payload: BALANCE,
    example: { balance: '184.50', currency: 'EUR' },
  },
  claimDeleted: {
    audit: ['claims', 'delete'],
    retention: null,
    description: 'A claim was taken out of collection.',
    payload: {},
    example: {},
  },
  claimMetaChanged: {
    audit: ['claims', 'update'],
    retention: 'details',
    fromDebtor: ['changed', 'values'],
    description: 'The client’s own fields of a claim changed: by hand with what they were and are, by a strategy with what they are.',
    payload: { changed: changed.optional(), values: z.record(text, anything).optional() },
    example: { changed: { stage: { from: 'first', to: 'second' } } },
  },
});
