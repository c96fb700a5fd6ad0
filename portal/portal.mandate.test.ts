/** Having a plan collected: the mandate that a debtor gives on the page. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveBankAccount } from '../server/services/finance/account/account.logic.ts';
import { listAccountPlans } from '../server/services/finance/agreement/instalments.logic.ts';
import { contextOf, listMandates } from '../server/services/finance/debit/mandate.logic.ts';
import { openPortalHouse, type PortalHouse } from './portal.testing.ts';

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(() => house.close());

const IBAN = 'DE89 3704 0044 0532 0130 00';

/** A debtor with a plan, on the page. */
async function planned() {
  const owed = await house.owe([90_00n]);
  const browser = await house.browser().enter(owed.address);
  await browser.settle(owed.address, { way: 'plan' });
  await browser.get(owed.address);
  return { ...owed, browser, path: /href="([^"]+\/mandate\/[^"]+)"/.exec(browser.body)?.[1] ?? '' };
}

describe('a mandate on the page', () => {
  it('isn’t offered if the client can’t collect', async () => {
    const { address, browser, accountId } = await planned();
    expect(browser.body).not.toContain('/mandate/');
    const [plan] = await house.inA((tx) => listAccountPlans(tx, accountId));
    expect((await browser.get(`${address}/mandate/${plan?.instalmentsPlanId}`)).status).toBe(409);
  });

  it('is signed once, stores the agreed text, and is masked afterwards', async () => {
    await house.inA((tx) =>
      saveBankAccount(tx, {
        name: 'Main',
        holder: 'Nordlicht Energie GmbH',
        iban: 'DE75512108001245126199',
        creditorId: 'DE98ZZZ09999999999',
      }),
    );
    const { address, browser, path, accountId } = await planned();
    await browser.get(path);
    for (const words of ['DE98ZZZ09999999999', 'you authorize (A) Nordlicht Energie GmbH', 'within 8 weeks', '€90.00'])
      expect(browser.body).toContain(words);
    const fields = browser.fields('/mandate/[^"]*', { holder: 'Hannah Brandt', iban: IBAN, agrees: 'yes' });
    const presses = await Promise.all([1, 2, 3].map(() => house.browser(browser.cookie).post(path, fields)));
    for (const press of presses) expect([press.status, press.location]).toEqual([303, `${address}/done/mandate`]);
    const mandates = await house.inA((tx) => listMandates(tx, accountId));
    expect(mandates.length).toBe(1);
    expect(mandates[0]).toMatchObject({ providerName: 'sepaDirectDebit', signedOn: '2026-11-21', createdBy: 'debtor' });
    const { consent, iban } = contextOf(mandates[0]!).mandateRepresentation;
    expect([iban, consent?.locale]).toEqual(['DE89370400440532013000', 'en_US']);
    expect(consent?.text).toContain('you are entitled to a refund from your bank');
    const [plan] = await house.inA((tx) => listAccountPlans(tx, accountId));
    expect(plan?.mandateId).toBe(mandates[0]?.mandateId);
    expect(await house.events(accountId)).toEqual(expect.arrayContaining(['mandateCreated', 'instalmentsPlanMandateChanged']));
    await browser.get(address);
    expect(browser.body).toContain('Collected from DE89 •••• 3000');
    expect(browser.body).not.toMatch(/DE89370400440532013000|\/mandate\//);
  });

  it('says beside each field what is missing or wrong, and keeps what was typed', async () => {
    const { browser, path, accountId } = await planned();
    await browser.get(path);
    await browser.post(path, browser.fields('/mandate/[^"]*', { holder: 'Hannah "B"', iban: 'DE00 1234' }));
    expect(browser.status).toBe(422);
    expect(browser.body).toContain('id="agrees-problem" role="alert">We can’t collect anything without your agreement.');
    expect(browser.body).toContain('value="Hannah &quot;B&quot;"');
    await browser.post(path, browser.fields('/mandate/[^"]*', { agrees: 'yes' }));
    expect([browser.status, browser.body.includes('id="iban-problem" role="alert">This isn’t an IBAN')]).toEqual([422, true]);
    expect(await house.inA((tx) => listMandates(tx, accountId))).toEqual([]);
  });

  it('is only for one’s own plan', async () => {
    const [mine, other] = [await planned(), await planned()];
    await mine.browser.get(mine.path);
    const fields = mine.browser.fields('/mandate/[^"]*', { holder: 'Hannah', iban: IBAN, agrees: 'yes' });
    const foreign = other.path.split('/').at(-1) ?? '';
    await mine.browser.post(`${mine.address}/mandate/${foreign}`, fields);
    expect(mine.browser.status).toBe(409);
    expect(await house.inA((tx) => listMandates(tx, other.accountId))).toEqual([]);
  });
});
