/** An account that nobody has: what an unsaved page is looked at with. */
import { addDays, type CalendarDate } from '../core/time.ts';
import type { PortalAccount, PortalClaim } from './facts.ts';

/** @param today at the client. @returns two bills, one of them with a fee, and everything that a page can offer. */
export function sampleAccount(today: CalendarDate, currency: string): PortalAccount {
  const due = addDays(today, -30);
  const entry = { valueDate: due, description: '' };
  const claim = (ref: string, title: string, bill: bigint, fee: bigint): PortalClaim => ({
    ref,
    title,
    dueDate: due,
    balance: bill + fee,
    pending: 0n,
    disputedAt: null,
    canPlan: true,
    canPromise: true,
    promised: 0n,
    promisedUntil: null,
    isPlanned: false,
    partner: null,
    portfolio: null,
    entries: [{ ...entry, kind: 'principal', amount: bill }, ...(fee > 0n ? [{ ...entry, kind: 'fee', amount: fee }] : [])],
  });
  const first = addDays(today, 7);
  return {
    debtorName: 'Alex',
    reference: 'K-1001',
    currency,
    timezone: 'UTC',
    today,
    lastPromiseDay: addDays(today, 21),
    firstDay: { monthly: first, everyTwoWeeks: first, weekly: first },
    planTerms: {
      minParts: 2,
      maxParts: 12,
      usualParts: 3,
      intervals: ['monthly', 'everyTwoWeeks', 'weekly'],
      minPart: 1n,
      downPayment: true,
      leastDown: () => 0n,
      coversAll: false,
    },
    leastPayment: 100n,
    directDebit: null,
    providers: [{ providerName: 'sandbox', displayName: 'Sandbox' }],
    transfer: null,
    claims: [claim('1001-1', 'A', 18_450n, 0n), claim('1001-2', 'B', 7_900n, 500n)],
    plans: [],
    offers: [],
    call: { zone: 'UTC', days: [], phone: null, asked: null },
    canWrite: true,
    budget: { until: first, staffLocale: 'en_US' },
  };
}
