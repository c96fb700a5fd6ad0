/** The collector workspace by keys alone: the next account, its outcome in three strokes, the next; forms and the hold survive going away. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isHoliday } from '../core/calendar.ts';
import { addDays, instant } from '../core/time.ts';
import { addWorkingDays } from '../core/workdays.ts';
import { at, localDate } from '../core/zone.ts';
import { useClock } from '../server/platform/clock.ts';
import { type Actor, inClient } from '../server/platform/tenancy.ts';
import { addSampleAccounts } from '../server/services/account/account.sample.ts';
import { launchBrowser } from './browser.ts';
import { openWholeHouse, type WholeHouse } from './house.ts';

/** The next working day, in the morning: everybody may be called. Time runs on from there. */
const DAY_WORKED = addWorkingDays(localDate(instant(Date.now()), 'Europe/Berlin'), 1, (day) => isHoliday(day, 'DE'));
const AHEAD = at(DAY_WORKED, { hour: 10, minute: 0 }, 'Europe/Berlin') - Date.now();

let house: WholeHouse;
let browser: Browser;
let page: Page;
let restore: () => void;

beforeAll(async () => {
  house = await openWholeHouse();
  restore = useClock(() => Date.now() + AHEAD);
  const actor: Actor = { type: 'user', id: house.userId };
  await inClient(
    house.database,
    house.clientId,
    (tx) =>
      addSampleAccounts(
        tx,
        ['Brandt', 'Kowalski', 'Lind'].map((last, place) => ({
          ref: `W-${place}`,
          first: 'Hannah',
          last,
          phone: '+4930123456',
          email: `${last.toLowerCase()}@debtor.example`,
          claims: [{ ref: `W-${place}-1`, balance: 400_000 - place * 100_000, due: '2026-09-01' }],
        })),
      ),
    { actor },
  );
  browser = await launchBrowser();
  page = await (
    await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US', timezoneId: 'America/New_York' })
  ).newPage();
  await house.signIn(page);
});
afterAll(async () => {
  await browser.close();
  restore();
  await house.close();
});

const rows = <Row>(text: string) =>
  inClient(house.database, house.clientId, (tx) => tx.sql<Row & Record<string, unknown>>(text, [tx.clientId]));
const onScreen = (name: string) => page.getByRole('heading', { name: `Hannah ${name}` }).waitFor();

/** Parts of the screen that are wider than what they stand in, and controls of the outcome that lie outside of the window. */
const outside = () =>
  page.evaluate(() => {
    const label = (element: Element) => element.textContent?.trim().slice(0, 40) ?? '';
    const screen = document.querySelector('#content')!;
    const wide = [document.documentElement, screen, ...screen.querySelectorAll('*')].filter(
      (each) => each.scrollWidth > each.clientWidth + 1 && /auto|scroll|hidden/.test(getComputedStyle(each).overflowX),
    );
    const panel = [...document.querySelectorAll('section')].find((each) => each.querySelector('form'))!;
    const below = [...panel.querySelectorAll('button')].filter((each) => {
      const box = each.getBoundingClientRect();
      return box.bottom > innerHeight || box.right > innerWidth || box.left < 0;
    });
    return { wide: wide.map(label), below: below.map(label) };
  });

it.each([
  [1440, 900],
  [1280, 800],
  [1024, 768],
])('at %i × %i nothing is cut and every outcome is reached without scrolling', async (width, height) => {
  await page.setViewportSize({ width, height });
  if (!page.url().endsWith('/collector-workspace')) await page.goto(`${house.url}/${house.clientId}/account/collector-workspace`);
  await onScreen('Brandt');
  await page.getByText('Why this account').waitFor();
  await expect.poll(outside).toEqual({ wide: [], below: [] });
});

it('brings the most urgent account, keeps a promise by a few keys once the debtor is known, and brings the next one', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await onScreen('Brandt');
  // P: promises to pay; 3: in seven days; Enter: nothing is kept before it is sure that it is the debtor, whose name and facts Y checks.
  await page.keyboard.press('p');
  await page.keyboard.press('3');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'Check the name and two more details first' }).waitFor();
  expect(await rows('select from promise_to_pay where client_id = $1')).toEqual([]);
  await page.getByText('Once you know it’s the debtor').waitFor();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('y');
  // What is said only to the debtor can be read ahead, and is marked until then.
  await page.getByText('You can talk about the account').waitFor();
  await page.getByText('Thank you. I’m calling from').waitFor();
  await page.getByText('Once you know it’s the debtor').waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await onScreen('Kowalski');
  await page.getByTestId('day').getByText('1 worked today · €4,000.00 promised').waitFor();
  expect(await rows('select amount, due_date from promise_to_pay where client_id = $1')).toEqual([
    { amount: 400_000n, due_date: addDays(DAY_WORKED, 7) },
  ]);
});

it('says where its figures come from, without leaving the account', async () => {
  const explained = page.getByRole('dialog', { name: 'Explain this balance' });
  await page.getByRole('button', { name: '€3,000.00' }).first().click();
  await expect.poll(() => explained.getByRole('combobox').first().inputValue()).toBe('All claims');
  await page.keyboard.press('Escape');
  await explained.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '€3,000.00' }).last().click();
  await expect.poll(() => explained.getByRole('combobox').first().inputValue()).toBe('W-1-1');
  await page.keyboard.press('Escape');
  await explained.waitFor({ state: 'detached' });
  await onScreen('Kowalski');
});

it('writes a message without leaving, and finds what was typed after a reload', async () => {
  await page.keyboard.press('m');
  const composer = page.getByRole('dialog', { name: 'Write to the debtor' });
  await composer.getByLabel('Subject').fill('Your invoice');
  await page.reload();
  await onScreen('Kowalski');
  await expect.poll(() => composer.getByLabel('Subject').inputValue()).toBe('Your invoice');
  await composer.getByLabel('Message', { exact: false }).first().fill('Please call us back.');
  await composer.getByText('Contact rules').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Message queued').waitFor();
  await composer.waitFor({ state: 'detached' });
});

it('overrides a contact rule that defers a message, for a reason', async () => {
  await rows(
    `insert into contact_setting (client_id, gate_rules, updated_at) values ($1, '{"capPerDay": 1}', now())
     on conflict (client_id) do update set gate_rules = excluded.gate_rules`,
  );
  await page.keyboard.press('m');
  const composer = page.getByRole('dialog', { name: 'Write to the debtor' });
  await composer.getByLabel('Subject').fill('Today’s figures');
  await composer.getByLabel('Message', { exact: false }).first().fill('As you asked on the phone.');
  await composer.getByRole('button', { name: /^Send on/ }).waitFor();
  await composer.getByRole('button', { name: 'Send now anyway' }).click();
  const why = composer.getByLabel('Reason for overriding the contact rule');
  await why.fill('Asked');
  await page.keyboard.press('Control+Enter');
  await composer.getByText('Enter a reason of 10 to 500 characters').waitFor();
  await why.fill('Asked for the figures today');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Message queued').waitFor();
  await composer.waitFor({ state: 'detached' });
  const [event] = await rows<{ payload: { reason: string; rules: string[] } }>(
    `select payload from event where client_id = $1 and message_type = 'contactOverridden'`,
  );
  expect(event?.payload).toMatchObject({ reason: 'Asked for the figures today', rules: ['capDay'] });
  await rows(`update contact_setting set gate_rules = null where client_id = $1`);
});

it('holds the account while one looks at its own page, and leads back to it', async () => {
  const [before] = await rows<{ held_until: Date }>(`select held_until from work_item where client_id = $1 and status = 'held'`);
  await page.getByRole('link', { name: 'Full account' }).click();
  // The account's own page is there, with its way back beside the sidebar's.
  await page.waitForURL(/\/account\/[0-9a-f-]{36}/);
  const back = page.getByRole('link', { name: 'Collector workspace' });
  await expect.poll(() => back.count()).toBe(2);
  await back.last().click();
  await page.getByRole('heading', { name: 'Outcome' }).waitFor();
  await onScreen('Kowalski');
  const held = await rows<{ held_until: Date }>(`select held_until from work_item where client_id = $1 and status = 'held'`);
  expect(held).toHaveLength(1);
  expect(+held[0]!.held_until).toBeGreaterThanOrEqual(+before!.held_until);
  // N: no answer; Enter: tried again on the next working day.
  const noAnswer = page.getByRole('button', { name: /No answer/ });
  await noAnswer.waitFor();
  await expect
    .poll(async () => {
      await page.keyboard.press('n');
      return noAnswer.getAttribute('aria-pressed');
    })
    .toBe('true');
  await page.keyboard.press('Enter');
  await onScreen('Lind');
});

it('shows the client’s own script for the topic that fits, or another one that the agent chooses', async () => {
  await page.goto(`${house.url}/${house.clientId}/content/call-scripts`);
  await page.getByLabel('Script', { exact: true }).fill('Is this {{ debtor.fullName }}?\n\nYou owe {{ account.balance }}.');
  await page.keyboard.press('Control+s');
  await page.getByText('Your text', { exact: true }).waitFor();
  await page.goto(`${house.url}/${house.clientId}/account/collector-workspace`);
  await onScreen('Lind');
  const topic = page.getByRole('combobox', { name: 'Topic' });
  await page.getByText('Is this Hannah Lind?').waitFor();
  await expect.poll(() => topic.inputValue()).toBe('First call');
  await page.getByText('You owe €2,000.00.').waitFor();
  await topic.click();
  await page.getByRole('option', { name: 'Dispute' }).click();
  await page.getByText('You told us that something is wrong with W-2-1').waitFor();
});
