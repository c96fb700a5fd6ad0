/** Claims on their way to partners and back. */
import { z } from 'zod';
import { OUTSOURCE_METHODS } from '../outsourcing.ts';
import { defineEvents } from './define.ts';
import { amount, anything, count, currency, flag, id, instant, text } from './fields.ts';

const ID = '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e21';

/** What every event of a claim at a partner says. */
export const ASSIGNED = { partnerId: id, partnerName: text };
const assigned = { partnerId: ID, partnerName: 'Nordstern Inkasso' };

export const OUTSOURCING_EVENTS = defineEvents({
  claimOutsourced: {
    audit: ['claims', 'update'],
    retention: null,
    description: 'A claim was given to a partner, who collects it until it comes back. The amount is what was owed then.',
    payload: {
      ...ASSIGNED,
      outsourceMethod: z.enum(OUTSOURCE_METHODS),
      amount,
      currency,
      /** The partner has it again: money that had ended the claim went back. */
      reopened: flag.optional(),
    },
    example: { ...assigned, outsourceMethod: 'manual', amount: '184.50', currency: 'EUR' },
  },
  claimRecalled: {
    audit: ['claims', 'update'],
    retention: null,
    description: 'A claim came back from a partner, before it was paid. The amount is what the partner had collected of it.',
    payload: { ...ASSIGNED, outsourcedAt: instant, amount, currency },
    example: { ...assigned, outsourcedAt: '2026-08-03T09:00:00.000Z', amount: '50.00', currency: 'EUR' },
  },
  outsourcingConfigSaved: {
    audit: ['general', 'update'],
    retention: null,
    description: 'Staff said when claims are given to a partner by themselves.',
    payload: { ...ASSIGNED, frequency: z.record(text, anything), endsAt: instant.nullable(), nextAt: instant.nullable() },
    example: {
      ...assigned,
      frequency: { amount: 1, unit: 'WEEK', daysOfTheWeek: ['MONDAY'], timeOfTheDay: { hour: 6, minute: 0 }, monthOptions: null },
      endsAt: null,
      nextAt: '2026-11-30T05:00:00.000Z',
    },
  },
  outsourcingConfigDeleted: {
    audit: ['general', 'delete'],
    retention: null,
    description: 'Staff took a partner’s schedule away.',
    payload: ASSIGNED,
    example: assigned,
  },
  outsourcingScheduled: {
    audit: ['general', 'run'],
    retention: null,
    description: 'A partner’s schedule came round and gave so many claims.',
    payload: { ...ASSIGNED, dueAt: instant, given: count },
    example: { ...assigned, dueAt: '2026-11-30T05:00:00.000Z', given: 42 },
  },
  outsourcedClaimPaid: {
    audit: ['payments', 'other'],
    retention: 'accounting',
    description: 'Money for a claim that is with a partner arrived here, or went back. The partner is told with the next file.',
    payload: { ...ASSIGNED, paymentId: id.nullable(), amount, currency },
    example: { ...assigned, paymentId: ID, amount: '184.50', currency: 'EUR' },
  },
});
