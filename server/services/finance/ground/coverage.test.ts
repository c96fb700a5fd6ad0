import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Uuid } from '../../../../core/id.ts';
import { addDays, type CalendarDate, instant } from '../../../../core/time.ts';
import { planParts } from '../../../../engine/ledger/plan.ts';
import { spread } from '../../../../engine/ledger/spread.ts';
import type { PromiseToPay } from '../agreement/promise.logic.ts';
import { judgePlan, judgePromises, judgeTogether, type PaidEntry, paidUntil } from './coverage.ts';

const day = (text: string) => text as CalendarDate;
const at = instant('2026-11-01T00:00:00Z');
let serial = 0;
const paid = (amount: bigint, valueDate: string): PaidEntry => ({
  entryId: `e${++serial}`,
  amount: -amount,
  valueDate: day(valueDate),
  reversesEntryId: null,
  kind: 'payment',
  bookedAt: at,
  description: '',
});
const takenBack = (entry: PaidEntry): PaidEntry => ({
  ...entry,
  entryId: `e${++serial}`,
  amount: -entry.amount,
  kind: 'chargeback',
  reversesEntryId: entry.entryId,
});
const promised = (amount: bigint, dueDate: string, paidBefore = 0n): PromiseToPay => ({
  clientId: 'c',
  promiseToPayId: `p${++serial}`,
  promiseId: null,
  accountId: 'a',
  externalClaimRef: 'r',
  amount,
  currency: 'EUR',
  startDate: day('2026-11-01'),
  dueDate: day(dueDate),
  requestedBy: 'debtor',
  status: 'active',
  paidBefore,
  paidAmount: 0n,
  method: null,
  idempotencyKey: `k${serial}`,
  createdAt: at,
  updatedAt: at,
});

describe('promises', () => {
  it('is kept by money with a value date until its due date, also when the bank tells later', () => {
    const promise = promised(100n, '2026-11-10');
    expect(judgePromises([promise], [paid(60n, '2026-11-03'), paid(40n, '2026-11-10')], 1n, day('2026-11-20'))[0]?.status).toBe('kept');
    expect(judgePromises([promise], [paid(60n, '2026-11-03'), paid(40n, '2026-11-11')], 1n, day('2026-11-20'))[0]).toMatchObject({
      status: 'broken',
      paidAmount: 60n,
    });
  });

  it('holds on its due date and is broken the day after', () => {
    expect(judgePromises([promised(100n, '2026-11-10')], [], 100n, day('2026-11-10'))[0]?.status).toBe('active');
    expect(judgePromises([promised(100n, '2026-11-10')], [], 100n, day('2026-11-11'))[0]?.status).toBe('broken');
  });

  it('is not kept by what had been paid before it was made, nor by money taken back', () => {
    const before = paid(100n, '2026-10-01');
    expect(judgePromises([promised(100n, '2026-11-10', 100n)], [before], 50n, day('2026-11-05'))[0]?.status).toBe('active');
    const payment = paid(100n, '2026-11-05');
    expect(judgePromises([promised(100n, '2026-11-10')], [payment, takenBack(payment)], 100n, day('2026-11-11'))[0]?.status).toBe('broken');
  });

  it('is kept by money that came in time, was taken back, and was given again later', () => {
    const payment = paid(100n, '2026-11-05');
    const back = { ...takenBack(payment), valueDate: day('2026-12-01') };
    const again = { ...takenBack(back), kind: 'correction' };
    const judged = (entries: readonly PaidEntry[]) =>
      judgePromises([promised(100n, '2026-11-10')], entries, 1n, day('2026-12-20'))[0]?.status;
    expect(judged([payment, back])).toBe('broken');
    expect(judged([payment, back, again])).toBe('kept');
    // What was paid back counts against it, and no more when that never reached the debtor.
    const refund = { ...paid(-40n, '2026-11-06'), kind: 'refund' };
    expect(judged([payment, refund])).toBe('broken');
    expect(judged([payment, refund, { ...takenBack(refund), valueDate: day('2026-12-01') }])).toBe('kept');
  });

  it('about several claims are kept by their sum, broken together, and never kept in part', () => {
    const amount = fc.bigInt({ min: 1n, max: 50n });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(amount, fc.bigInt({ min: 0n, max: 80n })), { minLength: 2, maxLength: 6 }),
        fc.boolean(),
        (parts, isPast) => {
          const rows = parts.map(([sum]) => ({ ...promised(sum, '2026-11-10'), promiseId: 'said' as Uuid }));
          const today = day(isPast ? '2026-11-11' : '2026-11-05');
          const verdicts = judgeTogether(
            rows,
            rows.flatMap((row, index) => judgePromises([row], [paid(parts[index]?.[1] ?? 0n, '2026-11-04')], 1n, today)),
          );
          const total = (of: 0 | 1) => parts.reduce((sum, part) => sum + part[of], 0n);
          const status = total(1) >= total(0) ? 'kept' : isPast ? 'broken' : 'active';
          expect(new Set(verdicts.map((verdict) => verdict.status))).toEqual(new Set([status]));
          // What was paid stays with its claim.
          for (const [index, verdict] of verdicts.entries())
            expect(verdict.paidAmount).toBe([parts[index]?.[0] ?? 0n, parts[index]?.[1] ?? 0n].sort((a, b) => Number(a - b))[0]);
        },
      ),
    );
  });

  it('fills several promises of a claim by due date, each cent once', () => {
    const [late, early] = [promised(50n, '2026-12-01'), promised(50n, '2026-11-10')];
    const verdicts = judgePromises([late, early], [paid(70n, '2026-11-05')], 30n, day('2026-11-06'));
    expect(verdicts.map((v) => [v.promiseToPayId, v.status, v.paidAmount])).toEqual([
      [early.promiseToPayId, 'kept', 50n],
      [late.promiseToPayId, 'active', 20n],
    ]);
  });
});

describe('plans', () => {
  it('are filled from the first instalment, missed the day after, broken after the grace, completed when paid', () => {
    const amounts = planParts({ amount: 1000n, downPayment: 0n, parts: 3, interval: 'monthly', first: day('2026-12-01') });
    expect(amounts).toEqual([
      { amount: 334n, dueDate: '2026-12-01' },
      { amount: 333n, dueDate: '2027-01-01' },
      { amount: 333n, dueDate: '2027-02-01' },
    ]);
    const plan = {
      clientId: 'c',
      instalmentsPlanId: 'p',
      accountId: 'a',
      claimRefs: ['r'],
      amount: 1000n,
      currency: 'EUR',
      downPayment: 0n,
      replacesPlanId: null,
      mandateId: null,
      interval: 'monthly' as const,
      status: 'active' as const,
      requestedBy: 'debtor',
      paidBefore: 0n,
      idempotencyKey: 'k',
      createdAt: at,
      updatedAt: at,
    };
    const rows = amounts.map((part, index) => ({
      clientId: 'c',
      instalmentId: `i${index}`,
      instalmentsPlanId: 'p',
      position: index + 1,
      paidAmount: 0n,
      currency: 'EUR',
      startDate: day('2026-11-01'),
      status: 'pending' as const,
      ...part,
    }));
    const judge = (entries: PaidEntry[], balance: bigint, today: string) => {
      const verdict = judgePlan(plan, rows, entries, balance, day(today), 14);
      return [verdict.status, ...verdict.instalments.map((each) => each.status)];
    };
    expect(judge([], 1000n, '2026-12-01')).toEqual(['active', 'pending', 'pending', 'pending']);
    expect(judge([], 1000n, '2026-12-02')).toEqual(['active', 'missed', 'pending', 'pending']);
    expect(judge([], 1000n, '2026-12-16')).toEqual(['broken', 'missed', 'canceled', 'canceled']);
    expect(judge([paid(400n, '2026-12-05')], 600n, '2026-12-16')).toEqual(['active', 'paid', 'pending', 'pending']);
    expect(judge([paid(1000n, '2026-12-05')], 0n, '2026-12-16')).toEqual(['completed', 'paid', 'paid', 'paid']);
  });
});

describe('any order', () => {
  const events = fc.array(
    fc.record({ amount: fc.bigInt({ min: 1n, max: 500n }), offset: fc.integer({ min: -20, max: 40 }), back: fc.boolean() }),
    { maxLength: 12 },
  );

  it('gives the same verdicts, and never counts a cent twice', () => {
    fc.assert(
      fc.property(
        events,
        fc.array(fc.tuple(fc.bigInt({ min: 1n, max: 300n }), fc.integer({ min: 0, max: 30 })), { maxLength: 4 }),
        fc.integer(),
        (given, wanted, seed) => {
          const entries = given.flatMap((each) => {
            const entry = paid(each.amount, addDays(day('2026-11-01'), each.offset));
            return each.back ? [entry, takenBack(entry)] : [entry];
          });
          const promises = wanted.map(([amount, due]) => promised(amount, addDays(day('2026-11-01'), due)));
          const shuffled = [...entries].sort((a, b) => ((a.entryId.charCodeAt(1) * seed) % 7) - ((b.entryId.charCodeAt(1) * seed) % 7));
          const verdicts = judgePromises(promises, entries, 1n, day('2026-11-15'));
          expect(judgePromises([...promises].reverse(), shuffled, 1n, day('2026-11-15'))).toEqual(verdicts);
          const counted = verdicts.filter((v) => v.status === 'kept' || v.status === 'active').reduce((sum, v) => sum + v.paidAmount, 0n);
          expect(counted <= paidUntil(entries, null)).toBe(true);
          expect(paidUntil(entries, null)).toBe(given.reduce((sum, each) => sum + (each.back ? 0n : each.amount), 0n));
        },
      ),
    );
  });

  it('spreads a sum oldest first, to the cent and never above what is due', () => {
    const claims = fc.array(fc.tuple(fc.bigInt({ min: -50n, max: 1000n }), fc.integer({ min: 0, max: 60 })), { maxLength: 8 });
    fc.assert(
      fc.property(claims, fc.bigInt({ min: 0n, max: 5000n }), (given, amount) => {
        const payable = given.map(([balance, offset], index) => ({
          externalClaimRef: `c${index}`,
          balance,
          dueDate: addDays(day('2026-01-01'), offset),
        }));
        const parts = spread(payable, amount);
        const due = payable.reduce((sum, claim) => sum + (claim.balance > 0n ? claim.balance : 0n), 0n);
        expect(parts.reduce((sum, part) => sum + part.amount, 0n)).toBe(amount < due ? amount : due);
        const of = (ref: string) => payable.find((claim) => claim.externalClaimRef === ref);
        for (const part of parts) expect(part.amount <= (of(part.externalClaimRef)?.balance ?? 0n)).toBe(true);
        // A younger claim gets nothing while an older one is open.
        for (const [index, part] of parts.entries())
          if (index < parts.length - 1) expect(part.amount).toBe(of(part.externalClaimRef)?.balance);
      }),
    );
  });

  it('splits any sum into three instalments that add up', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 3n, max: 10n ** 12n }),
        fc.constantFrom('weekly' as const, 'everyTwoWeeks' as const, 'monthly' as const),
        (amount, interval) => {
          const parts = planParts({ amount, downPayment: 0n, parts: 3, interval, first: day('2026-01-31') });
          expect(parts.reduce((sum, part) => sum + part.amount, 0n)).toBe(amount);
          expect(parts.map((part) => part.dueDate)).toEqual([...parts.map((part) => part.dueDate)].sort());
        },
      ),
    );
  });
});
