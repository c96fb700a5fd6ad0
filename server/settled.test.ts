/** What debtors' pages take from memory is what the database has, after every change and in every client. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_BRAND } from '../blocks/brand.ts';
import { startPage } from '../blocks/page/start.ts';
import { settle } from './platform/settled.ts';
import { observeStatements } from './platform/statements.ts';
import { inClient, type Tx } from './platform/tenancy.ts';
import { openTestHouse, type TestHouse } from './platform/testing.ts';
import { readClient } from './services/backoffice/backoffice.logic.ts';
import { readBrand, saveBrand } from './services/cms/cms.brand.logic.ts';
import { saveBundle } from './services/cms/cms.bundle.logic.ts';
import { readLook } from './services/cms/cms.design.logic.ts';
import { readGlobalPlaceholders, setGlobalPlaceholders } from './services/cms/cms.globals.logic.ts';
import { saveLandingPage } from './services/cms/cms.landing.logic.ts';
import { choosePage } from './services/cms/cms.landing.show.logic.ts';
import { readPageTexts } from './services/cms/cms.pageText.logic.ts';
import { listBankAccounts, saveBankAccount } from './services/finance/account/account.logic.ts';
import { DEFAULT_SETTINGS, readFinanceSetting, writeFinanceSetting } from './services/finance/ground/setting.logic.ts';
import { isStripeActive } from './services/finance/providers/stripe.setting.logic.ts';
import { readPortalSetting, writePortalSetting } from './services/landing-page/landing-page.logic.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const ACCOUNT = '01940000-0000-7000-8000-0000000000aa';

/** @returns what a look at a page reads of its client. */
function look(clientId = house.clientA) {
  const read = async (tx: Tx) => {
    await settle(tx);
    const [client, brand, { shared }] = [await readClient(tx), await readBrand(tx), await readLook(tx)];
    return {
      name: client.name,
      accent: brand.brand.accent,
      shared: shared.map(({ name, revision }) => `${name} ${revision}`),
      globals: await readGlobalPlaceholders(tx),
      texts: (await readPageTexts(tx)).map(({ texts }) => texts.en_US),
      page: (await choosePage(tx, ACCOUNT, null)).content.siteTitle,
      ibans: (await listBankAccounts(tx)).map(({ iban }) => iban),
      grace: (await readFinanceSetting(tx)).settings.graceDays,
      stripe: await isStripeActive(tx),
      phone: (await readPortalSetting(tx)).contactPhone,
    };
  };
  return inClient(house.database, clientId, read, { readOnly: true, byKeys: true });
}

const page = (siteTitle: string) => ({
  displayName: 'P',
  siteTitle,
  pageContents: [{ type: 'home', template: { design: startPage('home') }, contentTemplates: [] }],
});
const notice = (content: string) => ({
  fileName: 'notice',
  displayName: 'Notice',
  contentTemplateType: 'claimLandingPage' as const,
  contentTemplates: [{ locale: 'en_US', format: 'text', content }],
});
const bank = { name: 'House bank', holder: 'A', currency: 'EUR', bic: null, creditorId: null, preNotificationDays: 14, isDefault: true };

/** Each with what the next look must see of it. */
const CHANGES: readonly (readonly [what: string, change: (tx: Tx) => Promise<unknown>, seen: object])[] = [
  ['the client', (tx) => tx.sql(`update client set name = 'Nordlicht' where client_id = $1`, [tx.clientId]), { name: 'Nordlicht' }],
  ['its brand', (tx) => saveBrand(tx, { brand: { ...DEFAULT_BRAND, accent: '#123456' }, revision: 0 }, 'T'), { accent: '#123456' }],
  [
    'a shared block',
    (tx) =>
      tx.sql(
        `insert into shared_block (client_id, name, design, texts, updated_at) values ($1, 'footer', '{"version": 1, "blocks": []}', '{}', now())`,
        [tx.clientId],
      ),
    { shared: ['footer 1'] },
  ],
  ['it again', (tx) => tx.sql('update shared_block set revision = 2 where client_id = $1', [tx.clientId]), { shared: ['footer 2'] }],
  ['its placeholders', (tx) => setGlobalPlaceholders(tx, { hours: 'Mondays' }), { globals: { hours: 'Mondays' } }],
  ['a text of its pages', (tx) => saveBundle(tx, notice('Call us'), 'T'), { texts: ['Call us'] }],
  ['that text', (tx) => saveBundle(tx, { ...notice('Write to us'), version: 1 }, 'T'), { texts: ['Write to us'] }],
  ['its page', (tx) => saveLandingPage(tx, page('Pay here'), 'T'), { page: 'Pay here' }],
  ['a bank account', (tx) => saveBankAccount(tx, { ...bank, iban: 'DE02120300000000202051' }), { ibans: ['DE02120300000000202051'] }],
  ['no bank account', (tx) => tx.sql('delete from bank_account where client_id = $1', [tx.clientId]), { ibans: [] }],
  ['its rules of money', (tx) => writeFinanceSetting(tx, 0, { ...DEFAULT_SETTINGS, graceDays: 3 }, house.userA), { grace: 3 }],
  [
    'a provider',
    (tx) =>
      tx.sql(
        `insert into payment_provider_setting (client_id, provider_name, is_active, credentials, updated_at, updated_by) values ($1, 'stripe', true, '{}', now(), $2)`,
        [tx.clientId, house.userA],
      ),
    { stripe: true },
  ],
  [
    'how it is reached',
    (tx) => writePortalSetting(tx, { identityField: 'none', maxTries: 5, linkDays: 30, contactPhone: '+49 30 901820' }),
    { phone: '+49 30 901820' },
  ],
];

it('sees every change at once, and none of another client', async () => {
  let known = await look();
  for (const [what, change, seen] of CHANGES) {
    await house.inB(change);
    expect(await look(), `${what} of another client`).toEqual(known);
    await house.inA(change);
    const now = await look();
    expect(now, what).toEqual({ ...known, ...seen });
    expect(now, what).not.toEqual(known);
    known = now;
  }
  expect(await look(house.clientB)).toEqual(known);
});

it('asks once whether anything has changed, and for nothing else', async () => {
  await look();
  const asked: string[] = [];
  observeStatements((text) => asked.push(text));
  await look();
  observeStatements(null);
  expect(asked).toHaveLength(1);
});
