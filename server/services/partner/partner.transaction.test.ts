/** Commissions, agreements and statements: they add up with the ledger, whatever is paid and taken back. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { addDays, type CalendarDate, DAY, instant } from '../../../core/time.ts';
import { follow, LOOKS } from '../../platform/follow.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { financeFixture, TODAY } from '../finance/finance.testing.ts';
import { correctLedgerEntry } from '../finance/ledger/booking.logic.ts';
import { book } from '../finance/ledger/ledger.logic.ts';
import { chargeBack, reinstatePayment } from '../finance/payment/chargeback.logic.ts';
import { settlePayment } from '../finance/payment/payment.logic.ts';
import { refundPayment } from '../finance/payment/refund.logic.ts';
import { claimAssignment } from './ground/partner.tables.ts';
import { createPartner } from './partner/partner.edit.logic.ts';
import { mountPartnerInvoices } from './transaction/invoice.files.ts';

const fixture = financeFixture(mountPartnerInvoices);
const { accountWith, pay } = fixture;
const NOW = instant('2026-11-21T10:00:00Z');

const RULE = {
  basisPoints: 2_500,
  kinds: [] as string[],
  currency: null,
  ageAt: 'handOver',
  fromDays: null,
  toDays: null as number | null,
};
const TERMS = {
  rules: [RULE],
  currency: 'EUR',
  fixedFee: null as string | null,
  fixedFeeAt: 'handOver',
  leastPerClaim: null as string | null,
  mostPerClaim: null as string | null,
  afterCareDays: 0,
  vatBasisPoints: 1_900,
  isGross: false,
  isReverseCharge: false,
};

const call = <Data>(document: string, variables: object) =>
  fixture.house.call<Data>('partner', document, { clientId: fixture.house.clientA, ...variables });
const refusal = async (document: string, variables: object) =>
  (await fixture.house.raw('partner', document, { clientId: fixture.house.clientA, ...variables })).errors?.[0]?.extensions;

const SAVE = `mutation ($clientId: ID!, $partnerId: ID!, $agreementId: ID, $validFrom: Date!, $terms: CommissionTermsInput!, $revision: Int) {
  savePartnerAgreement(clientId: $clientId, partnerId: $partnerId, agreementId: $agreementId, validFrom: $validFrom, terms: $terms, revision: $revision) {
    agreementId standing isApplied revision validFrom terms { fixedFee rules { basisPoints } } } }`;
const DELETE = 'mutation ($clientId: ID!, $agreementId: ID!) { deletePartnerAgreement(clientId: $clientId, agreementId: $agreementId) }';
const LIST = `query ($clientId: ID!, $filter: PartnerTransactionFilter, $size: Int, $after: String) {
  getPartnerTransactions(clientId: $clientId, filter: $filter, size: $size, after: $after) {
    next results { commissionId day kind paymentKind component amount commission vat total why invoiceNumber externalClaimRef } } }`;
const TOTALS = `query ($clientId: ID!, $filter: PartnerTransactionFilter) {
  getPartnerTransactionTotals(clientId: $clientId, filter: $filter) { partnerName currency count amount collected commission vat total open } }`;
const ISSUE = `mutation ($clientId: ID!, $partnerId: ID!, $currency: String!, $to: Date!) {
  issuePartnerInvoice(clientId: $clientId, partnerId: $partnerId, currency: $currency, to: $to) {
    invoiceId number kind from to count amount collected commission vat total balance } }`;

interface Line {
  commissionId: Uuid;
  day: string;
  kind: string;
  paymentKind: string | null;
  amount: string;
  commission: string;
  vat: string;
  total: string;
  why: { key: string; values: object };
  invoiceNumber: string | null;
}
interface Saved {
  agreementId: Uuid;
  standing: string;
  isApplied: boolean;
  revision: number;
}

let serial = 0;
const newPartner = async () => (await fixture.house.inA((tx) => createPartner(tx, { name: `Partner ${++serial}` }))).partnerId;
const agree = async (partnerId: Uuid, part: Partial<typeof TERMS> = {}, validFrom = '2026-01-01', more: object = {}) =>
  (await call<{ savePartnerAgreement: Saved }>(SAVE, { partnerId, validFrom, terms: { ...TERMS, ...part }, ...more })).savePartnerAgreement;
/** Gives claims to a partner. @param days before now, ended so many days before now. */
async function assign(
  partnerId: Uuid,
  accountId: Uuid,
  refs: readonly string[],
  began = 30,
  ended: number | null = null,
  status = 'created',
) {
  const createdAt = (NOW - began * DAY) as typeof NOW;
  await fixture.house.inA((tx) =>
    tx.db.insert(claimAssignment).values(
      refs.map((externalClaimRef) => ({
        clientId: tx.clientId,
        assignmentId: uuidv7(),
        partnerId,
        accountId,
        externalClaimRef,
        requestKey: uuidv7(),
        currency: 'EUR',
        amount: 0n,
        dueDate: '2026-10-01' as CalendarDate,
        status: status as 'created',
        outsourceMethod: 'manual' as const,
        createdAt,
        updatedAt: createdAt,
        endedAt: ended === null ? null : ((NOW - ended * DAY) as typeof NOW),
      })),
    ),
  );
}
const catchUp = () => follow(fixture.house.database, fixture.house.clientA, LOOKS.night);
async function linesOf(partnerId: Uuid, filter: object = {}): Promise<Line[]> {
  await catchUp();
  const { getPartnerTransactions: page } = await call<{ getPartnerTransactions: { results: Line[] } }>(LIST, {
    filter: { partnerIds: [partnerId], ...filter },
    size: 500,
  });
  return page.results.reverse();
}
const shown = (lines: readonly Line[]) => lines.map(({ kind, amount, commission, vat }) => `${kind} ${amount} ${commission} ${vat}`);
const paid = async (accountId: Uuid, refs: string[], amount: bigint) => {
  const { paymentId } = await pay(accountId, refs, amount);
  await fixture.house.inA((tx) => settlePayment(tx, paymentId));
  return paymentId;
};
const booking = (accountId: Uuid) => ({ accountId, description: 'test', valueDate: null, idempotencyKey: uuidv7() });

describe('a payment on a claim that is with a partner', () => {
  it('earns what was agreed, once, however often the log is read', async () => {
    const partnerId = await newPartner();
    await agree(partnerId);
    const { accountId, refs } = await accountWith([20_000n]);
    await assign(partnerId, accountId, refs);
    await paid(accountId, refs, 10_000n);
    const lines = await linesOf(partnerId);
    expect(lines).toMatchObject([
      { day: TODAY, kind: 'payment', paymentKind: 'online', amount: '100.00', commission: '25.00', vat: '4.75', total: '29.75' },
    ]);
    expect(lines[0]?.why).toEqual({ key: 'rule', values: { number: 1, percent: 25 } });
    await fixture.house.database.owner.query(`update event_follower set looked_until = to_timestamp(0); delete from event_followed`);
    expect(await linesOf(partnerId)).toEqual(lines);
  });

  it('is taken back with what it earned: all of it, in parts, and given again', async () => {
    const partnerId = await newPartner();
    await agree(partnerId);
    const { accountId, refs } = await accountWith([20_000n]);
    await assign(partnerId, accountId, refs);
    const first = await paid(accountId, refs, 3_333n);
    await fixture.house.inA((tx) => chargeBack(tx, first, 'MD06'));
    await fixture.house.inA((tx) => reinstatePayment(tx, first));
    await fixture.house.inA((tx) => refundPayment(tx, { ...booking(accountId), paymentId: first, amount: 1_111n }));
    await fixture.house.inA((tx) => refundPayment(tx, { ...booking(accountId), paymentId: first, amount: null }));
    const lines = await linesOf(partnerId);
    expect(shown(lines)).toEqual([
      'payment 33.33 8.33 1.58',
      'takenBack -33.33 -8.33 -1.58',
      'takenBack 33.33 8.33 1.58',
      'takenBack -11.11 -2.78 -0.53',
      'takenBack -22.22 -5.55 -1.05',
    ]);
    const { getPartnerTransactionTotals: totals } = await call<{ getPartnerTransactionTotals: object[] }>(TOTALS, {
      filter: { partnerIds: [partnerId] },
    });
    expect(totals).toMatchObject([{ currency: 'EUR', count: 5, amount: '0.00', commission: '0.00', vat: '0.00', open: '0.00' }]);
  });

  it('counts by its value date: after the hand-over, until the return and its after-care, for whoever had it last', async () => {
    const [one, other] = [await newPartner(), await newPartner()];
    await agree(one, { afterCareDays: 5 });
    await agree(other);
    const { accountId, refs } = await accountWith([1_000_000n]);
    await assign(one, accountId, refs, 30, 20);
    await assign(other, accountId, refs, 12);
    const at = (daysAgo: number, amount: bigint, bookedAt = NOW) => book0(accountId, refs[0]!, amount, addDays(TODAY, -daysAgo), bookedAt);
    await at(31, 100n);
    // Of the day of the hand-over what is booked before it.
    await at(30, 200n, (NOW - 30 * DAY - 1) as typeof NOW);
    await at(30, 400n);
    await at(20, 800n);
    await at(15, 1_600n);
    await at(14, 3_200n);
    await at(12, 6_400n);
    await at(0, 12_800n);
    expect(shown(await linesOf(one))).toEqual(['payment 4.00 1.00 0.19', 'payment 8.00 2.00 0.38', 'payment 16.00 4.00 0.76']);
    expect(shown(await linesOf(other))).toEqual(['payment 64.00 16.00 3.04', 'payment 128.00 32.00 6.08']);
  });

  it('brings the claim to its most, and once it is back to its least; fees fall due when agreed', async () => {
    const [capped, least] = [await newPartner(), await newPartner()];
    await agree(capped, { mostPerClaim: '30.00', fixedFee: '5.00', fixedFeeAt: 'success' });
    await agree(least, { leastPerClaim: '10.00', fixedFee: '7.00', fixedFeeAt: 'close' });
    const { accountId, refs } = await accountWith([100_000n, 100_000n]);
    await assign(capped, accountId, [refs[0]!]);
    await assign(least, accountId, [refs[1]!], 30, 2, 'resolved');
    await book0(accountId, refs[0]!, 10_000n);
    await book0(accountId, refs[0]!, 10_000n);
    await book0(accountId, refs[0]!, 10_000n);
    await book0(accountId, refs[1]!, 1_000n, addDays(TODAY, -3));
    const lines = await linesOf(capped);
    expect(shown(lines)).toEqual([
      'payment 100.00 25.00 4.75',
      'fixedFee 0.00 5.00 0.95',
      'payment 100.00 5.00 0.95',
      'payment 100.00 0.00 0.00',
    ]);
    expect(lines.map(({ why }) => why.key)).toEqual(['rule', 'fixedFee', 'capped', 'capped']);
    expect(shown(await linesOf(least)).sort()).toEqual(['fixedFee 0.00 7.00 1.33', 'minimum 0.00 7.50 1.43', 'payment 10.00 2.50 0.48']);
  });

  it('adds up with the ledger, whatever is paid, taken back, corrected and given again', async () => {
    const partnerId = await newPartner();
    await agree(partnerId, {
      rules: [
        { ...RULE, basisPoints: 1_777, toDays: 60 },
        { ...RULE, basisPoints: 3_333 },
      ],
      isGross: true,
    });
    const actions = ['pay', 'chargeBack', 'reinstate', 'refund', 'correct'] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...actions), fc.bigInt({ min: 1n, max: 40_000n }), fc.nat(9)), { minLength: 2, maxLength: 9 }),
        fc.boolean(),
        async (steps, isBack) => {
          const { accountId, refs } = await accountWith([30_000n, 50_000n, 20_000n]);
          // The third claim stays here.
          await assign(partnerId, accountId, refs.slice(0, 2), 30, isBack ? 0 : null, 'reverted');
          const payments: Uuid[] = [];
          for (const [action, amount, at] of steps) {
            const paymentId = payments[at % Math.max(1, payments.length)];
            if (action === 'pay') payments.push(await paid(accountId, refs, amount).catch(() => uuidv7()));
            else if (paymentId) await fixture.house.inA((tx) => undo(tx, action, accountId, paymentId, amount)).catch(() => undefined);
          }
          await catchUp();
          await fixture.house.inA(async (tx) => {
            const [sums] = await tx.sql<{ ledger: bigint; base: bigint; wrong: number }>(
              `select (select coalesce(-sum(amount), 0)::bigint from ledger_entry where client_id = $1 and account_id = $2 and external_claim_ref = any($3)
                 and (kind in ('payment', 'refund', 'chargeback') or kind = 'correction' and contra = 'bank')) as ledger,
                 coalesce(sum(base), 0)::bigint as base, count(*) filter (where net * base < 0 or base = 0 and net <> 0)::int as wrong
               from partner_commission where client_id = $1 and account_id = $2`,
              [tx.clientId, accountId, refs.slice(0, 2)],
            );
            expect(sums).toMatchObject({ ledger: sums!.base, wrong: 0 });
          });
        },
      ),
      { numRuns: 15 },
    );
  }, 60_000);
});

/** Books money on a claim as of a day. */
const book0 = (accountId: Uuid, externalClaimRef: string, amount: bigint, valueDate = TODAY, bookedAt = NOW) =>
  fixture.house.inA((tx) =>
    book(tx, [{ accountId, externalClaimRef, kind: 'payment', amount: -amount, currency: 'EUR', valueDate, bookedAt, key: uuidv7() }]),
  );

async function undo(tx: Tx, action: 'chargeBack' | 'reinstate' | 'refund' | 'correct', accountId: Uuid, paymentId: Uuid, amount: bigint) {
  if (action === 'chargeBack') await chargeBack(tx, paymentId, 'MD06', amount % 2n === 0n ? null : amount);
  else if (action === 'reinstate') await reinstatePayment(tx, paymentId);
  else if (action === 'refund') await refundPayment(tx, { ...booking(accountId), paymentId, amount: amount % 3n === 0n ? null : amount });
  else {
    const [entry] = await tx.sql<{ entry_id: Uuid }>(
      'select entry_id from ledger_entry where client_id = $1 and account_id = $2 and payment_id = $3 order by booked_at desc limit 1',
      [tx.clientId, accountId, paymentId],
    );
    const right = amount % 2n === 0n ? null : { amount, component: null };
    if (entry) await correctLedgerEntry(tx, { ...booking(accountId), entryId: entry.entry_id, right });
  }
}

describe('an agreement', () => {
  it('holds from its day on, is fixed once it was applied, and makes good for what nothing was agreed on', async () => {
    const partnerId = await newPartner();
    const { accountId, refs } = await accountWith([100_000n]);
    await assign(partnerId, accountId, refs);
    await book0(accountId, refs[0]!, 10_000n);
    expect((await linesOf(partnerId)).map(({ commission, why }) => [commission, why.key])).toEqual([['0.00', 'noAgreement']]);
    const first = await agree(partnerId, {}, '2026-11-01');
    expect(first).toMatchObject({ standing: 'inForce', isApplied: true });
    expect(shown(await linesOf(partnerId))).toEqual(['payment 100.00 25.00 4.75']);
    const { agreementId } = first;
    const again = { partnerId, validFrom: '2026-11-01', terms: TERMS };
    expect(await refusal(SAVE, { ...again, agreementId })).toMatchObject({ code: 'CONFLICT', key: 'agreementApplied' });
    expect(await refusal(DELETE, { agreementId })).toMatchObject({ key: 'agreementApplied' });
    expect(await refusal(SAVE, again)).toMatchObject({ field: 'validFrom', key: 'agreementTooEarly' });
    const next = await agree(partnerId, { rules: [{ ...RULE, basisPoints: 1_000 }] }, '2026-11-22');
    expect(next).toMatchObject({ standing: 'future', isApplied: false });
    await agree(partnerId, { rules: [{ ...RULE, basisPoints: 2_000 }] }, '2026-11-23', { agreementId: next.agreementId, revision: 1 });
    expect(await refusal(SAVE, { ...again, agreementId: next.agreementId, validFrom: '2026-11-24', revision: 1 })).toMatchObject({
      key: 'agreementChanged',
    });
    expect(await refusal(SAVE, { ...again, validFrom: '2026-11-23' })).toMatchObject({ key: 'agreementDayTaken' });
    await book0(accountId, refs[0]!, 10_000n, '2026-11-23' as CalendarDate);
    expect(shown(await linesOf(partnerId))).toEqual(['payment 100.00 25.00 4.75', 'payment 100.00 20.00 3.80']);
  });
});

describe('a statement', () => {
  it('bills each entry once, in one row of numbers, and later corrections with the next one', async () => {
    const partnerId = await newPartner();
    await agree(partnerId);
    const { accountId, refs } = await accountWith([100_000n]);
    await assign(partnerId, accountId, refs);
    const paymentId = await paid(accountId, refs, 10_000n);
    const issue = async (to = TODAY as string) =>
      (
        await call<{
          issuePartnerInvoice: { invoiceId: Uuid; number: string; kind: string; total: string; balance: string; count: number };
        }>(ISSUE, { partnerId, currency: 'EUR', to })
      ).issuePartnerInvoice;
    expect(await refusal(ISSUE, { partnerId, currency: 'EUR', to: '2026-11-22' })).toMatchObject({ field: 'to', key: 'statementFuture' });
    expect(await refusal(ISSUE, { partnerId, currency: 'EUR', to: '2026-11-20' })).toMatchObject({ key: 'statementEmpty' });
    const both = await Promise.allSettled([issue(), issue()]);
    const [first] = both.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(first).toMatchObject({ kind: 'invoice', count: 1, total: '29.75', balance: '29.75' });
    await fixture.house.inA((tx) => chargeBack(tx, paymentId, 'MD06'));
    const second = await issue();
    expect(second).toMatchObject({ kind: 'creditNote', count: 1, total: '-29.75' });
    expect(Number(second.number.slice(2))).toBe(Number(first!.number.slice(2)) + 1);
    expect((await linesOf(partnerId)).map(({ invoiceNumber }) => invoiceNumber)).toEqual([first!.number, second.number]);
    expect(await linesOf(partnerId, { status: 'open' })).toEqual([]);
    expect(shown(await linesOf(partnerId, { invoiceId: second.invoiceId }))).toEqual(['takenBack -100.00 -25.00 -4.75']);
  });

  it('comes down as PDF and CSV, the same bytes each time, for those who may see commissions', async () => {
    const partnerId = await newPartner();
    await agree(partnerId, { rules: [{ ...RULE, kinds: ['direct'] }] });
    const { accountId, refs } = await accountWith([100_000n]);
    await assign(partnerId, accountId, refs);
    await book0(accountId, refs[0]!, 12_345n);
    const { issuePartnerInvoice: invoice } = await call<{ issuePartnerInvoice: { invoiceId: Uuid; number: string } }>(ISSUE, {
      partnerId,
      currency: 'EUR',
      to: TODAY,
    });
    const load = async (format: string, role = 'ADMINISTRATOR') =>
      fixture.house.app.inject({
        method: 'POST',
        url: '/api/partner/invoice',
        headers: { authorization: `Bearer ${await fixture.house.tokenFor(fixture.house.clientA, role)}` },
        payload: { clientId: fixture.house.clientA, invoiceId: invoice.invoiceId, format },
      });
    const csv = await load('csv');
    expect(csv.body.split('\r\n')).toEqual([
      'number,day,claim,kind,payment,component,currency,amount,commission,vat,total,rule',
      `${invoice.number},${TODAY},${refs[0]},payment,direct,principal,EUR,123.45,30.86,5.86,36.72,1`,
      '',
    ]);
    const pdf = await load('pdf');
    expect([pdf.headers['content-type'], pdf.rawPayload.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-']);
    await fixture.house.inA((tx) =>
      tx.sql(`update partner set name = 'Renamed' where client_id = $1 and partner_id = $2`, [tx.clientId, partnerId]),
    );
    expect((await load('pdf')).rawPayload.equals(pdf.rawPayload)).toBe(true);
    expect((await load('csv')).rawPayload.equals(csv.rawPayload)).toBe(true);
    expect((await load('csv', 'AGENT')).statusCode).toBe(403);
    expect((await load('xls')).statusCode).toBe(400);
  }, 60_000);
});

describe('the list', () => {
  it('is read in pages and narrowed down', async () => {
    const partnerId = await newPartner();
    await agree(partnerId);
    const { accountId, refs } = await accountWith([100_000n, 100_000n]);
    await assign(partnerId, accountId, refs);
    for (const [at, days] of [0, 1, 2, 3, 4].entries()) await book0(accountId, refs[at % 2]!, 1_000n, addDays(TODAY, -days));
    await catchUp();
    const seen: string[] = [];
    for (let after: string | null = null, more = true; more; ) {
      const page: { next: string | null; results: Line[] } = (
        await call<{ getPartnerTransactions: { next: string | null; results: Line[] } }>(LIST, {
          filter: { partnerIds: [partnerId] },
          size: 2,
          after,
        })
      ).getPartnerTransactions;
      seen.push(...page.results.map(({ day }) => day));
      after = page.next;
      more = after !== null;
    }
    expect(seen).toEqual([0, 1, 2, 3, 4].map((days) => addDays(TODAY, -days)));
    expect(await linesOf(partnerId, { from: addDays(TODAY, -3), to: addDays(TODAY, -2) })).toHaveLength(2);
    expect(await linesOf(partnerId, { externalClaimRef: refs[0] })).toHaveLength(3);
    expect(await linesOf(partnerId, { paymentKinds: ['online'] })).toHaveLength(0);
    expect(await linesOf(partnerId, { kinds: ['payment'], currency: 'EUR', status: 'open' })).toHaveLength(5);
    expect(await refusal(LIST, { filter: { kinds: ['tip'] } })).toMatchObject({ field: 'filter.kinds', key: 'oneOf' });
    expect(await refusal(LIST, { filter: { from: '2026-02-01', to: '2026-01-01' } })).toMatchObject({ key: 'rangeBackwards' });
    expect(await refusal(LIST, { after: 'nonsense' })).toMatchObject({ key: 'pageEndUnknown' });
  });
});
