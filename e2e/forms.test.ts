/** Forms in a browser: every wrong field is named at once, beside its field and above the form, and the first of them has the focus. */
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Uuid } from '../core/id.ts';
import { openNameServer } from '../portal/dns.testing.ts';
import { type Actor, inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { readGlobalPlaceholders, setGlobalPlaceholders } from '../server/services/cms/cms.globals.logic.ts';
import { addBundle } from '../server/services/cms/cms.testing.ts';
import { axeOn } from './axe.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';
import { goTo, openPage } from './shell.ts';

/** Long enough that the news of a save has come, ms. */
const QUIET_MS = 1_000;

let house: WholeHouse;
let browser: Browser;
let page: Page;
let accountId: Uuid;
const opened: BrowserContext[] = [];

beforeAll(async () => {
  house = await openWholeHouse();
  const actor: Actor = { type: 'user', id: house.userId };
  const claims = [{ ref: 'A-1-1', balance: 128460, due: '2026-01-01' }];
  const sample = [{ ref: 'A-1', first: 'Hannah', last: 'Brandt', city: 'Berlin', claims }];
  const ids = await inClient(house.database, house.clientId, (tx) => addSampleAccounts(tx, sample), { actor });
  accountId = ids.get('A-1')!;
  browser = await launchBrowser();
  page = await openPage(browser, opened);
  await house.signIn(page);
});
afterAll(async () => {
  for (const context of opened) await context.close();
  await browser.close();
  await house.close();
});

const banner = () => page.getByRole('alert').filter({ hasText: /^Check \d+ fields?/ });
const named = async () => (await banner().getByRole('button').allInnerTexts()).map((name) => name.trim());

describe('a debtor with several wrong fields', () => {
  const open = () => page.goto(`${house.url}/${house.clientId}/account/${accountId}?form=debtor`);
  const field = (name: string) => page.getByRole('dialog').getByRole('textbox', { name, exact: true });

  it('is told of all of them at once, and the first has the focus', async () => {
    await open();
    await field('First name').fill('x'.repeat(300));
    await field('IBAN').fill('DE89 3704 0044 0532 0130 01');
    await field('Additional mobile number').fill('12');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(named).toEqual(['First name', 'IBAN', 'Additional mobile number']);
    await expect.poll(() => page.locator('[aria-invalid="true"]').count()).toBe(3);
    await expect.poll(() => field('First name').evaluate((element) => element === document.activeElement)).toBe(true);
    await banner().getByRole('button', { name: 'IBAN' }).click();
    await expect.poll(() => field('IBAN').evaluate((element) => element === document.activeElement)).toBe(true);
    // What is mended is no longer named.
    await field('IBAN').fill('');
    await field('First name').fill('Hanna');
    await expect.poll(named).toEqual(['Additional mobile number']);
    await field('Additional mobile number').fill('0151 12345678');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Debtor data saved').waitFor();
  });

  it('has a country chosen by its name', async () => {
    await open();
    const country = page.getByRole('dialog').getByRole('combobox', { name: 'Country', exact: true });
    await country.fill('Nether');
    await page.getByRole('option', { name: 'Netherlands', exact: true }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const [row] = await inClient(house.database, house.clientId, (tx) =>
      tx.sql<{ country: string }>(`select address->>'country' as country from debtor where client_id = $1`, [tx.clientId]),
    );
    expect(row?.country).toBe('NL');
  });

  it('has telephone numbers shown in the international way', async () => {
    await page.goto(`${house.url}/${house.clientId}/account/${accountId}`);
    await page.getByRole('button', { name: /^\*+5678$/ }).click();
    await page.getByText('+49 1511 2345678', { exact: true }).waitFor();
  });
});

it('a drawer is closed by its Cancel, and a toast lies over none of its buttons', async () => {
  const account = `${house.url}/${house.clientId}/account/${accountId}`;
  const button = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
  await page.goto(`${account}?form=debtor`);
  await page.getByRole('dialog').getByRole('textbox', { name: 'Title', exact: true }).fill('Dr');
  await button('Save').click();
  const toast = page.getByRole('status').filter({ hasText: 'Debtor data saved' });
  // The pointer keeps it there.
  await toast.hover();
  const end = async () => toast.boundingBox().then((box) => Math.round(box!.y + box!.height));
  await expect.poll(end).toBe(780);
  await goTo(page, `${account}?form=task`);
  await button('Create task').waitFor();
  const covers = async (name: string) => {
    const [one, other] = [(await toast.boundingBox())!, (await button(name).boundingBox())!];
    return one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;
  };
  await expect.poll(async () => [await covers('Cancel'), await covers('Create task')]).toEqual([false, false]);
  expect(await end()).toBeLessThan(780);
  await button('Cancel').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

it('a promise or a plan that fails without a reason says so in its own words', async () => {
  await page.route('**/api/finance', async (route) => {
    if (!/"operationName":"Create(Promise|Plan|Instalments)/.test(route.request().postData() ?? '')) return route.fallback();
    await route.fulfill({ json: { data: null, errors: [{ message: 'Something broke', extensions: { code: 'INTERNAL' } }] } });
  });
  await page.goto(`${house.url}/${house.clientId}/account/${accountId}?form=promise`);
  await page.getByRole('button', { name: 'Save promise' }).click();
  await page.getByText('Failed to create the promise to pay, please try again later.').waitFor();
  await page.goto(`${house.url}/${house.clientId}/account/${accountId}?form=instalments`);
  await page.locator('button[form="instalments"]:enabled').click();
  await page.getByText('Sorry, your request could not be processed. Please try again later or contact us.').waitFor();
  await page.unroute('**/api/finance');
});

it('“/” offers nothing before the account is read: Enter takes no action of half a list', async () => {
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/api/account', async (route) => {
    if (/"operationName":"Account"/.test(route.request().postData() ?? '')) await held;
    await route.fallback();
  });
  await page.goto(`${house.url}/${house.clientId}/account/${accountId}`);
  const note = page.getByLabel('Note', { exact: true });
  await note.pressSequentially('/');
  await note.press('Enter');
  // The answer to a press that did something would have been drawn by now.
  await page.waitForLoadState('domcontentloaded');
  await expect.poll(() => page.getByRole('option').count()).toBe(0);
  await expect.poll(() => note.inputValue()).toMatch(/^\//);
  release();
  await page.getByRole('option', { name: 'Assign to me' }).waitFor();
  await page.unroute('**/api/account');
});

it('a template is tagged with the client’s content tags, or with words of one’s own', async () => {
  await page.goto(`${house.url}/${house.clientId}/content/messaging-builder/new`);
  const tags = page.locator('#content').getByLabel('Tags', { exact: true }).first();
  await tags.click();
  await page.getByRole('option', { name: 'Reminders', exact: true }).click();
  await tags.fill('Autumn');
  await tags.press('Enter');
  for (const tag of ['Reminders', 'Autumn']) await page.locator('#content').getByText(tag, { exact: true }).waitFor();
  await page.getByLabel('Message text', { exact: true }).fill('Hello, {{ link.pay }}');
});

it('messages are tagged together: what only some have stays theirs, and a tag shows its messages', async () => {
  const actor: Actor = { type: 'user', id: house.userId };
  const tagsOf = async () =>
    inClient(house.database, house.clientId, (tx) =>
      tx.sql<{ name: string; tags: string[] }>(
        `select file_name as name, content_tags as tags from template_bundle where client_id = $1 and file_name like 'tagged%' order by 1`,
        [tx.clientId],
      ),
    );
  await inClient(
    house.database,
    house.clientId,
    async (tx) => {
      for (const name of ['tagged-one', 'tagged-two']) await addBundle(tx, name, { source: 'Hi' });
      await tx.sql(`update template_bundle set content_tags = '{Spring}' where client_id = $1 and file_name = 'tagged-two'`, [tx.clientId]);
    },
    { actor },
  );
  await page.goto(`${house.url}/${house.clientId}/content/email-builder`);
  for (const name of ['tagged-one', 'tagged-two'])
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('checkbox', { name: 'Select this row' })
      .check();
  await page.getByRole('button', { name: 'Edit tags' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Only some of them have Spring. They keep these tags.').waitFor();
  await dialog.getByLabel('Tags', { exact: true }).first().fill('Soft');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Save tags' }).click();
  await page.getByText('Tags of 2 messages saved').waitFor();
  expect(await tagsOf()).toEqual([
    { name: 'tagged-one', tags: ['Soft'] },
    { name: 'tagged-two', tags: ['Spring', 'Soft'] },
  ]);
  await page.locator('#content').getByRole('search').getByRole('button', { name: 'Tags' }).click();
  await page.getByRole('menuitem', { name: 'Spring' }).click();
  await page.waitForURL(/tag=Spring/);
  await page.getByRole('row', { name: /tagged-one/ }).waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /tagged-two/ }).waitFor();
});

it('a new message asks for its subject once somebody has left the field, not before', async () => {
  const checked = page.waitForResponse((response) => response.request().postData()?.includes('previewBundle') === true);
  await page.goto(`${house.url}/${house.clientId}/content/email-builder/create/source`);
  await (await checked).finished();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await page.getByLabel('Subject', { exact: true }).focus();
  await page.keyboard.press('Tab');
  await page.getByRole('alert').getByText('Enter a subject').waitFor();
});

it('a message that is typed is there again after the page was left, on top of what somebody else saved meanwhile', async () => {
  await goTo(page, `${house.url}/${house.clientId}/content/messaging-builder/new`);
  const name = page.getByLabel('Name', { exact: true });
  const source = page.getByLabel('Message text', { exact: true });
  await page.locator('#content').getByText('Autumn', { exact: true }).waitFor();
  await expect.poll(() => source.inputValue()).toBe('Hello, {{ link.pay }}');
  await name.fill('Autumn reminder');
  // The save has it read, and so does the news of the save: a further one would wait for both.
  const read = { open: 0, at: Number.POSITIVE_INFINITY };
  const note = (change: number) => (request: Request) => {
    if (!request.postData()?.includes('"operationName":"Bundle"')) return;
    read.open += change;
    read.at = performance.now();
  };
  page.on('request', note(1));
  for (const end of ['requestfinished', 'requestfailed'] as const) page.on(end as 'requestfinished', note(-1));
  await page.keyboard.press('Control+s');
  await page.waitForURL(/edit\/autumn-reminder/);
  await expect.poll(() => read.open === 0 && performance.now() - read.at > QUIET_MS).toBe(true);
  await source.fill('Hello again, {{ link.pay }}');
  await inClient(house.database, house.clientId, (tx) =>
    tx.sql(
      `update template_bundle set display_name = 'First reminder', version = version + 1 where client_id = $1 and file_name = 'autumn-reminder'`,
      [tx.clientId],
    ),
  );
  // While what is there now is still on its way, nothing of the old state is sent again, and nobody is told that it stands there.
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  const sent: string[] = [];
  await page.route('**/api/cms', async (route) => {
    const name = /"operationName":"(\w+)"/.exec(route.request().postData() ?? '')?.[1] ?? '';
    sent.push(name);
    if (name === 'Bundle') await held;
    await route.fallback();
  });
  await page.keyboard.press('Control+s');
  await expect.poll(() => sent).toContain('Bundle');
  await page.keyboard.press('Control+s');
  await page.waitForLoadState('domcontentloaded');
  await expect.poll(() => page.getByText('Someone else saved other fields').count()).toBe(0);
  release();
  await page.getByRole('alert').getByText('Someone else saved other fields').waitFor();
  expect(sent.filter((name) => name === 'SaveBundle').length).toBeLessThanOrEqual(1);
  await page.unroute('**/api/cms');
  await expect.poll(() => name.inputValue()).toBe('First reminder');
  await expect.poll(() => source.inputValue()).toBe('Hello again, {{ link.pay }}');
  await page.keyboard.press('Control+s');
  const saved = () =>
    inClient(house.database, house.clientId, (tx) =>
      tx.sql(
        `select display_name, contents::text like '%Hello again%' as is_ours from template_bundle where client_id = $1 and file_name = 'autumn-reminder'`,
        [tx.clientId],
      ),
    );
  await expect.poll(saved).toEqual([{ display_name: 'First reminder', is_ours: true }]);
});

describe('settings that somebody is typing', () => {
  const at = (route: string) => `${house.url}/${house.clientId}/${route}`;

  it('survive a reload, and take in what somebody else saved meanwhile', async () => {
    await page.goto(at('configuration/portal-settings'));
    await page.getByLabel('Phone number').fill('+49 30 1234567');
    await inClient(house.database, house.clientId, (tx) =>
      tx.sql(
        `insert into portal_setting (client_id, identity_field, max_tries, link_days, updated_at) values ($1, 'birthday', 5, 90, now())
         on conflict (client_id) do update set link_days = 90`,
        [tx.clientId],
      ),
    );
    await page.reload();
    await expect.poll(() => page.getByLabel('Phone number').inputValue()).toBe('+49 30 1234567');
    await expect.poll(() => page.getByLabel('Link validity (days)').inputValue()).toBe('90');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').getByText('saved', { exact: false }).first().waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  });

  it('are saved once more when a save was asked for while one was on its way', async () => {
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    const sent: string[] = [];
    await page.route('**/api/*', async (route) => {
      if (/"operationName":"SetPortalSetting"/.test(route.request().postData() ?? '')) {
        sent.push(/"contactPhone":"([^"]*)"/.exec(route.request().postData()!)?.[1] ?? '');
        await held;
      }
      await route.fallback();
    });
    await page.getByLabel('Phone number').fill('+49 30 7654321');
    await page.keyboard.press('Control+s');
    await expect.poll(() => sent).toEqual(['+49 30 7654321']);
    await page.getByLabel('Phone number').fill('+49 30 7654322');
    await page.keyboard.press('Control+s');
    release();
    await expect.poll(() => sent).toEqual(['+49 30 7654321', '+49 30 7654322']);
    await expect.poll(() => page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await page.unroute('**/api/*');
  });

  it('are beside domains, which are added with the records to set, and used once DNS has them', async () => {
    const names = await openNameServer();
    process.env.DNS_SERVERS = names.address;
    await page.getByLabel('Domain', { exact: true }).fill('https://pay.nordlicht.example');
    await page.keyboard.press('Enter');
    await page.getByText('without https://').waitFor();
    for (const domain of ['pay.nordlicht.example', 'zahlen.nordlicht.example']) {
      await page.getByLabel('Domain', { exact: true }).fill(domain);
      await page.keyboard.press('Enter');
      await page.getByRole('listitem').filter({ hasText: domain }).getByText('The TXT record is missing.').waitFor();
    }
    expect(await axeOn(page)()).toEqual([]);
    const card = (domain: string) => page.getByRole('listitem').filter({ has: page.getByText(domain, { exact: true }) });
    const record = await card('zahlen.nordlicht.example')
      .getByText(/^quittance=/)
      .textContent();
    names.zone.set('TXT _quittance.zahlen.nordlicht.example', [record ?? '']);
    names.zone.set('A zahlen.nordlicht.example', ['127.0.0.1']);
    await page.getByRole('button', { name: 'Check now' }).click();
    await card('zahlen.nordlicht.example').getByText('Verified', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Make default: zahlen.nordlicht.example' }).click();
    await card('zahlen.nordlicht.example').getByText('Default', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove: pay.nordlicht.example' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await card('pay.nordlicht.example').waitFor({ state: 'detached' });
    names.close();
  });

  it('are not left without a question', async () => {
    await page.getByLabel('Link validity (days)').fill('45');
    await page.getByRole('link', { name: 'Accounts', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => page.getByLabel('Link validity (days)').inputValue()).toBe('45');
    await page.getByLabel('Link validity (days)').fill('90');
  });

  it('are not asked about, but kept, when the fields of another type are edited', async () => {
    await goTo(page, at('configuration/metadata'));
    const type = (name: string) => page.getByRole('radiogroup', { name: 'Fields of' }).getByText(name, { exact: true });
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const name = page.getByLabel('Name', { exact: true });
    await page.getByRole('button', { name: 'Add field' }).click();
    await name.fill('segment');
    await page.getByRole('button', { name: 'Add field' }).click();
    // Two fields of one name can't be saved, by no key either.
    await name.fill('segment');
    await expect.poll(() => save.isDisabled()).toBe(true);
    await type('Claims').click();
    await page.getByText('No fields yet').waitFor();
    await type('Accounts').click();
    await page.getByRole('button', { name: 'Remove segment' }).nth(1).click();
    await page.getByRole('link', { name: 'Accounts', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+s');
    await page.getByRole('status').getByText('saved', { exact: false }).first().waitFor();
    await expect.poll(() => save.isDisabled()).toBe(true);
  });

  it('do so for contact rules and global placeholders too', async () => {
    await page.goto(at('configuration/contact-rules'));
    const cap = page.getByRole('textbox', { name: 'Per day, all channels' });
    await cap.fill('1');
    await page.reload();
    await expect.poll(() => cap.inputValue()).toBe('1');
    // Hours that end before they begin are refused beside them.
    const end = page.getByLabel('Monday to Friday: to', { exact: true });
    const before = await end.inputValue();
    await end.fill('01:00');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('A time range must end after it starts').waitFor();
    await expect.poll(named).toEqual(['Monday to Friday: to']);
    await end.fill(before);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').getByText('saved', { exact: false }).first().waitFor();

    await page.goto(at('content/global-placeholders'));
    await page.getByRole('button', { name: 'Add', exact: true }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('hotline');
    await page.reload();
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('hotline');
    // They are asked about before they are left.
    await page.getByRole('link', { name: 'Accounts', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect.poll(() => page.getByLabel('Name', { exact: true }).count()).toBe(0);
    // A text for everybody becomes one in each language; what a template uses stays.
    await inClient(house.database, house.clientId, async (tx) => {
      await setGlobalPlaceholders(tx, { hotline: '030 5550140' });
      await addBundle(tx, 'with-hotline', { subject: 'Hello', source: 'Call {{ global.hotline }}' });
    });
    await page.reload();
    await page.getByRole('link', { name: 'with-hotline' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Remove hotline' }).isDisabled()).toBe(true);
    await page.getByLabel('Text per language').check({ force: true });
    await expect.poll(() => page.getByLabel('English', { exact: true }).inputValue()).toBe('030 5550140');
    await page.getByLabel('Deutsch').fill('030 5550141');
    await inClient(house.database, house.clientId, (tx) => setGlobalPlaceholders(tx, { hotline: '030 5550142' }));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    // Somebody else saved meanwhile: nothing is lost, and one chooses.
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('status').getByText('saved', { exact: false }).first().waitFor();
    await expect
      .poll(() => inClient(house.database, house.clientId, readGlobalPlaceholders))
      .toEqual({ hotline: { en_US: '030 5550140', de_DE: '030 5550141' } });
  });

  it('do so for a retention rule, which is refused beside its field', async () => {
    await page.goto(at('configuration/privacy'));
    const ground = page.getByLabel('Legal basis', { exact: true }).first();
    await ground.fill('Our own');
    await page.reload();
    await expect.poll(() => ground.inputValue()).toBe('Our own');
    await ground.fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await expect.poll(named).toEqual(['Legal basis']);
    await ground.fill('Our own');
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await page.getByText('Rule saved').first().waitFor();
  });

  it('do so for a new user, the schedule and each call script', async () => {
    await page.goto(at('configuration/user/detail'));
    await page.getByLabel('First name').fill('Noor');
    await page.reload();
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Noor');
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('');

    await page.goto(at('configuration/schedule'));
    const monday = page.getByRole('switch', { name: 'Monday', exact: true });
    await monday.press('Space');
    await expect.poll(() => monday.isChecked()).toBe(true);
    await page.reload();
    await expect.poll(() => monday.isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect.poll(() => monday.isChecked()).toBe(false);

    await page.goto(at('content/call-scripts'));
    const script = page.getByLabel('Script', { exact: true });
    await script.fill('Hello, this is Nordlicht.');
    const language = page.getByRole('combobox', { name: 'Language' });
    await language.click();
    await page.getByRole('option', { name: 'Español' }).click();
    await page.reload();
    await expect.poll(() => script.inputValue()).toBe('Hello, this is Nordlicht.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Call script saved').first().waitFor();
  });
});
