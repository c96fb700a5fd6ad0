/** Facts, runs and blueprints for the engine's tests: a plain claim of a plain debtor, with what a test cares about laid over it. */
import { isHoliday } from '../core/calendar.ts';
import { type CalendarDate, type Instant, instant } from '../core/time.ts';
import { compile, type Surroundings, startRun } from './advance.ts';
import { defaultGateRules } from './gate/defaults.ts';
import type { GateFacts } from './gate/types.ts';
import type { Facts, Run, Step } from './types.ts';

export const day = (text: string) => text as CalendarDate;

export const gateFacts: GateFacts = {
  zone: 'Europe/Berlin',
  holidayRegion: 'DE',
  optedOut: [],
  ceaseRequested: false,
  deceased: false,
  contact: { email: 'valid', sms: 'valid', whatsapp: 'valid', phone: 'valid', letter: 'valid' },
  claimResolved: false,
  claimDisputed: false,
  activePromise: false,
  contacts: [],
  rules: defaultGateRules,
};

export const claim: NonNullable<Facts['claim']> = {
  externalClaimRef: 'C-1',
  type: 'invoice',
  status: 'open',
  currency: 'EUR',
  amount: 128_460n,
  balance: 100_000n,
  totalFees: 500n,
  dueDate: day('2026-01-10'),
  externalDueDate: day('2026-01-01'),
  createdAt: instant('2026-02-01T09:00:00Z'),
  segment: 'A',
  portfolioRef: null,
  paymentReference: null,
  meta: { vip: true, visits: 3, tags: ['gold', 'old'], nested: { branch: 'north' }, limit: '250.50' },
  scores: { collection: 0.7 },
};

export const facts: Facts = {
  claim,
  account: {
    accountId: '01900000-0000-7000-8000-000000000001',
    externalAccountRef: 'A-1',
    currency: 'EUR',
    locale: 'de_DE',
    balance: 250_000n,
    activeClaims: 2,
    oldestClaimRef: 'C-0',
    assigneeUserId: null,
    segment: 'B',
    meta: {},
    scores: { paymentProbability: 0.25 },
  },
  debtor: {
    externalDebtorRef: 'D-1',
    type: 'person',
    firstName: 'Ada',
    lastName: 'Beispiel',
    companyName: null,
    title: null,
    gender: 'F',
    birthday: day('1990-03-14'),
    postalCode: '01067',
    city: 'Dresden',
    country: 'DE',
    email: 'ada@example.org',
    mobileNumber: null,
  },
  product: { productReference: 'P-1', name: 'Energy', code: 'EN', type: 'utility', meta: {} },
  money: {
    lastSettledPayment: instant('2026-02-20T23:30:00Z'),
    lastCanceledPayment: null,
    lastProcessingPayment: null,
    lastDisputed: null,
    promiseDueDate: null,
    activePaymentMandates: 0,
  },
  communications: { lastEmailOpened: null, lastCommunication: null },
  outsourcing: { partnerId: '01900000-0000-7000-8000-0000000000b1', at: instant('2026-03-03T22:30:00Z'), method: 'strategy' },
  gate: gateFacts,
};

/** Monday 16 March 2026, 10:00 in Berlin. */
export const NOW = instant('2026-03-16T09:00:00Z');

export const surroundings: Surroundings = {
  now: NOW,
  zone: 'Europe/Berlin',
  holidayRegion: 'DE',
  excludeHolidays: true,
  isHoliday,
  closedDays: new Set(),
  defaultLocale: 'de_DE',
};

/** [id, type, state, outputs]; without outputs, `next` leads to the next row. */
export type StepRow = readonly [string, string, Record<string, unknown>, Step['outputs']?];

export function stepsOf(...rows: readonly StepRow[]): Step[] {
  return rows.map(([id, stepType, stepState, outputs], index) => ({
    id,
    stepType,
    stepState,
    outputs: outputs ?? { next: rows[index + 1]?.[0] ?? null },
  }));
}

export function compiledOf(...rows: readonly StepRow[]) {
  return compile({ blueprintId: 'b', version: 1, steps: stepsOf(...rows) });
}

export function runOf(compiled: ReturnType<typeof compile>, now: Instant = NOW): Run {
  return startRun({ runId: 'r', accountId: 'a', externalClaimRef: 'C-1' }, compiled, now);
}
