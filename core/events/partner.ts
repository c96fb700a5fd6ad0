/** Partners: who they are, what was agreed with them, and what is billed. */
import { defineEvents } from './define.ts';
import { amount, changes, currency, day, id, text } from './fields.ts';

const ID = '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e11';

const PARTNER = { partnerId: id, name: text };
const partner = { partnerId: ID, name: 'Nordstern Inkasso' };
const ALLOCATION = { allocationId: id, name: text };
const allocation = { allocationId: ID, name: 'Germany' };
const AGREEMENT = { partnerId: id, agreementId: id, name: text, validFrom: day };
const agreement = { ...partner, agreementId: ID, validFrom: '2026-12-01' };

export const PARTNER_EVENTS = defineEvents({
  partnerCreated: {
    audit: ['partners', 'create'],
    retention: null,
    description: 'A partner was added.',
    payload: PARTNER,
    example: partner,
  },
  partnerChanged: {
    audit: ['partners', 'update'],
    retention: null,
    description: 'Something about a partner was changed.',
    payload: { ...PARTNER, changes },
    example: { ...partner, changes: [{ field: 'city', from: 'Kiel', to: 'Hamburg' }] },
  },
  partnerDeleted: {
    audit: ['partners', 'delete'],
    retention: null,
    description: 'A partner was deleted. No claims were with it.',
    payload: PARTNER,
    example: partner,
  },
  partnerAllocationSaved: {
    audit: ['partners', 'update'],
    retention: null,
    description: 'A rule that distributes claims among partners was saved.',
    payload: ALLOCATION,
    example: allocation,
  },
  partnerAllocationDeleted: {
    audit: ['partners', 'delete'],
    retention: null,
    description: 'A rule that distributes claims among partners was deleted.',
    payload: ALLOCATION,
    example: allocation,
  },
  partnerAgreementSaved: {
    audit: ['partnerAgreements', 'update'],
    retention: null,
    description: 'A version of the agreement on a partner’s commission was saved.',
    payload: AGREEMENT,
    example: agreement,
  },
  partnerAgreementDeleted: {
    audit: ['partnerAgreements', 'delete'],
    retention: null,
    description: 'A version of the agreement on a partner’s commission was deleted before it was applied.',
    payload: AGREEMENT,
    example: agreement,
  },
  partnerInvoiceIssued: {
    audit: ['partnerInvoices', 'create'],
    retention: null,
    description: 'A statement of a partner’s commission was closed and has a number.',
    payload: { ...PARTNER, invoiceId: id, number: text, from: day, to: day, amount, currency },
    example: { ...partner, invoiceId: ID, number: 'P-000001', from: '2026-11-01', to: '2026-11-30', amount: '29.75', currency: 'EUR' },
  },
});
