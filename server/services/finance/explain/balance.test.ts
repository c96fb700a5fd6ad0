import { extractText } from 'unpdf';
import { afterAll, describe, expect, it } from 'vitest';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { addDays } from '../../../../core/time.ts';
import { closePrinter } from '../../../platform/pdf.ts';
import { financeFixture, TODAY } from '../finance.testing.ts';
import { bookFee } from '../ledger/booking.logic.ts';
import { settlePayment } from '../payment/payment.logic.ts';
import { mountBalancePrint } from './balance.print.ts';

const fixture = financeFixture(mountBalancePrint);
const { accountWith, pay } = fixture;
afterAll(closePrinter);

const EXPLAIN = `query ($clientId: ID!, $accountId: ID!, $ref: String, $asOf: Date, $by: String) {
  explainBalance(clientId: $clientId, accountId: $accountId, externalClaimRef: $ref, asOf: $asOf, by: $by) {
    balance total components { costs principal credit } entries { runningBalance entry { kind component amount reversedByEntryId } }
    payments { amount parts { component amount } order { name source } } claims { order { source } } } }`;

const PAGED = `query ($clientId: ID!, $accountId: ID!, $ref: String, $skip: Int) {
  explainBalance(clientId: $clientId, accountId: $accountId, externalClaimRef: $ref, skip: $skip) { balance entryCount entries { runningBalance } } }`;

/** An account with 1,234.56 owed, a fee of 25.00 and a payment of 234.56 with a value date ten days ago. */
async function paidAccount() {
  const { accountId, refs } = await accountWith([123_456n]);
  const ref = refs[0] ?? '';
  await fixture.house.inA((tx) =>
    bookFee(tx, {
      accountId,
      externalClaimRef: ref,
      amount: 2_500n,
      description: 'Reminder',
      valueDate: addDays(TODAY, -20),
      idempotencyKey: uuidv7(),
    }),
  );
  const payment = await pay(accountId, refs, 23_456n);
  await fixture.house.inA((tx) => settlePayment(tx, payment.paymentId, addDays(TODAY, -10)));
  return { accountId, ref };
}

describe('an explained balance', () => {
  it('says what every payment was put on and by which rule, as of any day', async () => {
    const { accountId, ref } = await paidAccount();
    const variables = { clientId: fixture.house.clientA, accountId, ref };
    const { explainBalance: now } = await fixture.house.call<{ explainBalance: Record<string, unknown> }>('finance', EXPLAIN, variables);
    expect(now).toMatchObject({
      balance: '1025.00',
      total: '1025.00',
      components: { costs: '0.00', principal: '1025.00', credit: '0.00' },
      payments: [
        {
          amount: '234.56',
          parts: [
            { component: 'costs', amount: '25.00' },
            { component: 'principal', amount: '209.56' },
          ],
          order: { name: 'DE_367', source: '§ 367 (1) BGB' },
        },
      ],
    });
    const before = await fixture.house.call('finance', EXPLAIN, { ...variables, asOf: addDays(TODAY, -15) });
    expect(before).toMatchObject({ explainBalance: { balance: '25.00', payments: [] } });
    // Nothing of it was known then.
    const known = await fixture.house.call('finance', EXPLAIN, { ...variables, asOf: addDays(TODAY, -15), by: 'bookedAt' });
    expect(known).toMatchObject({ explainBalance: { balance: '0.00', entries: [] } });
    const paged = await fixture.house.call('finance', PAGED, { ...variables, skip: 2 });
    expect(paged).toMatchObject({ explainBalance: { balance: '1025.00', entryCount: 4, entries: [{ runningBalance: '25.00' }, {}] } });
    const negative = await fixture.house.raw('finance', PAGED, { ...variables, skip: -1 });
    expect(negative.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'skip' });
    const wrong = await fixture.house.raw('finance', EXPLAIN, { ...variables, by: 'moon' });
    expect(wrong.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'by' });
  });

  it('stands on paper with the same figures, for who may see them', async () => {
    const { accountId, ref } = await paidAccount();
    const print = async (body: Record<string, unknown>, role = 'ADMINISTRATOR', clientId: Uuid = fixture.house.clientA) =>
      fixture.house.app.inject({
        method: 'POST',
        url: '/api/finance/balance.pdf',
        headers: { authorization: `Bearer ${await fixture.house.tokenFor(clientId, role)}` },
        payload: { clientId: fixture.house.clientA, accountId, externalClaimRef: ref, locale: 'de_DE', ...body },
      });
    const answer = await print({});
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    const { text } = await extractText(new Uint8Array(answer.rawPayload), { mergePages: true });
    const plain = text.replace(/\s+/g, ' ');
    for (const figure of [
      'Nordlicht Energie',
      ref,
      '1.025,00 €',
      '1.234,56 €',
      '25,00 €',
      '234,56 €',
      '209,56 €',
      '§ 367 (1) BGB',
      'Wertstellung',
    ])
      expect(plain).toContain(figure);
    expect((await print({ asOf: 'soon' })).json()).toMatchObject({ code: 'INVALID_INPUT', field: 'asOf' });
    expect((await print({ accountId: uuidv7() })).statusCode).toBe(404);
    expect((await print({}, 'ADMINISTRATOR', fixture.house.clientB)).statusCode).toBe(404);
  });
});
