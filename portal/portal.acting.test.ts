/** What debtors do on their page, without a single script: pay, promise, split, disagree, ask. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '../core/id.ts';
import type { CalendarDate } from '../core/time.ts';
import { book } from '../server/services/finance/finance.logic.ts';
import { openPortalHouse, type PortalHouse } from './portal.testing.ts';

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(() => house.close());

describe('acting without scripts', () => {
  it('pays what was chosen, once however often it is pressed', async () => {
    const { address, accountId, refs } = await house.owe([74520n, 30840n, 23100n]);
    const browser = await house.browser().enter(address);
    await browser.post(`${address}/settle`, browser.fields('/settle', { claim: refs.slice(0, 2), way: 'now' }));
    expect(browser.body).toContain('Pay €1,053.60');
    const confirm = browser.fields('/settle');
    const presses = await Promise.all(Array.from({ length: 5 }, () => house.browser(browser.cookie).post(`${address}/settle`, confirm)));
    expect(new Set(presses.map((press) => press.location)).size).toBe(1);
    await browser.get(presses[0]?.location ?? '');
    expect(browser.body).toContain('Sandbox payment');
    const outcome = browser.fields('/provider/[^"]*', { outcome: 'success' });
    const provider = presses[0]?.location ?? '';
    for (const _ of [1, 2, 3]) await browser.post(provider, outcome);
    expect((await browser.follow()).body).toContain('Thank you, €1,053.60 is paid');
    expect(await house.balances(refs)).toEqual([0n, 0n, 23100n]);
    expect((await house.events(accountId)).filter((type) => type === 'paymentSettled').length).toBe(1);
    // The form again, from the browser's history: it leads to what it has done.
    await browser.post(`${address}/settle`, confirm);
    expect((await browser.follow()).body).toContain('Thank you, €1,053.60 is paid');
    expect(await house.balances(refs)).toEqual([0n, 0n, 23100n]);
  });

  it('says what happens next when the provider declines or has not decided', async () => {
    const { address, refs } = await house.owe([10000n]);
    const browser = await house.browser().enter(address);
    await browser.settle(address, { way: 'now' });
    await browser.post(
      browser.body.match(/action="([^"]*provider[^"]*)"/)?.[1] ?? '',
      browser.fields('/provider/[^"]*', { outcome: 'decline' }),
    );
    expect((await browser.follow()).body).toContain('The payment did not work');
    await browser.get(address);
    await browser.settle(address, { way: 'now' });
    await browser.post(
      browser.body.match(/action="([^"]*provider[^"]*)"/)?.[1] ?? '',
      browser.fields('/provider/[^"]*', { outcome: 'pending' }),
    );
    expect((await browser.follow()).body).toContain('€100.00 is on its way');
    expect((await browser.get(address)).body).not.toContain(`action="${address}/settle"`);
    expect(await house.balances(refs)).toEqual([10000n]);
  });

  it('promises a day, changes it, and refuses a day out of range', async () => {
    const { address, accountId } = await house.owe([10000n]);
    const browser = await house.browser().enter(address);
    await browser.post(`${address}/settle`, browser.fields('/settle', { way: 'later', date: '2026-11-20' }));
    expect([browser.status, browser.body.includes('Please choose a day from')]).toEqual([422, true]);
    await browser.settle(address, { way: 'later', date: '2026-12-01' });
    expect(browser.body).toContain('Noted: €100.00 by December 1');
    await browser.get(address);
    expect(browser.body).toContain('Promised for December 1');
    await browser.settle(address, { way: 'later', date: '2026-12-05' });
    expect(browser.body).toContain('Noted: €100.00 by December 5');
    expect((await house.events(accountId)).filter((type) => type.startsWith('promise'))).toEqual([
      'promiseToPayCreated',
      'promiseToPayInvalidated',
      'promiseToPayCreated',
    ]);
  });

  it('sets up three payments, pays the first, and ends the plan', async () => {
    const { address, accountId, refs } = await house.owe([74520n, 30840n]);
    const browser = await house.browser().enter(address);
    await browser.settle(address, { way: 'plan', interval: 'monthly' });
    expect(browser.body).toContain('Your plan is set up');
    await browser.get(address);
    expect(browser.body).toContain('Pay €351.20 now');
    const fields = browser.fields('/instalment');
    fields.append('what', 'next');
    await (await browser.post(`${address}/instalment`, fields)).follow();
    await browser.post(
      browser.body.match(/action="([^"]*provider[^"]*)"/)?.[1] ?? '',
      browser.fields('/provider/[^"]*', { outcome: 'success' }),
    );
    await browser.follow();
    expect((await house.balances(refs)).reduce((sum, each) => sum + each, 0n)).toBe(70240n);
    expect(await house.events(accountId)).toEqual(expect.arrayContaining(['instalmentsPlanCreated', 'instalmentPaid']));
    const plan = /\/plan\/[0-9a-f-]+/.exec((await browser.get(address)).body)?.[0] ?? '';
    await browser.get(address + plan);
    await browser.post(address + plan, browser.fields('/plan/[^"]*'));
    expect((await browser.follow()).body).toContain(`action="${address}/settle"`);
    expect(await house.events(accountId)).toContain('instalmentsPlanCanceled');
  });

  it('takes a disagreement and a cry for help to the agents, once', async () => {
    const { address, accountId, refs } = await house.owe([10000n, 5000n]);
    const browser = await house.browser().enter(address);
    await browser.get(`${address}/disagree`);
    const words = browser.fields('/disagree', { claim: refs[0] ?? '', text: 'I have cancelled in March' });
    for (const _ of [1, 2]) await browser.post(`${address}/disagree`, words);
    expect((await browser.follow()).body).toContain('We have your objection');
    expect((await browser.get(address)).body).toContain('You disagree; we are looking into it');
    await browser.get(`${address}/help`);
    const help = browser.fields('/help', { text: 'I can pay 50 a month' });
    for (const _ of [1, 2]) await browser.post(`${address}/help`, help);
    const types = await house.events(accountId);
    for (const type of ['claimDisputed', 'portalHelpRequested']) expect(types.filter((each) => each === type).length).toBe(1);
    expect(types.filter((each) => each === 'taskCreated').length).toBe(2);
  });

  it("refuses forms without the session's token, and other people's claims and payments", async () => {
    const [mine, other] = [await house.owe([10000n]), await house.owe([20000n])];
    const browser = await house.browser().enter(mine.address);
    await browser.post(`${mine.address}/settle`, browser.fields('/settle', { token: 'x', seen: '' }));
    expect(browser.status).toBe(403);
    await browser.get(mine.address);
    await browser.post(`${mine.address}/settle`, browser.fields('/settle', { claim: other.refs[0] ?? '', way: 'now' }));
    expect([browser.status, browser.body.includes('Please choose at least one bill')]).toEqual([422, true]);
    const stranger = await house.browser().enter(other.address);
    await stranger.settle(other.address, { way: 'now' });
    const payment = stranger.body.match(/provider\/([0-9a-f-]+)/)?.[1] ?? '';
    expect((await browser.get(`${mine.address}/done/payment/${payment}`)).status).toBe(404);
    expect((await browser.get(`${mine.address}/provider/${payment}`)).status).toBe(404);
    expect(await house.balances([...mine.refs, ...other.refs])).toEqual([10000n, 20000n]);
  });

  it('asks again when the sum has changed since it was seen', async () => {
    const { address, accountId, refs } = await house.owe([10000n]);
    const browser = await house.browser().enter(address);
    await browser.post(`${address}/settle`, browser.fields('/settle', { way: 'now' }));
    const seen = browser.fields('/settle');
    await house.inA((tx) =>
      book(tx, [
        {
          accountId,
          externalClaimRef: refs[0] ?? '',
          kind: 'fee',
          amount: 500n,
          currency: 'EUR',
          valueDate: '2026-11-21' as CalendarDate,
          key: uuidv7(),
        },
      ]),
    );
    await browser.post(`${address}/settle`, seen);
    expect(browser.body).toContain('The amounts have changed in the meantime');
    expect(browser.body).toContain('Pay €105.00');
  });
});
