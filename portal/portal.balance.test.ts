/** "Where does this come from?" on the debtor's page: the figures of staff, as of any day, for nobody else. */
import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '../core/id.ts';
import type { CalendarDate } from '../core/time.ts';
import { closePrinter } from '../server/platform/pdf.ts';
import { bookFee, writeOff } from '../server/services/finance/ledger/booking.logic.ts';
import { changeClaimTerms } from '../server/services/finance/ledger/terms.logic.ts';
import { settlePayment, startPayment } from '../server/services/finance/payment/payment.logic.ts';
import { openPortalHouse, type PortalHouse } from './portal.testing.ts';

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(async () => {
  await closePrinter();
  await house.close();
});

const EXPLAIN = `query ($clientId: ID!, $accountId: ID!, $asOf: Date) { explainBalance(clientId: $clientId, accountId: $accountId, asOf: $asOf) {
  balance total accruedInterest components { costs interest principal credit } entries { runningBalance entry { amount } } } }`;

const ORDER = `query ($clientId: ID!, $accountId: ID!) { explainBalance(clientId: $clientId, accountId: $accountId) {
  claims { order { name source } } payments { order { source } } } }`;
const TERMS = `query ($clientId: ID!, $ref: String!) { getClaimTerms(clientId: $clientId, externalClaimRef: $ref) {
  order { source } orders { name source } } }`;
const SETTINGS = 'query ($clientId: ID!) { getFinanceSetting(clientId: $clientId) { orders { source } } }';

/** A claim that bears interest, with a fee and a payment. */
async function history() {
  const owed = await house.owe([123_456n, 10_000n]);
  const ref = owed.refs[0] ?? '';
  const day = (text: string) => text as CalendarDate;
  await house.inA(async (tx) => {
    await changeClaimTerms(tx, ref, null, { kind: 'fixed', basisPoints: 500, from: day('2026-09-01') });
    const about = { accountId: owed.accountId, externalClaimRef: ref };
    await bookFee(tx, { ...about, amount: 2_500n, description: 'Reminder', valueDate: day('2026-10-01'), idempotencyKey: uuidv7() });
    const wish = { accountId: owed.accountId, externalClaimRefs: [ref], amount: 23_456n, providerName: 'sandbox', method: 'card' };
    const payment = await startPayment(tx, { ...wish, idempotencyKey: uuidv7() });
    await settlePayment(tx, payment.paymentId, day('2026-11-10'));
  });
  return owed;
}
type Explained = {
  balance: string;
  total: string;
  accruedInterest: string;
  components: Record<string, string>;
  entries: { runningBalance: string; entry: { amount: string } }[];
};
const staff = async (accountId: string, asOf: string) =>
  (await house.call<{ explainBalance: Explained }>('finance', EXPLAIN, { clientId: house.clientA, accountId, asOf })).explainBalance;
const written = (amount: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'EUR' }).format(amount as unknown as number);
const plain = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

describe('where a balance comes from', () => {
  it.each(['2026-09-15', '2026-10-31', '2026-11-21'])('shows what staff sees, as of %s', async (asOf) => {
    const { address, accountId, refs } = await history();
    const browser = await house.browser().enter(address);
    await browser.get(`${address}/balance?asOf=${asOf}`);
    const page = plain(browser.body);
    const explained = await staff(accountId, asOf);
    const figures = [explained.total, explained.balance, ...Object.values(explained.components), explained.accruedInterest];
    for (const figure of figures.filter((each) => Number(each) !== 0)) expect(page).toContain(written(figure));
    for (const { entry, runningBalance } of explained.entries)
      expect(page).toContain(`${written(entry.amount)} ${written(runningBalance)}`);
    expect(browser.body.match(/<tr>/g)?.length).toBe(explained.entries.length + 1);
    for (const ref of refs) expect(page).toContain(ref);
  });

  it('says that a write-off is bookkeeping, not forgiveness', async () => {
    const { address, accountId, refs } = await house.owe([10_000n]);
    const about = {
      accountId,
      externalClaimRef: refs[0] ?? '',
      description: 'Cannot be collected',
      valueDate: null,
      idempotencyKey: uuidv7(),
    };
    await house.inA((tx) => writeOff(tx, { ...about, amount: 2_500n }));
    const browser = await house.browser().enter(address);
    for (const path of [address, `${address}/balance`]) {
      await browser.get(path);
      expect(browser.body).toContain('Written off');
      expect(browser.body).not.toContain('Waived');
    }
  });

  it('stands on paper with the same figures, in the language of the page', async () => {
    const { address, accountId, refs } = await history();
    const browser = await house.browser().enter(address);
    await browser.get(`${address}?locale=de_DE`);
    const answer = await house.app.inject({ url: `${address}/balance.pdf?asOf=2026-10-31`, headers: { cookie: browser.cookie } });
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'application/pdf',
      'no-store',
    ]);
    const { text } = await extractText(new Uint8Array(answer.rawPayload), { mergePages: true });
    const paper = text.replace(/\s+/g, ' ');
    const explained = await staff(accountId, '2026-10-31');
    const german = (amount: string) =>
      `${new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2 }).format(amount as unknown as number)} €`;
    for (const figure of [
      explained.total,
      explained.balance,
      explained.accruedInterest,
      ...explained.entries.map(({ entry }) => entry.amount),
    ])
      expect(paper).toContain(german(figure));
    for (const words of [...refs, 'Nordlicht Energie', 'Wertstellung', '31.10.2026']) expect(paper).toContain(words);
  });

  it('is told to who owes nothing any more as well', async () => {
    const { address, accountId, refs } = await house.owe([2500n]);
    await house.inA(async (tx) => {
      const wish = { accountId, externalClaimRefs: refs, providerName: 'sandbox', method: 'card', idempotencyKey: uuidv7() };
      await settlePayment(tx, (await startPayment(tx, wish)).paymentId);
    });
    const browser = await house.browser().enter(address);
    expect(browser.body).toContain('Nothing is due');
    await browser.get(/href="([^"]+\/balance)"/.exec(browser.body)?.[1] ?? '');
    expect(plain(browser.body)).toContain('-€25.00 €0.00');
  });

  it('is for who passed the check, and about their own account alone', async () => {
    const [mine, other] = [await history(), await house.owe([777_77n])];
    for (const path of ['/balance', '/balance.pdf']) {
      expect((await house.browser().get(mine.address + path)).status).toBe(403);
      expect((await house.browser((await house.browser().enter(other.address)).cookie).get(mine.address + path)).status).toBe(403);
    }
    const browser = await house.browser().enter(mine.address);
    await browser.get(`${mine.address}/balance?accountId=${other.accountId}&asOf=nonsense`);
    expect(browser.status).toBe(200);
    for (const foreign of [other.refs[0] ?? '', '777.77']) expect(browser.body).not.toContain(foreign);
  });

  it.each([
    ['DE', '§ 367 (1) BGB'],
    ['AT', '§ 1416 ABGB'],
    ['GB', null],
  ])("cites the order of allocation by the law of the client's country: %s", async (country, citation) => {
    const { address, accountId, refs } = await history();
    await house.inA((tx) => tx.sql('update client set country_code = $2 where client_id = $1', [tx.clientId, country]));
    const browser = await house.browser().enter(address);
    await browser.get(`${address}/balance`);
    const answer = await house.app.inject({ url: `${address}/balance.pdf`, headers: { cookie: browser.cookie } });
    const { text } = await extractText(new Uint8Array(answer.rawPayload), { mergePages: true });
    const terms = await house.call('finance', TERMS, { clientId: house.clientA, ref: refs[0] });
    const explained = await house.call('finance', ORDER, { clientId: house.clientA, accountId });
    const settings = await house.call('finance', SETTINGS, { clientId: house.clientA });
    await house.inA((tx) => tx.sql(`update client set country_code = 'DE' where client_id = $1`, [tx.clientId]));
    const shown = [plain(browser.body), text, ...[terms, explained, settings].map((each) => JSON.stringify(each))];
    for (const each of shown) {
      if (citation) expect(each).toContain(citation);
      if (country !== 'DE') expect(each).not.toContain(' BGB');
      if (!citation) expect(each).not.toMatch(/§|art\. \d/);
    }
    expect(plain(browser.body)).toContain('Costs first, then interest, then bill amount');
  });
});
