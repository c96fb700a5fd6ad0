/**
 * Going between screens that are loaded already, in a real browser: from the click to the screen being drawn with its data, over a portfolio of
 * some size. Task queue, account list, account, back, task queue, account of a task, back, and round again.
 * Run: node bench/screens.ts [accounts] [rounds]
 * KEEP=<folder> keeps the seeded database there and uses it again.
 */
import type { Page } from 'playwright-core';
import { uuidv7 } from '../core/id.ts';
import { signInBy } from '../e2e/signIn.ts';
import { launchBrowser } from '../server/platform/chromium.ts';
import type { OwnedDatabase } from '../server/platform/owned.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { addClientUser } from '../server/services/backoffice/backoffice.logic.ts';
import { putUser } from '../server/services/identity/identity.logic.ts';
import { CLIENT, seedAccounts } from './accounts.seed.ts';
import { withServer } from './house.ts';

const accounts = Number(process.argv[2] ?? 50_000);
const rounds = Number(process.argv[3] ?? 20);
const [EMAIL, PASSWORD] = ['bench@bench.example', 'a long enough password'];
/** Open tasks of the queue. */
const TASKS = 60;

async function seed(database: OwnedDatabase): Promise<void> {
  await seedAccounts(database, accounts);
  const userId = uuidv7();
  const groups = [{ clientId: CLIENT, role: 'ADMINISTRATOR', partnerId: null }];
  await putUser(database, { userId, email: EMAIL, name: 'Bench', password: PASSWORD, groups });
  await inClient(database, CLIENT, async (tx) => {
    await addClientUser(tx, { userId, email: EMAIL, name: 'Bench', role: 'ADMINISTRATOR' });
    await tx.sql(
      `insert into case_task (client_id, task_id, account_id, note, status, recipient_id, due_date, created_at, updated_at)
       select $1, gen_random_uuid(), account_id, 'Call ' || debtor_name, 'new', $2, date '2026-10-01', now(), now()
       from (select account_id, debtor_name from account where client_id = $1 limit $3) chosen`,
      [CLIENT, userId, TASKS],
    );
  });
}

interface Step {
  readonly name: string;
  /** The words of what is clicked, or the end of a link's address; null: the browser's Back. */
  readonly click: { readonly text?: string; readonly link?: string } | null;
  /** The end of the address, and the words that all stand on the screen when its data is there: on no other screen of these. */
  readonly to: string;
  readonly shows: readonly string[];
}

/** In the page: clicks, and looks at every frame whether the screen stands. @returns ms until after it was drawn. */
async function go({ click, to, shows }: Step): Promise<number> {
  const content = () => document.querySelector<HTMLElement>('#content');
  const stands = () => {
    const screen = content();
    return (
      location.pathname.endsWith(to) &&
      shows.every((words) => screen?.textContent.includes(words)) &&
      !screen?.querySelector('.mantine-Skeleton-root')
    );
  };
  const { text, link } = click ?? {};
  const target = link
    ? document.querySelector<HTMLElement>(`nav a[href$="${link}"]`)
    : [...(content()?.querySelectorAll<HTMLElement>('tbody tr *') ?? [])].find(
        (each) => each.childElementCount === 0 && each.textContent.trim() === text,
      );
  if (click && !target) throw new Error(`nothing to click: ${JSON.stringify(click)}`);
  const began = performance.now();
  if (target) target.click();
  else history.back();
  return new Promise((resolve, reject) => {
    const look = () => {
      if (performance.now() - began > 30_000) return reject(new Error(`no ${to}: ${content()?.innerText.slice(0, 300)}`));
      if (stands()) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
      else requestAnimationFrame(look);
    };
    look();
  });
}

const quantile = (list: readonly number[], q: number) =>
  [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * q))] ?? 0;
const say = (name: string, times: readonly number[]) =>
  console.log(`${name}: median ${quantile(times, 0.5).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms (${times.length} times)`);

/** The first account of the list and the first task's account, with the words that each shows. */
async function found(database: OwnedDatabase, page: Page): Promise<readonly Step[]> {
  const rows = page.locator('#content tbody tr');
  await rows.nth(5).waitFor();
  const [listed = ''] = /Debtor \d+/.exec(await rows.nth(1).innerText()) ?? [];
  await page.click('nav a[href$="/account/tasks"]');
  await page
    .getByText(/^Call Debtor/)
    .first()
    .waitFor();
  const task = await page
    .getByText(/^Call Debtor/)
    .first()
    .innerText();
  const accountOf = (name: string) =>
    inClient(database, CLIENT, async (tx) => {
      const [row] = await tx.sql<{ account_id: string }>('select account_id from account where client_id = $1 and debtor_name = $2', [
        CLIENT,
        name,
      ]);
      return `/account/${row?.account_id}`;
    });
  const debtor = task.replace('Call ', '');
  const [list, tasks] = [
    { to: '/account/manage', shows: [listed, 'Last contact'] },
    { to: '/account/tasks', shows: [task, 'Take next task'] },
  ];
  return [
    { name: 'task queue → account list', click: { link: '/account/manage' }, ...list },
    { name: 'account list → account', click: { text: listed }, to: await accountOf(listed), shows: [listed, 'Outstanding balance'] },
    { name: 'account → back to the list', click: null, ...list },
    { name: 'account list → task queue', click: { link: '/account/tasks' }, ...tasks },
    { name: 'task queue → account', click: { text: task }, to: await accountOf(debtor), shows: [debtor, 'Outstanding balance'] },
    { name: 'account → back to the queue', click: null, ...tasks },
  ];
}

await withServer({ name: 'screens', clientId: CLIENT, role: 'ADMINISTRATOR', seed, pages: true }, async ({ port, database }) => {
  const browser = await launchBrowser();
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await signInBy(page, `http://localhost:${port}`, EMAIL, PASSWORD, `http://localhost:${port}/${CLIENT}/account/manage`);
  const steps = await found(database, page);
  const times = new Map(steps.map(({ name }): [string, number[]] => [name, []]));
  for (let round = 0; round <= rounds; round++)
    for (const step of steps) {
      const ms = await page.evaluate(go, step);
      // The first round loads everything once.
      if (round > 0) times.get(step.name)?.push(ms);
      // What was shown from before is asked for again: people look longer than that takes.
      await page.waitForTimeout(500);
    }
  console.log(`${accounts.toLocaleString('en')} accounts, from the click to the screen drawn:`);
  for (const [name, list] of times) say(`  ${name}`, list);
  const all = [...times.values()].flat();
  say('all', all);
  console.log('bound: 100 ms');
  await browser.close();
  if (quantile(all, 0.95) >= 100) process.exitCode = 1;
});
