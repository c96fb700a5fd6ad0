import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type CalendarDate } from '../../core/time.ts';
import { add, allocate, allocateRefund, balanceOf, COMPONENTS, type Component, NOTHING, owed, type Sums } from './allocate.ts';
import { explain } from './explain.ts';
import { interestPerDay, interestUntil, type PrincipalChange, rateOn, ratesWith } from './interest.ts';
import { DEFAULT_RULES, ORDERS, orderFor, ordersIn } from './orders.ts';
import { annuity, INTERVALS, planParts } from './plan.ts';
import { judgeSettlement, type SettlementStatus } from './settlement.ts';

const day = (text: string) => text as CalendarDate;
const amount = fc.bigInt({ min: 0n, max: 5_000_000n });
const signed = fc.bigInt({ min: -5_000_000n, max: 5_000_000n });
const sums = fc.record({ costs: signed, interest: signed, principal: signed, credit: signed });
const order = fc.constantFrom(...ORDERS);
const total = (parts: Sums) => COMPONENTS.reduce((sum, component) => sum + parts[component], 0n);

describe('orders', () => {
  it('name each part once', () => {
    for (const each of ORDERS) expect([...each.parts].sort()).toEqual(['costs', 'interest', 'principal']);
  });

  it('are found by the claim itself, the client’s rules, the law of its country, in that order', () => {
    const claim = { type: 'invoice', productType: null, allocationOrder: null };
    expect(orderFor(claim, [], 'DE').name).toBe('DE_367');
    expect(orderFor({ ...claim, type: 'consumerLoan' }, [], 'DE').name).toBe('DE_497');
    expect(orderFor({ ...claim, productType: 'consumerLoan' }, [], 'DE').name).toBe('DE_497');
    expect(orderFor({ ...claim, type: 'consumerLoan' }, [], 'NL').name).toBe('NL_6_44');
    expect(orderFor(claim, [{ claimType: 'invoice', order: 'PRINCIPAL_FIRST' }], 'DE').name).toBe('PRINCIPAL_FIRST');
    expect(orderFor(claim, [{ claimType: 'loan', order: 'PRINCIPAL_FIRST' }], 'DE').name).toBe('DE_367');
    expect(orderFor({ ...claim, allocationOrder: 'DE_497' }, [{ order: 'PRINCIPAL_FIRST' }], 'DE').name).toBe('DE_497');
    for (const country of ['GB', 'US', 'XX', null])
      expect(orderFor(claim, [], country)).toMatchObject({ parts: ['costs', 'interest', 'principal'], source: null });
    expect(orderFor({ ...claim, type: 'consumerLoan' }, [], 'AT').source).toBe('§ 1416 ABGB');
    expect(DEFAULT_RULES.every((rule) => ORDERS.some((each) => each.name === rule.order))).toBe(true);
  });

  it("cites a country's law only there, and offers it only there", () => {
    const claim = { type: 'invoice', productType: null, allocationOrder: 'DE_497' };
    expect(orderFor(claim, [], 'DE').source).toBe('§ 497 (3) BGB');
    expect(orderFor(claim, [], 'GB')).toMatchObject({ name: 'DE_497', source: null });
    expect(orderFor({ ...claim, allocationOrder: null }, [{ order: 'DE_367' }], 'GB')).toMatchObject({ name: 'DE_367', source: null });
    expect(new Set(ordersIn('GB').map(({ source }) => source))).toEqual(new Set([null, 'contract']));
    expect(ordersIn('NL').map(({ country }) => country)).not.toContain('DE');
  });
});

describe('allocation', () => {
  const due = { costs: 500n, interest: 300n, principal: 10_000n, credit: 0n };
  const named = (name: string) => ORDERS.find((each) => each.name === name) ?? ORDERS[0];

  it('follows § 367, § 497 and what the payer named', () => {
    expect(allocate(due, 700n, named('DE_367'))).toEqual({ costs: 500n, interest: 200n, principal: 0n, credit: 0n });
    expect(allocate(due, 700n, named('DE_497'))).toEqual({ costs: 500n, interest: 0n, principal: 200n, credit: 0n });
    expect(allocate(due, 700n, named('DE_367'), 'principal')).toEqual({ costs: 0n, interest: 0n, principal: 700n, credit: 0n });
    expect(allocate(due, 11_000n, named('DE_497'))).toEqual({ costs: 500n, interest: 300n, principal: 10_000n, credit: 200n });
  });

  it('conserves every cent and never allocates more than is owed', () => {
    fc.assert(
      fc.property(sums, amount, order, fc.constantFrom(null, 'costs', 'interest', 'principal'), (raw, money, by, designation) => {
        const before = owed(raw, by);
        expect(balanceOf({ ...before, credit: -before.credit })).toBe(balanceOf(raw));
        for (const component of COMPONENTS) expect(before[component] >= 0n).toBe(true);
        const parts = allocate(before, money, by, designation);
        expect(total(parts)).toBe(money);
        for (const part of by.parts) expect(parts[part] >= 0n && parts[part] <= before[part]).toBe(true);
        // After the booking exactly that much less is owed.
        const after = COMPONENTS.reduce((sum: Sums, component) => add(sum, component, -parts[component]), raw);
        expect(balanceOf(after)).toBe(balanceOf(raw) - money);
        const back = allocateRefund(parts, money, by);
        expect(back).toEqual(parts);
      }),
    );
  });

  it('counts money booked on the wrong component', () => {
    // A payment of everything, booked on the principal while a fee was open.
    expect(owed({ costs: 500n, interest: 0n, principal: -500n, credit: 0n }, ORDERS[0])).toEqual(NOTHING);
    expect(owed({ costs: 500n, interest: 0n, principal: 0n, credit: -700n }, ORDERS[0])).toEqual({ ...NOTHING, credit: 200n });
  });
});

describe('interest', () => {
  const rates = ratesWith([]);
  const fixed = { kind: 'fixed' as const, basisPoints: 500, from: day('2025-01-01') };

  it('is a year’s rate after 365 days, on the principal of each day', () => {
    const changes = [{ day: day('2024-12-01'), principal: 100_000n }];
    expect(interestUntil(changes, fixed, rates, day('2025-12-31'))).toBe(5_000n);
    expect(interestUntil(changes, fixed, rates, day('2024-12-31'))).toBe(0n);
    // Paid down to half on 2 July: that day still bears on all of it. 183 days of 1,000.00, 182 of 500.00.
    const halved = [...changes, { day: day('2025-07-02'), principal: 50_000n }];
    expect(interestUntil(halved, fixed, rates, day('2025-12-31'))).toBe(
      (100_000n * 500n * 183n + 50_000n * 500n * 182n + 1_825_000n) / 3_650_000n,
    );
  });

  it('follows the base rate from day to day, and is never below zero', () => {
    const terms = { kind: 'aboveBase' as const, basisPoints: 500, from: day('2022-12-31') };
    expect(rateOn(day('2022-12-31'), terms, rates)).toBe(412);
    expect(rateOn(day('2023-01-01'), terms, rates)).toBe(662);
    expect(interestUntil([{ day: day('2022-01-01'), principal: 36_500_000n }], terms, rates, day('2023-01-01'))).toBe(4_120n + 6_620n);
    expect(rateOn(day('2020-01-01'), { ...terms, basisPoints: 10 }, rates)).toBe(0);
    const own = ratesWith([{ from: day('2027-01-01'), basisPoints: 300 }]);
    expect(rateOn(day('2027-02-01'), terms, own)).toBe(800);
    expect(interestPerDay(100_000n, fixed, rates, day('2025-02-01'))).toBe('13.6986');
  });

  it('is the same in parts and at once', () => {
    const change = fc.record({ offset: fc.nat(700), principal: amount });
    fc.assert(
      fc.property(
        fc.array(change, { minLength: 1, maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 2000 }),
        fc.constantFrom('fixed' as const, 'aboveBase' as const),
        (raw, steps, basisPoints, kind) => {
          const changes: PrincipalChange[] = raw.map((each) => ({
            day: addDays(day('2023-11-01'), each.offset),
            principal: each.principal,
          }));
          const terms = { kind, basisPoints, from: day('2024-01-01') };
          let until = addDays(terms.from, -1);
          let booked = 0n;
          for (const step of steps) {
            until = addDays(until, step);
            const next = interestUntil(changes, terms, rates, until);
            expect(next >= booked).toBe(true);
            booked += next - booked;
          }
          expect(booked).toBe(interestUntil(changes, terms, rates, until));
        },
      ),
    );
  });
});

describe('plans', () => {
  it('add up to the cent, keep the day of the month, and start with the down payment', () => {
    const parts = planParts({ amount: 100_000n, downPayment: 10_000n, parts: 7, interval: 'monthly', first: day('2026-12-31') });
    expect(parts.map((part) => part.dueDate).slice(0, 4)).toEqual(['2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31']);
    expect(parts.map((part) => part.amount)).toEqual([10_000n, 12_858n, 12_857n, 12_857n, 12_857n, 12_857n, 12_857n, 12_857n]);
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 1, max: 60 }), fc.constantFrom(...INTERVALS), (whole, down, count, interval) => {
        const wish = { amount: whole + down, downPayment: down, parts: count, interval, first: day('2026-01-31') };
        const made = planParts(wish);
        expect(made.reduce((sum, part) => sum + part.amount, 0n)).toBe(whole + down);
        expect(made.map((part) => part.dueDate)).toEqual([...made.map((part) => part.dueDate)].sort());
      }),
    );
  });

  it('of loans pay back exactly the principal', () => {
    const twelve = annuity(100_000n, 600, 12);
    expect(twelve[0]).toEqual({ number: 1, payment: 8_607n, interest: 500n, principal: 8_107n, rest: 91_893n });
    expect(twelve.at(-1)?.rest).toBe(0n);
    fc.assert(
      fc.property(
        fc.bigInt({ min: 10_000n, max: 50_000_000n }),
        fc.nat(2500),
        fc.integer({ min: 1, max: 120 }),
        (principal, rate, months) => {
          const parts = annuity(principal, rate, months);
          expect(parts.reduce((sum, part) => sum + part.principal, 0n)).toBe(principal);
          expect(parts.at(-1)?.rest).toBe(0n);
          for (const part of parts) expect(part.payment).toBe(part.interest + part.principal);
        },
      ),
    );
  });
});

describe('settlements', () => {
  const facts = {
    status: 'accepted' as SettlementStatus,
    amount: 500n,
    validUntil: day('2026-12-01'),
    paidInTime: 0n,
    today: day('2026-11-21'),
  };
  it('are judged only by what was paid in time', () => {
    expect(judgeSettlement(facts)).toBe('accepted');
    expect(judgeSettlement({ ...facts, paidInTime: 500n })).toBe('applied');
    expect(judgeSettlement({ ...facts, today: day('2026-12-02') })).toBe('expired');
    expect(judgeSettlement({ ...facts, status: 'expired', paidInTime: 500n, today: day('2026-12-05') })).toBe('applied');
    expect(judgeSettlement({ ...facts, status: 'applied', paidInTime: 499n })).toBe('broken');
    expect(judgeSettlement({ ...facts, status: 'broken', paidInTime: 500n })).toBe('applied');
    expect(judgeSettlement({ ...facts, status: 'withdrawn', paidInTime: 500n })).toBe('withdrawn');
  });
});

it('explains a balance by either day, with a running balance that ends in it', () => {
  const entry = fc.record({
    component: fc.constantFrom<Component>(...COMPONENTS),
    amount: signed,
    value: fc.nat(30),
    booked: fc.nat(30),
    claim: fc.constantFrom('A', 'B'),
  });
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 20 }),
      fc.nat(30),
      fc.constantFrom('valueDate' as const, 'bookedAt' as const),
      (raw, until, by) => {
        const at = (offset: number) => addDays(day('2026-01-01'), offset);
        const entries = raw.map((each, index) => ({
          entryId: String(index),
          externalClaimRef: each.claim,
          component: each.component,
          amount: each.amount,
          valueDate: at(each.value),
          bookedOn: at(each.booked),
        }));
        const { balance, lines, claims } = explain(entries, at(until), by, () => ORDERS[0]);
        const counted = raw.filter((each) => (by === 'valueDate' ? each.value : each.booked) <= until);
        expect(balance).toBe(counted.reduce((sum, each) => sum + each.amount, 0n));
        expect(lines.at(-1)?.runningBalance ?? 0n).toBe(balance);
        // Each balance is the one before it and the entry's amount, so the lines add up in either direction; one order of days.
        const days = lines.map((line) => (by === 'valueDate' ? line.entry.valueDate : line.entry.bookedOn));
        expect(days).toEqual(days.toSorted());
        for (const [index, line] of lines.entries())
          expect(line.runningBalance - (lines[index - 1]?.runningBalance ?? 0n)).toBe(line.entry.amount);
        expect([...claims.values()].reduce((sum, each) => sum + each.costs + each.interest + each.principal - each.credit, 0n)).toBe(
          balance,
        );
      },
    ),
  );
});
