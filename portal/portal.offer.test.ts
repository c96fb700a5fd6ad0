/** Settling for less on the debtor's page: seen, accepted and paid once, and over when it is over. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from '../core/id.ts';
import { addDays, type CalendarDate, DAY, instant } from '../core/time.ts';
import {
  createSettlementOffer,
  listSettlementOffers,
  withdrawSettlementOffer,
} from '../server/services/finance/agreement/settlement.logic.ts';
import { DEFAULT_SETTINGS, readFinanceSetting, writeFinanceSetting } from '../server/services/finance/ground/setting.logic.ts';
import { openPortalHouse, type PortalHouse, START } from './portal.testing.ts';

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(() => house.close());
beforeEach(() => {
  house.clock.time = START;
});

const TODAY = '2026-11-21' as CalendarDate;

/** Two claims of 100 in all, offered for 60 until in ten days. */
async function offered() {
  const owed = await house.owe([70_00n, 30_00n]);
  const offer = await house.inA((tx) =>
    createSettlementOffer(tx, {
      accountId: owed.accountId,
      externalClaimRefs: owed.refs,
      amount: 60_00n,
      validUntil: addDays(TODAY, 10),
      note: '',
      offeredBy: uuidv7(),
      idempotencyKey: uuidv7(),
    }),
  );
  const browser = await house.browser().enter(owed.address);
  const press = (what: 'pay' | 'accept') => {
    const fields = browser.fields('/settlement');
    fields.set('what', what);
    return fields;
  };
  const status = async () => (await house.inA((tx) => listSettlementOffers(tx, owed.accountId)))[0]?.status;
  return { ...owed, offer, browser, press, status };
}
const answer = async (browser: Awaited<ReturnType<typeof offered>>['browser'], outcome: string) => {
  const action = browser.body.match(/action="([^"]*provider[^"]*)"/)?.[1] ?? '';
  await browser.post(action, browser.fields('/provider/[^"]*', { outcome }));
  return browser.follow();
};

describe('an offer on the page', () => {
  it('is accepted once, however often, even in two tabs', async () => {
    const { address, accountId, browser, press, status } = await offered();
    expect(browser.body).toContain('Pay €60.00 by December 1 instead of €100.00, and the rest is waived.');
    const [form, other] = [press('accept'), press('accept')];
    await browser.get(address);
    const tab = press('accept');
    const presses = [form, form, other, tab, tab].map((fields) => house.browser(browser.cookie).post(`${address}/settlement`, fields));
    for (const done of await Promise.all(presses)) expect([done.status, done.location]).toEqual([303, address]);
    expect(await status()).toBe('accepted');
    expect((await house.events(accountId)).filter((type) => type === 'settlementAccepted').length).toBe(1);
    expect((await browser.get(address)).body).toContain('You have accepted this offer.');
    expect(browser.body).not.toContain('value="accept"');
  });

  it('is paid once, settles every claim, and the form leads to what it did', async () => {
    const { address, accountId, refs, browser, press, status } = await offered();
    const form = press('pay');
    const presses = await Promise.all([1, 2, 3].map(() => house.browser(browser.cookie).post(`${address}/settlement`, form)));
    expect(new Set(presses.map((each) => each.location)).size).toBe(1);
    // Later too, while it still waits to be paid.
    await browser.post(`${address}/settlement`, form);
    expect(browser.location).toBe(presses[0]?.location);
    await browser.get(presses[0]?.location ?? '');
    expect(browser.body).toContain('€60.00');
    expect((await answer(browser, 'success')).body).toContain('Thank you, €60.00 is paid');
    expect([await status(), await house.balances(refs)]).toEqual(['applied', [0n, 0n]]);
    await browser.post(`${address}/settlement`, form);
    expect((await browser.follow()).body).toContain('Thank you, €60.00 is paid');
    const types = await house.events(accountId);
    for (const type of ['settlementAccepted', 'settlementApplied', 'paymentSettled'])
      expect(types.filter((each) => each === type).length).toBe(1);
    expect((await browser.get(address)).body).toContain('Nothing is due');
    expect((await browser.get(`${address}/balance`)).body).toContain('Waived');
  });

  it('waits while its payment is pending, and can be retried after a decline', async () => {
    const { address, browser, press, status } = await offered();
    await browser.post(`${address}/settlement`, press('pay'));
    await browser.follow();
    await answer(browser, 'decline');
    await browser.get(address);
    await browser.post(`${address}/settlement`, press('pay'));
    await browser.follow();
    await answer(browser, 'pending');
    expect(await status()).toBe('accepted');
    await browser.get(address);
    expect(browser.body).toContain('An offer for you');
    expect(browser.body).not.toContain(`action="${address}/settlement"`);
  });

  it('isn’t available after its last day, when withdrawn, or when only for staff', async () => {
    const late = await offered();
    house.clock.time = instant(START + 11 * DAY);
    const again = await house.browser().enter(late.address);
    expect(again.body).not.toContain('An offer for you');
    const fields = late.press('accept');
    fields.set('token', again.fields('/settle').get('token') ?? '');
    await again.post(`${late.address}/settlement`, fields);
    expect([again.status, again.body.includes('That’s no longer possible')]).toEqual([409, true]);
    expect(await late.status()).toBe('offered');

    house.clock.time = START;
    const gone = await offered();
    const form = gone.press('pay');
    await house.inA((tx) => withdrawSettlementOffer(tx, gone.offer.settlementOfferId));
    await gone.browser.post(`${gone.address}/settlement`, form);
    expect([gone.browser.status, await house.balances(gone.refs)]).toEqual([409, [70_00n, 30_00n]]);

    const staff = await offered();
    await house.inA(async (tx) => {
      const settlements = { ...DEFAULT_SETTINGS.settlements, debtorMayAccept: false };
      await writeFinanceSetting(tx, (await readFinanceSetting(tx)).revision, { ...DEFAULT_SETTINGS, settlements }, uuidv7());
    });
    await staff.browser.post(`${staff.address}/settlement`, staff.press('accept'));
    expect([staff.browser.status, await staff.status()]).toEqual([409, 'offered']);
    await house.inA(async (tx) => writeFinanceSetting(tx, (await readFinanceSetting(tx)).revision, DEFAULT_SETTINGS, uuidv7()));
  });

  it("belongs to its account: another's is refused", async () => {
    const [mine, other] = [await offered(), await offered()];
    const fields = mine.press('accept');
    fields.set('offer', other.offer.settlementOfferId);
    await mine.browser.post(`${mine.address}/settlement`, fields);
    expect([mine.browser.status, await mine.status(), await other.status()]).toEqual([409, 'offered', 'offered']);
  });
});
