import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CalendarDate } from '../../core/time.ts';
import { addDays } from '../../core/time.ts';
import { type CommissionRule, type CommissionTerms, readTerms } from './agreement.ts';
import { type CommissionedPayment, portion, reckonFee, reckonMinimum, reckonPayment, spread, takeBack, withVat } from './reckon.ts';

const RULE: CommissionRule = { basisPoints: 2_500, kinds: [], currency: null, ageAt: 'handOver', fromDays: null, toDays: null };
const TERMS: CommissionTerms = {
  rules: [RULE],
  currency: 'EUR',
  fixedFee: null,
  fixedFeeAt: 'handOver',
  leastPerClaim: null,
  mostPerClaim: null,
  afterCareDays: 0,
  vatBasisPoints: 1_900,
  isGross: false,
  isReverseCharge: false,
};
const DUE = '2026-01-01' as CalendarDate;
const PAYMENT: CommissionedPayment = {
  base: 10_000n,
  currency: 'EUR',
  kind: 'direct',
  day: addDays(DUE, 200),
  handedOver: addDays(DUE, 90),
  dueDate: DUE,
  soFar: 0n,
};
const terms = (part: Partial<CommissionTerms>): CommissionTerms => ({ ...TERMS, ...part });
const rule = (part: Partial<CommissionRule>): CommissionRule => ({ ...RULE, ...part });
const sums = (rules: Partial<CommissionRule>[], payment: Partial<CommissionedPayment> = {}) =>
  reckonPayment(terms({ rules: rules.map(rule) }), { ...PAYMENT, ...payment });

const amounts = fc.bigInt({ min: 1n, max: 10n ** 13n });
const anyTerms = fc.record({
  basisPoints: fc.integer({ min: 0, max: 10_000 }),
  vatBasisPoints: fc.integer({ min: 0, max: 10_000 }),
  isGross: fc.boolean(),
  isReverseCharge: fc.boolean(),
});
const earnedBy = (chosen: { basisPoints: number; vatBasisPoints: number; isGross: boolean; isReverseCharge: boolean }, base: bigint) =>
  reckonPayment(terms({ ...chosen, rules: [rule({ basisPoints: chosen.basisPoints })] }), { ...PAYMENT, base });

describe('a payment', () => {
  it('earns a percentage with VAT on top, within it, or without', () => {
    expect(reckonPayment(TERMS, PAYMENT)).toMatchObject({
      net: 2_500n,
      vat: 475n,
      why: { key: 'rule', values: { number: 1, percent: 25 } },
    });
    expect(reckonPayment(terms({ isGross: true }), PAYMENT)).toMatchObject({ figure: 2_500n, net: 2_101n, vat: 399n });
    expect(reckonPayment(terms({ isReverseCharge: true }), PAYMENT)).toMatchObject({ net: 2_500n, vat: 0n });
  });

  it('is rounded half up', () => {
    expect(portion(1n, 5_000n, 10_000n)).toBe(1n);
    expect(portion(1n, 4_999n, 10_000n)).toBe(0n);
    expect(portion(-1n, 5_000n, 10_000n)).toBe(-1n);
    expect(sums([{ basisPoints: 1_250 }], { base: 1_004n }).net).toBe(126n);
  });

  it('counts by the first rule that fits its age, kind and currency', () => {
    const bands = [{ basisPoints: 1_000, toDays: 89 }, { basisPoints: 2_000, fromDays: 90, toDays: 90 }, { basisPoints: 3_000 }];
    const age = (days: number) => sums(bands, { handedOver: addDays(DUE, days) }).net;
    expect([-5, 0, 89, 90, 91].map(age)).toEqual([1_000n, 1_000n, 1_000n, 2_000n, 3_000n]);
    expect(sums([{ fromDays: 200, ageAt: 'payment' }]).net).toBe(2_500n);
    expect(sums([{ fromDays: 201, ageAt: 'payment' }])).toMatchObject({ net: 0n, why: { key: 'noRule' } });
    expect(sums([{ fromDays: 0 }], { dueDate: null }).why.key).toBe('noRule');
    expect(sums([{ kinds: ['partner'] }, { basisPoints: 500, kinds: ['online', 'direct'] }])).toMatchObject({
      net: 500n,
      why: { values: { number: 2 } },
    });
    expect(sums([{ currency: 'CHF' }, { basisPoints: 0 }])).toMatchObject({ net: 0n, why: { key: 'rule', values: { number: 2 } } });
    expect(reckonPayment(null, PAYMENT)).toMatchObject({ net: 0n, vat: 0n, why: { key: 'noAgreement' } });
  });

  it('never earns less than nothing, nor more than was paid but for the VAT', () => {
    fc.assert(
      fc.property(anyTerms, amounts, (chosen, base) => {
        const { figure, net, vat } = earnedBy(chosen, base);
        expect(net >= 0n && vat >= 0n && figure <= base).toBe(true);
        if (chosen.isReverseCharge) expect(vat).toBe(0n);
        else if (chosen.isGross) expect(net + vat).toBe(figure);
        else expect(vat).toBe(withVat(terms(chosen), net).vat);
      }),
    );
  });

  it('never brings a claim above its most, whatever comes in', () => {
    fc.assert(
      fc.property(fc.array(amounts, { maxLength: 8 }), amounts, (payments, most) => {
        const capped = terms({ mostPerClaim: `${most}.00`, isGross: true });
        let soFar = 0n;
        for (const base of payments) {
          const { figure, why } = reckonPayment(capped, { ...PAYMENT, base, soFar });
          soFar += figure;
          expect(why.key === 'capped' ? soFar : 0n).toBe(why.key === 'capped' ? most * 100n : 0n);
        }
        const uncapped = payments.reduce((sum, base) => sum + portion(base, 2_500n, 10_000n), 0n);
        expect(soFar).toBe(uncapped < most * 100n ? uncapped : most * 100n);
      }),
    );
  });
});

describe('what a payment earned', () => {
  it('is distributed over its parts to the cent', () => {
    fc.assert(
      fc.property(anyTerms, fc.array(amounts, { minLength: 1, maxLength: 4 }), (chosen, bases) => {
        const earned = earnedBy(
          chosen,
          bases.reduce((sum, base) => sum + base, 0n),
        );
        const parts = spread(earned, bases);
        for (const key of ['figure', 'net', 'vat'] as const) {
          expect(parts.reduce((sum, part) => sum + part[key], 0n)).toBe(earned[key]);
          expect(parts.every((part) => part[key] >= 0n)).toBe(true);
        }
      }),
    );
  });

  it('goes back exactly, in however many parts the payment does', () => {
    fc.assert(
      fc.property(anyTerms, fc.array(amounts, { minLength: 1, maxLength: 6 }), (chosen, backs) => {
        const base = backs.reduce((sum, back) => sum + back, 0n);
        const earned = earnedBy(chosen, base);
        let before = 0n;
        const gone = { figure: 0n, net: 0n, vat: 0n };
        for (const back of backs) {
          const part = takeBack(earned, base, before, back);
          before += back;
          for (const key of ['figure', 'net', 'vat'] as const) {
            expect(part[key] <= 0n).toBe(true);
            gone[key] += part[key];
          }
        }
        expect(gone).toEqual({ figure: -earned.figure, net: -earned.net, vat: -earned.vat });
      }),
    );
  });
});

describe('a claim', () => {
  it('earns its fixed fee in the agreement’s currency alone', () => {
    const fee = terms({ fixedFee: '12.50', fixedFeeAt: 'close' });
    expect(reckonFee(fee, 'EUR')).toMatchObject({ net: 1_250n, vat: 238n, why: { key: 'fixedFee', values: { at: 'close' } } });
    expect(reckonFee(fee, 'CHF')).toBeNull();
    expect(reckonFee(TERMS, 'EUR')).toBeNull();
  });

  it('earns what is missing of its least', () => {
    const least = terms({ leastPerClaim: '10.00' });
    expect(reckonMinimum(least, 'EUR', 400n)).toMatchObject({ net: 600n, vat: 114n });
    expect(reckonMinimum(least, 'EUR', 1_000n)).toBeNull();
    expect(reckonMinimum(least, 'CHF', 0n)).toBeNull();
    expect(reckonMinimum(TERMS, 'EUR', 0n)).toBeNull();
  });
});

describe('terms', () => {
  it('are refused with every wrong field at once', () => {
    const wrong = {
      ...TERMS,
      rules: [
        rule({ basisPoints: 10_001, kinds: ['cash' as never], currency: 'eur' }),
        rule({ fromDays: 90, toDays: 30, ageAt: 'birth' as never }),
      ],
      fixedFee: '1.234',
      leastPerClaim: '-1',
      fixedFeeAt: 'never' as never,
      afterCareDays: 1.5,
      vatBasisPoints: -1,
    };
    let fields: unknown;
    try {
      readTerms(wrong);
    } catch (error) {
      fields = (error as { fields: { field: string; words: { key: string } }[] }).fields.map(({ field, words }) => `${field} ${words.key}`);
    }
    expect(fields).toEqual([
      'rules.0.basisPoints between',
      'rules.0.kinds oneOf',
      'rules.0.currency currencyWrong',
      'rules.1.toDays rangeBackwards',
      'rules.1.ageAt oneOf',
      'fixedFee noAmountOf',
      'leastPerClaim amountZero',
      'fixedFeeAt oneOf',
      'afterCareDays between',
      'vatBasisPoints between',
    ]);
    expect(() => readTerms(terms({ leastPerClaim: '10', mostPerClaim: '9.99' }))).toThrow();
  });

  it('are kept in one way of writing', () => {
    expect(readTerms(terms({ fixedFee: '5', leastPerClaim: ' ' }))).toMatchObject({ fixedFee: '5.00', leastPerClaim: null });
    expect(readTerms(terms({ rules: [rule({ kinds: ['direct', 'partner', 'direct'] })] })).rules[0]?.kinds).toEqual(['partner', 'direct']);
  });
});
