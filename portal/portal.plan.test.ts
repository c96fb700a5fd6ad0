/** Plans on the debtor's page: what a client allows can be chosen, is shown exactly, and is what is made. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '../core/id.ts';
import { listAccountPlans } from '../server/services/finance/agreement/instalments.logic.ts';
import {
  DEFAULT_SETTINGS,
  type PlanLimits,
  readFinanceSetting,
  writeFinanceSetting,
} from '../server/services/finance/ground/setting.logic.ts';
import { openPortalHouse, type PortalHouse } from './portal.testing.ts';

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(() => house.close());

const allow = (limits: Partial<PlanLimits>) =>
  house.inA(async (tx) => {
    const { revision } = await readFinanceSetting(tx);
    const debtorPlans = { ...DEFAULT_SETTINGS.debtorPlans, ...limits };
    await writeFinanceSetting(tx, revision, { ...DEFAULT_SETTINGS, debtorPlans }, uuidv7());
  });
const plansOf = async (accountId: Parameters<typeof listAccountPlans>[1]) => house.inA((tx) => listAccountPlans(tx, accountId));
const flags = (value: object) =>
  house.inA((tx) => tx.sql('update client set feature_flags = $2 where client_id = $1', [tx.clientId, JSON.stringify(value)]));
const choices = (body: string) =>
  [...body.matchAll(/<option value="(\d+)"( selected)?( disabled)?/g)].map(([, value, , off]) => (off ? 0 : Number(value)));

describe('a plan on the page', () => {
  it('has the chosen number of instalments after the down payment, as shown in the review', async () => {
    await allow({ minParts: 2, maxParts: 6, intervals: ['weekly', 'monthly'], minPart: '20.00', downPayment: true });
    const { address, accountId } = await house.owe([100_00n, 25_01n]);
    const browser = await house.browser().enter(address);
    expect(choices(browser.body)).toEqual([2, 3, 4, 5, 6]);
    expect(browser.body).not.toContain('value="everyTwoWeeks"');
    await browser.post(`${address}/settle`, browser.fields('/settle', { way: 'plan', parts: '4', interval: 'weekly', down: '25,00' }));
    for (const words of [
      'First payment, November 28',
      '€25.00',
      'Then weekly until December 26',
      '€25.01 + 3 × €25.00',
      'Set up 5 payments',
    ])
      expect(browser.body).toContain(words);
    expect(await plansOf(accountId)).toEqual([]);
    const confirm = browser.fields('/settle');
    const presses = await Promise.all([1, 2, 3].map(() => house.browser(browser.cookie).post(`${address}/settle`, confirm)));
    expect(new Set(presses.map((press) => press.location))).toEqual(new Set([`${address}/done/plan`]));
    const [plan, ...others] = await plansOf(accountId);
    expect(others).toEqual([]);
    expect(plan?.instalments.map((each) => [each.amount, each.dueDate])).toEqual([
      [2500n, '2026-11-28'],
      [2501n, '2026-12-05'],
      [2500n, '2026-12-12'],
      [2500n, '2026-12-19'],
      [2500n, '2026-12-26'],
    ]);
  });

  it('says beside the field what a client does not allow', async () => {
    await allow({ minParts: 2, maxParts: 6, minPart: '20.00', downPayment: true });
    const { address, accountId } = await house.owe([100_00n]);
    const browser = await house.browser().enter(address);
    const refused = async (changes: Record<string, string>, field: string, words: string) => {
      await browser.get(address);
      await browser.post(`${address}/settle`, browser.fields('/settle', { way: 'plan', ...changes }));
      expect(browser.status).toBe(422);
      expect(browser.body).toContain(`id="${field}-problem">${words}`);
      expect(browser.body).toContain(`aria-invalid="true" aria-describedby="${field}-problem"`);
    };
    await refused({ parts: '6' }, 'parts', 'Each payment must be at least €20.00. Choose 5 payments or fewer.');
    for (const down of ['lots', '100', '19.99', '-30'])
      await refused({ down }, 'down', 'Enter an amount of at least €20.00 and less than €100.00, or leave this empty.');
    // A form that somebody wrote by hand stays within the limits.
    await browser.get(address);
    await browser.post(`${address}/settle`, browser.fields('/settle', { way: 'plan', parts: '400', interval: 'daily' }));
    expect(browser.status).toBe(422);
    expect(await plansOf(accountId)).toEqual([]);
    const small = await house.owe([30_00n]);
    const other = await house.browser().enter(small.address);
    await other.post(`${small.address}/settle`, other.fields('/settle', { way: 'plan' }));
    expect(other.body).toContain('This amount is too small for a plan: each payment is at least €20.00.');
  });

  it('follows what a strategy has set for its claim, and says what has to be paid first', async () => {
    await allow({ downPayment: true });
    const { address, accountId, refs } = await house.owe([120_00n]);
    const terms = { instalments: { parts: 4, interval: 'weekly', minPart: '20', downPayment: { percent: 25 }, firstDays: 5 } };
    await house.inA((tx) => tx.sql('update claim set terms = $2 where external_claim_ref = $1', [refs[0], JSON.stringify(terms)]));
    const browser = await house.browser().enter(address);
    expect(browser.body).toContain('name="interval" value="weekly"');
    expect(browser.body).not.toContain('value="monthly"');
    expect([...browser.body.matchAll(/<option value="(\d+)"/g)].map(([, count]) => count)).toEqual(['2', '3', '4']);
    expect(browser.body).toMatch(/name="down"[^>]*value="30\.00"/);
    await browser.post(`${address}/settle`, browser.fields('/settle', { way: 'plan', parts: '4', down: '29' }));
    expect([browser.status, browser.body.includes('Pay at least €30.00 and less than €120.00 first.')]).toEqual([422, true]);
    await browser.get(address);
    await browser.settle(address, { way: 'plan', parts: '4', interval: 'weekly', down: '30' });
    const [plan] = await plansOf(accountId);
    expect(plan?.instalments.map(({ amount, dueDate }) => [amount, dueDate])).toEqual([
      [30_00n, '2026-11-26'],
      [22_50n, '2026-12-03'],
      [22_50n, '2026-12-10'],
      [22_50n, '2026-12-17'],
      [22_50n, '2026-12-24'],
    ]);
  });

  it('begins within the days a client gives', async () => {
    await allow({ maxFirstDays: 5 });
    const { address, accountId } = await house.owe([90_00n]);
    await (await house.browser().enter(address)).settle(address, { way: 'plan', interval: 'monthly' });
    expect((await plansOf(accountId))[0]?.instalments[0]?.dueDate).toBe('2026-11-26');
  });

  it('covers every bill where none may be left out, and has three parts where nothing may be chosen', async () => {
    await allow({ downPayment: true });
    await flags({ DISABLE_INSTALMENT_PLAN_CLAIM_SELECTION: true, INSTALMENT_PLAN_V2: false });
    const { address, accountId, refs } = await house.owe([90_00n, 60_00n]);
    const browser = await house.browser().enter(address);
    expect(browser.body).toContain('A plan covers all your open bills.');
    expect(browser.body).not.toMatch(/<select|name="down"/);
    await browser.settle(address, { way: 'plan', claim: refs[0] ?? '', parts: '5' });
    const [plan] = await plansOf(accountId);
    expect([plan?.claimRefs.length, plan?.amount, plan?.instalments.length]).toEqual([2, 150_00n, 3]);
    await flags({});
  });

  it('isn’t created if the amount has changed since it was shown', async () => {
    const { accountId, refs, address } = await house.owe([90_00n]);
    const { services } = house;
    const link = await services.findLink(address.slice('/p/'.length));
    const wish = { interval: 'monthly' as const, parts: 3, downPayment: 0n };
    await expect(services.plan(link!, refs, wish, 80_00n, 'k'.repeat(20))).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await plansOf(accountId)).toEqual([]);
  });
});
