/** Promises to pay, instalment plans, settlements and the terms of a claim. */
import { z } from 'zod';
import { defineEvents } from './define.ts';
import { amount, claimRefs, count, currency, day, id, number, text } from './fields.ts';

const ID = '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e02';

/** What every event of a promise's life says. */
export const PROMISE = {
  promiseToPayId: id,
  amount,
  paidAmount: amount,
  currency,
  startDate: day,
  dueDate: day,
  /** Who asked for it: "debtor", or the id of a member of staff. */
  requestedBy: text,
  method: text.nullable(),
  /** Only of a promise about several claims. */
  claimRefs: claimRefs.optional(),
  parts: z.array(z.strictObject({ promiseToPayId: id, externalClaimRef: text, amount })).optional(),
};
const promise = {
  promiseToPayId: ID,
  amount: '100.00',
  paidAmount: '0.00',
  currency: 'EUR',
  startDate: '2026-11-26',
  dueDate: '2026-12-03',
  requestedBy: 'debtor',
  method: null,
};

const PLAN = { instalmentsPlanId: id, claimRefs, amount, currency };
const plan = { instalmentsPlanId: ID, claimRefs: ['0007900770'], amount: '600.00', currency: 'EUR' };
const INSTALMENT = { ...PLAN, instalmentId: id, position: z.int().min(1), dueDate: day };
const instalment = { ...plan, amount: '100.00', instalmentId: ID, position: 1, dueDate: '2026-12-01' };

const SETTLEMENT = {
  settlementOfferId: id,
  claimRefs,
  /** What settles the claims. */
  amount,
  /** What was owed when it was offered. */
  dueAmount: amount,
  paidAmount: amount,
  currency,
  validUntil: day,
};
const settlement = {
  settlementOfferId: ID,
  claimRefs: ['0007900770'],
  amount: '450.00',
  dueAmount: '600.00',
  paidAmount: '0.00',
  currency: 'EUR',
  validUntil: '2026-12-31',
};

/** Why an agreement ended: "canceled", "debtor", "replaced", "replacedByPlan" or "replacedBySettlement"; a promise also by "claimResolved". */
const endReason = z.enum(['canceled', 'debtor', 'replaced', 'replacedByPlan', 'replacedBySettlement', 'claimResolved']);

export const AGREEMENT_EVENTS = defineEvents({
  promiseToPayCreated: {
    audit: ['agreements', 'create'],
    retention: 'accounting',
    isImported: true,
    description: 'The debtor promised to pay an amount by a day.',
    payload: PROMISE,
    example: promise,
  },
  promiseDue: {
    audit: ['agreements', 'other'],
    retention: null,
    description: 'The day of an active promise comes in so many days. Told only where a rule asks for it.',
    payload: { promiseToPayId: id, amount, currency, dueDate: day, method: text.nullable(), claimRefs, daysBefore: count },
    example: {
      promiseToPayId: ID,
      amount: '100.00',
      currency: 'EUR',
      dueDate: '2026-12-03',
      method: null,
      claimRefs: ['0007900770'],
      daysBefore: 3,
    },
  },
  promiseToPayKept: {
    audit: ['agreements', 'other'],
    retention: null,
    description: 'What was promised was paid in time.',
    payload: PROMISE,
    example: { ...promise, paidAmount: '100.00' },
  },
  promiseToPayBroken: {
    audit: ['agreements', 'other', 'failure'],
    retention: null,
    isImported: true,
    description: 'The day of a promise passed without the promised amount.',
    payload: PROMISE,
    example: promise,
  },
  promiseToPayInvalidated: {
    audit: ['agreements', 'delete'],
    retention: null,
    description: 'A promise ended without being kept or broken.',
    payload: { ...PROMISE, reason: endReason },
    example: { ...promise, reason: 'replacedByPlan' },
  },
  instalmentsPlanCreated: {
    audit: ['agreements', 'create'],
    retention: 'accounting',
    description: 'A plan of instalments was agreed.',
    payload: {
      ...PLAN,
      interval: text,
      requestedBy: text,
      replacesPlanId: id.nullable(),
      instalments: z.array(z.strictObject({ amount, dueDate: day })),
    },
    example: {
      ...plan,
      interval: 'monthly',
      requestedBy: 'debtor',
      replacesPlanId: null,
      instalments: [
        { amount: '300.00', dueDate: '2026-12-01' },
        { amount: '300.00', dueDate: '2027-01-01' },
      ],
    },
  },
  instalmentDue: {
    audit: ['agreements', 'other'],
    retention: null,
    description: 'An unpaid instalment is due in so many days. Told only where a rule asks for it.',
    payload: { ...INSTALMENT, daysBefore: count },
    example: { ...instalment, daysBefore: 3 },
  },
  instalmentPaid: {
    audit: ['agreements', 'other'],
    retention: null,
    description: 'An instalment of a plan was paid.',
    payload: INSTALMENT,
    example: instalment,
  },
  instalmentMissed: {
    audit: ['agreements', 'other', 'failure'],
    retention: null,
    description: 'The day of an instalment passed without its amount.',
    payload: INSTALMENT,
    example: instalment,
  },
  instalmentsPlanCompleted: {
    audit: ['agreements', 'other'],
    retention: null,
    description: 'Every instalment of a plan is paid.',
    payload: PLAN,
    example: plan,
  },
  instalmentsPlanBroken: {
    audit: ['agreements', 'other', 'failure'],
    retention: null,
    description: 'A plan ended because an instalment stayed unpaid beyond the days of grace.',
    payload: PLAN,
    example: plan,
  },
  instalmentsPlanCanceled: {
    audit: ['agreements', 'delete'],
    retention: null,
    description: 'A plan was ended by staff, the debtor, or what takes its place.',
    payload: { ...PLAN, reason: endReason },
    example: { ...plan, reason: 'canceled' },
  },
  instalmentsPlanMandateChanged: {
    audit: ['agreements', 'update'],
    retention: null,
    description: 'The instalments of a plan are collected under a mandate from now on, or under none.',
    payload: { instalmentsPlanId: id, claimRefs, mandateId: id.nullable() },
    example: { instalmentsPlanId: ID, claimRefs: ['0007900770'], mandateId: null },
  },
  claimTermsChanged: {
    audit: ['agreements', 'update'],
    retention: null,
    description: 'A claim’s own interest terms or order of allocation were set; null means the client’s.',
    payload: {
      allocationOrder: z.unknown(),
      interestTerms: z.strictObject({ kind: z.enum(['fixed', 'aboveBase']), basisPoints: number, from: day }).nullable(),
    },
    example: { allocationOrder: null, interestTerms: { kind: 'aboveBase', basisPoints: 500, from: '2026-01-01' } },
  },
  settlementOffered: {
    audit: ['agreements', 'create'],
    retention: 'accounting',
    description: 'The debtor was offered to settle claims for less than is owed.',
    payload: SETTLEMENT,
    example: settlement,
  },
  settlementAccepted: {
    audit: ['agreements', 'update'],
    retention: null,
    description: 'The first money on a settlement came.',
    payload: SETTLEMENT,
    example: { ...settlement, paidAmount: '100.00' },
  },
  settlementApplied: {
    audit: ['agreements', 'other'],
    retention: null,
    description: 'A settlement was paid in time: the rest of the claims was written off.',
    payload: SETTLEMENT,
    example: { ...settlement, paidAmount: '450.00' },
  },
  settlementExpired: {
    audit: ['agreements', 'other', 'failure'],
    retention: null,
    description: 'The last day of a settlement passed without its amount.',
    payload: SETTLEMENT,
    example: settlement,
  },
  settlementWithdrawn: {
    audit: ['agreements', 'delete'],
    retention: null,
    description: 'A settlement was withdrawn before it was paid.',
    payload: { ...SETTLEMENT, reason: endReason.optional() },
    example: { ...settlement, reason: 'canceled' },
  },
  settlementBroken: {
    audit: ['agreements', 'other', 'failure'],
    retention: null,
    description: 'A payment on a settlement went back, so the write-off was taken back.',
    payload: SETTLEMENT,
    example: settlement,
  },
});
