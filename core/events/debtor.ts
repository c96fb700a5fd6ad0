/** What is known of debtors, and what they consented to. */
import { z } from 'zod';
import { defineEvents } from './define.ts';
import { changed, count, flag, id, text } from './fields.ts';

const DEBTOR = { externalDebtorRef: text };
const debtor = { externalDebtorRef: 'D-2041' };

export const DEBTOR_EVENTS = defineEvents({
  debtorChanged: {
    audit: ['debtors', 'update'],
    retention: 'details',
    fromDebtor: ['changed'],
    description: 'Data of a debtor changed: by hand, with what they were and are, or by an import, which names the fields.',
    payload: {
      externalDebtorRef: text.optional(),
      changed: changed.optional(),
      source: z.literal('import').optional(),
      fields: z.array(text).optional(),
    },
    example: { ...debtor, changed: { city: { from: 'Bonn', to: 'Köln' } } },
  },
  debtorAdded: {
    audit: ['debtors', 'create'],
    retention: 'details',
    fromDebtor: ['changed'],
    description: 'Another debtor joined an account.',
    payload: { ...DEBTOR, type: z.enum(['person', 'company']), changed },
    example: { ...debtor, type: 'person', changed: { lastName: { from: null, to: 'Petersen' } } },
  },
  debtorRemoved: {
    audit: ['debtors', 'delete'],
    retention: 'identity',
    fromDebtor: ['name'],
    description: 'A debtor was taken from an account.',
    payload: { ...DEBTOR, name: text },
    example: { ...debtor, name: 'Anna Petersen' },
  },
  mainDebtorChanged: {
    audit: ['debtors', 'update'],
    retention: null,
    description: 'An account is named after another of its debtors.',
    payload: { ...DEBTOR, from: text.optional() },
    example: { ...debtor, from: 'D-2040' },
  },
  debtorDataRevealed: {
    audit: ['debtors', 'access'],
    retention: null,
    description: 'Somebody looked at data that is shown masked.',
    payload: { ...DEBTOR, field: text },
    example: { ...debtor, field: 'nationalId' },
  },
  financialInformationChanged: {
    audit: ['debtors', 'update'],
    retention: 'details',
    description: 'What a debtor earns and spends was noted; the event counts the lines and tells no amount.',
    payload: { ...DEBTOR, incomes: count, expenses: count },
    example: { ...debtor, incomes: 1, expenses: 4 },
  },
  contactStateChanged: {
    audit: ['debtors', 'update'],
    retention: 'details',
    fromDebtor: ['value'],
    description: 'A number or address is known to be valid, wrong, preferred or bounced.',
    payload: {
      externalDebtorRef: text.nullable().optional(),
      /** Of a bounce. */
      debtorId: id.optional(),
      kind: text,
      value: text,
      from: text.nullable(),
      state: text,
      reason: text.nullable().optional(),
    },
    example: { ...debtor, kind: 'email', value: 'anna@example.com', from: 'unknown', state: 'valid' },
  },
  contactConsentChanged: {
    audit: ['debtors', 'update'],
    retention: null,
    description: 'The debtor opted out of a channel or back in, or asked for no contact at all or took that back.',
    payload: {
      channel: text.optional(),
      optedOut: flag.optional(),
      /** Instead of the two. */
      ceaseRequested: flag.optional(),
      /** What the debtor did to opt out; absent: staff noted it. */
      source: text.optional(),
    },
    example: { channel: 'sms', optedOut: true, source: 'stop' },
  },
});
